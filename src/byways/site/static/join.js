// A link to a seat was opened. Its secret stands behind the "#", which browsers send to nobody; here it is given to the
// server and taken off the address before anything else happens.

import { takeFragment } from "./fragment.js";
import { TEXTS, named, refusal } from "./texts.js";
import { Wire } from "./wire.js";

const $ = (id) => document.getElementById(id);
const wire = new Wire($("join").dataset.api);
const secret = takeFragment();

async function sit(also) {
  $("also").hidden = true;
  const answer = await wire.tell("/sit", { secret, also });
  if (answer?.ok && answer.data.play) location.replace(answer.data.play);
  else if (answer?.ok) {
    $("joining").textContent = TEXTS.already(answer.data.already.map(named).join(", "), answer.data.player);
    $("also").hidden = false;
  } else {
    $("joining").textContent = refusal(answer);
    $("watch").hidden = false;
  }
}

$("also-yes").addEventListener("click", () => sit(true));
sit(false);
