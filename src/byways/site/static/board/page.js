// A page with a board: events go in, `reduce` says what becomes of the page's one value and what is to be done, `show`
// shows the value. Pages differ in the effects that they add, and in what they show beside the board.

import { $, button, keepingFocus, say } from "../common/page.js";
import { playAll } from "../common/sounds.js";
import { sure } from "../common/sure.js";
import { TEXTS, refusal, unconfirmed } from "../common/texts.js";
import { newKey } from "../net/wire.js";
import { begun, completing, following, spell, targets, words } from "./choices.js";
import { Motion } from "./motion.js";
import { Panel } from "./panel.js";
import { Pointer } from "./pointer.js";
import { Previews } from "./previews.js";
import { fitCoordinates } from "./coordinates.js";
import { draftOf, isAtRest, mayAct, mayGoBack, opened, reduce } from "./reduce.js";
import { Sheets, frame, toScale } from "./sheets.js";
import { Sights } from "./sights.js";
import { Surface } from "./surface.js";
import { Turning } from "./turning.js";

const SLOW = 300; // ms until the pointer says that the server takes its time
const PAUSE = 700; // ms between a turn and its reply, where both come at once

/**
 * @typedef {import("./reduce.js").State} State
 * @typedef {import("./reduce.js").Event} Event
 * @typedef {import("./reduce.js").Effect} Effect
 * @typedef {import("./reduce.js").News} News
 * @typedef {import("./choices.js").Draft} Draft
 * @typedef {import("../net/wire.js").Wire} Wire
 * @typedef {import("../net/wire.js").Heard} Heard
 * @typedef {import("../wire").Answer} Answer
 * @typedef {{[Kind in Effect["do"]]?: (effect: Extract<Effect, {do: Kind}>) => void}} Effects
 * @typedef {Event extends infer One ? One extends Event ? Omit<One, "key" | "hold"> & {key?: string} : never : never} Told
 *
 * What pages add: effects of their own; what they `show` beside the board, and how what is said of clicks; whether whole
 * turns are to be confirmed, or judged by the coach first; whether it is said why what is pointed at may not be chosen; what is drawn where nothing is pointed at, and what at any time; where
 * focus goes from what is gone.
 * @typedef {object} Page
 * @property {Effects} [effects]
 * @property {(state: State, before: State) => void} [show]
 * @property {() => boolean} [confirms]
 * @property {() => boolean} [advised]
 * @property {boolean} [explains]
 * @property {(state: State) => string} [rest]
 * @property {(state: State) => string} [over]
 * @property {() => (Element | null)[]} [places]
 */

