// Going through a game: positions, what the engine thinks of them, and turns that somebody tries.

import { boardPage } from "../board/page.js";
import { mayAct } from "../board/reduce.js";
import { Steps } from "../board/steps.js";
import { $, button, say } from "../common/page.js";
import { TEXTS, refusal } from "../common/texts.js";
import { Job } from "../net/job.js";
import { Wire } from "../net/wire.js";
import { Notebook } from "../review/annotations.js";
import { Graph } from "../review/graph.js";

/**
 * @typedef {import("../board/reduce.js").State} State
 * @typedef {import("../wire").NodeView} NodeView
 */

const { api, last: plies } = $("review").dataset;
const last = Number(plies);
const wire = new Wire(api);
const unseen = $("unseen-said").textContent; // what stands there for a graph as long as there is none

let analysis = JSON.parse($("analysis").textContent);
let sketched = false; // whether what the rules say of a position is drawn
/** @type {{address: string, turns: string[], sketches: string[], said: string} | null} what the engine would play, while it is shown */
let line = null;
/** @type {string} what is shown, or on its way */
let heading = "";
/** @type {(() => void) | null} what is done once the position has come that was asked for */
let arrived = null;

const page = boardPage(wire, {
  effects: {
    verdict: ({ verdict }) => {
      say("verdict", verdict?.said ?? "");
      $("verdict").classList.toggle("right", verdict?.right === true);
    },
  },
  rest: ({ server }) => line?.sketches[nodeOf(server).tried.length] ?? (sketched ? nodeOf(server).sketch : ""),
  show,
});
const steps = new Steps(visit);
const graph = new Graph(last, { show: visit, find });
const topic = `job:${api.split("/").at(-1)}`;
const job = new Job(wire, { topic, path: "/analysis", place: "report", hear, quit: () => graph.running(false) });
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

/** Show a position of the game or of a variation, after some turns that were tried there, perhaps to try more. @param {string} address @param {{tried?: string[], trying?: boolean, then?: () => void}} more */
function visit(address, { tried = [], trying: may = false, then = () => {} } = {}) {
  heading = address;
  mark(address);
  arrived = then;
  const query = new URLSearchParams({ node: address, ...(tried.length ? { tried: tried.join(";") } : {}), ...(may ? { trying: "1" } : {}) });
  page.dispatch({ type: "visit", query: `${query}` });
}

/** @param {string} address */
function mark(address) {
  steps.show(address, last);
  graph.mark(address);
}

/** @param {State} state @param {State} before */
function show(state, { server: before }) {
  const { server, mode } = state;
  const shown = nodeOf(server);
  notebook?.show(shown, mode.kind === "choosing" && !mode.draft.clicks.length && !mode.draft.taken.length ? shown.tried : null);
  const main = !shown.tried.length && !shown.address.includes(".");
  $("try").hidden = server.over && !trying();
  say("try", trying() ? TEXTS.present : shown.chance ? TEXTS.tryRoll : TEXTS.tryTurn);
  $("best").hidden = !(main && shown.valued && !server.over && !shown.chance);
  $("best").setAttribute("aria-pressed", String(line !== null));
  $("line").hidden = line === null;
  $("insight").hidden = !$("insight-text").textContent;
  $("sketch").hidden = !shown.sketch;
  $("trial").hidden = !trying();
  $("from-here").hidden = !shown.position;
  $("from-here").search = String(new URLSearchParams({ position: shown.position }));
  if (server.query !== before.query) arrive(shown, nodeOf(before));
}

/** Another position has come. @param {NodeView} shown @param {NodeView} before */
function arrive(shown, before) {
  heading = shown.address;
  if (line && !(shown.address === line.address && String(shown.tried) === String(line.turns.slice(0, shown.tried.length)))) showLine(null);
  for (const [i, step] of [...$("line").children].entries()) {
    if (i + 1 === shown.tried.length) step.setAttribute("aria-current", "step");
    else step.removeAttribute("aria-current");
  }
  if (shown.address !== before.address) {
    history.replaceState(null, "", `?ply=${shown.address}`);
    pointLinks(shown.address);
  }
  if (trying() && shown.tried.length > before.tried.length) reveal();
  const then = arrived;
  arrived = null;
  then?.();
}

