// A game on a page: the server draws the board and what stands around it; this wires them to clocks, drafts and news.

import { BoardPage } from "../board/page.js";
import { draftOf } from "../board/reduce.js";
import { Steps } from "../board/steps.js";
import { $, hide, say } from "../common/page.js";
import { drop, get, set } from "../common/storage.js";
import { askFirst } from "../common/confirm_dialog.js";
import { soundAlone } from "../common/sounds.js";
import { TEXTS, refusal } from "../common/texts.js";
import { live } from "../net/live.js";
import { entitle } from "../net/turns.js";
import { Wire } from "../net/wire.js";
import { Chat } from "../play/chat.js";
import { Coach } from "../play/coach.js";
import { hearKeys } from "../play/keys.js";
import { Clock, Links, Offers, Preparing, WorstTurns, tellPresence } from "../play/sidebar.js";
import "../preferences/board_style.js";
import { GamePreferences } from "../preferences/game_preferences.js";

/**
 * @typedef {import("../board/reduce.js").State} State
 * @typedef {import("../wire").GameView} GameView
 */

const { api, games } = $("play").dataset;
const wire = new Wire(api);
const id = api.split("/").at(-1);
const alone = $("play").classList.contains("solo");
const prefs = new GamePreferences((name, player) => wire.tell("/name", /** @type {import("../wire").Renaming} */ ({ text: name, player: player ?? null })));
const page = new BoardPage(wire, {
  effects: { keep: ({ kept }) => (kept ? set("draft", kept, id) : drop("draft", id)) },
  confirms: () => prefs.confirm,
  advised: () => coach.active,
  explains: true,
  over: ({ server, mode }) => (placeOf(mode) === null && !draftOf({ server, mode }).taken.length ? (server.planned ?? "") : ""), // with a turn begun all is on the board
  places: () => [document.querySelector("#result h2"), page.state.server.acts ? page.pointer.place() : null, $("status")],
  show,
});
const chat = new Chat(wire, (said) => prefs.call("word", said), page.pointer);
const coach = new Coach(wire, page.pointer);
const preparing = new Preparing("preparing");
const offers = new Offers();
const clock = new Clock();
const parts = [new Links(wire, give), clock, new WorstTurns(wire), chat, prefs];
const steps = new Steps((address) => look(Number(address)));
hearKeys({ steps, onBoard: () => page.pointer.hasFocus(), type: (text) => page.type(text), chat: () => chat.open(), hint: () => coach.hint(), back, tryLine });
tellPresence();
soundAlone(id);
live.follow(`game:${id}`, {
  message: (news) => page.dispatch({ type: "news", news }),
  has: () => page.state.server.tag,
  link: (up) => {
    if (up && !$("link").hidden) comeBack();
    $("link").hidden = up;
    say("link", up ? "" : TEXTS.lost);
  },
  apart: async (why) => {
    $("link").hidden = false;
    say("link", why);
    const news = await page.ask();
    if (news) page.dispatch({ type: "news", news });
    else if (live.down !== null) say("link", TEXTS.lost);
  },
});

/** @type {import("../wire").BoardView | null} what stands beside the board */
let shown = null;

/** @param {State} state @param {State} before */
function show(state, { server: before, mode: former }) {
  const { server, mode } = state;
  const game = gameOf(server);
  coach.show(state);
  offers.show();
  const at = placeOf(mode);
  if (server !== shown || at !== null || placeOf(former) !== null) steps.show(at ?? String(server.ply), server.ply);
  const arena = $("play").classList;
  arena.toggle("over", server.over);
  arena.toggle("hurrying", $("hurry") !== null);
  arena.toggle("elsewhere", at !== null);
  arena.toggle("trying", mode.kind === "trying");
  hide(at === null, "present");
  hide(mode.kind !== "looking" || !server.over, "explore");
  if (mode.kind === "looking") $("explore").search = String(new URLSearchParams({ ply: mode.at, explore: "1" }));
  hide(!game.tries || mode.kind === "trying" || (server.acts && at === null && !alone), "try");
  showKeeping(state);
  if (mode.kind === "trying" && former.kind !== "trying") {
    $("stage").scrollIntoView({ block: "nearest" });
    page.pointer.place()?.focus({ preventScroll: true });
  }
  if (server === shown) return;
  shown = server;
  if (server !== before) prefs.heard(before, server);
  entitle(`${game.status} · ${prefs.game}`);
  for (const part of parts) part.show(game, server);
  preparing.show(game.preparing);
  showHandover(game.handover);
  if (server.query !== before.query) live.sit(new URLSearchParams(server.query).get("seat"));
  if (server.player !== before.player) page.dispatch({ type: "restore", kept: get("draft", id) });
  if (game.mine.length && game.next && !gameOf(before).next) location.assign(games + game.next); // this page goes along
}

