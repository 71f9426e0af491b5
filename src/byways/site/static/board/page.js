// A page with a board: events go in, `reduce` says what becomes of the page's one value and what is to be done; that is done
// here, and `view` shows the value. Pages differ in the effects that they add, and in what they show beside the board.

import { $, keepingFocus, say } from "../common/page.js";
import { TEXTS, refusal, unconfirmed } from "../common/texts.js";
import { newKey } from "../net/wire.js";
import { draftOf, opened, reduce } from "./reduce.js";
import { View } from "./view.js";

/**
 * @typedef {import("./reduce.js").State} State
 * @typedef {import("./reduce.js").Event} Event
 * @typedef {import("./reduce.js").Effect} Effect
 * @typedef {import("./reduce.js").News} News
 * @typedef {import("../wire").Answer} Answer
 * @typedef {import("../net/wire.js").Wire} Wire
 * @typedef {import("../net/wire.js").Fields} Fields
 * @typedef {{[Kind in Effect["do"]]?: (effect: Extract<Effect, {do: Kind}>) => void}} Effects
 * @typedef {Event extends infer One ? One extends Event ? Omit<One, "key" | "hold"> & {key?: string} : never : never} Dispatched
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

const SLOW = 300; // ms until the pointer says that the server takes its time
const PAUSE = 700; // ms between a turn and its reply, where both come at once

/** What a page does that says nothing else. @type {Required<Page>} */
const PLAIN = {
  effects: {},
  show: () => {},
  confirms: () => false,
  advised: () => false,
  explains: false,
  rest: () => "",
  over: () => "",
  places: () => [],
};

export class BoardPage {
  /** @param {Wire} wire @param {Page} own */
  constructor(wire, own) {
    this.wire = wire;
    this.own = { ...PLAIN, ...own };
    this.state = opened(JSON.parse($("data").textContent ?? ""));
    /** @type {Event[]} those that wait until the one before has been shown, which is the first */
    this.queue = [];
    this.view = new View(this);
    this.pointer = this.view.pointer;
    /** @type {Effects} */
    this.effects = { ...effectsOf(this), ...this.own.effects };
    addEventListener("resize", () => this.show());
    // Later than this, so that what a page shows beside it is there.
    queueMicrotask(() => this.show());
  }

  // --- events --------------------------------------------------------------------------------------------------------

  /** Events that effects bring up wait until the one before has been shown. @param {Dispatched} event */
  dispatch(event) {
    if (this.queue.push(/** @type {Event} */ ({ key: newKey(), hold: this.own.confirms(), ...event })) > 1) return;
    for (; this.queue.length; this.queue.shift()) {
      const before = this.state;
      const [next, todo] = reduce(before, this.queue[0]);
      this.state = next;
      const onBoard = this.pointer.hasFocus();
      if (next !== before || todo.length) keepingFocus(() => this.#act(todo, before), () => [onBoard ? this.pointer.place() : null, ...this.own.places()]);
    }
  }

  /** @param {Effect[]} todo @param {State} before */
  #act(todo, before) {
    for (const effect of todo) /** @type {((effect: Effect) => void) | undefined} */ (this.effects[effect.do])?.(effect);
    this.show(before);
  }

  /** Show the page's one value, which another may have come before. @param {State} before */
  show(before = this.state) {
    this.view.show(this.state, before);
    this.own.show(this.state, before);
  }

  /** Say why something has not been done. @param {string} why */
  say(why) {
    this.effects.say?.({ do: "say", why, ruled: false });
  }

  // --- questions -----------------------------------------------------------------------------------------------------

  /** The path of a question about the position that is shown, or about another. @param {string} path */
  at(path, query = this.state.server.query) {
    return query ? `${path}?${query}` : path;
  }

  /** What is on the board, and in which position: what has another name is another. */
  board() {
    const { mode, server } = this.state;
    return server.board + (mode.kind === "trying" ? mode.line : server.query) + (server.planned ?? "");
  }

  /** The page's one value as the server has it now. */
  ask() {
    return this.wire.ask(this.at("/view"), { shown: this.state.server.tag });
  }

  /** Ask about the position in which something is pointed out. A line that is tried is no part of an address. @param {string} path @param {Fields} fields */
  async about(path, fields) {
    const { mode } = this.state;
    if (mode.kind !== "trying") return this.wire.ask(this.at(path), fields);
    const heard = await this.wire.tell(this.at(`/try${path}`), { line: mode.line, ...fields });
    return heard?.ok ? heard.data : null;
  }

