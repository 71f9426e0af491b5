// A link to a seat was opened. Its secret stands behind the "#", which browsers send to nobody; here it is taken off the
// address before anything else happens, and the server says what it is for. Only a button takes the seat.

import { $ } from "../common/page.js";
import { takeFragment } from "../net/fragment.js";
import { TEXTS, named, refusal } from "../common/texts.js";
import { Wire } from "../net/wire.js";
import "../net/turns.js";

const wire = new Wire($("join").dataset.api);
const secret = takeFragment();

function show(said, asked) {
  $("joining").textContent = said;
  for (const id of ["take", "also", "watch"]) $(id).hidden = id !== asked;
}

async function open() {
  /** @type {import("../wire").Invitation} */
  const body = { secret };
  const answer = await wire.tell("/invitation", body);
  if (!answer?.ok) return show(refusal(answer), "watch");
  /** @type {import("../wire").Welcome} */
  const { player, already = [], play } = answer.data;
  if (play) return location.replace(play);
  if (already.length) return show(TEXTS.already(already.map(named).join(", "), player), "also");
  return show(TEXTS.invited(player), "take");
}

/**
 * Take the seat. Where that cannot be, it can be tried again unless the seat is gone.
 * @param {Omit<import("../wire").SeatClaim, "secret">} more @param {string} asked
 */
async function sit(more, asked) {
  show(TEXTS.taking, null);
  const answer = await wire.tell("/sit", { secret, ...more });
  if (answer?.ok) location.replace(answer.data.play);
  else show(refusal(answer), answer?.final ? "watch" : asked);
}

$("take").addEventListener("submit", (event) => {
  event.preventDefault();
  sit({ name: $("f-your-name").value }, "take");
});
$("also-yes").addEventListener("click", () => sit({ also: true }, "also"));
addEventListener("hashchange", () => location.reload()); // another link to this game
open();
