// Going through a game: positions, what the engine thinks of them, and turns that somebody tries.

import { listen } from "../board/keys.js";
import { BoardPage } from "../board/page.js";
import { $, all, button, copied, hide, keepingFocus, say } from "../common/page.js";
import { TEXTS, refusal } from "../common/texts.js";
import { Job } from "../net/job.js";
import { Wire } from "../net/wire.js";
import { Notebook } from "../review/annotations.js";
import { Graph } from "../review/graph.js";
import { Mistakes } from "../review/mistakes.js";
import { isTrying, isValued, keepsAtOnce, nodeOf, opened, reduce } from "../review/reduce.js";
import { TreeSteps } from "../review/tree.js";
import "../net/turns.js";

/**
 * @typedef {import("../review/reduce.js").Event} Event
 * @typedef {import("../review/reduce.js").Effect} Effect
 */

const { api, own, last } = $("review").dataset;
const wire = new Wire(api);
const unseen = $("unseen-said").textContent; // what stands there for a graph as long as there is none

const page = new BoardPage(wire, {
  effects: {
    verdict: ({ verdict }) => {
      say("verdict", verdict?.said ?? "");
      $("verdict").classList.toggle("right", verdict?.right === true);
    },
  },
  rest: (board) => (state.mode.kind === "heat" ? state.mode.markup : state.mode.kind === "line" ? (state.mode.sketches[nodeOf(board).tried.length] ?? "") : ""),
  show: (board) => dispatch({ type: "shown", board }),
});
let state = opened(page.state, {
  own: own !== undefined,
  exploring: own !== undefined || new URLSearchParams(location.search).has("explore"),
  last: Number(last),
  findings: JSON.parse($("analysis").textContent),
});
const steps = new TreeSteps(visit);
const graph = new Graph(state.last, visit);
const mistakes = new Mistakes(wire, state.findings.mistakes, dispatch);
const job = new Job(wire, {
  topic: `job:${api.split("/").at(-1)}`,
  path: "/analysis",
  place: "report",
  hear: (found) => dispatch({ type: "findings", found }),
  quit: () => running(false),
});
const notebook = $("notebook") && new Notebook(wire); // none while the game goes on

/** @param {Event} event */
function dispatch(event) {
  const [next, todo] = reduce(state, event);
  state = next;
  for (const effect of todo) /** @type {(effect: Effect) => void} */ (EFFECTS[effect.do])(effect);
  render();
}

/** @param {string} address */
function visit(address) {
  dispatch({ type: "visit", address });
}

/** Show the page's one value beside the board, which shows itself. */
function render() {
  const { board, mode, aside, heading } = state;
  const { server, mode: turn } = board;
  const shown = nodeOf(board);
  notebook?.show(shown, turn.kind === "choosing" && !turn.draft.clicks.length && !turn.draft.taken.length ? shown.tried : null);
  hide(state.own ? !aside : server.over && !isTrying(board), "try");
  $("stage").classList.toggle("calm", keepsAtOnce(state));
  say("try", isTrying(board) ? TEXTS.present : shown.chance ? TEXTS.tryRoll : TEXTS.tryTurn);
  hide(!isValued(state), "best", "heat");
  $("best").setAttribute("aria-pressed", String(mode.kind === "line"));
  $("heat").setAttribute("aria-pressed", String(mode.kind === "heat"));
  $("stage").classList.toggle("unmarked", mode.kind === "heat");
  hide(!notebook || !shown.tried.length || (keepsAtOnce(state) && !$("why").textContent), "keep");
  hide(mode.kind !== "line", "line");
  for (const [i, step] of [...$("line").children].entries()) {
    if (i + 1 === shown.tried.length) step.setAttribute("aria-current", "step");
    else step.removeAttribute("aria-current");
  }
  hide(!$("insight-text").textContent, "insight");
  hide(!isTrying(board), "trial");
  hide(!shown.position, "from-here");
  $("from-here").search = String(new URLSearchParams({ position: shown.position }));
}

// --- what is to be done ----------------------------------------------------------------------------------------------

/** @type {{[Do in Effect["do"]]: (effect: Extract<Effect, {do: Do}>) => void}} */
const EFFECTS = {
  visit: ({ query, name }) => page.dispatch({ type: "visit", query, name }),
  refresh: () => page.dispatch({ type: "refresh" }),
  redraw: () => page.show(),
  mark,
  follow,
  forward: comeForward,
  lay,
  say: ({ text }) => say("verdict", text),
  unlooked: () => say("verdict", TEXTS.notLooked),
  ask: ({ ply, turn }) => {
    say("verdict", turn && TEXTS.gave(turn));
    page.pointer.place()?.focus();
    mistakes.mark(ply);
    comeForward();
  },
  reveal: ({ ply, turn }) => {
    if (turn) mistakes.tell(ply, turn);
    mistakes.mark(ply);
    comeForward();
  },
  best: async ({ address, ply }) => {
    /** @type {import("../wire").Best | null} */
    const best = await wire.ask(`/best/${address}`);
    dispatch({ type: "found", address, best, said: best?.line.length ? TEXTS.best(best.line[0], best.value ?? "") : "", ply });
  },
  heat: async ({ address }) => dispatch({ type: "heated", address, heat: await wire.ask(`/heat/${address}`) }),
  keep: async ({ address, tried, turns }) => {
    const kept = (await notebook?.keep(address, tried)) ?? null;
    dispatch({ type: "kept", turns, kept, said: $("verdict").textContent });
  },
  list: ({ markup }) => keepingFocus(() => ($("turns").innerHTML = markup), () => []),
  grow: ({ last: turns }) => {
    graph.resize(turns);
    $("progress").max = turns + 1;
    job.ask();
  },
  findings: ({ found }) => showFindings(found),
};

