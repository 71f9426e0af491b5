// What an engine makes of a game's dice: asked for once, waited for, shown beside the game.

import { $, element } from "../common/page.js";
import { Job } from "../net/job.js";
import { refusal } from "../common/texts.js";
import { Wire } from "../net/wire.js";

const { api } = $("review").dataset;
const wire = new Wire(api);
const topic = `job:${api.split("/").at(-1)} dice`;
const job = new Job(wire, { topic, path: "/dice-replay", place: "replay-said", hear: show, quit: () => working(false) });

function working(is) {
  $("replay-stop").hidden = !is;
  $("replayed").hidden = !is;
}

/** @param {import("../wire").Progress} found */
function show(found) {
  $("replay").hidden = found.running || Boolean(found.markup);
  working(found.running);
  $("replayed").max = found.total || 1;
  $("replayed").value = found.done;
  const said = found.said.map((text) => element("p", { textContent: text }));
  $("replay-said").replaceChildren(...said);
  const board = $("replay-board");
  board.toggleAttribute("hidden", !found.markup);
  if (!found.markup) return;
  board.setAttribute("viewBox", found.box);
  board.innerHTML = found.markup;
}

async function tell(path) {
  const answer = await wire.tell(path, {});
  if (answer?.ok) return job.hear(answer.data);
  return show({ running: false, done: 0, total: 0, said: [refusal(answer)], box: "", markup: "", turns: [] });
}

$("replay").addEventListener("click", () => tell("/dice-replay"));
$("replay-stop").addEventListener("click", () => tell("/dice-replay/cancel"));
if (location.hash === "#dice-replay") {
  $("dice-replay").open = true;
  $("dice-replay").scrollIntoView();
}
job.ask();
