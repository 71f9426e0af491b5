// A game on a page: what the server says is shown, what a person points at becomes a turn.

import { Chat } from "../play/chat.js";
import { Clock } from "../play/clock.js";
import { Company } from "../play/company.js";
import { Draft } from "../play/draft.js";
import { Live } from "../net/live.js";
import { $, button, keepingFocus, say } from "../common/page.js";
import { Panel } from "../play/panel.js";
import { Pointing, showHand } from "../board/pointing.js";
import { Prefs } from "../preferences/panel.js";
import { Preparing } from "../play/preparing.js";
import { Sheets } from "../board/former_sheets.js";
import "../preferences/board_style.js";
import { TEXTS, named, unconfirmed } from "../common/texts.js";
import { Wire, newKey } from "../net/wire.js";

const wire = new Wire($("play").dataset.api);
let look = JSON.parse($("data").textContent); // what the server last said of the present position
let seat = null; // who sits before the page, where several people share it
let past = null; // the ply that is looked at, or null for the present
let old = null; // what the server said of the past that is looked at
let held = null; // a whole turn that waits for a confirmation: {actions, key}
let answered = null; // once what was sent last of a turn is answered

/** As everywhere, but whoever looks back comes to the present first, and a turn that waits may be taken back. */
class Turn extends Pointing {
  choose(name, small) {
    if (past !== null) return showPresent();
    super.choose(name, small);
    return keep();
  }

  back() {
    if (held === null) super.back();
    else {
      held = null;
      this.choices.spelled.pop();
      show();
    }
    keep();
  }
}

const turn = new Turn(wire, {
  may: () => held === null && mine(),
  hush: () => say("why", ""),
  fields: () => seated({ version: look.version }),
  ...{ send, explain, forget, show },
});
const { board } = turn;
const sheets = new Sheets(board);
const panel = new Panel({ show: showPast, present: showPresent, undo: () => change("/undo"), retry: () => change("/retry"), take: takeSeat });
const prefs = new Prefs((name, player = null) => wire.tell("/name", { text: name, player }));
const company = new Company(wire, deal);
const clock = new Clock(prefs);
const preparing = new Preparing();
const chat = new Chat(wire, (said) => prefs.call("word", said));
const draft = new Draft($("play").dataset.api.split("/").at(-1));
const live = new Live(`${wire.address}/live`, {
  message: (news) => said(news) === said(look) || hear(news), // an answer may have said it before
  has: () => look.tag,
  link: (up) => {
    if (up && !$("link").hidden) wire.again();
    $("link").hidden = up;
    say("link", up ? "" : TEXTS.lost);
  },
  apart: async (why) => {
    $("link").hidden = false;
    say("link", why);
    const whole = await wire.ask("", seated({}));
    if (whole) hear(whole);
    else if (live.down !== null) say("link", TEXTS.lost);
  },
});

/** Whether the board shows a turn that is for who sits here to make. */
function mine() {
  return past === null && look.viewer !== null && look.viewer === look.toMove;
}

// --- telling the server ----------------------------------------------------------------------------------------------

const wait = (heard) => say("why", unconfirmed(heard));

/** Drop the half-made turn. */
function forget() {
  held = null;
  turn.begin(look);
  board.restore();
}

async function explain(clicks) {
  say("why", "");
  const version = look.version;
  const verdict = await wire.ask("/why", seated({ clicks: clicks.join(",") }));
  if (!verdict || look.version !== version || !turn.may()) return;
  if (verdict.actions) send(verdict.actions);
  else say("why", verdict.why ?? "");
}

/**
 * Send a turn, or a part of one; a whole turn is not played on `hold`, but waits for a confirmation. What may have
 * arrived already is sent with the key that it had.
 */
async function send(actions, { hold = prefs.confirm, sure = false, key = newKey() } = {}) {
  turn.sent();
  held = null;
  answered = wire.insist("/act", { version: look.version, actions, seat, hold, sure, key }, wait);
  keep({ actions, key });
  turn.show(look.viewer); // while the server thinks; all else stays, and so need not be laid out twice
  const answer = await answered;
  turn.sending = false;
  say("why", "");
  if (answer.ok && answer.data.kind === "hold") holdBack({ actions, key });
  else if (answer.ok) hear(answer.data);
  else refused(answer);
}

/** A whole turn is shown as what it would be, until it is confirmed. */
async function holdBack(whole) {
  held = whole;
  show();
  $("words").querySelector("button")?.focus();
  const answer = await wire.ask("/ghost", seated({ version: look.version, actions: whole.actions.join(",") }));
  if (held === whole) board.ghost(answer?.markup ?? "");
}

/** Let the tab remember what has been chosen of a turn; what is on its way is kept when it is sent. */
function keep(made = turn.sending ? null : (held ?? { actions: turn.taken })) {
  const { clicks, spelled } = turn.choices;
  if (made) draft.keep({ version: look.version, player: look.viewer, clicks, spelled, ...made });
}

