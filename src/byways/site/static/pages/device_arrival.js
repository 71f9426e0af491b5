// A link from one's other device was opened. What it carries stands behind the "#", which browsers send to nobody; here it
// is given to the server and taken off the address before anything else happens.

import { $ } from "../common/page.js";
import { takeFragment } from "../net/fragment.js";
import { refusal } from "../common/texts.js";
import { Wire } from "../net/wire.js";
import "../net/turns.js";

const wire = new Wire($("arrive").dataset.api);
const token = takeFragment();

/** @param {boolean} agreed */
async function arrive(agreed) {
  $("agree").hidden = true;
  /** @type {import("../wire").Arrival} */
  const body = { token, agreed };
  const answer = await wire.tell("/arrive", body);
  if (!answer?.ok) {
    $("arriving").textContent = refusal(answer);
    $("onward").hidden = false;
    return;
  }
  /** @type {import("../wire").Arrived} */
  const { mine, asks } = answer.data;
  if (mine) return location.replace(mine);
  $("arriving").textContent = asks;
  $("agree").hidden = false;
}

$("agree-yes").addEventListener("click", () => arrive(true));
arrive(false);
