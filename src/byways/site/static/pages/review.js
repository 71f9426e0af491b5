// Going through a game: positions, what the engine thinks of them, and turns that somebody tries.

import { listen } from "../board/keys.js";
import { BoardPage } from "../board/page.js";
import { isAtRest } from "../board/reduce.js";
import { $, all, button, keepingFocus, say } from "../common/page.js";
import { TEXTS, refusal } from "../common/texts.js";
import { Job } from "../net/job.js";
import { Wire } from "../net/wire.js";
import { Notebook } from "../review/annotations.js";
import { Graph } from "../review/graph.js";
import { Mistakes } from "../review/mistakes.js";
import { TreeSteps } from "../review/tree.js";
import "../net/turns.js";

/**
 * @typedef {import("../board/reduce.js").State} State
 * @typedef {import("../wire").NodeView} NodeView
 */

const { api, own } = $("review").dataset;
let last = Number($("review").dataset.last);
const wire = new Wire(api);
const unseen = $("unseen-said").textContent; // what stands there for a graph as long as there is none

/** @type {import("../wire").Findings} */
let analysis = JSON.parse($("analysis").textContent);
let exploring = own !== undefined || new URLSearchParams(location.search).has("explore"); // whether turns are tried at every position
let aside = false; // whether what is tried is not kept, though the review is one's own
let leaving = false; // whether we are on the way from what is tried aside, and was not to be kept
let writing = false; // whether turns are being kept
let written = ""; // turns that were kept, or could not be
/** @type {{address: string, turns: string[], sketches: string[], said: string} | null} what the engine would play, while it is shown */
let line = null;
/** @type {{address: string, markup: string, says: string} | null} where the engine would play, while it is shown */
let heat = null;
/** @type {string} what is shown, or on its way */
let heading = "";
/** @type {(() => void) | null} what is done once the position has come that was asked for */
let arrived = null;

const page = new BoardPage(wire, {
  effects: {
    verdict: ({ verdict }) => {
      say("verdict", verdict?.said ?? "");
      $("verdict").classList.toggle("right", verdict?.right === true);
    },
  },
  rest: ({ server }) => heat?.markup ?? line?.sketches[nodeOf(server).tried.length] ?? "",
  show,
});
const steps = new TreeSteps(visit);
const graph = new Graph(last, visit);
const mistakes = new Mistakes(wire, analysis.mistakes, { find, reveal });
const topic = `job:${api.split("/").at(-1)}`;
const job = new Job(wire, { topic, path: "/analysis", place: "report", hear, quit: () => running(false) });
const notebook = $("notebook") && new Notebook(wire); // none while the game goes on

/** @param {import("../wire").BoardView} server */
function nodeOf(server) {
  return /** @type {NodeView} */ (server.node);
}

function node() {
  return nodeOf(page.state.server);
}

/** Whether turns may be tried on the board. */
function trying() {
  return new URLSearchParams(page.state.server.query).has("trying");
}

// --- going through ---------------------------------------------------------------------------------------------------

/**
 * Show a position of the game or of a variation, after some turns that were tried there, perhaps to try more: with
 * `besides` they are not kept. Where it has another `name` now, what is made of the next turn is not lost.
 * @param {string} address @param {{tried?: string[], trying?: boolean, besides?: boolean, name?: boolean, then?: () => void}} more
 */
function visit(address, { tried = [], trying: may = exploring, besides = false, name = false, then = () => {} } = {}) {
  heading = address;
  leaving = aside && !besides;
  aside = besides;
  mark(address);
  arrived = then;
  const query = new URLSearchParams({ node: address, ...(tried.length ? { tried: tried.join(";") } : {}), ...(may ? { trying: "1" } : {}) });
  page.dispatch({ type: "visit", query: `${query}`, name });
}

/** @param {string} address */
function mark(address) {
  steps.show(address, last);
  graph.mark(address);
  mistakes.mark(address.includes(".") ? 0 : Number(address));
}

/** @param {State} state @param {State} before */
function show(state, { server: before }) {
  const { server, mode } = state;
  const shown = nodeOf(server);
  notebook?.show(shown, mode.kind === "choosing" && !mode.draft.clicks.length && !mode.draft.taken.length ? shown.tried : null);
  const main = !shown.tried.length && !shown.address.includes(".");
  $("try").hidden = own === undefined ? server.over && !trying() : !aside;
  $("stage").classList.toggle("calm", keepsAtOnce());
  say("try", trying() ? TEXTS.present : shown.chance ? TEXTS.tryRoll : TEXTS.tryTurn);
  $("best").hidden = $("heat").hidden = !(main && shown.valued && !server.over && !shown.chance);
  $("best").setAttribute("aria-pressed", String(line !== null));
  $("heat").setAttribute("aria-pressed", String(heat !== null));
  $("stage").classList.toggle("unmarked", heat !== null);
  $("keep").hidden = !notebook || !shown.tried.length || (keepsAtOnce() && !$("why").textContent);
  $("line").hidden = line === null;
  $("insight").hidden = !$("insight-text").textContent;
  $("trial").hidden = !trying();
  $("from-here").hidden = !shown.position;
  $("from-here").search = String(new URLSearchParams({ position: shown.position }));
  if (server.query !== before.query) arrive(shown, nodeOf(before));
  if (keepsAtOnce() && !leaving && heading === shown.address && shown.tried.length && isAtRest(state)) keep();
}

