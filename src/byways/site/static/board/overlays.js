// What is shown over a board and is no part of it: what a choice would put there, where the pointer or the focus rests, also
// said to who cannot see it; the lines of sight of the piece that is pointed at; and what is advised.

import { element, say } from "../common/page.js";
import { TEXTS } from "../common/texts.js";

const REST = 40; // ms that a pointer rests on a point before the server is asked what would be there
const STAY = 250; // ms that it stays there before it is asked why that may not be chosen
const MOST = 500; // previews that are remembered

/** @typedef {import("../wire").Advice} Advice */
/** @typedef {import("../wire").Preview} Preview */
/** @typedef {import("../wire").Why} Why */

export class Previews {
  /**
   * @param {{ask: (actions: number[]) => Promise<Preview | null>, why: (clicks: string[]) => Promise<Why | null>,
   *          actions: (name: string) => number[] | null, closed: (name: string) => string[] | null, describe: (name: string) => string,
   *          taken: () => number[], place: () => string, rest: () => string, over: () => string, label: (name: string) => string,
   *          then: (values: Record<string, string>) => void, rests: (name: string) => boolean}} page
   * `actions` are those of the turn with the one that choosing a name would complete, `closed` the clicks to ask `why` about where a name
   * may not be chosen, `describe` what the page itself can say of it, `taken` those taken so far, `place` names the position; `rest` is
   * what is drawn where nothing is pointed at, `over` what is at any time, `label` what a name is called in words; `then` shows what
   * numbers would be, `rests` whether a pointer rests on a name.
   */
  constructor(page) {
    this.page = page;
    /** @type {Map<string, Preview>} by what was asked */
    this.known = new Map();
    /** @type {Map<string, Why>} by what was asked */
    this.whys = new Map();
    /** @type {string | null} what was asked last */
    this.pointed = null;
    /** @type {[string | null, boolean]} what is pointed at, and whether it is to be said */
    this.at = [null, false];
    this.markup = ""; // of what would be where somebody points
    /** @type {string} the position of which was said how things are */
    this.announced = "";
  }

  /** Something is pointed at, or nothing: show what would be there; say it `aloud` to who cannot see the pointer. @param {string | null} name */
  async point(name, aloud = false) {
    this.at = [name, aloud];
    const actions = this.#actions();
    const question = actions && this.#question(actions);
    this.pointed = question;
    if (!actions || !question) return this.#explain(name, aloud);
    if (!this.known.has(question)) await new Promise((resolve) => setTimeout(resolve, REST));
    const found = this.pointed === question ? await this.#ask(question, actions) : null;
    if (!found || this.pointed !== question) return undefined;
    this.#show(found.markup ?? "", name ?? "", found.says ?? "", found.values);
    return aloud ? this.#speak(question, found.says ?? "") : undefined;
  }

