// Lines that are tried on a board, or by which replies are planned: a mode of a page's one value, as pure as `reduce`.
// What is tried lies over the present position, and the server computes it without keeping it.

import { begin, begun, choose, clickedAgain, spell, targets } from "./choices.js";

/**
 * @typedef {import("../wire").Tried} Tried
 * @typedef {import("./choices.js").Draft} Draft
 * @typedef {import("./reduce.js").State} State
 * @typedef {import("./reduce.js").Event} Event
 * @typedef {import("./reduce.js").Effect} Effect
 * @typedef {import("./reduce.js").Kept} Kept
 * @typedef {import("./reduce.js").Step} Step
 *
 * @typedef {{kind: "trying", line: string, turns: number, draft: Draft, planning: boolean, asking: boolean, kept: Kept | null}} Trying
 *   turns tried after a position: `line` names them, `asking` is whether the next position is on its way, `kept` is what was made of the real turn
 */

/** @type {Effect} */
const quiet = { do: "say", why: "", ruled: false };

/** What an event makes of a line; null where it is nothing of its own. @param {State} state @param {Trying} mode @param {Event} event @returns {Step | null} */
export function within(state, mode, event) {
  switch (event.type) {
    case "choose":
      return mode.asking ? [state, []] : chosen(state, mode, event);
    case "back":
      return mode.asking ? [state, []] : back(state, mode);
    case "explained":
      if (!event.actions) return [state, [{ do: "say", why: event.why, ruled: true }]];
      return ask(state, mode, { ...mode.draft, clicks: [] }, event.actions);
    default:
      return null;
  }
}

/** @param {State} state @param {Trying} mode @param {Extract<Event, {type: "choose"}>} event @returns {Step | null} */
function chosen(state, mode, { name, small }) {
  const { draft } = mode;
  const open = targets(draft).has(name);
  if (small && open && draft.aimed !== name) return drafted(state, mode, { ...draft, aimed: name });
  if (draft.clicks.at(-1) === name && !open) return back(state, mode);
  const made = choose(draft, name);
  if (!made) return [drafted(state, mode, { ...draft, aimed: null })[0], [quiet, { do: "explain", clicks: spell(draft, name) }]];
  return made.action === null ? drafted(state, mode, made.draft) : ask(state, mode, made.draft, [...draft.taken, made.action]);
}

/** One step back: a click, a part of a turn, a turn; null with nothing left of the line. @param {State} state @param {Trying} mode @returns {Step | null} */
function back(state, mode) {
  const { draft, line, turns } = mode;
  if (draft.aimed !== null) return drafted(state, mode, { ...draft, aimed: null });
  if (draft.clicks.length) return drafted(state, mode, { ...draft, clicks: draft.clicks.slice(0, -1) });
  if (draft.taken.length) return ask(state, mode, { ...draft, spelled: draft.spelled.slice(0, -1) }, draft.taken.slice(0, -1));
  return turns ? ask(state, mode, draft, [], line.slice(0, line.lastIndexOf(";"))) : null;
}

/** @param {State} state @param {Trying} mode @param {Draft} draft @returns {Step} */
function drafted(state, mode, draft) {
  return [{ ...state, mode: { ...mode, draft } }, [quiet]];
}

/** Ask what comes of actions after a line. @param {State} state @param {Trying} mode @param {Draft} draft @param {number[]} actions @param {string} [line] @returns {Step} */
function ask(state, mode, draft, actions, line = mode.line) {
  const { planning } = mode;
  return [{ ...state, mode: { ...mode, draft, asking: true } }, [quiet, { do: "try", line, actions, planning }]];
}

/**
 * The mode after a position has come: of a new line, or of the one that is tried, whose draft has the clicks.
 * @param {Trying | null} before @param {Tried} tried @param {boolean} planning @param {Kept | null} kept @returns {Trying}
 */
export function arrived(before, { line, turns, actions, choices }, planning, kept) {
  const spelled = before && actions.length ? before.draft.spelled : [];
  const draft = { ...begin(choices), taken: actions, spelled };
  return { kind: "trying", line, turns, draft, planning, asking: false, kept };
}

/** Whether the last turn of a line is a reply that has just been planned. @param {Trying | null} before @param {Trying} now */
export function planned(before, now) {
  return now.planning && now.turns > 0 && now.turns % 2 === 0 && !now.draft.taken.length && before?.asking === true && now.turns > before.turns;
}
