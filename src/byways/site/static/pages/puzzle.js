// A puzzle: what a person points at becomes a turn; the server says whether it is right, and how it is answered.

import { Exercise, judged, verdict } from "../board/exercise.js";
import { $, button, element } from "../common/page.js";
import "./share.js";
import { TEXTS, unconfirmed } from "../common/texts.js";
import { Wire } from "../net/wire.js";

const PAUSE = 700; // ms between a turn and its answer

const wire = new Wire($("puzzle").dataset.api);
const first = JSON.parse($("data").textContent); // the puzzle as it begins
let open = first.open; // whether the answer is still to be found
let hints = 0; // given for the present turn
let played = []; // the turns that were right
let base = first; // where the present turn begins
const puzzle = new Exercise(wire, { send, explain, forget, show, fields: () => ({ played: played.join(";") }) });
const { board } = puzzle;

function forget() {
  puzzle.begin(base);
  if (base === first) board.restore();
  else board.patchForNow(base.pieces, base.box);
}

// --- asking the server -----------------------------------------------------------------------------------------------

async function send(actions) {
  puzzle.sent();
  show();
  const answer = await wire.insist("/act", { played, actions }, (heard) => verdict("wrong", "", unconfirmed(heard)));
  verdict();
  if (answer.ok && answer.data.kind !== "part") await answered(answer.data);
  puzzle.sending = false;
  if (!answer.ok) {
    forget();
    verdict("wrong", "", answer.data?.error?.message ?? TEXTS.failed);
  } else if (answer.data.kind === "part") puzzle.goOn(answer.data);
  show();
  if (puzzle.turn) (puzzle.turn.done ? $("solution") : $("again")).focus();
}

/** A whole turn, then the reply. */
async function answered(data) {
  if (data.own) {
    board.patchForNow(data.own, data.box);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  board.patchForNow(data.pieces, data.box);
  if (data.right && !data.done) {
    played = data.played;
    base = data;
    hints = 0;
    puzzle.begin(base);
  } else {
    puzzle.turn = data;
    tell(data);
  }
  judged(data.right, data.said);
}

async function explain(clicks) {
  const answer = await wire.tell("/why", { played, clicks });
  if (!puzzle.may()) return;
  const said = answer?.data ?? {};
  if (said.actions) send(said.actions);
  else verdict("wrong", TEXTS.refused, said.why ?? TEXTS.unreachable);
}

async function askHint() {
  if (puzzle.sending) return undefined;
  const number = Math.min(hints + 1, first.hints);
  const answer = await wire.tell("/hint", { played, number });
  if (!answer?.ok) return verdict("wrong", "", answer?.data?.error?.message ?? TEXTS.unreachable);
  hints = number;
  verdict("hint", "", answer.data.said);
  return tell(answer.data);
}

async function askSolution() {
  if (puzzle.sending || (open && !(await sure()))) return;
  const answer = await wire.tell("/solution", { played });
  if (!answer?.ok) {
    verdict("wrong", "", answer?.data?.error?.message ?? TEXTS.unreachable);
    return;
  }
  verdict();
  tell(answer.data);
  $("answer-lines").replaceChildren(...answer.data.lines.map(lineOf));
  $("answer").hidden = false;
  $("solution").hidden = true;
  const last = $("answer-lines").querySelector("li .turn:last-of-type");
  last.focus();
  last.click();
}

function sure() {
  const dialog = $("sure");
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

/** A line of the solution: a button for each turn, which shows the board after it. */
function lineOf(turns, line) {
  const show = (i) => (event) => look(event.currentTarget, line, i + 1);
  return element("li", {}, ...turns.map((text, i) => button(text, show(i), "turn quiet")));
}

async function look(pressed, line, ply) {
  const seen = await wire.ask("/frame", { line, ply });
  if (!seen) return;
  for (const other of $("answer-lines").querySelectorAll(".turn")) other.setAttribute("aria-pressed", String(other === pressed));
  puzzle.turn = { done: true, prompt: "" };
  puzzle.aimed = null;
  board.patchForNow(seen.pieces, seen.box);
  show();
}

/** What has become of it: in the database before it stands here. */
function tell(data) {
  open = data.open;
  $("told").hidden = !data.result;
  $("result").textContent = data.result;
  $("share").textContent = data.share;
  $("copied").textContent = "";
}

// --- showing ---------------------------------------------------------------------------------------------------------

function show() {
  const { turn } = puzzle;
  $("prompt").textContent = puzzle.asked(turn ?? puzzle.part ?? base);
  $("again").hidden = turn === null || Boolean(turn.done);
  $("hint").hidden = Boolean(turn?.done);
  puzzle.show(first.mover);
}

$("hint").addEventListener("click", askHint);
$("solution").addEventListener("click", askSolution);
puzzle.begin(first);
show();
