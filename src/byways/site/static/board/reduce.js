// A page with a board as one value, and the pure function that says what becomes of it. Nothing here touches the page:
// what is to be done there is returned as a list. Chance and preferences come in with the events, as `key` and `hold`.

import { begin, begun, choose, clickedAgain, spell, targets } from "./choices.js";
import { arrived, planned, within } from "./trying.js";

/**
 * @typedef {import("../wire").BoardView} BoardView
 * @typedef {import("../wire").Patch} Patch
 * @typedef {import("../wire").Answer} Answer
 * @typedef {import("../wire").Command} Command
 * @typedef {import("../wire").Tried} Tried
 * @typedef {import("../wire").Verdict} Verdict
 * @typedef {import("./choices.js").Draft} Draft
 * @typedef {{view: BoardView, patch: Patch}} News
 *
 * A half-made turn as the tab remembers it; `actions` are all of a turn that is on its way or waits for a confirmation.
 * @typedef {{version: number, player: string | null, actions: number[], clicks: string[], spelled: string[][], key: string}} Kept
 *
 * @typedef {{kind: "choosing", draft: Draft}} Choosing the present position: of the next turn nothing or a part is made
 * @typedef {{kind: "sending", draft: Draft, actions: number[], clicks: string[], key: string, early: Event | null}} Sending
 *   a turn or a part of one, pointed out in `draft`; `early` is what was done meanwhile
 * @typedef {{kind: "confirming", draft: Draft, actions: number[], key: string, preview: string, text: string, warning: string}} Confirming a whole turn, not yet played
 * @typedef {{kind: "looking", at: string, kept: Kept | null}} Looking at another position, laid over the present one
 * @typedef {{kind: "judged", verdict: Verdict}} Judged a turn of a lesson or a puzzle, laid over the position
 * @typedef {import("./trying.js").Trying} Trying
 * @typedef {Choosing | Sending | Confirming | Looking | Judged | Trying} Mode
 * @typedef {{server: BoardView, mode: Mode}} State
 *
 * @typedef {{key: string, hold: boolean}} Stamp
 * @typedef {Stamp & ({type: "choose", name: string, small: boolean} | {type: "back"} | {type: "confirm"} | {type: "again"}
 *   | {type: "restore", kept: Kept | null} | {type: "answered", answer: Answer}
 *   | {type: "explained", actions: number[] | null, why: string, verdict: Verdict | null}
 *   | {type: "command", command: Command} | {type: "commanded", answer: Answer} | {type: "news", news: News}
 *   | {type: "look", at: string, verdict: Verdict | null} | {type: "looked", at: string, verdict: Verdict | null, news: News}
 *   | {type: "try", line: string, planning: boolean} | {type: "tried", tried: Tried | null, why: string, planning: boolean}
 *   | {type: "present"} | {type: "visit", query: string, name?: boolean} | {type: "visited", news: News, name?: boolean} | {type: "refresh"})} Event
 *
 * @typedef {{do: "send", command: Command, key: string} | {do: "command", command: Command, key: string}
 *   | {do: "explain", clicks: string[]} | {do: "look", at: string, verdict: Verdict | null} | {do: "visit", query: string, name?: boolean}
 *   | {do: "try", line: string, actions: number[], planning: boolean}
 *   | {do: "fetch", shown: string} | {do: "patch", patch: Patch} | {do: "cover", patch: Patch} | {do: "uncover"}
 *   | {do: "say", why: string, ruled: boolean} | {do: "speak", text: string}
 *   | {do: "verdict", verdict: Verdict | null, why: string} | {do: "keep", kept: Kept | null}
 *   | {do: "again", event: Event} | {do: "later", event: Event}} Effect
 * @typedef {[State, Effect[]]} Step
 */

/** @param {BoardView} server @returns {State} */
export function opened(server) {
  return { server, mode: { kind: "choosing", draft: begin(server.choices) } };
}

/** What is made of the next turn. @param {State} state @returns {Draft} */
export function draftOf({ server, mode }) {
  return "draft" in mode ? mode.draft : begin(server.choices);
}

/** Whether the next click can be a part of a turn, of one that is planned as well. @param {State} state */
export function mayAct({ server, mode }) {
  if (mode.kind === "trying") return true;
  return (server.acts || server.plans) && (mode.kind === "choosing" || (mode.kind === "judged" && !mode.verdict.done));
}

