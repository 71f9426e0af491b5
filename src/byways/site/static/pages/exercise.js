// A mistake of one's own: turns are judged by the analysis of the game, and tried again; the better turn can be shown.

import { BoardPage } from "../board/page.js";
import { Help, JUDGING, judge } from "../board/verdict.js";
import { $ } from "../common/page.js";
import { refusal } from "../common/texts.js";
import { Wire } from "../net/wire.js";
import "../net/turns.js";

const DONE = { right: true, done: true, said: "" };

const wire = new Wire($("exercise").dataset.api);
const page = new BoardPage(wire, {
  effects: JUDGING,
  show: (state, { mode: before }) => {
    const done = help.show(state);
    $("solution").hidden = done;
    $("exercise").classList.toggle("solved", done);
    if (done && state.mode.kind === "judged" && state.mode.verdict !== DONE) count();
    if (state.mode.kind === "judged" && before.kind !== "judged") $(done ? "next" : "again").focus();
  },
});
const help = new Help(page);

/** One more is solved, unless its solution was looked at before. */
function count() {
  const tag = $("solved").firstElementChild;
  const { then } = $("solved").dataset;
  if (tag && then) tag.textContent = then;
}

$("hint").addEventListener("click", async () => {
  if (page.state.mode.kind === "sending") return;
  const answer = await wire.tell("/hint", {});
  if (!answer?.ok) return judge("wrong", "", refusal(answer));
  /** @type {import("../wire").Advice} */
  const advice = answer.data;
  return help.give(advice);
});
$("again").addEventListener("click", () => page.dispatch({ type: "again" }));
$("solution").addEventListener("click", async () => {
  if (page.state.mode.kind === "sending") return;
  const answer = await wire.tell("/solution", {});
  if (!answer?.ok) return judge("wrong", "", refusal(answer));
  delete $("solved").dataset.then; // what was shown counts no more
  if (page.state.mode.kind === "judged") page.dispatch({ type: "again" });
  page.dispatch({ type: "look", at: "best", verdict: DONE });
  /** @type {import("../wire").BetterTurn} */
  const { said } = answer.data;
  return judge("hint", "", said);
});
