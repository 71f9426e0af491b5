// A game on a page: what the server says is shown, what a person points at becomes a turn.

import { Board } from "./board.js";
import { Chat } from "./chat.js";
import { Choices } from "./choices.js";
import { Clock } from "./clock.js";
import { Company } from "./company.js";
import { Live } from "./live.js";
import { Panel, element, say } from "./panel.js";
import { Prefs } from "./prefs.js";
import "./taste.js";
import { TEXTS, named } from "./texts.js";
import { Wire } from "./wire.js";

const $ = (id) => document.getElementById(id);
const SMALL = 34; // px: several sheets with smaller cells are shown one at a time
const REST = 40; // ms that a pointer rests on a point before the server is asked what would be there

const wire = new Wire($("play").dataset.api);
const choices = new Choices();
let look = JSON.parse($("data").textContent); // what the server last said of the present position
let part = null; // what it said of the half-made turn, if there is one
let seat = null; // who sits before the page, where several people share it
let past = null; // the ply that is looked at, or null for the present
let aimed = null; // a point that was tapped once, where points are too small for fingers
let sending = false;
let held = null; // a whole turn that waits for a confirmation
let alone = null; // whether only one's own sheet is shown, where there are several; null: where all would be too small

const board = new Board($("stage"), { choose, point, back });
const panel = new Panel({ show: showPast, present: showPresent, undo: () => change("/undo"), retry: () => change("/retry"), take: takeSeat });
const prefs = new Prefs((name) => wire.tell("/name", { text: name }));
const company = new Company(wire, deal);
const clock = new Clock(prefs);
const chat = new Chat(wire);
const live = new Live(`${wire.address}/live`, {
  message: hear,
  has: () => look.tag,
  link: (up) => {
    if (up && !$("link").hidden) wire.again();
    $("link").hidden = up;
    say("link", up ? "" : TEXTS.lost);
  },
});

// --- choosing --------------------------------------------------------------------------------------------------------

function mayChoose() {
  return past === null && !sending && held === null && look.viewer !== null && look.viewer === look.toMove;
}

/** A point was clicked, or a button with this word. `small` says that a finger may well have missed. */
function choose(name, small = false) {
  if (past !== null) return showPresent();
  if (!mayChoose()) return undefined;
  say("why", "");
  if (small && name !== aimed && choices.targets().has(name)) {
    aimed = name;
    show();
    return point(name);
  }
  aimed = null;
  if (choices.clicks.at(-1) === name && !choices.targets().has(name)) return back();
  const chosen = choices.choose(name);
  if (chosen === null) return explain(name);
  return "action" in chosen ? send([...taken(), chosen.action]) : show();
}