/** Whether nothing of a turn has been made yet. @param {State} state */
export function isAtRest({ mode }) {
  return mode.kind === "choosing" && !begun(mode.draft);
}

/** Whether there is something that one step back takes away. @param {State} state */
export function mayGoBack(state) {
  if (state.mode.kind === "trying") return begun(state.mode.draft) || state.mode.turns > 0;
  return begun(draftOf(state)) || (state.mode.kind === "choosing" && state.server.back !== null);
}

/** @param {State} state @param {Event} event @returns {Step} */
export function reduce(state, event) {
  const { server, mode } = state;
  const own = mode.kind === "trying" ? within(state, mode, event) : null;
  if (own) return own;
  switch (event.type) {
    case "choose":
      return chosen(state, event);
    case "back":
      return back(state, event);
    case "confirm":
      return mode.kind === "confirming" ? send(server, mode.draft, mode.actions, mode.key, { sure: true }) : [state, []];
    case "again":
      return mode.kind === "judged" ? [opened(server), [{ do: "uncover" }, unjudged]] : [state, []];
    case "restore":
      return event.kept ? restored(state, event.kept) : [state, []];
    case "answered":
      return mode.kind === "sending" && mode.key === event.key ? answered(state, mode, event) : [state, []];
    case "explained":
      return explained(state, event);
    case "command":
      return mode.kind === "sending" ? early(state, mode, event) : [state, [{ do: "command", command: versioned(event.command, server), key: event.key }]];
    case "commanded":
      return then(settled([state, []], event), (next) => (next.server.version === server.version ? [next, []] : present(next)));
    case "news":
      return hear(state, event.news, event.key);
    case "look":
      return mode.kind === "sending" ? early(state, mode, event) : [state, [{ do: "look", at: event.at, verdict: event.verdict }]];
    case "looked":
      return looked(state, event);
    case "try":
      return mode.kind === "sending" ? early(state, mode, event) : [state, [{ do: "try", line: event.line, actions: [], planning: event.planning }]];
    case "tried":
      return tried(state, event);
    case "present":
      return present(state);
    case "visit":
      return [state, [{ do: "visit", query: event.query, ...(event.name && { name: true }) }]];
    case "visited":
      return event.name && !isAtRest(state) ? [state, []] : visited(state, event.news);
    case "refresh":
      return [state, [{ do: "fetch", shown: server.tag }]];
  }
}

// --- pointing --------------------------------------------------------------------------------------------------------

/** @param {State} state @param {Extract<Event, {type: "choose"}>} event @returns {Step} */
function chosen(state, event) {
  const { server, mode } = state;
  const { name, small, key, hold } = event;
  if (mode.kind === "sending") return mode.draft.spelled.at(-1)?.at(-1) === name ? [state, []] : early(state, mode, event); // a double click is one
  if (mode.kind === "looking") return present(state);
  if (!mayAct(state)) return [state, []];
  if (mode.kind !== "choosing") return then(reduce(state, { ...event, type: "again" }), (next) => reduce(next, event));
  const { draft } = mode;
  const open = targets(draft).has(name);
  if (small && open && draft.aimed !== name) return [choosing(server, { ...draft, aimed: name }), [quiet]];
  if (draft.clicks.at(-1) === name && !open) return back(state, event);
  const made = choose(draft, name);
  if (!made) return [choosing(server, { ...draft, aimed: null }), [quiet, { do: "explain", clicks: spell(draft, name) }]];
  if (made.action === null) return [choosing(server, made.draft), [quiet, keep(server, made.draft, key)]];
  return send(server, made.draft, [...draft.taken, made.action], key, { hold });
}