/** The line is there again. A device that slept in between may not have counted the time: the server says it anew. */
async function comeBack() {
  wire.again();
  const news = gameOf(page.state.server).clocks && (await page.ask());
  if (news) clock.show(gameOf(news.view));
}

/** @param {import("../wire").BoardView} server */
function gameOf(server) {
  return /** @type {GameView} */ (server.game);
}

/** After how many turns the position came about that is looked at, or from which a line is tried. @param {State["mode"]} mode */
function placeOf(mode) {
  return mode.kind === "looking" ? mode.at : mode.kind === "trying" ? mode.line.split(";")[0] : null;
}

/** Try turns from the position that is shown, or leave them. */
function tryLine() {
  const { server, mode } = page.state;
  if (mode.kind === "trying") return page.dispatch({ type: "present" });
  return gameOf(server).tries ? page.dispatch({ type: "try", line: placeOf(mode) ?? String(server.ply), planning: false }) : false;
}

/** @param {number} ply */
function look(ply) {
  page.dispatch(ply < page.state.server.ply ? { type: "look", at: String(ply), verdict: null } : { type: "present" });
}

/** Leave an earlier position, or cancel what is planned. */
function back() {
  const { server, mode } = page.state;
  if (placeOf(mode) !== null) return page.dispatch({ type: "present" });
  return server.planned !== null ? page.dispatch({ type: "back" }) : false;
}

// --- keeping what was tried, in a tree of one's own -------------------------------------------------------------------

let tree = ""; // the id of the one in which this page keeps lines
let kept = ""; // the line that was kept last

/** @param {State} state */
function showKeeping({ server, mode }) {
  const [line, mayKeep] = mode.kind === "trying" && !mode.planning && mode.turns ? [mode.line, gameOf(server).keeps] : ["", false];
  hide(!mayKeep || line === kept, "keep-line");
  hide(!line || line !== kept, "kept-line");
}

/** Keep the line that is tried: beside those that were kept before or, where their tree does not have its beginning, in a new one. */
async function keepLine() {
  const { mode } = page.state;
  if (mode.kind !== "trying") return;
  const [address, ...turns] = mode.line.split(";");
  /** @type {import("../wire").Keep} */
  const body = { address, turns };
  const keep = (/** @type {string | undefined} */ game) => new Wire(`${api.slice(0, api.indexOf("/api/"))}/api/reviews/${game}`).tell("/keep", body);
  const heard = (tree && (await keep(tree))) || null;
  const answer = heard?.ok ? heard : await keep(id);
  if (!answer?.ok) return say("why", refusal(answer));
  /** @type {import("../wire").Kept} */
  const found = answer.data;
  tree = found.game;
  kept = mode.line;
  $("kept-line").href = $("kept-line").href.replace(/\/review\/.*/, `/review/${tree}?ply=${found.address}`);
  say("say", TEXTS.kept);
  page.show();
  $("kept-line").focus();
}

$("present").addEventListener("click", () => page.dispatch({ type: "present" }));
$("try").addEventListener("click", tryLine);
$("keep-line").addEventListener("click", keepLine);

// --- commands: they stand on their buttons, with what is asked before they are given ----------------------------------

/** @param {import("../wire").Command} command */
function give(command) {
  page.dispatch({ type: "command", command });
}

document.addEventListener("click", ({ target }) => {
  const pressed = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-do], [data-line]"));
  if (!pressed) return;
  const { line } = pressed.dataset;
  if (line) return page.dispatch({ type: "try", line, planning: true });
  const { do: given = "", asked, sure, yes = "" } = pressed.dataset;
  const command = JSON.parse(given);
  const question = asked || (prefs.confirm && sure);
  if (question) askFirst(question, yes, () => give(command));
  else give(command);
});

// --- handing over ----------------------------------------------------------------------------------------------------

/** @param {string | null} player */
function showHandover(player) {
  const dialog = $("handover");
  if (player) say("handover-title", TEXTS.yourTurn(player));
  if (player && !dialog.open) dialog.showModal();
  if (!player && dialog.open) dialog.close();
}

$("handover").addEventListener("cancel", (event) => event.preventDefault());
$("handover").addEventListener("close", () => showHandover(gameOf(page.state.server).handover));
$("handover-ready").addEventListener("click", () => {
  const seat = gameOf(page.state.server).handover ?? "";
  live.sit(seat);
  page.dispatch({ type: "visit", query: `${new URLSearchParams({ seat })}` });
});

addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  live.revive();
  page.dispatch({ type: "refresh" });
});
page.dispatch({ type: "restore", kept: get("draft", id) });