/** @param {{address: string}} place */
function mark({ address }) {
  steps.show(address, state.last);
  graph.mark(address);
  mistakes.mark(address.includes(".") ? 0 : Number(address));
}

/** Let the page's address and its links lead to the position that is shown. @param {{address: string}} place */
function follow({ address }) {
  history.replaceState(null, "", `?ply=${address}`);
  for (const link of $("share").querySelectorAll("[data-ply]")) link.href = link.href.replace(/ply=[\d.]+/, `ply=${address}`);
  if ($("copy-ply")) $("copy-ply").value = address;
  $("permalink").value = $("permalink").value.replace(/ply=[\d.]+/, `ply=${address}`);
}

/** Bring the board, what is asked and what is said of it into the window, from wherever in the page. */
function comeForward() {
  for (const id of ["stage", "verdict", "trial"]) $(id).scrollIntoView({ block: "nearest" });
}

/** Show on the board what lies over it, the engine's line as buttons as well, numbered alike. */
function lay() {
  const { mode } = state;
  const [turns, text] = mode.kind === "line" ? [mode.turns, mode.said] : [[], mode.kind === "heat" ? mode.said : ""];
  /** @param {number} count */
  const go = (count) => dispatch({ type: "visit", address: state.heading, tried: turns.slice(0, count), trying: false, besides: true, then: { do: "say", text } });
  $("line").replaceChildren(...turns.map((turn, i) => button(`${i + 1}. ${turn}`, () => go(i + 1))));
  say("verdict", text);
  page.show();
}

/** @param {import("../wire").Findings} found */
function showFindings(found) {
  graph.found(found);
  mistakes.found(found);
  if (found.report !== undefined) $("tally").innerHTML = found.report;
  $("unseen").hidden = found.known > 0;
  $("start").hidden = !found.known;
  $("progress").value = found.done;
  running(found.running);
  if (found.running) report(TEXTS.looking(found.done, found.total));
  else report(found.trouble || (found.done ? TEXTS.looked(found.done, found.total, found.mistakes.length) : ""));
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

for (const copy of $("share").querySelectorAll("[data-copy]")) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    const field = $(copy.dataset.copy);
    field.select();
    const done = await copied(field.value);
    if (done) say("say", TEXTS.copiedSaid);
    copy.textContent = done ? TEXTS.copied : TEXTS.pressCopy;
    setTimeout(() => (copy.textContent = TEXTS.copy), 2_000);
  });
}

// --- beginning -------------------------------------------------------------------------------------------------------

/** Go to the next mistake, or to the one before. @param {1 | -1} way */
function leap(way) {
  const ply = mistakes.beside(Number(nodeOf(state.board).address.split(".")[0]), way);
  return ply === undefined ? false : visit(String(ply));
}

/** @param {"try" | "best" | "heat" | "better"} type */
const on = (type) => () => dispatch({ type });

for (const type of /** @type {const} */ (["try", "best", "heat", "better"])) $(type).addEventListener("click", on(type));
$("keep").addEventListener("click", () => notebook?.open());
for (const link of all('a[href="#share"]')) link.addEventListener("click", () => ($("share").open = true));
$("analyse").addEventListener("submit", (event) => {
  event.preventDefault();
  analyse("/analysis", { thinking: $("thinking").value });
});
$("cancel").addEventListener("click", () => analyse("/cancel", {}));
addEventListener("popstate", () => visit(new URLSearchParams(location.search).get("ply") ?? String(state.last)));

listen(
  {
    ...Object.fromEntries(["ArrowLeft", "ArrowRight", "Home", "End"].map((key) => [key, () => steps.key(key)])),
    ArrowUp: () => steps.beside(-1),
    ArrowDown: () => steps.beside(1),
    p: () => leap(-1),
    n: () => leap(1),
    b: on("better"),
    t: () => ($("try").hidden ? false : dispatch({ type: "try" })),
    h: on("heat"),
  },
  () => page.pointer.hasFocus(),
);

mark({ address: state.heading });
job.hear(state.findings);
if (!nodeOf(state.board).valued && state.findings.done) page.dispatch({ type: "refresh" }); // the page came without what is known of the position