  /** Why something may not be played, or what it would be. @param {Record<string, string>} what */
  why(what) {
    return this.about("/why", what);
  }

  /** Tell the reducer why something may not be played, unless the position is another by then. @param {Record<string, string>} what */
  async explain(what) {
    const board = this.board();
    const found = await this.why(what);
    if (this.board() !== board) return null;
    this.dispatch({ type: "explained", actions: null, why: TEXTS.unreachable, verdict: null, ...found });
    return found;
  }

  /** A turn that was typed, in the game's notation. @param {string} text */
  async type(text) {
    return Boolean((await this.explain({ typed: text }))?.actions);
  }
}

// --- effects ------------------------------------------------------------------------------------------------------------

/** What a page does for each kind of effect, but for its own. @param {BoardPage} page @returns {Effects} */
function effectsOf(page) {
  const { surface } = page.view;
  return {
    ...commands(page),
    ...questions(page),
    patch: ({ patch }) => surface.patch(patch),
    cover: ({ patch }) => surface.cover(patch),
    uncover: () => surface.uncover(),
    say: ({ why }) => say("why", why),
    speak: ({ text }) => text && say("say", text),
    again: ({ event }) => page.dispatch(event),
    later: ({ event }) => setTimeout(() => page.dispatch(event), PAUSE),
  };
}

/** What tells the server to do something. @param {BoardPage} page @returns {Effects} */
function commands(page) {
  const { pointer, svg } = page.view;
  /** @type {ReturnType<typeof setTimeout> | undefined} ends when the server takes its time */
  let patience;
  let answering = ""; // the command that has not been answered yet
  return {
    send: async ({ command, key }) => {
      const clicked = draftOf(page.state).spelled.at(-1)?.at(-1);
      if (clicked) pointer.took(clicked);
      clearTimeout(patience);
      patience = setTimeout(() => svg.classList.toggle("slow", page.state.mode.kind === "sending"), SLOW);
      page.dispatch({ type: "answered", key, answer: await tell(page, page.own.advised() ? { ...command, advised: true } : command, key) });
    },
    command: async ({ command, key }) => {
      const given = JSON.stringify(command);
      if (given === answering) return; // pressed twice
      answering = given;
      const answer = await tell(page, command, key);
      answering = "";
      page.dispatch({ type: "commanded", key, answer });
    },
  };
}

/** What asks the server for something. @param {BoardPage} page @returns {Effects} */
function questions(page) {
  const { wire } = page;
  let asked = 0; // counts looks and visits, so that a late answer to an old one is dropped

  /** @param {string} path @param {Record<string, string>} fields @param {(news: News) => void} hear */
  async function ask(path, fields, hear) {
    const number = ++asked;
    const news = await wire.ask(path, fields);
    if (number !== asked) return;
    if (news) hear(news);
    else page.say(TEXTS.unreachable);
  }

  return {
    explain: async ({ clicks }) => {
      const found = await page.explain({ clicks: clicks.join(",") });
      if (found?.markup) page.view.previews.refuse(clicks, found);
    },
    look: ({ at, verdict }) => ask(page.at("/view"), { at, shown: page.state.server.tag }, (news) => page.dispatch({ type: "looked", at, verdict, news })),
    visit: ({ query, name }) => ask(page.at("/view", query), { shown: page.state.server.tag }, (news) => page.dispatch({ type: "visited", news, name })),
    try: async ({ line, actions, planning }) => {
      const number = ++asked;
      const heard = await wire.tell(page.at("/try"), { line, actions: actions.join(","), planning });
      if (number === asked) page.dispatch({ type: "tried", tried: heard?.ok ? heard.data : null, why: heard?.ok ? "" : refusal(heard), planning });
    },
    fetch: async ({ shown }) => {
      const news = await wire.ask(page.at("/view"), { shown });
      if (news) page.dispatch({ type: "news", news });
    },
  };
}

/** Tell the server until it answers. @param {BoardPage} page @param {object} command @param {string} key @returns {Promise<Answer>} */
async function tell(page, command, key) {
  const heard = await page.wire.insist(page.at("/act"), { command, key, shown: page.state.server.tag }, (vain) => page.say(unconfirmed(vain)));
  if (heard.ok || heard.data?.kind) return heard.data;
  const { server } = page.state;
  return { kind: "refused", code: "", why: heard.data?.error?.message ?? TEXTS.failed, view: server, patch: { markup: {}, base: server.tag } };
}
