// A game on a page: what the server says is shown, what a person points at becomes a turn.

import { Board } from "./board.js";
import { Live } from "./live.js";

const $ = (id) => document.getElementById(id);
const api = $("play").dataset.api;

let look = JSON.parse($("data").textContent); // what the server last said of the present position
let ask = look; // the offers to choose from: the position's, or those in the middle of a turn
let clicks = []; // of the action being pointed at
let spelled = []; // clicks of the actions taken so far in this turn
let seat = null; // who sits before the page, where several people share it
let past = null; // the ply that is looked at, or null for the present
let sending = false;
const ghosts = new Map();

const board = new Board($("board"), { choose, point, back });
const live = new Live(`${api}/live`, {
  message: take,
  link: (up) => {
    $("link").hidden = up;
    $("link").textContent = up ? "" : "connection lost, trying again…";
  },
});

// --- what may be chosen ---------------------------------------------------------------------------------------------

/** The offers that begin with the clicks made so far. */
function open() {
  if (past !== null || sending) return [];
  return ask.offers.filter((offer) => clicks.every((click, i) => offer.clicks[i] === click));
}

function targets() {
  return new Set(open().map((offer) => offer.clicks[clicks.length]));
}

function choose(name) {
  if (past !== null) return showPresent();
  if (sending) return;
  say("why", "");
  if (!targets().has(name)) {
    if (clicks.length && ask.offers.some((offer) => offer.clicks[0] === name)) clicks = [];
    else if (clicks.at(-1) === name) return back();
    else return explain(name);
  }
  clicks.push(name);
  const left = open();
  const chosen = left.find((offer) => offer.clicks.length === clicks.length) ?? (left.length === 1 ? obvious(left[0]) : null);
  if (chosen) act(chosen.action);
  else show();
}

/** An offer of which only buttons are left to press. */
function obvious(offer) {
  return offer.clicks.slice(clicks.length).every((word) => word in ask.labels) ? offer : null;
}

/** One step back in a half-made turn. */
async function back() {
  say("why", "");
  if (clicks.length) {
    clicks.pop();
    show();
  } else if (ask.taken.length && !sending) {
    const fewer = ask.taken.slice(0, -1);
    spelled.pop();
    if (fewer.length) await send(fewer);
    else forget();
  }
}

function forget() {
  clicks = [];
  spelled = [];
  ask = look;
  board.restore();
  show();
}

async function explain(name) {
  if (look.toMove === null || look.viewer !== look.toMove) return;
  const spell = [...spelled.flat(), ...clicks, name].join(" ");
  const answer = await get(`why?${query({ clicks: spell })}`);
  if (answer?.why) say("why", answer.why);
}

// --- playing ---------------------------------------------------------------------------------------------------------

function act(action) {
  spelled.push(clicks);
  clicks = [];
  send([...ask.taken, action]);
}