/** Go on with what the tab remembers. A whole turn is not played yet: whoever reloads may have thought better of it. */
async function goOn() {
  const kept = turn.may() && draft.find(look.version, look.viewer);
  if (!kept) return;
  turn.choices.spelled = kept.spelled;
  if (kept.actions.length) await send(kept.actions, { hold: true, key: kept.key });
  for (const click of turn.may() ? kept.clicks : []) {
    if (turn.choices.targets().has(click)) turn.choices.clicks.push(click);
  }
  show();
  keep();
}

/** Resign, offer, answer, and whatever else is no turn. */
async function deal(what) {
  const answer = await wire.insist("/deal", { what, number: look.offer?.number ?? 0, seat }, wait);
  say("why", "");
  if (answer.ok) hear(answer.data);
  else refused(answer);
}

/** Undo, or let the engine try again. */
async function change(path) {
  await answered;
  if (turn.sending) return; // pressed twice
  turn.sending = true;
  const answer = await wire.tell(path, { version: look.version, seat });
  turn.sending = false;
  if (!answer) say("why", TEXTS.unreachable);
  else if (!answer.ok) refused(answer);
  else {
    if (past !== null) await showPresent();
    hear(answer.data);
  }
}

async function refused(answer) {
  forget();
  draft.drop();
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
  announce([...(news ? [turnSaid(before)] : []), ...company.news(before, look)]);
  if (news) sheets.comeHome();
  company.goAlong(before, look);
  prefs.heard(before, look);
  if (past !== null) return showAround(); // the board shows something else; it is drawn anew later
  const halfMade = news ? null : turn.part;
  if (look.version !== before.version) draft.drop();
  if (news || !(turn.sending || halfMade || held !== null || turn.choices.clicks.length)) forget();
  if (!drawn && message.kind === "whole") board.replace(message.markup, message.box);
  else if (!drawn) board.patch(message.pieces, message.box);
  if (news) say("why", "");
  if (!drawn && halfMade) return send(halfMade.taken); // to be drawn again
  return show();
}

/** All that a message says, but how it is drawn: its tag tells that. */
function said({ kind, from, pieces, markup, box, ...rest }) {
  return JSON.stringify(rest);
}

function hearPart(message) {
  if (past !== null) return undefined;
  if (message.from !== look.tag) {
    forget();
    return refresh().then(goOn);
  }
  turn.goOn(message);
  return show();
}

/** Let screen readers hear some sentences together: one told alone would silence the one before. */
function announce(sentences) {
  if (sentences.length) say("say", sentences.join(" "));
}

function turnSaid(before) {
  const last = look.turns.at(-1);
  const played = last && look.turns.length > before.turns.length ? `${told(...last)}. ` : "";
  return `${played}${look.status}.`;
}

/** A turn, with whose it was; of one that is still hidden only that it was made, and dice are nobody's. */
function told(turn, player) {
  if (player === "chance") return turn;
  return turn === "?" ? TEXTS.hasChosen(player) : `${named(player)}: ${turn}`;
}

// --- handing over ----------------------------------------------------------------------------------------------------

function takeSeat() {
  seat = look.handover;
  live.sit(seat);
  refresh().then(goOn);
}

function leaveSeat() {
  seat = null;
  live.sit(null);
}

// --- showing ---------------------------------------------------------------------------------------------------------

function show() {
  const around = turn.part ?? look;
  const confirm = [button(TEXTS.confirm, () => send(held.actions, { hold: false, sure: true, key: held.key })), button(TEXTS.back, () => turn.back(), "quiet")];
  $("stage").classList.toggle("past", past !== null);
  say("prompt", past !== null ? "" : held !== null ? TEXTS.held : turn.asked(around));
  showHand(past === null && !look.outcome ? around.hand : null);
  turn.show(look.viewer, held !== null && past === null ? confirm : []);
  say("around", (past === null ? around : old).notes);
  sheets.show((past === null ? look : old).sheets, look.viewer, (past === null ? around : old).foot);
  showAround();
}

/** All but the board and what is to be chosen. Where a button goes that was pressed, the focus goes on with the game. */
function showAround() {
  keepingFocus(
    () => [panel, company, clock, preparing, chat, prefs].forEach((part) => part.show(look, past)),
    () => [$("result-said"), mine() ? board.place() : null, $("status")],
  );
}

// --- looking back ----------------------------------------------------------------------------------------------------

async function showPast(ply) {
  await answered;
  if (ply >= look.turns.length) return showPresent();
  const answer = await wire.ask(`/at/${Math.max(ply, 0)}`, seated({}));
  if (!answer) return say("why", TEXTS.unreachable);
  forget();
  old = answer;
  past = answer.ply;
  board.replace(answer.markup, answer.box);
  return show();
}

async function showPresent() {
  if (past === null) return;
  await refresh();
  goOn();
}

addEventListener("resize", () => show());
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  live.revive();
  refresh();
});
turn.begin(look);
show();
goOn();
