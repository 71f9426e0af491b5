// A lesson: turns are judged, and tried again.

import { BoardPage } from "../board/page.js";
import { JUDGING, judge, mayTryAgain } from "../board/verdict.js";
import { $ } from "../common/page.js";
import { keep, showProgress } from "../lessons/progress.js";
import { Wire } from "../net/wire.js";
import "../net/turns.js";

const { api, game, number } = $("learn").dataset;

const page = new BoardPage(new Wire(api), {
  effects: JUDGING,
  show: (state, { mode: before }) => {
    const { mode } = state;
    const done = mode.kind === "judged" && mode.verdict.done;
    $("again").hidden = !mayTryAgain(state);
    if (mode.kind === "judged") $("ask-hint").hidden = done;
    $("learn").classList.toggle("solved", done);
    if (mode.kind !== "judged" || before.kind === "judged") return;
    if (done) {
      keep(game, Number(number));
      showProgress($("dots"), game);
    }
    $(done ? "next" : "again").focus();
  },
});

$("again").addEventListener("click", () => page.dispatch({ type: "again" }));
$("ask-hint").addEventListener("click", () => {
  judge("hint", "", $("hint").textContent);
  $("ask-hint").hidden = true;
});
showProgress($("dots"), game);
