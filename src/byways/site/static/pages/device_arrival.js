// A link from one's other device was opened. What it carries stands behind the "#", which browsers send to nobody; here it
// is given to the server and taken off the address before anything else happens.

import { $ } from "../common/page.js";
import { takeFragment } from "../net/fragment.js";
import { refusal } from "../common/texts.js";
import { Wire } from "../net/wire.js";
import "../net/turns.js";

const wire = new Wire($("arrive").dataset.api);
const token = takeFragment();

async function arrive(leave) {
  $("leave").hidden = true;
  const answer = await wire.tell("/arrive", { token, leave });
  if (answer?.ok && answer.data.mine) location.replace(answer.data.mine);
  else if (answer?.ok) {
    $("arriving").textContent = $("arriving").dataset.own.replace("{number}", answer.data.own);
    $("leave").hidden = false;
  } else {
    $("arriving").textContent = refusal(answer);
    $("onward").hidden = false;
  }
}

$("leave-yes").addEventListener("click", () => arrive(true));
arrive(false);
