// A lesson: turns are judged, and tried again.

import { boardPage } from "../board/page.js";
import { JUDGING, judge, mayTryAgain } from "../board/verdict.js";
import { $ } from "../common/page.js";
import { get, set } from "../common/storage.js";
import { TEXTS } from "../common/texts.js";
import { Wire } from "../net/wire.js";

const { api, game, number } = $("learn").dataset;

const page = boardPage(new Wire(api), {
  effects: JUDGING,
  show: (state, { mode: before }) => {
    const { mode } = state;
    const done = mode.kind === "judged" && mode.verdict.done;
    $("again").hidden = !mayTryAgain(state);
    if (mode.kind === "judged") $("ask-hint").hidden = done;
    $("learn").classList.toggle("solved", done);
    if (mode.kind !== "judged" || before.kind === "judged") return;
    if (done) keep();
    $(done ? "next" : "again").focus();
  },
});

// --- progress, in this browser only ----------------------------------------------------------------------------------

/** @returns {number[]} */
const learned = () => get("learned")[game] ?? [];

function keep() {
  set("learned", { ...get("learned"), [game]: [...new Set([...learned(), Number(number)])] });
  showProgress(learned());
}

/** @param {number[]} done */
function showProgress(done) {
  for (const link of $("dots").querySelectorAll("a")) {
    const solved = done.includes(Number(link.dataset.number));
    link.classList.toggle("done", solved);
    link.querySelector(".dot").textContent = solved ? "✓" : link.dataset.number;
    link.querySelector(".state").textContent = solved ? TEXTS.solved : "";
  }
}

$("again").addEventListener("click", () => page.dispatch({ type: "again" }));
$("ask-hint").addEventListener("click", () => {
  judge("hint", "", $("hint").textContent);
  $("ask-hint").hidden = true;
});
showProgress(learned());