/** Show a board, and return what tells it of events. @param {Wire} wire @param {Page} page */
export function boardPage(wire, { effects = {}, show: showMore = () => {}, confirms = () => false, advised = () => false, explains = false, rest = () => "", over = () => "", places = () => [] }) {
  const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ ($("stage")));
  const surface = new Surface(svg, new Motion(playAll));
  const sheets = document.getElementById("sheets") && new Sheets(svg);
  const panel = new Panel(() => wire.ask(at("/gallery")));
  const asking = $("asked");
  let state = opened(JSON.parse($("data").textContent ?? ""));
  /** @type {ReturnType<typeof setTimeout> | undefined} ends when the server takes its time */
  let patience;
  let answering = ""; // the command that has not been answered yet
  let asked = 0; // counts looks and visits, so that a late answer to an old one is dropped
  /** @type {Event[]} */
  const queue = [];

  const sights = new Sights(svg);
  const pointer = new Pointer(svg, {
    choose: (name, small) => {
      const looks = pointer.kind === "touch" && !isOpen(name); // a finger points by a tap
      if (looks) point(name);
      if (looks && sights.seen.length && isAtRest(state)) return;
      dispatch({ type: "choose", name, small });
      if (looks) point(name);
    },
    back: (key) => dispatch({ type: leaves(key) ? "present" : "back" }),
    point,
  });
  const previews = new Previews({
    ask: (actions) => wire.ask(at("/preview", place()), { actions: actions.join(","), aloud: true }),
    why: (clicks) => wire.ask(at("/why", place()), { clicks: clicks.join(",") }),
    actions: (name) => (mayAct(state) ? completing(draftOf(state), name) : null),
    closed: (name) => (explains && mayAct(state) && pointer.has(name) && !isOpen(name) && !holds(name) ? spell(draftOf(state), name) : null),
    told: (name) => (name === sights.at && sights.seen.length ? TEXTS.sees(sights.seen) : ""),
    taken: () => draftOf(state).taken,
    place: () => state.server.board + place(),
    label: (name) => draftOf(state).choices.labels[name] ?? name,
    rest: () => (state.mode.kind === "confirming" ? state.mode.preview : rest(state)),
    over: () => over(state),
    then: (values) => panel.then(values),
  });

  /** Something is pointed at, or nothing. @param {string | null} name @param {boolean} [aloud] */
  function point(name, aloud) {
    sights.point(name);
    pointer.lead(new Set([...sights.seen, ...(name !== null && mayAct(state) ? following(draftOf(state), name) : [])]));
    previews.point(name, aloud);
  }

  /** Whether something may be chosen now. @param {string} name */
  function isOpen(name) {
    return mayAct(state) && targets(draftOf(state)).has(name);
  }

  /** Whether a key on the board leaves a line, of which Backspace takes back a turn. @param {string} key */
  function leaves(key) {
    return key === "Escape" && state.mode.kind === "trying" && !begun(state.mode.draft);
  }

  /** The path of a question about the position that is shown, or about another. @param {string} path */
  function at(path, query = state.server.query) {
    return query ? `${path}?${query}` : path;
  }

  /** The part of an address that names the position in which something is pointed out. */
  function place() {
    return state.mode.kind === "trying" ? `${new URLSearchParams({ line: state.mode.line })}` : state.server.query;
  }

  /** @param {object} command @param {string} key @returns {Promise<Answer>} */
  async function tell(command, key) {
    const heard = await wire.insist(at("/act"), { command, key, shown: state.server.tag }, (vain) => all.say?.({ do: "say", why: unconfirmed(vain), ruled: false }));
    const { tag: base } = state.server;
    return heard.ok || heard.data?.kind ? heard.data : { kind: "refused", code: "", why: heard.data?.error?.message ?? TEXTS.failed, view: state.server, patch: { markup: {}, base } };
  }

  /** @param {string} path @param {Record<string, string>} fields @param {(news: News) => void} hear */
  async function ask(path, fields, hear) {
    const number = ++asked;
    const news = await wire.ask(path, fields);
    if (number !== asked) return;
    if (news) hear(news);
    else all.say?.({ do: "say", why: TEXTS.unreachable, ruled: false });
  }

  /** @type {Effects} */
  const all = {
    send: async ({ command, key }) => {
      const clicked = draftOf(state).spelled.at(-1)?.at(-1);
      if (clicked) pointer.took(clicked);
      clearTimeout(patience);
      patience = setTimeout(() => svg.classList.toggle("slow", state.mode.kind === "sending"), SLOW);
      dispatch({ type: "answered", key, answer: await tell(advised() ? { ...command, advised: true } : command, key) });
    },
    command: async ({ command, key }) => {
      const given = JSON.stringify(command);
      if (given === answering) return; // pressed twice
      answering = given;
      const answer = await tell(command, key);
      answering = "";
      dispatch({ type: "commanded", key, answer });
    },
    explain: async ({ clicks }) => {
      const board = state.server.board + place();
      const found = await wire.ask(at("/why", place()), { clicks: clicks.join(",") });
      if (state.server.board + place() !== board) return;
      dispatch({ type: "explained", actions: null, why: TEXTS.unreachable, verdict: null, ...found });
      if (found?.markup) previews.refuse(clicks, found);
    },
    look: ({ at: place, verdict }) => ask(at("/view"), { at: place, shown: state.server.tag }, (news) => dispatch({ type: "looked", at: place, verdict, news })),
    visit: ({ query, name }) => ask(at("/view", query), { shown: state.server.tag }, (news) => dispatch({ type: "visited", news, name })),
    try: async ({ line, actions, planning }) => {
      const number = ++asked;
      const heard = await wire.get(at("/try"), { line, actions: actions.join(","), planning });
      if (number === asked) dispatch({ type: "tried", tried: heard?.ok ? heard.data : null, why: heard?.ok ? "" : refusal(heard), planning });
    },
    fetch: async ({ shown }) => {
      const news = await wire.ask(at("/view"), { shown });
      if (news) dispatch({ type: "news", news });
    },
    patch: ({ patch }) => surface.patch(patch),
    cover: ({ patch }) => surface.cover(patch),
    uncover: () => surface.uncover(),
    say: ({ why }) => say("why", why),
    speak: ({ text }) => text && say("say", text),
    again: ({ event }) => dispatch(event),
    later: ({ event }) => setTimeout(() => dispatch(event), PAUSE),
    ...effects,
  };

  /** Events that effects bring up wait until the one before has been shown. @param {Told} told */
  function dispatch(told) {
    if (queue.push(/** @type {Event} */ ({ key: newKey(), hold: confirms(), ...told })) > 1) return;
    for (; queue.length; queue.shift()) {
      const before = state;
      const [next, todo] = reduce(state, queue[0]);
      state = next;
      const onBoard = pointer.hasFocus();
      if (next !== before || todo.length) keepingFocus(() => act(todo, before), () => [onBoard ? pointer.place() : null, ...places()]);
    }
  }

  /** @param {Effect[]} todo @param {State} before */
  function act(todo, before) {
    for (const effect of todo) /** @type {((effect: Effect) => void) | undefined} */ (all[effect.do])?.(effect);
    show(before);
  }

  /** Show the page's one value. @param {State} before */
  function show(before) {
    const { server, mode } = state;
    const [draft, former] = [draftOf(state), draftOf(before)];
    const open = mayAct(state) ? targets(draft) : new Set();
    const sending = mode.kind === "sending";
    svg.classList.toggle("sending", sending);
    if (!sending) svg.classList.remove("slow");
    svg.classList.toggle("past", mode.kind === "looking");
    svg.setAttribute("aria-busy", String(sending));
    // While a turn is on its way the marks stay: styling hundreds of points twice would delay it by some 20 ms.
    svg.classList.toggle("trying", mode.kind === "trying");
    if (!sending) pointer.mark(open, draft.clicks, draft.aimed, server.home, server.acts || mode.kind === "trying");
    if (state.server.version !== before.server.version) sheets?.comeHome();
    sheets?.show(server.sheets, server.worth, server.player, surface.box ?? server.box);
    panel.show(mode.kind === "looking");
    sights.renew();
    requestAnimationFrame(() => toScale(svg)); // only then: to measure now would lay out the page at once
    if (!sheets) frame(svg, surface.box ?? server.box);
    const [prompt, question] = [$("prompt"), askedFor(state, draft)];
    prompt.hidden = question !== "";
    asking.hidden = question === "";
    asking.textContent = question;
    if (draft.taken !== former.taken) say("foretold", draft.taken.length ? prompt.textContent : "");
    showButtons(pointer, open, buttons(draft, mayAct(state)));
    if (mode.kind === "confirming" && before.mode.kind !== "confirming") $("words").querySelector("button")?.focus();
    if (draft.aimed !== null && draft.aimed !== former.aimed) previews.point(draft.aimed, true);
    else if (!sending && draft.aimed === null) previews.renew();
    showMore(state, before);
  }

  /** @param {Draft} draft @param {boolean} may */
  function buttons(draft, may) {
    const { mode, server } = state;
    const confirming = mode.kind === "confirming";
    const called = server.plans && mode.kind !== "trying" ? TEXTS.plan : (/** @type {string} */ label) => label;
    const { aimed, choices } = draft;
    const made = confirming ? confirmation(mode) : [];
    if (may && aimed !== null) made.push(word(aimed, TEXTS.choose(aimed)));
    if (may) made.push(...words(draft).map((name) => word(name, called(choices.labels[name]))));
    if ((confirming && !mode.warning) || (may && mayGoBack(state))) made.push(button(TEXTS.back, () => dispatch({ type: "back" }), "btn quiet"));
    return made;
  }

  /** The buttons of a whole turn: to play it or, first where the coach warns, to take it back. @param {import("./reduce.js").Confirming} mode */
  function confirmation({ text, warning }) {
    const play = () => dispatch({ type: "confirm" });
    if (!warning) return [button((state.server.plans ? TEXTS.plan : TEXTS.play)(text), play, "btn go")];
    return [button(TEXTS.takeBack, () => dispatch({ type: "back" }), "btn go"), button(TEXTS.playAnyway(text), play)];
  }

  /** @param {string} name @param {string} label */
  function word(name, label) {
    const choose = () => dispatch({ type: "choose", name, small: false });
    const asked = state.mode.kind === "trying" ? "" : draftOf(state).choices.sure[name];
    const asks = asked && document.getElementById("sure");
    const made = button(label, asks ? () => sure(asked, label, choose) : choose, asked ? "btn warn final" : "btn");
    made.addEventListener("pointerenter", () => previews.point(name));
    made.addEventListener("focus", () => previews.point(name, made.matches(":focus-visible")));
    for (const event of ["pointerleave", "blur"]) made.addEventListener(event, () => previews.point(null));
    return made;
  }

  fitCoordinates(svg);
  new Turning(svg, pointer, wire.address);
  addEventListener("resize", () => show(state));
  // Later than this, so that what a page shows beside it is there.
  queueMicrotask(() => show(state));
  /** A turn that was typed, in the game's notation. @param {string} text */
  async function type(text) {
    const board = state.server.board + place();
    const found = await wire.ask(at("/why", place()), { typed: text });
    if (state.server.board + place() !== board) return false;
    dispatch({ type: "explained", actions: null, why: TEXTS.unreachable, verdict: null, ...found });
    return Boolean(found?.actions);
  }

  return { dispatch, at, pointer, type, ask: () => wire.ask(at("/view"), { shown: state.server.tag }), show: () => show(state), get state() { return state; } };
}

