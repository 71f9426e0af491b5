// What a choice would put on the board, shown where the pointer or the focus rests, and said to who cannot see it.

import { element, say } from "../common/page.js";
import { TEXTS } from "../common/texts.js";

const REST = 40; // ms that a pointer rests on a point before the server is asked what would be there
const MOST = 500; // previews that are remembered

/** @typedef {import("../wire").Preview} Preview */

export class Previews {
  /**
   * @param {{ask: (actions: number[]) => Promise<Preview | null>, actions: (name: string) => number[] | null,
   *          taken: () => number[], place: () => string, rest: () => string, over: () => string, label: (name: string) => string,
   *          then: (values: Record<string, string>) => void}} page
   * `actions` are those of the turn with the one that choosing a name would complete, `taken` those taken so far, `place`
   * names the position; `rest` is what is drawn where nothing is pointed at, `over` what is at any time, `label` what a name is called in words;
   * `then` shows what numbers would be.
   */
  constructor(page) {
    this.page = page;
    /** @type {Map<string, Preview>} by what was asked */
    this.known = new Map();
    /** @type {string | null} what was asked last */
    this.pointed = null;
    /** @type {[string | null, boolean]} what is pointed at, and whether it is to be said */
    this.at = [null, false];
    this.markup = ""; // of what would be where somebody points
    /** @type {string} the position of which was said how things are */
    this.told = "";
  }

  /** Something is pointed at, or nothing: show what would be there; say it `aloud` to who cannot see the pointer. @param {string | null} name */
  async point(name, aloud = false) {
    this.at = [name, aloud];
    const actions = this.#actions();
    const question = actions && this.#question(actions);
    this.pointed = question;
    if (!actions || !question) return this.#show(this.page.rest(), "", "");
    if (!this.known.has(question)) await new Promise((resolve) => setTimeout(resolve, REST));
    const found = this.pointed === question ? await this.#ask(question, actions) : null;
    if (!found || this.pointed !== question) return undefined;
    this.#show(found.markup ?? "", name ?? "", found.says ?? "", found.values);
    return aloud ? this.#speak(question, found.says ?? "") : undefined;
  }

  /** What would be there is not shown any longer than it could be chosen. */
  renew() {
    const actions = this.#actions();
    if (actions && this.#question(actions) === this.pointed) return this.#draw();
    this.pointed = null;
    return this.#show(this.page.rest(), "", "");
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
    const now = this.told === here ? "" : (await this.#ask(here, taken)).says;
    if (this.pointed !== question) return;
    this.told = here;
    say("foretold", [now && TEXTS.now(now), then && TEXTS.then(then)].filter(Boolean).join(" "));
  }

  /** @param {number[]} actions */
  #question(actions) {
    return `${this.page.place()} ${actions}`;
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