/** One step back. @param {State} state @param {Event} event @returns {Step} */
function back(state, event) {
  const { server, mode } = state;
  switch (mode.kind) {
    case "sending":
      return mode.early ? [{ server, mode: { ...mode, early: null } }, []] : early(state, mode, event);
    case "looking":
    case "trying":
      return present(state);
    case "judged":
      return mode.verdict.done ? [state, []] : reduce(state, { ...event, type: "again" });
    case "confirming":
      return unconfirmed(server, mode, event.key);
  }
  const { draft } = mode;
  if (draft.aimed !== null) return [choosing(server, { ...draft, aimed: null }), [quiet]];
  if (draft.clicks.length) {
    const fewer = { ...draft, clicks: draft.clicks.slice(0, -1) };
    return [choosing(server, fewer), [quiet, keep(server, fewer, event.key)]];
  }
  const fewer = draft.taken.slice(0, -1);
  if (fewer.length) return send(server, { ...draft, spelled: draft.spelled.slice(0, -1) }, fewer, event.key, { hold: true });
  if (draft.taken.length) return [opened(server), [quiet, { do: "uncover" }, forget]];
  if (server.planned !== null) return [state, [quiet, { do: "command", command: { kind: "plan", replies: [] }, key: event.key }]];
  return [state, server.back === null ? [quiet] : [quiet, { do: "visit", query: server.back }]];
}

/** Go back from a whole turn to what was made of it before. @param {BoardView} server @param {Confirming} mode @param {string} key @returns {Step} */
function unconfirmed(server, { draft, actions }, key) {
  const fewer = actions.slice(0, -1);
  const before = { ...draft, spelled: draft.spelled.slice(0, -1) };
  if (fewer.length > draft.taken.length) return send(server, before, fewer, key, { hold: true }); // after a reload
  return [choosing(server, before), [keep(server, before, key)]];
}

/** Something done while a turn is on its way is done once it has been answered. @param {State} state @param {Sending} mode @param {Event} event @returns {Step} */
function early({ server }, mode, event) {
  return [{ server, mode: { ...mode, early: event } }, []];
}

/**
 * Send a turn, or a part of one. What may have arrived already is sent with the key that it had.
 * @param {BoardView} server @param {Draft} draft @param {number[]} actions @param {string} key
 * @param {{hold?: boolean, sure?: boolean, clicks?: string[]}} how `clicks` were made beyond the actions @returns {Step}
 */
function send(server, draft, actions, key, { hold = false, sure = false, clicks = [] }) {
  const turn = { version: server.version, actions, hold };
  /** @type {Command} */
  const command = server.plans ? { kind: "premove", ...turn } : { kind: "turn", ...turn, sure };
  const mode = { kind: /** @type {const} */ ("sending"), draft, actions, clicks, key, early: null };
  return [{ server, mode }, [quiet, { do: "send", command, key }, { do: "keep", kept: keptOf(server, mode) }]];
}

/** Go on with what the tab remembers. A whole turn is not played yet: whoever reloads may have thought better of it. @param {State} state @param {Kept} kept @returns {Step} */
function restored(state, kept) {
  const { server } = state;
  if (kept.version !== server.version) return [state, [forget]];
  if (!mayAct(state) || kept.player !== server.player) return [state, []];
  const draft = { ...begin(server.choices), spelled: kept.spelled };
  if (kept.actions.length) return send(server, draft, kept.actions, kept.key, { hold: true, clicks: kept.clicks });
  return [choosing(server, clickedAgain(draft, kept.clicks)), []];
}

// --- hearing ---------------------------------------------------------------------------------------------------------

/** @param {State} state @param {Sending} mode @param {Extract<Event, {type: "answered"}>} event @returns {Step} */
function answered(state, mode, event) {
  const { server } = state;
  const { answer } = event;
  if (answer.kind === "incomplete") return incomplete(state, mode, answer);
  if (answer.kind === "pending") {
    const { draft, key } = mode;
    const { actions, preview, text, warning } = answer;
    return onwards([{ server, mode: { kind: "confirming", draft, actions, key, preview, text, warning } }, [{ do: "speak", text: warning }, quiet]], mode);
  }
  if (answer.kind === "accepted" && answer.own) {
    return [state, [{ do: "cover", patch: answer.own }, { do: "later", event: { ...event, answer: { ...answer, own: null } } }]];
  }
  if (answer.kind === "accepted" && answer.verdict && answer.view.query === server.query) {
    return judged(answer.view, answer.patch, answer.verdict, "");
  }
  return onwards(settled([opened(server), [quiet, { do: "uncover" }, forget]], event), mode);
}

