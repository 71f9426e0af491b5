// Going through a game: positions, what the engine thinks of them, and turns that somebody tries.

import { Graph } from "../review/graph.js";
import { Notebook } from "../review/annotations.js";
import { $, button, element, say } from "../common/page.js";
import { Pointing } from "../board/pointing.js";
import { Poll } from "../net/poll.js";
import { Sheets } from "../board/former_sheets.js";
import { TEXTS, named, refusal } from "../common/texts.js";
import { Wire } from "../net/wire.js";

const KEEP = 60; // positions that the page remembers

const wire = new Wire($("review").dataset.api);
const last = Number($("review").dataset.last);
const first = JSON.parse($("data").textContent);

/** As everywhere, but each answer draws the whole board, and one step back may take away a tried turn. */
class Trial extends Pointing {
  begin(found) {
    super.begin(found);
    this.board.replace(found.markup, found.box);
  }

  goOn(part) {
    this.part = part;
    this.choices.offer(part.offers, part.labels);
    this.board.replace(part.markup, part.box);
    this.takeEarly();
  }

  get begun() {
    return super.begun || view.turns.length > 0;
  }

  back() {
    if (super.begun || !this.begun || !this.may()) return super.back();
    return start(view.address, view.turns.slice(0, -1));
  }
}

const trial = new Trial(wire, {
  may: () => trying,
  hush: () => say("why", ""),
  forget: () => start(view.address, view.turns),
  fields: () => ({ address: view.address, turns: view.turns.join(";") }),
  rest: () => line?.sketches[view.turns.length] ?? (sketched ? view.sketch : ""),
  ...{ send, explain, show },
});
const { board, choices } = trial;
const sheets = new Sheets(board);
const graph = new Graph(last, { show: go, find });
const poll = new Poll(wire, "/analysis", "report", { hear, quit: () => graph.running(false) });
const notebook = $("notebook") && new Notebook(wire); // none while the game goes on
const seen = new Map(); // views by their address
const unseen = $("unseen-said").textContent; // what stands there for a graph as long as there is none

let view = first.view; // what is shown
let heading = view.address; // what is shown, or on its way
let trying = false; // whether turns may be tried on the board
let analysis = first.analysis;
let sketched = false; // whether what the rules say of a position is drawn
let line = null; // what the engine would play, while it is shown: {address, turns, sketches}
let asked = 0; // counts questions, so that a late answer to an old one is dropped

// --- going through ---------------------------------------------------------------------------------------------------

/** Show a position of the game or of a variation. */
async function go(address) {
  const number = ++asked;
  heading = address;
  graph.mark(address);
  const found = seen.get(address) ?? (await wire.ask(`/at/${address}`, {}));
  if (number !== asked) return;
  if (!found) {
    heading = view.address;
    say("why", TEXTS.unreachable);
    return;
  }
  remember(address, found);
  history.replaceState(null, "", `?ply=${address}`);
  pointLinks(address);
  trying = false;
  draw(found);
  say("verdict", "");
  say("say", [found.said, found.value, ...found.comments].filter(Boolean).join(". "));
}

function remember(address, found) {
  seen.set(address, found);
  if (seen.size > KEEP) seen.delete(seen.keys().next().value);
}

/** Show what the server says of a position. */
function draw(found) {
  view = { ...view, ...found };
  say("why", "");
  line = null;
  trial.begin(found);
  show();
}

function show() {
  const position = $("said");
  position.textContent = view.said;
  say("around", view.notes);
  sheets.show(view.sheets, null);
  say("value", trying || !view.value ? "" : view.value);
  $("comments").replaceChildren(...(trying ? [] : view.comments).map((text) => element("p", { textContent: text })));
  notebook?.show(view, trial.part || choices.clicks.length ? null : view.turns);
  const own = !view.turns.length && !view.address.includes(".");
  const chance = view.toMove === "chance";
  $("try").hidden = !view.toMove && !trying;
  say("try", trying ? TEXTS.present : chance ? TEXTS.tryRoll : TEXTS.tryTurn);
  $("best").hidden = !(own && view.toMove && !chance && view.value);
  $("best").setAttribute("aria-pressed", line !== null);
  $("line").hidden = line === null;
  $("insight").hidden = !view.insight;
  say("insight-text", view.insight ?? "");
  $("sketch").hidden = !view.sketch;
  $("trial").hidden = !trying;
  const next = trial.asked(view);
  say("prompt", trying && next && !chance ? `${named(view.toMove)}: ${next}` : trying ? next : "");
  $("from-here").hidden = !view.position;
  $("from-here").search = new URLSearchParams({ position: view.position });
  trial.show(view.home);
}

// --- trying ----------------------------------------------------------------------------------------------------------

/** Let turns be tried at a position, after some that were tried before. */
async function start(address, turns = []) {
  const number = ++asked;
  heading = address;
  const found = await wire.ask(`/at/${address}`, { turns: turns.join(";"), trying: true });
  if (number !== asked || !found) return;
  trying = true;
  draw(found);
  say("say", `${found.said}. ${found.prompt}`);
}

