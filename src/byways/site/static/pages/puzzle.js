// A puzzle: turns are judged, answered and tried again; hints and the solution are asked for.

import { NONE } from "../board/overlays.js";
import { BoardPage } from "../board/page.js";
import { Help, JUDGING, judge } from "../board/verdict.js";
import { $, button, element, say } from "../common/page.js";
import { askFirst } from "../common/confirm_dialog.js";
import { TEXTS, refusal } from "../common/texts.js";
import { Wire } from "../net/wire.js";
import "./share.js";
import "../net/turns.js";

const DONE = { right: true, done: true, said: "" };

const wire = new Wire($("puzzle").dataset.api);
let hints = 0; // given for the present turn
/** @type {import("../wire").PuzzleView | null} how far somebody has come */
let puzzle = null;
/** @type {HTMLElement | null} the turn of the solution that is shown */
let pressed = null;

const page = new BoardPage(wire, {
  effects: JUDGING,
  show: (state, { server, mode: before }) => {
    const { mode } = state;
    if (state.server.query !== server.query) [hints, help.given] = [0, NONE];
    const done = help.show(state);
    $("hint").disabled = hints > 0 && hints === puzzle?.hints;
    say("hint", hints ? TEXTS.nextHint : TEXTS.hint);
    if (state.server.puzzle !== server.puzzle) tell(state.server.puzzle);
    for (const turn of $("answer-lines").querySelectorAll(".turn")) turn.setAttribute("aria-pressed", String(turn === pressed));
    if (mode.kind === "judged" && before.kind === "sending") $(done ? "solution" : "again").focus();
  },
});
const help = new Help(page);

/** What is asked beside a turn; nothing while one is on its way. @param {string} path @param {import("../wire").PuzzleQuestion} body */
async function ask(path, body) {
  if (page.state.mode.kind === "sending") return null;
  const answer = await wire.tell(page.at(path), body);
  if (!answer?.ok) judge("wrong", "", refusal(answer));
  return answer?.ok ? answer.data : null;
}

async function askHint() {
  /** @type {import("../wire").Hint | null} */
  const found = await ask("/hint", { number: hints + 1 });
  if (!found) return;
  hints += 1;
  tell(found.puzzle);
  help.give(found);
}

async function askSolution() {
  /** @type {import("../wire").Solution | null} */
  const found = await ask("/solution", {});
  if (!found) return;
  judge();
  tell(found.puzzle);
  $("answer-lines").replaceChildren(...found.lines.map(lineOf));
  $("answer").hidden = false;
  $("solution").hidden = true;
  const last = $("answer-lines").querySelector("li .turn:last-of-type");
  last.focus();
  last.click();
}

/** A line of the solution: a button for each turn, which shows the board after it. @param {string[]} turns @param {number} line */
function lineOf(turns, line) {
  const buttons = turns.map((text, i) => {
    const made = button(text, () => page.dispatch({ type: "look", at: `${line}.${i + 1}`, verdict: DONE }), "turn quiet");
    made.addEventListener("click", () => (pressed = made));
    return made;
  });
  return element("li", {}, ...buttons);
}

/** What has become of it: in the database before it stands here. @param {import("../wire").PuzzleView | null} view */
function tell(view) {
  if (!view) return;
  puzzle = view;
  $("explore").hidden = puzzle.open;
  $("told").hidden = !puzzle.result;
  $("result").textContent = puzzle.result;
  $("share").textContent = puzzle.share;
  $("copied").textContent = "";
}

$("hint").addEventListener("click", askHint);
$("solution").addEventListener("click", () => (puzzle?.open ? askFirst($("confirm-asked").textContent, $("confirm-yes").textContent, askSolution) : askSolution()));
$("again").addEventListener("click", () => page.dispatch({ type: "again" }));
tell(page.state.server.puzzle);
