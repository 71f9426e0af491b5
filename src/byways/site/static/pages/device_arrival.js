// A link from one's other device was opened. What it carries stands behind the "#", which browsers send to nobody; here it
// is given to the server and taken off the address before anything else happens.

import { $ } from "../common/page.js";
import { takeFragment } from "../net/fragment.js";
import { refusal } from "../common/texts.js";
import { Wire } from "../net/wire.js";
import "../net/turns.js";

const wire = new Wire($("arrive").dataset.api);
const token = takeFragment();

/** @param {boolean} leave */
async function arrive(leave) {
  $("leave").hidden = true;
  /** @type {import("../wire").Arrival} */
  const body = { token, leave };
  const answer = await wire.tell("/arrive", body);
  if (!answer?.ok) {
    $("arriving").textContent = refusal(answer);
    $("onward").hidden = false;
    return;
  }
  /** @type {import("../wire").Arrived} */
  const { mine, own } = answer.data;
  if (mine) return location.replace(mine);
  $("arriving").textContent = $("arriving").dataset.own.replace("{number}", String(own));
  $("leave").hidden = false;
}

$("leave-yes").addEventListener("click", () => arrive(true));
arrive(false);
