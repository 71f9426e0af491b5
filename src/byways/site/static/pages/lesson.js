// A lesson: what a person points at becomes a turn, and the server says whether it is what was asked for.

import { Exercise, judged, verdict } from "../board/exercise.js";
import { $, say } from "../common/page.js";
import { showHand } from "../board/pointing.js";
import { TEXTS } from "../common/texts.js";
import { Wire } from "../net/wire.js";

const { api, game, number } = $("learn").dataset;
const wire = new Wire(api);
const first = JSON.parse($("data").textContent); // the lesson as it begins
const lesson = new Exercise(wire, { send, explain, forget, show });

function forget() {
  lesson.begin(first);
  lesson.board.restore();
}

// --- asking the server -----------------------------------------------------------------------------------------------

async function send(actions) {
  lesson.sent();
  show();
  const answer = await wire.tell("/act", { actions });
  lesson.sending = false;
  if (lesson.turn) return show(); // what was explained meanwhile had ended the lesson
  if (!answer?.ok) {
    forget();
    verdict("wrong", "", answer?.data?.error?.message ?? TEXTS.unreachable);
  } else if (answer.data.kind === "part") {
    lesson.goOn(answer.data);
  } else {
    lesson.board.patchForNow(answer.data.pieces, answer.data.box);
    finish(answer.data, answer.data.said);
  }
  show();
  return lesson.turn && (lesson.turn.done ? $("next") : $("again")).focus();
}

async function explain(clicks) {
  const answer = await wire.tell("/why", { clicks });
  const said = answer?.data ?? {};
  if (said.done && lesson.turn === null) {
    finish(said, `${said.why} ${said.said}`); // also where somebody has pointed at more since
    show();
    $("next").focus();
  } else if (!lesson.may()) return;
  else if (said.actions) send(said.actions);
  else verdict("wrong", TEXTS.refused, said.why ?? TEXTS.unreachable);
}

function finish(turn, text) {
  lesson.turn = turn;
  judged(turn.done, text);
  if (turn.done) keep();
}

// --- showing ---------------------------------------------------------------------------------------------------------

function show() {
  const { turn } = lesson;
  const shown = turn ?? lesson.part ?? first;
  $("prompt").textContent = lesson.asked(shown);
  say("around", shown.notes ?? "");
  $("again").hidden = turn === null;
  if (turn !== null) $("ask-hint").hidden = turn.done;
  $("learn").classList.toggle("solved", Boolean(turn?.done));
  showHand(shown.hand);
  lesson.show(first.mover);
}

// --- progress, in this browser only ----------------------------------------------------------------------------------

const LEARNED = "learned";

function learned() {
  try {
    const kept = JSON.parse(localStorage.getItem(LEARNED) ?? "{}");
    return Array.isArray(kept?.[game]) ? kept : { ...kept, [game]: [] };
  } catch {
    return { [game]: [] }; // storage may be switched off, or hold something else
  }
}

function keep() {
  const kept = learned();
  if (!kept[game].includes(Number(number))) kept[game].push(Number(number));
  try {
    localStorage.setItem(LEARNED, JSON.stringify(kept));
  } catch {
    // then it is not kept
  }
  showProgress(kept[game]);
}

function showProgress(done) {
  for (const link of $("dots").querySelectorAll("a")) {
    const solved = done.includes(Number(link.dataset.number));
    link.classList.toggle("done", solved);
    link.querySelector(".dot").textContent = solved ? "✓" : link.dataset.number;
    link.querySelector(".state").textContent = solved ? TEXTS.solved : "";
  }
}

$("ask-hint").addEventListener("click", () => {
  verdict("hint", "", $("hint").textContent);
  $("ask-hint").hidden = true;
});
lesson.begin(first);
showProgress(learned()[game]);
show();