// --- trying ----------------------------------------------------------------------------------------------------------

/** Look for something better than the turn that led to a ply. @param {number} ply */
function find(ply) {
  const played = analysis.mistakes.find((mistake) => mistake.ply === ply);
  const then = () => {
    say("verdict", played ? TEXTS.gave(played.turn) : "");
    page.pointer.place()?.focus();
    reveal();
  };
  visit(String(ply - 1), { trying: true, then });
}

/** Bring the board, what is asked and what is said of it into the window, from wherever in the page. */
function reveal() {
  for (const id of ["stage", "verdict", "trial"]) $(id).scrollIntoView({ block: "nearest" });
}

// --- the engine ------------------------------------------------------------------------------------------------------

async function toggleBest() {
  if (line) return showLine(null);
  const { address } = node();
  const found = await wire.ask(`/best/${address}`, {});
  if (!found || node().address !== address) return undefined;
  if (!found.line.length) return say("verdict", TEXTS.notLooked);
  return showLine({ address, turns: found.line, sketches: found.sketches, said: TEXTS.best(found.line[0], found.value) });
}

/** Show the engine's line on the board and as buttons, numbered alike; null takes it away. @param {typeof line} shown */
function showLine(shown) {
  line = shown;
  const { turns = [], said = "" } = line ?? {};
  const then = () => say("verdict", said);
  $("line").replaceChildren(...turns.map((turn, i) => button(`${i + 1}. ${turn}`, () => visit(heading, { tried: turns.slice(0, i + 1), then }))));
  say("verdict", said);
  page.show();
}

function hear(found) {
  const ended = analysis.running && !found.running;
  analysis = found;
  graph.found(found);
  if (found.running) report(TEXTS.looking(found.done, found.total));
  else report(found.trouble || (found.done ? TEXTS.looked(found.done, found.total, found.mistakes.length) : ""));
  if (ended && !mayAct(page.state)) page.dispatch({ type: "refresh" });
}

/** How the analysis goes, beside its button and where the graph will be. @param {string} text */
function report(text) {
  say("report", text);
  say("unseen-said", text || unseen);
}

/** @param {string} path @param {object} body */
async function analyse(path, body) {
  const answer = await wire.tell(path, body);
  return answer?.ok ? job.hear(answer.data) : report(refusal(answer));
}

// --- sharing ---------------------------------------------------------------------------------------------------------

/** Let the links lead to the position that is shown. @param {string} address */
function pointLinks(address) {
  for (const link of $("share").querySelectorAll("[data-ply]")) link.href = link.href.replace(/ply=[\d.]+/, `ply=${address}`);
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

$("try").addEventListener("click", () => (trying() ? visit(node().address) : visit(heading, { tried: heading === node().address ? node().tried : [], trying: true })));
$("best").addEventListener("click", toggleBest);
$("sketch").addEventListener("click", () => {
  sketched = !sketched;
  $("sketch").setAttribute("aria-pressed", String(sketched));
  page.show();
});
$("analyse").addEventListener("submit", (event) => {
  event.preventDefault();
  analyse("/analysis", { thinking: $("thinking").value });
});
$("cancel").addEventListener("click", () => analyse("/cancel", {}));
addEventListener("popstate", () => visit(new URLSearchParams(location.search).get("ply") ?? plies));
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || page.pointer.hasFocus()) return;
  if (/** @type {Element} */ (event.target).closest("input, select, textarea, dialog")) return;
  const step = { ArrowLeft: "back", ArrowRight: "forth", Home: "first", End: "last" }[event.key];
  const to = step && steps.to(step);
  if (to === undefined || (to === steps.ply && step !== "first" && step !== "last")) return;
  event.preventDefault();
  visit(String(to));
});

heading = node().address;
mark(heading);
job.hear(analysis);
if (!node().valued && analysis.done) page.dispatch({ type: "refresh" }); // the page came without what is known of the position
