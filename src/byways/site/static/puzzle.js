// A puzzle: what a person points at becomes a turn; the server says whether it is right, and how it is answered.

import { Board } from "./board.js";
import { Choices } from "./choices.js";
import "./share.js";
import { TEXTS } from "./texts.js";
import { Wire } from "./wire.js";

const $ = (id) => document.getElementById(id);
const REST = 40; // ms that a pointer rests on a point before the server is asked what would be there
const PAUSE = 700; // ms between a turn and its answer

const wire = new Wire($("puzzle").dataset.api);
const choices = new Choices();
const first = JSON.parse($("data").textContent); // the puzzle as it begins
let open = first.open; // whether the answer is still to be found
let hints = 0; // given for the present turn
let played = []; // the turns that were right
let base = first; // where the present turn begins
let part = null; // what the server said of the half-made turn, if there is one
let turn = null; // what it said of a turn that was wrong, or that ended the puzzle
let aimed = null; // a point that was tapped once, where points are too small for fingers
let sending = false;
let pointed = null;
const ghosts = new Map(); // from turns and actions to what they would put on the board

const board = new Board($("stage"), { choose, point, back });

// --- choosing --------------------------------------------------------------------------------------------------------

function mayChoose() {
  return !sending && turn === null;
}

function choose(name, small = false) {
  if (turn !== null && !turn.done) again();
  if (!mayChoose()) return undefined;
  if (small && name !== aimed && choices.targets().has(name)) {
    aimed = name;
    show();
    return point(name);
  }
  aimed = null;
  if (choices.clicks.at(-1) === name && !choices.targets().has(name)) return back();
  const chosen = choices.choose(name);
  if (chosen === null) return explain(name);
  say();
  return "action" in chosen ? send([...taken(), chosen.action]) : show();
}

/** One step back in a half-made turn. */
function back() {
  if (!mayChoose()) return undefined;
  say();
  if (aimed !== null) aimed = null;
  else if (choices.clicks.length) choices.clicks.pop();
  else if (part) {
    choices.spelled.pop();
    const fewer = part.taken.slice(0, -1);
    if (fewer.length) return send(fewer);
    forget();
  }
  return show();
}

/** The present turn from its beginning. */
function again() {
  const focused = document.activeElement === $("again");
  turn = null;
  say();
  forget();
  show();
  if (focused) board.focus();
}

function taken() {
  return part?.taken ?? [];
}

function forget() {
  part = null;
  aimed = null;
  choices.forget();
  choices.offer(base.offers, base.labels);
  if (base === first) board.restore();
  else board.patchForNow(base.pieces, base.box);
}

// --- asking the server -----------------------------------------------------------------------------------------------

async function send(actions) {
  sending = true;
  pointed = null;
  show();
  const answer = await wire.insist("/act", { played, actions }, (heard) => say("wrong", "", heard ? TEXTS.unkept : TEXTS.unsent));
  say();
  if (!answer.ok) {
    sending = false;
    forget();
    say("wrong", "", answer.data?.error?.message ?? TEXTS.failed);
  } else if (answer.data.kind === "part") {
    sending = false;
    part = answer.data;
    choices.offer(part.offers, part.labels);
    board.patchForNow(part.pieces, part.box);
  } else await answered(answer.data);
  show();
  if (turn) (turn.done ? $("solution") : $("again")).focus();
}

