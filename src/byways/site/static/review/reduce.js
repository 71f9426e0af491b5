// A review's page as one value, and the pure function that says what becomes of it: the board's own value is a part of it.
// What is to be done is returned as a list, as by `board/reduce.js`.

import { isAtRest } from "../board/reduce.js";

/**
 * @typedef {import("../board/reduce.js").State} Board
 * @typedef {import("../wire").Findings} Findings
 * @typedef {import("../wire").NodeView} NodeView
 *
 * @typedef {{kind: "plain"}} Plain nothing lies over the position that is shown
 * @typedef {{kind: "line", address: string, turns: string[], sketches: string[], said: string}} Line what the engine would play
 * @typedef {{kind: "heat", address: string, markup: string, said: string}} Heat where the engine would play
 * @typedef {Plain | Line | Heat} Mode
 *
 * What may be asked for with a position: turns that were tried there, whether more are tried, and not kept (`besides`);
 * where it has only another `name` now, what is made of the next turn is not lost; and what is done `then`.
 * @typedef {{tried?: string[], trying?: boolean, besides?: boolean, name?: boolean, then?: Effect | null}} More
 *
 * @typedef {object} State
 * @property {Board} board the board's one value
 * @property {Mode} mode
 * @property {Findings} findings what the analysis has found so far
 * @property {number} last how many turns the game has
 * @property {boolean} own whether the review is one's own, so that what is tried is kept
 * @property {boolean} exploring whether turns are tried at every position
 * @property {string} heading the address of what is shown, or on its way
 * @property {boolean} aside whether what is tried is not kept, though the review is one's own
 * @property {boolean} leaving whether we are on the way from what is tried aside, and was not to be kept
 * @property {string} keeping the turns that are being kept
 * @property {string} kept the turns that were kept last, or could not be
 * @property {Effect | null} then what is done once the position has come that was asked for
 *
 * @typedef {{type: "visit", address: string} & More | {type: "shown", board: Board} | {type: "findings", found: Findings}
 *   | {type: "kept", turns: string, kept: import("../wire").Kept | null, said: string} | {type: "try"} | {type: "better"}
 *   | {type: "find", ply: number} | {type: "reveal", ply: number} | {type: "best"} | {type: "heat"}
 *   | {type: "found", address: string, best: import("../wire").Best | null, said: string, ply: number}
 *   | {type: "heated", address: string, heat: import("../wire").Heat | null}} Event
 * @typedef {{do: "visit", query: string, name: boolean} | {do: "mark", address: string} | {do: "follow", address: string}
 *   | {do: "lay"} | {do: "redraw"} | {do: "refresh"} | {do: "forward"} | {do: "say", text: string} | {do: "unlooked"}
 *   | {do: "ask", ply: number, turn: string} | {do: "best", address: string, ply: number} | {do: "reveal", ply: number, turn: string}
 *   | {do: "heat", address: string} | {do: "keep", address: string, tried: string[], turns: string}
 *   | {do: "list", markup: string} | {do: "grow", last: number} | {do: "findings", found: Findings}} Effect
 * @typedef {[State, Effect[]]} Step
 */

/** @type {Mode} */
const PLAIN = { kind: "plain" };

/** @param {Board} board @param {{own: boolean, exploring: boolean, last: number, findings: Findings}} review @returns {State} */
export function opened(board, review) {
  const { address } = nodeOf(board);
  return { ...review, board, mode: PLAIN, heading: address, aside: false, leaving: false, keeping: "", kept: "", then: null };
}

/** @param {Board} board */
export function nodeOf({ server }) {
  return /** @type {NodeView} */ (server.node);
}

/** Whether turns may be tried on the board. @param {Board} board */
export function isTrying({ server }) {
  return new URLSearchParams(server.query).has("trying");
}

/** Whether what is tried is kept at once. @param {State} state */
export function keepsAtOnce({ own, aside }) {
  return own && !aside;
}

/** Whether it is known what the engine would play. @param {State} state */
export function isValued({ board }) {
  const { address, tried, valued, chance } = nodeOf(board);
  return valued && !chance && !board.server.over && !tried.length && !address.includes(".");
}

/** @param {State} state @param {Event} event @returns {Step} */
export function reduce(state, event) {
  const { mode, board } = state;
  const { address } = nodeOf(board);
  switch (event.type) {
    case "visit":
      return visit(state, event.address, event);
    case "shown":
      return shown(state, event.board);
    case "kept":
      return kept(state, event);
    case "try":
      return toggleTrial(state);
    case "better":
      return better(state);
    case "find":
      return find(state, event.ply);
    case "reveal":
      return visit(state, String(event.ply - 1), { then: { do: "best", address: String(event.ply - 1), ply: event.ply } });
    case "best":
      return mode.kind === "line" && state.heading === address ? lay(state, PLAIN) : there(state, { do: "best", address: state.heading, ply: 0 });
    case "found":
      return found(state, event);
    case "heat":
      return mode.kind === "heat" && state.heading === address ? lay(state, PLAIN) : there(state, { do: "heat", address: state.heading });
    case "heated":
      if (!event.heat || event.address !== address) return [state, []];
      return lay(state, { kind: "heat", address, markup: event.heat.markup, said: event.heat.says });
    case "findings": {
      const ended = state.findings.running && !event.found.running;
      return [{ ...state, findings: event.found }, [{ do: "findings", found: event.found }, ...when(ended && isAtRest(board), { do: "refresh" })]];
    }
  }
}

/** Ask for what the engine would play at the position that is shown, or at the one on its way once it has come. @param {State} state @param {Effect} effect @returns {Step} */
function there(state, effect) {
  return state.heading === nodeOf(state.board).address ? [state, asked(state, effect)] : [{ ...state, then: effect }, []];
}