/** Another position has come. @param {NodeView} shown @param {NodeView} before */
function arrive(shown, before) {
  heading = shown.address;
  leaving = false;
  if (heat && (shown.address !== heat.address || shown.tried.length)) showHeat(null);
  if (line && !(shown.address === line.address && String(shown.tried) === String(line.turns.slice(0, shown.tried.length)))) showLine(null);
  for (const [i, step] of [...$("line").children].entries()) {
    if (i + 1 === shown.tried.length) step.setAttribute("aria-current", "step");
    else step.removeAttribute("aria-current");
  }
  if (shown.address !== before.address) {
    history.replaceState(null, "", `?ply=${shown.address}`);
    pointLinks(shown.address);
  }
  if (trying() && shown.tried.length > before.tried.length) comeForward();
  const then = arrived;
  arrived = null;
  then?.();
}

// --- trying ----------------------------------------------------------------------------------------------------------

/** Whether what is tried is kept at once. */
function keepsAtOnce() {
  return own !== undefined && !aside;
}

/** Keep what was tried in the tree, and go there. */
async function keep() {
  const { address, tried } = node();
  const turns = String([address, tried]);
  if (writing || turns === written) return;
  writing = true;
  const kept = await notebook?.keep(address, tried);
  writing = false;
  written = turns;
  if (kept) renew(kept);
  const now = node();
  if (!kept || String([now.address, now.tried]) !== turns) return page.show(); // there may be more to keep by now
  const said = $("verdict").textContent;
  visit(kept.address, { name: true, then: () => say("verdict", said) });
}

/** Show the list of turns as it is now. @param {{turns: string, last: number}} kept */
function renew(kept) {
  keepingFocus(() => ($("turns").innerHTML = kept.turns), () => []);
  mark(heading);
  if (kept.last === last) return;
  last = kept.last;
  graph.resize(last);
  $("progress").max = last + 1;
  job.ask();
}

/** Look for something better than the turn that led to a ply. @param {number} ply */
function find(ply) {
  const played = mistakes.at(ply);
  const then = () => {
    say("verdict", played ? TEXTS.gave(played.turn) : "");
    page.pointer.place()?.focus();
    mistakes.mark(ply);
    comeForward();
  };
  visit(String(ply - 1), { trying: true, besides: true, then });
}

/** Show what is better than the turn that led to a ply, on the board and on its card. @param {number} ply */
function reveal(ply) {
  const then = async () => {
    await showBest(String(ply - 1));
    if (line) mistakes.tell(ply, line.turns[0]);
    mistakes.mark(ply);
    comeForward();
  };
  visit(String(ply - 1), { then });
}

/** Look for something better than the mistake that is shown; elsewhere show what the engine would play. */
function better() {
  const { address, tried } = node();
  const ply = Number(address);
  if (mistakes.at(ply) && !tried.length) return find(ply);
  return $("best").hidden ? say("verdict", TEXTS.notLooked) : toggleBest();
}

/** Go to the next mistake, or to the one before. @param {1 | -1} way */
function leap(way) {
  const ply = mistakes.beside(Number(node().address.split(".")[0]), way);
  return ply === undefined ? false : visit(String(ply));
}

/** Bring the board, what is asked and what is said of it into the window, from wherever in the page. */
function comeForward() {
  for (const id of ["stage", "verdict", "trial"]) $(id).scrollIntoView({ block: "nearest" });
}

// --- the engine ------------------------------------------------------------------------------------------------------

function toggleBest() {
  return line ? showLine(null) : showBest(node().address);
}

/** @param {string} address */
async function showBest(address) {
  /** @type {import("../wire").Best | null} */
  const found = await wire.ask(`/best/${address}`, {});
  if (!found || node().address !== address) return undefined;
  if (!found.line.length) return say("verdict", TEXTS.notLooked);
  const { line: turns, value = "", sketches = [] } = found;
  return showLine({ address, turns, sketches, said: TEXTS.best(turns[0], value) });
}

/** Show the engine's line on the board and as buttons, numbered alike; null takes it away. @param {typeof line} shown */
function showLine(shown) {
  line = shown;
  if (line) showHeat(null);
  const { turns = [], said = "" } = line ?? {};
  const then = () => say("verdict", said);
  $("line").replaceChildren(...turns.map((turn, i) => button(`${i + 1}. ${turn}`, () => visit(heading, { tried: turns.slice(0, i + 1), trying: false, besides: true, then }))));
  say("verdict", said);
  page.show();
}