/** A whole turn, then the reply. */
async function answered(data) {
  if (data.own) {
    board.patchForNow(data.own, data.box);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  sending = false;
  board.patchForNow(data.pieces, data.box);
  if (data.right && !data.done) {
    played = data.played;
    base = data;
    part = null;
    hints = 0;
    choices.forget();
    choices.offer(base.offers, base.labels);
    say("right", TEXTS.right, data.said);
  } else {
    turn = data;
    say(data.done ? "right" : "wrong", data.done ? TEXTS.right : TEXTS.notYet, data.said);
    tell(data);
  }
}

async function explain(name) {
  const answer = await wire.tell("/why", { played, clicks: choices.spell(name) });
  if (!mayChoose()) return;
  const verdict = answer?.data ?? {};
  if (verdict.actions) send(verdict.actions);
  else say("wrong", TEXTS.refused, verdict.why ?? TEXTS.unreachable);
}

async function askHint() {
  if (sending) return undefined;
  const number = Math.min(hints + 1, first.hints);
  const answer = await wire.tell("/hint", { played, number });
  if (!answer?.ok) return say("wrong", "", answer?.data?.error?.message ?? TEXTS.unreachable);
  hints = number;
  say("hint", "", answer.data.said);
  return tell(answer.data);
}

async function askSolution() {
  if (sending || (open && !(await sure()))) return;
  const answer = await wire.tell("/solution", { played });
  if (!answer?.ok) {
    say("wrong", "", answer?.data?.error?.message ?? TEXTS.unreachable);
    return;
  }
  say();
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
  const item = document.createElement("li");
  item.append(...turns.map((text, i) => button(text, (event) => look(event.currentTarget, line, i + 1), null, "turn quiet")));
  return item;
}

async function look(pressed, line, ply) {
  const seen = await wire.ask("/frame", { line, ply });
  if (!seen) return;
  for (const other of $("answer-lines").querySelectorAll(".turn")) other.setAttribute("aria-pressed", String(other === pressed));
  turn = { done: true, prompt: "" };
  aimed = null;
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

// --- pointing --------------------------------------------------------------------------------------------------------

async function point(name) {
  pointed = name;
  const action = name === null || !mayChoose() ? null : choices.completing(name);
  if (action === null) return board.ghost("");
  const actions = [...taken(), action].join(",");
  const asked = `${played.length} ${actions}`;
  if (!ghosts.has(asked)) {
    await new Promise((resolve) => setTimeout(resolve, REST));
    if (pointed !== name) return undefined;
    ghosts.set(asked, (await wire.ask("/ghost", { actions, played: played.join(";") }))?.markup ?? "");
  }
  if (pointed === name && mayChoose()) board.ghost(ghosts.get(asked));
  return undefined;
}

// --- showing ---------------------------------------------------------------------------------------------------------

function show() {
  const may = mayChoose();
  board.mark(may ? choices.targets() : new Set(), choices.clicks, aimed, first.mover);
  $("stage").classList.toggle("sending", sending);
  if (!sending && aimed === null) board.ghost("");
  $("prompt").textContent = (turn ?? part ?? base).prompt ?? "";
  $("again").hidden = turn === null || Boolean(turn.done);
  $("hint").hidden = Boolean(turn?.done);
  showWords(may);
}

/** The buttons below the board. Focus goes on to where the next choice is. */
function showWords(may) {
  const had = $("words").contains(document.activeElement);
  const buttons = may ? choices.words().map((word) => button(choices.labels[word], () => choose(word), word)) : [];
  if (may && aimed !== null) buttons.unshift(button(TEXTS.choose(aimed), () => choose(aimed)));
  if (may && (aimed !== null || choices.clicks.length || part)) buttons.push(button(TEXTS.back, back, null, "quiet"));
  $("words").replaceChildren(...buttons);
  const onBoard = [...choices.targets()].some((name) => board.has(name));
  if (had && onBoard) board.focus();
  else if (had || (board.hasFocus() && may && !onBoard)) buttons[0]?.focus();
}

function button(text, act, word = null, className = "choice") {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", textContent: text, className });
  made.addEventListener("click", act);
  if (word) {
    for (const event of ["pointerenter", "focus"]) made.addEventListener(event, () => point(word));
    for (const event of ["pointerleave", "blur"]) made.addEventListener(event, () => point(null));
  }
  return made;
}

/** What the live region says: nothing, or a verdict with a word before it, for colours alone say nothing. */
function say(kind = null, head = "", text = "") {
  if (kind === null) return $("verdict").replaceChildren();
  const said = document.createElement("p");
  said.className = kind;
  if (head) {
    const strong = document.createElement("strong");
    strong.textContent = head;
    said.append(strong, " ");
  }
  said.append(text);
  return $("verdict").replaceChildren(said);
}

$("again").addEventListener("click", again);
$("hint").addEventListener("click", askHint);
$("solution").addEventListener("click", askSolution);
choices.offer(first.offers, first.labels);
show();