  /** Nothing would come of a choice: show what is known of the place, or why it may not be chosen, once the pointer stays. @param {string | null} name @param {boolean} aloud */
  async #explain(name, aloud) {
    const [description, clicks] = name === null ? ["", null] : [this.page.describe(name), this.page.closed(name)];
    this.#show(this.page.rest(), description && name ? name : "", description);
    if (description && aloud) say("foretold", description);
    if (description || !clicks) return;
    const question = this.#question(clicks);
    this.pointed = question;
    if (!this.whys.has(question)) await new Promise((resolve) => setTimeout(resolve, STAY));
    const found = this.pointed === question ? (this.whys.get(question) ?? (await this.page.why(clicks))) : null;
    if (!found || this.pointed !== question) return;
    this.refuse(clicks, found);
    if (aloud) say("foretold", found.why ?? "");
  }

  /** Show why the last of some clicks is not possible. @param {string[]} clicks @param {Why} found */
  refuse(clicks, found) {
    const name = clicks.at(-1) ?? "";
    this.at = [name, this.at[1]];
    this.pointed = this.#question(clicks);
    if (this.whys.size >= MOST) this.whys.clear();
    this.whys.set(this.pointed, found);
    this.#show(found.markup ?? "", found.why ? name : "", found.why ?? "");
  }

  /** What would be there is not shown any longer than it could be chosen; of another position it is asked anew. */
  renew() {
    const [name] = this.at;
    const asked = this.#actions() ?? (name === null ? null : this.page.closed(name));
    if (asked && this.#question(asked) === this.pointed) return this.#draw();
    this.pointed = null;
    const description = name === null ? "" : this.page.describe(name);
    this.#show(this.page.rest(), description ? (name ?? "") : "", description);
    return asked && name !== null && this.page.rests(name) ? this.point(name) : undefined;
  }

  #actions() {
    return this.at[0] === null ? null : this.page.actions(this.at[0]);
  }

  #draw() {
    const layer = document.getElementById("ghost");
    const drawn = this.markup + this.page.over();
    if (layer && layer.innerHTML !== drawn) layer.innerHTML = drawn;
  }

  /** @param {string} markup @param {string} name @param {string} says @param {Record<string, string>} values */
  #show(markup, name, says, values = {}) {
    this.markup = markup;
    this.#draw();
    this.page.then(values);
    const line = document.getElementById("pointed");
    const label = this.page.label(name);
    if (line && line.textContent !== [label, says].filter(Boolean).join(" · ")) line.replaceChildren(...(label ? [element("b", { textContent: label }), says && ` · ${says}`] : []));
  }

  /** Say how things would be; first how they are, where that has not been said yet. @param {string} question @param {string} then */
  async #speak(question, then) {
    const taken = this.page.taken();
    const here = this.#question(taken);
    const now = this.announced === here ? "" : (await this.#ask(here, taken)).says;
    if (this.pointed !== question) return;
    this.announced = here;
    say("foretold", [now && TEXTS.now(now), then && TEXTS.then(then)].filter(Boolean).join(" "));
  }

  /** @param {(number | string)[]} asked actions, or clicks */
  #question(asked) {
    return `${this.page.place()} ${asked}`;
  }

  /** @param {string} question @param {number[]} actions @returns {Promise<Preview>} */
  async #ask(question, actions) {
    const known = this.known.get(question);
    if (known) return known;
    const answer = await this.page.ask(actions);
    if (!answer) return { markup: "", says: "", values: {} }; // to be asked again
    if (this.known.size >= MOST) this.known.clear();
    this.known.set(question, answer);
    return answer;
  }
}

export class Sights {
  /** @param {SVGSVGElement} svg the board */
  constructor(svg) {
    this.svg = svg;
    /** @type {string | null} */
    this.at = null;
    /** @type {string[]} the points that it sees */
    this.seen = [];
  }

  /** Let the lines of a point stand out. @param {string | null} name */
  point(name) {
    this.at = name;
    const lines = /** @type {NodeListOf<SVGElement>} */ (this.svg.querySelectorAll(".sights [data-along]"));
    this.seen = [...lines].flatMap((line) => {
      const ends = (line.dataset.along ?? "").split(" ");
      const own = name !== null && ends.includes(name);
      line.classList.toggle("pointed", own);
      return own ? ends.filter((end) => end !== name) : [];
    });
    this.svg.classList.toggle("sighting", this.seen.length > 0);
  }

  /** The board has changed: its new lines are those of the same point. */
  renew() {
    if (this.at !== null) this.point(this.at);
  }
}

/** @type {Advice} */
export const NONE = { said: "", markup: "", places: [] };

export class Advised {
  /** @param {import("./pointer.js").Pointer} pointer */
  constructor(pointer) {
    this.pointer = pointer;
    this.layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
    this.layer.setAttribute("class", "layer turns coached");
    this.layer.setAttribute("aria-hidden", "true");
    document.getElementById("ghost")?.before(this.layer);
  }

  /** @param {Advice} advice */
  show({ markup, places }) {
    this.layer.innerHTML = markup;
    this.pointer.light(places, "where");
  }
}
