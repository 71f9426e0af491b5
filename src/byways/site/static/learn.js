// A lesson: what a person points at becomes a turn, and the server says whether it is what was asked for.

import { Board } from "./board.js";
import { Choices } from "./choices.js";
import { TEXTS } from "./texts.js";
import { Wire } from "./wire.js";

const $ = (id) => document.getElementById(id);
const REST = 40; // ms that a pointer rests on a point before the server is asked what would be there

const { api, game, number } = $("learn").dataset;
const wire = new Wire(api);
const choices = new Choices();
const first = JSON.parse($("data").textContent); // the lesson as it begins
let part = null; // what the server said of the half-made turn, if there is one
let turn = null; // what it said of the whole turn that has been played
let aimed = null; // a point that was tapped once, where points are too small for fingers
let sending = false;
let pointed = null;
const ghosts = new Map(); // from actions to what they would put on the board

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

/** The lesson from its beginning. */
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
  choices.offer(first.offers, first.labels);
  board.restore();
}

// --- asking the server -----------------------------------------------------------------------------------------------

async function send(actions) {
  sending = true;
  pointed = null;
  show();
  const answer = await wire.tell("/act", { actions });
  sending = false;
  if (!answer?.ok) {
    forget();
    say("wrong", "", answer?.data?.error?.message ?? TEXTS.unreachable);
  } else if (answer.data.kind === "part") {
    part = answer.data;
    choices.offer(part.offers, part.labels);
    board.patchForNow(part.pieces, part.box);
  } else {
    turn = answer.data;
    board.patchForNow(turn.pieces, turn.box);
    judged(turn.done, turn.said);
  }
  show();
  if (turn) (turn.done ? $("next") : $("again")).focus();
}

async function explain(name) {
  const clicks = choices.spell(name);
  const answer = await wire.tell("/why", { clicks });
  if (!mayChoose()) return;
  const verdict = answer?.data ?? {};
  if (verdict.actions) send(verdict.actions);
  else if (verdict.done) {
    turn = verdict;
    judged(true, `${verdict.why} ${verdict.said}`);
    show();
    $("next").focus();
  } else say("wrong", TEXTS.refused, verdict.why ?? TEXTS.unreachable);
}

// --- pointing --------------------------------------------------------------------------------------------------------

async function point(name) {
  pointed = name;
  const action = name === null || !mayChoose() ? null : choices.completing(name);
  if (action === null) return board.ghost("");
  const key = [...taken(), action].join(",");
  if (!ghosts.has(key)) {
    await new Promise((resolve) => setTimeout(resolve, REST));
    if (pointed !== name) return undefined;
    ghosts.set(key, (await wire.ask("/ghost", { actions: key }))?.markup ?? "");
  }
  if (pointed === name && mayChoose()) board.ghost(ghosts.get(key));
  return undefined;
}

// --- showing ---------------------------------------------------------------------------------------------------------

function show() {
  const may = mayChoose();
  board.mark(may ? choices.targets() : new Set(), choices.clicks, aimed, first.mover);
  $("stage").classList.toggle("sending", sending);
  if (!sending && aimed === null) board.ghost("");
  $("prompt").textContent = (turn ?? part ?? first).prompt ?? "";
  $("again").hidden = turn === null;
  if (turn !== null) $("ask-hint").hidden = turn.done;
  $("learn").classList.toggle("solved", Boolean(turn?.done));
  showHand((turn ?? part ?? first).hand);
  showWords(may);
}

/** What is about to be placed. */
function showHand(hand) {
  const svg = $("hand");
  svg.toggleAttribute("hidden", !hand);
  if (!hand || svg.getAttribute("aria-label") === hand.says) return;
  svg.setAttribute("viewBox", hand.box);
  svg.setAttribute("aria-label", hand.says);
  svg.innerHTML = hand.markup;
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

function judged(done, text) {
  say(done ? "right" : "wrong", done ? TEXTS.right : TEXTS.notYet, text);
  if (done) keep();
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

$("again").addEventListener("click", again);
$("ask-hint").addEventListener("click", () => {
  say("hint", "", $("hint").textContent);
  $("ask-hint").hidden = true;
});
choices.offer(first.offers, first.labels);
showProgress(learned()[game]);
show();