/** An effect at its position, unless it is the heat map of one of which none is known. @param {State} state @param {Effect} effect @returns {Effect[]} */
function asked(state, effect) {
  return when(isValued(state) || effect.do !== "heat", effect);
}

/** @param {unknown} is @param {Effect} effect @returns {Effect[]} */
function when(is, effect) {
  return is ? [effect] : [];
}

// --- going through ---------------------------------------------------------------------------------------------------

/** Show a position of the game or of a variation. @param {State} state @param {string} address @param {More} more @returns {Step} */
function visit(state, address, { tried = [], trying = state.exploring, besides = false, name = false, then = null }) {
  const query = new URLSearchParams({ node: address, ...(tried.length ? { tried: tried.join(";") } : {}), ...(trying ? { trying: "1" } : {}) });
  const next = { ...state, heading: address, aside: besides, leaving: state.aside && !besides, then };
  return [next, [{ do: "mark", address }, { do: "visit", query: `${query}`, name }]];
}

/** The board shows something: perhaps another position, perhaps a turn that is to be kept. @param {State} former @param {Board} board @returns {Step} */
function shown(former, board) {
  const came = board.server.query !== former.board.server.query;
  const [state, todo] = came ? arrive({ ...former, board }, nodeOf(former.board)) : [{ ...former, board }, []];
  const { address, tried } = nodeOf(board);
  const turns = String([address, tried]);
  const keeps = keepsAtOnce(state) && !state.leaving && state.heading === address && tried.length && isAtRest(board);
  if (!keeps || state.keeping || turns === state.kept) return [state, todo];
  return [{ ...state, keeping: turns }, [...todo, { do: "keep", address, tried, turns }]];
}

/** Another position has come. @param {State} state @param {NodeView} before @returns {Step} */
function arrive(state, before) {
  const { board, then } = state;
  const { address, tried } = nodeOf(board);
  const [next, todo] = stays(state.mode, nodeOf(board)) ? [state, []] : lay(state, PLAIN);
  return [
    { ...next, heading: address, leaving: false, then: null },
    [
      ...todo,
      ...when(address !== before.address, { do: "follow", address }),
      ...when(isTrying(board) && tried.length > before.tried.length, { do: "forward" }),
      ...(then ? asked(next, then) : []),
    ],
  ];
}

/** Whether what lies over a position belongs to another one as well. @param {Mode} mode @param {NodeView} node */
function stays(mode, { address, tried }) {
  if (mode.kind === "plain") return true;
  return mode.address === address && String(tried) === String(mode.kind === "line" ? mode.turns.slice(0, tried.length) : []);
}

// --- trying ----------------------------------------------------------------------------------------------------------

/** What was tried is a part of the tree now, if it could be kept. @param {State} state @param {Extract<Event, {type: "kept"}>} event @returns {Step} */
function kept(state, { turns, kept: place, said }) {
  const { address, tried } = nodeOf(state.board);
  const next = { ...state, keeping: "", kept: turns, last: place?.last ?? state.last };
  /** @type {Effect[]} */
  const todo = place ? [{ do: "list", markup: place.turns ?? "" }, ...when(next.last !== state.last, { do: "grow", last: next.last }), { do: "mark", address: state.heading }] : [];
  if (!place || String([address, tried]) !== turns) return [next, [...todo, { do: "redraw" }]]; // there may be more to keep by now
  const [gone, more] = visit(next, place.address, { name: true, then: { do: "say", text: said } });
  return [gone, [...todo, ...more]];
}

/** @param {State} former @returns {Step} */
function toggleTrial(former) {
  const state = { ...former, exploring: former.own && former.exploring };
  const { address, tried } = nodeOf(state.board);
  if (isTrying(state.board)) return visit(state, address, {});
  return visit(state, state.heading, { tried: state.heading === address ? tried : [], trying: true, besides: true });
}

/** Look for something better than the turn that led to a ply. @param {State} state @param {number} ply @returns {Step} */
function find(state, ply) {
  return visit(state, String(ply - 1), { trying: true, besides: true, then: { do: "ask", ply, turn: mistakeAt(state, ply)?.turn ?? "" } });
}

/** Look for something better than the mistake that is shown; elsewhere show what the engine would play. @param {State} state @returns {Step} */
function better(state) {
  const { address, tried } = nodeOf(state.board);
  if (!tried.length && mistakeAt(state, Number(address))) return find(state, Number(address));
  return isValued(state) ? reduce(state, { type: "best" }) : [state, [{ do: "unlooked" }]];
}

/** @param {State} state @param {number} ply */
function mistakeAt({ findings }, ply) {
  return findings.mistakes.find((mistake) => mistake.ply === ply);
}

// --- the engine ------------------------------------------------------------------------------------------------------

/** The engine's line has come; with a `ply` it is told on the card of that mistake. @param {State} state @param {Extract<Event, {type: "found"}>} event @returns {Step} */
function found(state, { address, best, said, ply }) {
  const { line: turns = [], sketches = [] } = best ?? {};
  const here = best !== null && nodeOf(state.board).address === address;
  const [next, todo] = here && turns.length ? lay(state, { kind: "line", address, turns, sketches, said }) : [state, when(here, { do: "unlooked" })];
  return [next, [...todo, ...when(ply, { do: "reveal", ply, turn: next.mode.kind === "line" ? next.mode.turns[0] : "" })]];
}

/** Lay something over the position, or take it away. @param {State} state @param {Mode} mode @returns {Step} */
function lay(state, mode) {
  return [{ ...state, mode }, [{ do: "lay" }]];
}