/** Whether a piece stands on a point. @param {string} name */
function holds(name) {
  return document.getElementById(`pieces.${name}`) !== null;
}

/** What is asked for in place of the prompt. @param {State} state @param {Draft} draft */
function askedFor({ mode, server }, { aimed, clicks, choices }) {
  if (mode.kind === "confirming") return mode.warning || (server.plans ? TEXTS.heldPlan : TEXTS.held);
  return aimed !== null ? TEXTS.aimed(aimed) : clicks.length ? (choices.next[clicks[0]] ?? choices.next[""] ?? "") : "";
}

let byKeys = false; // whether the last thing done was done by keys
let orphaned = false; // whether a button went that keys had pressed, and nothing has taken its focus yet
addEventListener("keydown", () => (byKeys = true), true);
addEventListener("pointerdown", () => (byKeys = false), true);

/** The buttons below a board. Focus goes on to where the next choice is, on it or among them, once there is one. @param {Pointer} pointer @param {Set<string>} open @param {HTMLElement[]} buttons */
function showButtons(pointer, open, buttons) {
  const [{ activeElement, body }, place] = [document, $("words")];
  const had = place.contains(activeElement) || (orphaned && activeElement === body);
  place.replaceChildren(...buttons);
  const onBoard = [...open].some((name) => pointer.has(name));
  if (had && onBoard) pointer.place()?.focus();
  else if (had || (pointer.hasFocus() && open.size > 0 && !onBoard)) buttons[0]?.focus();
  orphaned = had && byKeys && document.activeElement === body;
}