async function toggleHeat() {
  if (heat) return showHeat(null);
  const { address } = node();
  /** @type {import("../wire").Heat | null} */
  const found = await wire.ask(`/heat/${address}`, {});
  if (!found || node().address !== address) return undefined;
  if (line) showLine(null);
  return showHeat({ address, ...found });
}

/** Show where the engine would play, in place of the marks of the last turn; null takes it away. @param {typeof heat} shown */
function showHeat(shown) {
  if (heat || shown) say("verdict", shown?.says ?? "");
  heat = shown;
  page.show();
}

/** @param {import("../wire").Findings} found */
function hear(found) {
  const ended = analysis.running && !found.running;
  analysis = found;
  graph.found(found);
  mistakes.found(found);
  if (found.report !== undefined) $("tally").innerHTML = found.report;
  $("unseen").hidden = found.known > 0;
  $("start").hidden = !found.known;
  $("progress").value = found.done;
  running(found.running);
  if (found.running) report(TEXTS.looking(found.done, found.total));
  else report(found.trouble || (found.done ? TEXTS.looked(found.done, found.total, found.mistakes.length) : ""));
  if (ended && isAtRest(page.state)) page.dispatch({ type: "refresh" });
}

/** Show whether the analysis runs. Whoever has just pressed a button that begins or ends it goes on with the other. @param {boolean} is */
function running(is) {
  const pressed = (is ? ["start", "begin"] : ["cancel"]).includes(document.activeElement?.id ?? "");
  $("start").disabled = is;
  $("cancel").hidden = !is;
  $("begin").hidden = is;
  $("progress").hidden = !is;
  if (pressed) $(is ? "cancel" : $("start").hidden ? "begin" : "start").focus({ preventScroll: true });
}

/** How the analysis goes, beside its button and where the graph will be. @param {string} text */
function report(text) {
  say("report", text);
  say("unseen-said", text || unseen);
}

/** @param {string} path @param {import("../wire").Wish | {}} body */
async function analyse(path, body) {
  const answer = await wire.tell(path, body);
  return answer?.ok ? job.hear(answer.data) : report(refusal(answer));
}

// --- sharing ---------------------------------------------------------------------------------------------------------

/** Let the links lead to the position that is shown. @param {string} address */
function pointLinks(address) {
  for (const link of $("share").querySelectorAll("[data-ply]")) link.href = link.href.replace(/ply=[\d.]+/, `ply=${address}`);
  if ($("copy-ply")) $("copy-ply").value = address;
  $("permalink").value = $("permalink").value.replace(/ply=[\d.]+/, `ply=${address}`);
}

for (const copy of $("share").querySelectorAll("[data-copy]")) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    const field = $(copy.dataset.copy);
    field.select();
    const done = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
    if (done) say("say", TEXTS.copiedSaid);
    copy.textContent = done ? TEXTS.copied : TEXTS.pressCopy;
    setTimeout(() => (copy.textContent = TEXTS.copy), 2_000);
  });
}

// --- beginning -------------------------------------------------------------------------------------------------------

function toggleTrial() {
  const { address, tried } = node();
  if (own === undefined) exploring = false;
  return trying() ? visit(address) : visit(heading, { tried: heading === address ? tried : [], trying: true, besides: true });
}

$("try").addEventListener("click", toggleTrial);
$("best").addEventListener("click", toggleBest);
$("heat").addEventListener("click", toggleHeat);
$("better").addEventListener("click", better);
$("keep").addEventListener("click", () => notebook?.open());
for (const link of all('a[href="#share"]')) link.addEventListener("click", () => ($("share").open = true));
$("analyse").addEventListener("submit", (event) => {
  event.preventDefault();
  analyse("/analysis", { thinking: $("thinking").value });
});
$("cancel").addEventListener("click", () => analyse("/cancel", {}));
addEventListener("popstate", () => visit(new URLSearchParams(location.search).get("ply") ?? String(last)));

/** @param {string} id @param {() => unknown} act */
const unlessHidden = (id, act) => () => ($(id).hidden ? false : act());

listen(
  {
    ...Object.fromEntries(["ArrowLeft", "ArrowRight", "Home", "End"].map((key) => [key, () => steps.key(key)])),
    ArrowUp: () => steps.beside(-1),
    ArrowDown: () => steps.beside(1),
    p: () => leap(-1),
    n: () => leap(1),
    b: better,
    t: unlessHidden("try", toggleTrial),
    h: unlessHidden("heat", toggleHeat),
  },
  () => page.pointer.hasFocus(),
);

heading = node().address;
mark(heading);
job.hear(analysis);
if (!node().valued && analysis.done) page.dispatch({ type: "refresh" }); // the page came without what is known of the position
