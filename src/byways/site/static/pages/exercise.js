// A mistake of one's own: turns are judged by the analysis of the game, and tried again; the better turn can be shown.

import { Advised, NONE } from "../board/advice.js";
import { boardPage } from "../board/page.js";
import { JUDGING, judge, mayTryAgain, sayHint } from "../board/verdict.js";
import { $ } from "../common/page.js";
import { refusal } from "../common/texts.js";
import { Wire } from "../net/wire.js";

const DONE = { right: true, done: true, said: "" };

const wire = new Wire($("exercise").dataset.api);
let hint = NONE;
const page = boardPage(wire, {
  effects: JUDGING,
  show: (state, { mode: before }) => {
    const { mode } = state;
    const done = mode.kind === "judged" && mode.verdict.done;
    advised.show(["judged", "looking"].includes(mode.kind) ? NONE : hint);
    $("again").hidden = !mayTryAgain(state);
    $("solution").hidden = $("hint").hidden = done;
    $("exercise").classList.toggle("solved", done);
    if (mode.kind === "judged" && before.kind !== "judged") $(done ? "next" : "again").focus();
  },
});
const advised = new Advised(page.pointer);

$("hint").addEventListener("click", async () => {
  if (page.state.mode.kind === "sending") return;
  const answer = await wire.tell("/hint", {});
  if (!answer?.ok) return judge("wrong", "", refusal(answer));
  hint = answer.data;
  return sayHint(page, hint.said);
});
$("again").addEventListener("click", () => page.dispatch({ type: "again" }));
$("solution").addEventListener("click", async () => {
  if (page.state.mode.kind === "sending") return;
  const answer = await wire.tell("/solution", {});
  if (!answer?.ok) return judge("wrong", "", refusal(answer));
  if (page.state.mode.kind === "judged") page.dispatch({ type: "again" });
  page.dispatch({ type: "look", at: "best", verdict: DONE });
  return judge("hint", "", answer.data.said);
});