/** Send actions until the server has answered; sent again with the same key they count once. */
async function send(actions) {
  const body = JSON.stringify({ version: look.version, actions, key: newKey(), seat });
  sending = true;
  show();
  for (let pause = 300; ; pause = Math.min(2 * pause, 5_000)) {
    const response = await fetch(`${api}/act`, { method: "POST", body }).catch(() => null);
    if (response && response.status < 500) {
      sending = false;
      const answer = await response.json();
      if (response.ok) return take(answer);
      return refused(answer.error);
    }
    say("why", "Not confirmed yet: the server cannot be reached. Trying again…");
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

async function refused(error) {
  forget();
  await refresh();
  say("why", error.message);
}

async function undo() {
  const body = JSON.stringify({ version: look.version, seat });
  const response = await fetch(`${api}/undo`, { method: "POST", body }).catch(() => null);
  if (!response) return say("why", "The server cannot be reached.");
  const answer = await response.json();
  if (response.ok) take(answer);
  else refused(answer.error);
}

// --- what the server says --------------------------------------------------------------------------------------------

function take(message) {
  if (past !== null) {
    if (message.version >= look.version && !message.taken.length) look = { ...look, ...message };
    return showAround();
  }
  if (message.taken.length) {
    if (message.version !== look.version) return refresh();
    board.patchForNow(message.pieces, message.box);
    ask = message;
    return show();
  }
  if (message.kind === "patch" && message.from !== look.version) {
    return message.version > look.version ? refresh() : undefined;
  }
  if (message.version < look.version) return undefined;
  const news = message.version !== look.version || message.viewer !== look.viewer;
  if (!news && message.kind === "whole" && (clicks.length || ask.taken.length)) return undefined;
  if (message.kind === "whole") board.replace(message.markup, message.box);
  else board.patch(message.pieces, message.box);
  if (news) {
    clicks = [];
    spelled = [];
    ghosts.clear();
    say("why", "");
  }
  const before = look;
  look = message;
  ask = look;
  if (news) announce(before);
  return show();
}

async function refresh() {
  const whole = await get(`?${query({})}`);
  if (whole) {
    past = null;
    look = { ...look, version: -1 };
    take(whole);
  }
}

function announce(before) {
  const last = look.turns.at(-1);
  const played = last && look.turns.length > before.turns.length ? `${name(last.player)}: ${last.text}. ` : "";
  say("say", `${played}${look.outcome ? look.outcome.said : look.status}.`);
}

// --- pointing --------------------------------------------------------------------------------------------------------

let pointed = null;

async function point(name) {
  pointed = name;
  const hit = name === null ? null : open().find((o) => o.clicks.length === clicks.length + 1 && o.clicks.at(-1) === name);
  if (!hit) return board.ghost("");
  const actions = [...ask.taken, hit.action].join(",");
  if (!ghosts.has(actions)) {
    ghosts.set(actions, "");
    const answer = await get(`ghost?${query({ version: look.version, actions })}`);
    ghosts.set(actions, answer?.markup ?? "");
  }
  if (pointed === name) board.ghost(ghosts.get(actions));
}

// --- showing ---------------------------------------------------------------------------------------------------------

function show() {
  const now = targets();
  board.mark(now, clicks, look.viewer);
  $("board").classList.toggle("sending", sending);
  $("board").classList.toggle("past", past !== null);
  if (!sending) board.ghost("");
  const words = [...now].filter((word) => word in ask.labels);
  const buttons = words.map((word) => button(ask.labels[word], () => choose(word)));
  if (clicks.length || ask.taken.length) buttons.push(button("Back", back, "quiet"));
  $("words").replaceChildren(...buttons);
  say("prompt", past === null ? ask.prompt : "");
  showAround();
}

function showAround() {
  const reviewing = past !== null && past < look.turns.length;
  say("status", reviewing ? `After turn ${past} of ${look.turns.length}` : look.status);
  $("status").classList.toggle("thinking", look.thinking && !reviewing);
  $("undo").hidden = !look.undo;
  showTurns();
  showResult();
  showHandover();
}

function showTurns() {
  const list = $("turns");
  const here = past ?? look.turns.length;
  const rows = look.turns.map((turn, i) => {
    const item = document.createElement("li");
    const link = button(turn.text, () => showPast(i + 1), "turn");
    link.dataset.player = turn.player ?? "";
    if (i + 1 === here) link.setAttribute("aria-current", "step");
    item.append(link);
    return item;
  });
  list.replaceChildren(...rows);
  list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  for (const [id, off] of [["first", here === 0], ["back", here === 0], ["forth", here === look.turns.length], ["last", here === look.turns.length]]) $(id).disabled = off;
}

function showResult() {
  const outcome = look.outcome;
  $("result").hidden = !outcome;
  if (!outcome) return;
  const lines = [["h2", outcome.said]];
  if (outcome.why) lines.push(["p", outcome.why]);
  $("result").replaceChildren(...lines.map(([tag, text]) => Object.assign(document.createElement(tag), { textContent: text })));
}

function showHandover() {
  const dialog = $("handover");
  if (!look.handover) return dialog.open ? dialog.close() : undefined;
  say("handover-title", `${name(look.handover)}, it is your turn`);
  say("handover-text", "What you choose now stays hidden until everybody has chosen. Take the seat and see that nobody else looks.");
  if (!dialog.open) dialog.showModal();
}

async function showPast(ply) {
  if (ply >= look.turns.length) return showPresent();
  const answer = await get(`at/${Math.max(ply, 0)}?${query({})}`);
  if (!answer) return;
  past = answer.ply;
  clicks = [];
  board.replace(answer.markup, answer.box);
  show();
}

async function showPresent() {
  if (past === null) return;
  past = null;
  spelled = [];
  await refresh();
}

// --- small things ----------------------------------------------------------------------------------------------------

function say(id, text) {
  if ($(id).textContent !== text) $(id).textContent = text;
}

function name(player) {
  return player ? player[0].toUpperCase() + player.slice(1) : "";
}

function button(text, act, kind = "choice") {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: text, className: kind });
  made.addEventListener("click", act);
  return made;
}

function query(fields) {
  return new URLSearchParams(seat ? { ...fields, seat } : fields);
}

async function get(path) {
  const response = await fetch(path.startsWith("?") ? api + path : `${api}/${path}`).catch(() => null);
  return response?.ok ? response.json() : null;
}

function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

$("undo").addEventListener("click", undo);
$("first").addEventListener("click", () => showPast(0));
$("back").addEventListener("click", () => showPast((past ?? look.turns.length) - 1));
$("forth").addEventListener("click", () => showPast((past ?? look.turns.length) + 1));
$("last").addEventListener("click", showPresent);
$("handover").addEventListener("cancel", (event) => event.preventDefault());
$("handover-ready").addEventListener("click", () => {
  seat = look.handover;
  $("handover").close();
  live.sit(seat);
  refresh();
});
show();