/** One step back in a half-made turn. */
function back() {
  if (held !== null) {
    held = null;
    choices.clicks.length = 0;
    return show();
  }
  if (!mayChoose()) return undefined;
  say("why", "");
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

function taken() {
  return part?.taken ?? [];
}

/** Drop the half-made turn. */
function forget() {
  part = null;
  held = null;
  aimed = null;
  choices.forget();
  choices.offer(look.offers, look.labels);
  board.restore();
}

async function explain(name) {
  const version = look.version;
  const verdict = await wire.ask("/why", seated({ clicks: choices.spell(name).join(",") }));
  if (!verdict || look.version !== version || !mayChoose()) return;
  if (verdict.actions) send(verdict.actions);
  else say("why", verdict.why ?? "");
}

// --- telling the server ----------------------------------------------------------------------------------------------

async function send(actions, sure = false) {
  sending = true;
  held = null;
  pointed = null; // what is on its way stays on the board as a ghost
  show();
  const waiting = (heard) => say("why", heard ? TEXTS.unkept : TEXTS.unsent);
  const answer = await wire.insist("/act", { version: look.version, actions, seat, hold: prefs.confirm && !sure }, waiting);
  sending = false;
  say("why", "");
  if (answer.ok && answer.data.kind === "hold") hold(actions);
  else if (answer.ok) hear(answer.data);
  else refused(answer);
}

/** A whole turn is shown as what it would be, until it is confirmed. */
async function hold(actions) {
  held = actions;
  show();
  $("words").querySelector("button")?.focus();
  const answer = await wire.ask("/ghost", seated({ version: look.version, actions: actions.join(",") }));
  if (held === actions) board.ghost(answer?.markup ?? "");
}

/** Resign, offer, answer, and whatever else is no turn. */
async function deal(what) {
  const waiting = (heard) => say("why", heard ? TEXTS.unkept : TEXTS.unsent);
  const answer = await wire.insist("/deal", { what, number: look.offer?.number ?? 0, seat }, waiting);
  say("why", "");
  if (answer.ok) hear(answer.data);
  else refused(answer);
}

/** Undo, or let the engine try again. */
async function change(path) {
  if (sending) return;
  sending = true;
  const answer = await wire.tell(path, { version: look.version, seat });
  sending = false;
  if (!answer) say("why", TEXTS.unreachable);
  else if (!answer.ok) refused(answer);
  else {
    if (past !== null) await showPresent();
    hear(answer.data);
  }
}

async function refused(answer) {
  forget();
  await refresh();
  say("why", answer.data?.error?.message ?? TEXTS.failed);
}

async function refresh() {
  const whole = await wire.ask("", seated({}));
  if (!whole) return show();
  past = null;
  look = { ...look, tag: "" };
  return hear(whole);
}

function seated(fields) {
  return seat ? { ...fields, seat } : fields;
}

// --- hearing from the server -----------------------------------------------------------------------------------------

function hear(message) {
  if (message.taken.length) return hearPart(message);
  if (message.version < look.version || message.number < look.number) return undefined;
  const drawn = message.tag === look.tag;
  if (!drawn && message.kind === "patch" && message.from !== look.tag) return refresh();
  const before = look;
  const news = message.version !== look.version || message.viewer !== look.viewer;
  look = message;
  if (seat !== null && seat !== look.toMove) leaveSeat();
  if (news) announce(before);
  company.announce(before, look);
  prefs.heard(before, look);
  if (past !== null) return showAround(); // the board shows something else; it is drawn anew later
  const halfMade = news ? null : part;
  if (news || !(halfMade || held !== null || choices.clicks.length)) forget();
  if (!drawn && message.kind === "whole") board.replace(message.markup, message.box);
  else if (!drawn) board.patch(message.pieces, message.box);
  if (news) say("why", "");
  if (!drawn && halfMade) return send(halfMade.taken); // to be drawn again
  return show();
}

function hearPart(message) {
  if (past !== null) return undefined;
  if (message.from !== look.tag) {
    forget();
    return refresh();
  }
  part = message;
  choices.offer(part.offers, part.labels);
  board.patchForNow(message.pieces, message.box);
  return show();
}

function announce(before) {
  const last = look.turns.at(-1);
  const played = last && look.turns.length > before.turns.length ? `${named(last[1])}: ${last[0]}. ` : "";
  say("say", `${played}${look.status}.`);
}

// --- handing over ----------------------------------------------------------------------------------------------------

function takeSeat() {
  seat = look.handover;
  live.sit(seat);
  refresh();
}

function leaveSeat() {
  seat = null;
  live.sit(null);
}

// --- pointing --------------------------------------------------------------------------------------------------------

const ghosts = new Map(); // from version and actions to what they would put on the board
let pointed = null;

/** Something is pointed at, or nothing: show what would be there. */
async function point(name) {
  pointed = name;
  const action = name === null || !mayChoose() ? null : choices.completing(name);
  if (action === null) return board.ghost("");
  const key = [look.version, ...taken(), action].join(",");
  if (!ghosts.has(key)) {
    await new Promise((resolve) => setTimeout(resolve, REST));
    if (pointed !== name) return undefined;
    const answer = await wire.ask("/ghost", seated({ version: look.version, actions: [...taken(), action].join(",") }));
    if (ghosts.size > 500) ghosts.clear();
    ghosts.set(key, answer?.markup ?? "");
  }
  if (pointed === name && mayChoose()) board.ghost(ghosts.get(key));
  return undefined;
}

// --- showing ---------------------------------------------------------------------------------------------------------

function show() {
  const may = mayChoose();
  board.mark(may ? choices.targets() : new Set(), choices.clicks, aimed, look.viewer);
  $("stage").classList.toggle("sending", sending);
  $("stage").classList.toggle("past", past !== null);
  if (!sending && aimed === null && held === null) board.ghost("");
  say("prompt", past === null ? (part ?? look).prompt : "");
  showWords(may);
  showHand(past === null ? (part ?? look).hand : null);
  showSheets(past === null && look.toMove !== null ? look.sheets[look.viewer] : null);
  showAround();
}

/** All but the board and what is to be chosen. */
function showAround() {
  panel.show(look, past);
  company.show(look);
  clock.show(look);
  chat.show(look);
  prefs.show(look);
}

/** All sheets, or only one's own. */
function showSheets(own) {
  const only = Boolean(own) && (alone ?? board.cell() < SMALL);
  board.frame(only ? own : null);
  $("sheets").hidden = !own;
  say("sheets", only ? TEXTS.allSheets : TEXTS.ownSheet);
  $("sheets").onclick = () => {
    alone = !only;
    show();
  };
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
  if (held !== null && past === null) buttons.push(button(TEXTS.confirm, () => send(held, true)), button(TEXTS.back, back, null, "quiet"));
  if (may && aimed !== null) buttons.unshift(button(TEXTS.choose(aimed), () => choose(aimed)));
  if (may && (aimed !== null || choices.clicks.length || part)) buttons.push(button(TEXTS.back, back, null, "quiet"));
  $("words").replaceChildren(...buttons);
  const onBoard = [...choices.targets()].some((name) => board.has(name));
  if (had && onBoard) board.focus();
  else if (had || (board.hasFocus() && may && !onBoard)) buttons[0]?.focus();
}

function button(text, act, word = null, className = "choice") {
  const made = element("button", { type: "button", textContent: text, className });
  made.addEventListener("click", act);
  if (word) {
    for (const event of ["pointerenter", "focus"]) made.addEventListener(event, () => point(word));
    for (const event of ["pointerleave", "blur"]) made.addEventListener(event, () => point(null));
  }
  return made;
}

// --- looking back ----------------------------------------------------------------------------------------------------

async function showPast(ply) {
  if (sending) return undefined;
  if (ply >= look.turns.length) return showPresent();
  const answer = await wire.ask(`/at/${Math.max(ply, 0)}`, seated({}));
  if (!answer) return say("why", TEXTS.unreachable);
  forget();
  past = answer.ply;
  board.replace(answer.markup, answer.box);
  return show();
}

async function showPresent() {
  if (past !== null) await refresh();
}

addEventListener("resize", () => show());
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  live.revive();
  refresh();
});
choices.offer(look.offers, look.labels);
show();