/** Look for something better than the turn that led to a ply. */
async function find(ply) {
  graph.mark(String(ply - 1));
  await start(String(ply - 1));
  const played = analysis.mistakes.find((mistake) => mistake.ply === ply);
  say("verdict", played ? TEXTS.gave(played.turn) : "");
  board.focus();
  reveal();
}

/** Bring the board, what is asked and what is said of it into the window, from wherever in the page. */
function reveal() {
  for (const id of ["stage", "verdict", "trial"]) $(id).scrollIntoView({ block: "nearest" });
}

async function send(actions) {
  const number = ++asked;
  const { address, turns } = view;
  trial.sent();
  show();
  const answer = await wire.tell("/try", { address, turns, actions });
  trial.sending = false;
  if (number !== asked) return show();
  if (!answer?.ok) {
    say("why", answer?.data?.error?.message ?? TEXTS.unreachable);
    return start(address, turns);
  }
  if (!answer.data.whole) {
    view = { ...view, ...answer.data };
    trial.goOn({ ...answer.data, taken: actions });
    say("say", view.prompt);
    return show();
  }
  draw(answer.data);
  say("verdict", answer.data.verdict ?? "");
  say("say", [`${view.said}.`, answer.data.verdict, $("prompt").textContent].filter(Boolean).join(" "));
  $("verdict").classList.toggle("right", answer.data.right === true);
  return reveal();
}

async function explain(clicks) {
  const { address, turns } = view;
  const number = asked;
  const answer = await wire.tell("/why", { address, turns, clicks });
  if (number !== asked || !trial.may()) return;
  const said = answer?.data ?? {};
  if (said.actions) send(said.actions);
  else say("why", said.why ?? TEXTS.unreachable);
}

// --- the engine ------------------------------------------------------------------------------------------------------

async function toggleBest() {
  if (line) return showLine(null);
  const { address } = view;
  const found = await wire.ask(`/best/${address}`, {});
  if (!found || view.address !== address) return undefined;
  if (!found.line.length) return say("verdict", TEXTS.notLooked);
  say("verdict", TEXTS.best(found.line[0], found.value));
  return showLine({ address, turns: found.line, sketches: found.sketches });
}

/** Show the engine's line on the board and as buttons, numbered alike; null takes it away. */
function showLine(shown) {
  line = shown;
  const steps = (line?.turns ?? []).map((turn, i) => button(`${i + 1}. ${turn}`, () => follow(i + 1)));
  $("line").replaceChildren(...steps);
  if (!line) say("verdict", "");
  show();
}

/** Show the position after so many turns of the engine's line, which stays to be gone on with. */
async function follow(count) {
  const { address, turns } = line;
  const number = ++asked;
  const found = await wire.ask(`/at/${address}`, { turns: turns.slice(0, count).join(";") });
  if (number !== asked || !found) return;
  trying = false;
  view = { ...view, ...found };
  trial.begin({ ...found, offers: [], labels: {} });
  show();
  $("line").querySelector("[aria-current]")?.removeAttribute("aria-current");
  $("line").children[count - 1].setAttribute("aria-current", "step");
  say("say", found.said);
}

function hear(found) {
  const ended = analysis.running && !found.running;
  analysis = found;
  graph.found(found);
  if (found.running) report(TEXTS.looking(found.done, found.total));
  else report(found.trouble || (found.done ? TEXTS.looked(found.done, found.total, found.mistakes.length) : ""));
  if (!ended) return;
  seen.clear();
  if (!trying && !view.turns.length) go(view.address);
}

/** How the analysis goes, beside its button and where the graph will be. */
function report(text) {
  say("report", text);
  say("unseen-said", text || unseen);
}

async function analyse(path, body) {
  const answer = await wire.tell(path, body);
  if (!answer?.ok) return report(refusal(answer));
  hear(answer.data);
  if (answer.data.running) poll.start();
}

// --- sharing ---------------------------------------------------------------------------------------------------------

/** Let the links lead to the position that is shown. */
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

$("try").addEventListener("click", () => (trying ? go(view.address) : start(heading, heading === view.address ? view.turns : [])));
$("best").addEventListener("click", toggleBest);
$("sketch").addEventListener("click", () => {
  sketched = !sketched;
  $("sketch").setAttribute("aria-pressed", sketched);
  show();
});
$("analyse").addEventListener("submit", (event) => {
  event.preventDefault();
  analyse("/analysis", { thinking: $("thinking").value });
});
$("cancel").addEventListener("click", () => analyse("/cancel", {}));
addEventListener("popstate", () => go(new URLSearchParams(location.search).get("ply") ?? String(last)));
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || board.hasFocus()) return;
  if (event.target.closest("input, select, textarea, dialog")) return;
  const to = { ArrowLeft: graph.ply - 1, ArrowRight: graph.ply + 1, Home: 0, End: last }[event.key];
  if (to === undefined || to < 0 || to > last) return;
  event.preventDefault();
  go(String(to));
});

graph.mark(view.address);
graph.found(analysis);
hear(analysis);
show();
if (!view.value && analysis.done) go(view.address); // the page came without what is known of the position
if (analysis.running) poll.start();