/** The beginning of a turn lies over the board. @param {State} state @param {Sending} mode @param {Extract<Answer, {kind: "incomplete"}>} answer @returns {Step} */
function incomplete({ server }, mode, { actions, choices, patch }) {
  if (!fits(patch, server)) return [opened(server), [quiet, { do: "uncover" }, { do: "fetch", shown: "" }]];
  const draft = clickedAgain({ ...begin(choices), taken: actions, spelled: mode.draft.spelled }, mode.clicks);
  /** @type {Effect[]} */
  const next = mode.early ? [{ do: "again", event: mode.early }] : [];
  return [choosing(server, draft), [quiet, { do: "cover", patch }, keep(server, draft, mode.key), ...next]];
}

/** After a whole turn an early click is meant for a plan, if for anything; whatever else was done is done. @param {Step} step @param {Sending} mode @returns {Step} */
function onwards([state, effects], { early: event }) {
  const meant = event && (["command", "look", "try"].includes(event.type) || (event.type === "choose" && state.server.plans));
  return [state, meant ? [...effects, { do: "again", event }] : effects];
}

/** @param {Step} step @param {{answer: Answer, key: string}} event @returns {Step} */
function settled(step, { answer, key }) {
  if (answer.kind !== "accepted" && answer.kind !== "refused") return step;
  const last = answer.kind === "refused" ? [said(answer.why)] : answer.verdict ? [verdictOf(answer.verdict, "")] : [];
  return then(then(step, (state) => hear(state, answer, key)), (state) => [state, last]);
}

/** What there is to be seen now. @param {State} state @param {News} news @param {string} key @returns {Step} */
function hear(state, { view, patch }, key) {
  const { server, mode } = state;
  if (view.tag === server.tag || view.version < server.version || view.number < server.number) return [state, []];
  if (!fits(patch, server)) return [state, [{ do: "fetch", shown: "" }]];
  /** @type {Effect[]} */
  const shown = [{ do: "patch", patch }, { do: "speak", text: patch.spoken ?? "" }];
  if (view.version === server.version && view.player === server.player) return sameTurn(view, state, key, shown);
  if (mode.kind === "sending") return [{ server: view, mode }, [{ do: "uncover" }, ...shown]];
  const stays = mode.kind === "looking" || (mode.kind === "trying" && !mode.planning); // what is planned was for another position
  if (stays) return [{ server: view, mode: { ...mode, kept: null } }, [...shown, forget]];
  return [opened(view), [{ do: "uncover" }, ...shown, quiet, forget]];
}

/** Something else than a turn happened: what is made of the next one stays. @param {BoardView} view @param {State} before @param {string} key @param {Effect[]} shown @returns {Step} */
function sameTurn(view, { server, mode }, key, shown) {
  if (mode.kind !== "choosing") return [{ server: view, mode }, shown];
  const { draft } = mode;
  if (!begun(draft)) return [opened(view), shown];
  if (!draft.taken.length || view.board === server.board) return [{ server: view, mode }, shown];
  const again = send(view, draft, draft.taken, key, { hold: true, clicks: draft.clicks }); // to be drawn over another drawing
  return then([again[0], shown], () => again);
}

/** @param {State} state @param {Extract<Event, {type: "explained"}>} event @returns {Step} */
function explained(state, { actions, why, verdict, key, hold }) {
  if (verdict?.done) return state.mode.kind === "judged" ? [state, []] : judged(state.server, null, verdict, why);
  if (!mayAct(state) || state.mode.kind !== "choosing") return [state, []];
  return actions ? send(state.server, state.mode.draft, actions, key, { hold }) : [state, [{ do: "say", why, ruled: true }]];
}

/** @param {BoardView} server @param {Patch | null} patch @param {Verdict} verdict @param {string} why @returns {Step} */
function judged(server, patch, verdict, why) {
  /** @type {Effect[]} */
  const shown = patch ? [{ do: "cover", patch }] : [];
  return [{ server, mode: { kind: "judged", verdict } }, [quiet, ...shown, forget, verdictOf(verdict, why)]];
}

// --- other positions -------------------------------------------------------------------------------------------------

/** Look at another position, which lies over the present one. @param {State} state @param {Extract<Event, {type: "looked"}>} event @returns {Step} */
function looked({ server, mode }, { at, news, verdict, key }) {
  if (mode.kind === "sending") return [{ server, mode }, []]; // whoever looked has gone on
  if (!fits(news.patch, server)) return [{ server, mode }, [{ do: "fetch", shown: "" }]];
  const kept = keptOf(server, mode, key);
  /** @type {Mode} */
  const next = verdict ? { kind: "judged", verdict } : { kind: "looking", at, kept };
  return [{ server, mode: next }, [quiet, { do: "cover", patch: news.patch }]];
}

/** A line that is tried lies over the present position; one that ends with a reply to be planned has it planned. @param {State} state @param {Extract<Event, {type: "tried"}>} event @returns {Step} */
function tried({ server, mode }, { tried: found, why, planning, key }) {
  const before = mode.kind === "trying" ? mode : null;
  if (mode.kind === "sending") return [{ server, mode }, []];
  const waits = { server, mode: before ? { ...before, asking: false } : mode };
  if (!found) return [waits, [said(why)]];
  if (!fits(found.patch, server)) return [waits, [{ do: "fetch", shown: "" }]];
  const next = arrived(before, found, planning, keptOf(server, mode, key));
  /** @type {Effect[]} */
  const shown = [quiet, { do: "cover", patch: found.patch }, { do: "speak", text: found.patch.spoken ?? "" }];
  const turns = planned(before, next) ? next.line.split(";").slice(1) : [];
  return [{ server, mode: next }, turns.length ? [...shown, { do: "command", command: { kind: "plan line", turns }, key }] : shown];
}

/** Show the present again, with what was made of the next turn. @param {State} state @returns {Step} */
function present(state) {
  const { server, mode } = state;
  if (mode.kind !== "looking" && mode.kind !== "trying") return [state, []];
  const { kept } = mode;
  return then([opened(server), [quiet, { do: "uncover" }]], (next) => (kept ? restored(next, kept) : [next, []]));
}

/** Another position takes the place of this one. @param {State} state @param {News} news @returns {Step} */
function visited(state, { view, patch }) {
  if (view.tag === state.server.tag) return [state, []]; // the socket was faster
  if (!fits(patch, state.server)) return [state, [{ do: "visit", query: view.query }]];
  return [opened(view), [quiet, unjudged, { do: "uncover" }, { do: "patch", patch }, { do: "speak", text: patch.spoken ?? "" }]];
}

// --- parts -----------------------------------------------------------------------------------------------------------

/** Whether a patch changes what the page shows; one for the board alone may lie over it. @param {Patch} patch @param {BoardView} server */
export function fits({ base = null }, server) {
  return base === null || base === server.tag || base === server.board;
}

/** A command of the panel, about the position in which it is given. @param {Command} command @param {BoardView} server @returns {Command} */
function versioned(command, { version }) {
  return command.kind === "undo" ? { ...command, version } : command;
}

/** @param {BoardView} server @param {Draft} draft @returns {State} */
function choosing(server, draft) {
  return { server, mode: { kind: "choosing", draft } };
}

/** @param {Step} step @param {(state: State) => Step} more @returns {Step} */
function then([state, effects], more) {
  const [next, others] = more(state);
  return [next, [...effects, ...others]];
}

/** What the tab should remember of a turn. @param {BoardView} server @param {Mode} mode @returns {Kept | null} */
function keptOf({ version, player }, mode, key = "") {
  if (mode.kind === "looking" || mode.kind === "trying") return mode.kept;
  if (!("draft" in mode)) return null;
  const { taken, clicks, spelled } = mode.draft;
  const known = { version, player, spelled };
  if (mode.kind === "sending") return { ...known, actions: mode.actions, clicks: mode.clicks, key: mode.key };
  if (mode.kind === "confirming") return { ...known, actions: mode.actions, clicks: [], key: mode.key };
  return taken.length || clicks.length ? { ...known, actions: taken, clicks, key } : null;
}

/** @param {BoardView} server @param {Draft} draft @param {string} key @returns {Effect} */
function keep(server, draft, key) {
  return { do: "keep", kept: keptOf(server, { kind: "choosing", draft }, key) };
}

/** @param {string} why @returns {Effect} */
function said(why) {
  return { do: "say", why, ruled: false };
}

/** @param {Verdict | null} verdict @param {string} why @returns {Effect} */
function verdictOf(verdict, why) {
  return { do: "verdict", verdict, why };
}

/** @type {Effect} */
const forget = { do: "keep", kept: null };
const quiet = said("");
const unjudged = verdictOf(null, "");
