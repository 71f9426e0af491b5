// Choosing a turn: points and buttons, one step back, and what a choice would put on the board.

import { Board } from "./board.js";
import { $, button, say } from "../common/page.js";
import { TEXTS } from "../common/texts.js";

const REST = 40; // ms that a pointer rests on a point before the server is asked what would be there
const MOST_GHOSTS = 500; // that are remembered
const SLOW = 300; // ms until the pointer says that the server takes its time
const NOTHING = { markup: "" };

/** Which offers are still open, and what has been chosen of them. */
class Choices {
  constructor() {
    this.clicks = []; // of the action being pointed at
    this.spelled = []; // the clicks of every action already taken in this turn
    this.offer([], {});
  }

  /** Begin anew with what the server offers: [action, click, …] each; labels name the clicks that are buttons. */
  offer(offers, labels) {
    this.offers = offers.map(([action, ...clicks]) => ({ action, clicks }));
    this.labels = labels;
    this.clicks = [];
  }

  /** The offers that begin with the clicks made so far. */
  open() {
    return this.offers.filter((offer) => this.clicks.every((click, i) => offer.clicks[i] === click));
  }

  /** What may be pointed at next. */
  targets() {
    return new Set(this.open().map((offer) => offer.clicks[this.clicks.length]));
  }

  /** The next targets that are buttons. */
  words() {
    return [...this.targets()].filter((word) => word in this.labels);
  }

  /** The action that one more click would complete, or null. */
  completing(name) {
    const length = this.clicks.length + 1;
    return this.open().find((offer) => offer.clicks.length === length && offer.clicks[length - 1] === name)?.action ?? null;
  }

  /**
   * Point at something. Gives {action} where that completes one, {} where more is to be pointed at, and null where
   * nothing begins so. Another beginning on the board replaces the one chosen before, such as another piece to move.
   */
  choose(name) {
    if (!this.targets().has(name)) {
      const anew = this.clicks.length && !(this.clicks[0] in this.labels);
      if (!anew || !this.offers.some((offer) => offer.clicks[0] === name)) return null;
      this.clicks = [];
    }
    this.clicks.push(name);
    const left = this.open();
    const only = left.length === 1 && left[0].clicks.slice(this.clicks.length).every((word) => word in this.labels);
    const chosen = left.find((offer) => offer.clicks.length === this.clicks.length) ?? (only ? left[0] : null);
    if (!chosen) return {};
    this.spelled.push(chosen.clicks);
    this.clicks = [];
    return { action: chosen.action };
  }

  /** Everything pointed at in this turn, and one more. */
  spell(name) {
    return [...this.spelled.flat(), ...this.clicks, name];
  }

  forget() {
    this.clicks = [];
    this.spelled = [];
  }
}

export class Pointing {
  /**
   * @param {import("../net/wire.js").Wire} wire
   * @param {{may: () => boolean, send: (actions: number[]) => void, explain: (clicks: string[]) => void, hush: () => void,
   *          forget: () => void, show: () => void, fields?: () => object, rest?: () => string}} page
   * `explain` is about clicks that no offer begins with, `hush` drops what was said of the last ones, `forget` drops the
   * half-made turn; `fields` tells the server more than actions when it is asked what they would put on the board; `rest`
   * is what is drawn there where nothing is pointed at.
   */
  constructor(wire, page) {
    this.wire = wire;
    this.page = page;
    this.board = new Board($("stage"), this);
    this.choices = new Choices();
    this.part = null; // what the server said of the half-made turn, if there is one
    this.aimed = null; // a point that was tapped once, where points are too small for fingers
    this.pointed = null; // the question what would come of choosing what the pointer or the focus rests on
    this.sending = false;
    this.patience = null; // the timer that ends when the server takes its time
    this.early = null; // what was done while the beginning of the turn was on its way, to be done once that has been answered
    this.ghosts = new Map(); // from what was asked to what it would put on the board, drawn and in words
    this.told = ""; // the question how things are, where that has been said
  }

  may() {
    return !this.sending && this.page.may();
  }

  get taken() {
    return this.part?.taken ?? [];
  }

  /** What a look asks for, also in the midst of a choice. */
  asked(look) {
    if (this.aimed !== null) return TEXTS.aimed(this.aimed);
    return (this.choices.clicks.length && look.next) || (look.prompt ?? "");
  }

  // --- choosing ------------------------------------------------------------------------------------------------------

  /** Begin a turn: nothing is chosen yet of what a look offers. */
  begin(look) {
    this.part = null;
    this.aimed = null;
    this.choices.forget();
    this.choices.offer(look.offers, look.labels);
    say("foretold", "");
  }

  /** Go on in the middle of a turn. */
  goOn(part) {
    this.part = part;
    this.choices.offer(part.offers, part.labels);
    this.board.patchForNow(part.pieces, part.box);
    say("foretold", part.prompt);
    this.takeEarly();
  }

  /** Do what was done while the beginning of the turn was on its way. */
  takeEarly() {
    if (this.early) queueMicrotask(this.early);
  }

  /** A point was clicked, or a button with this word. `small` says that a finger may well have missed. */
  choose(name, small = false) {
    const again = this.choices.spelled.at(-1)?.at(-1) === name; // a double click
    if (this.sending && !again) this.early = () => this.choose(name, small);
    if (!this.may()) return undefined;
    const open = this.choices.targets().has(name);
    if (small && name !== this.aimed && open) {
      this.aimed = name;
      this.page.show();
      return this.point(name, true);
    }
    this.aimed = null;
    if (this.choices.clicks.at(-1) === name && !open) return this.back();
    const chosen = this.choices.choose(name);
    if (chosen === null) return this.page.explain(this.choices.spell(name));
    this.page.hush();
    if (!("action" in chosen)) return this.page.show();
    this.board.took(name);
    return this.page.send([...this.taken, chosen.action]);
  }

  /** One step back in a half-made turn. */
  back() {
    if (this.sending) this.early = this.early ? null : () => this.back();
    if (!this.may()) return undefined;
    this.page.hush();
    if (this.aimed !== null) this.aimed = null;
    else if (this.choices.clicks.length) this.choices.clicks.pop();
    else if (this.part) {
      this.choices.spelled.pop();
      const fewer = this.taken.slice(0, -1);
      if (fewer.length) return this.page.send(fewer);
      this.page.forget();
    }
    return this.page.show();
  }

  /** A turn is on its way: it stays on the board as a ghost. What is done now is done once the server asks for more of the turn. */
  sent() {
    this.sending = true;
    this.early = null;
    this.pointed = null;
    clearTimeout(this.patience);
    this.patience = setTimeout(() => $("stage").classList.toggle("slow", this.sending), SLOW);
  }

  // --- pointing ------------------------------------------------------------------------------------------------------

  /** Something is pointed at, or nothing: show what would be there; say it `aloud` to who cannot see the pointer. */
  async point(name, aloud = false) {
    const action = name === null || !this.may() ? null : this.choices.completing(name);
    const question = action === null ? null : this.#question(aloud, action);
    this.pointed = question;
    if (question === null) this.#rest();
    else if (!this.ghosts.has(question)) await new Promise((resolve) => setTimeout(resolve, REST));
    const found = question !== null && this.pointed === question ? await this.#ask(question) : null;
    if (this.pointed !== question || !this.may()) return;
    if (found) this.board.ghost(found.markup);
    if (aloud) await this.#speak(question, found?.says);
  }

  /** What would come of the actions taken so far, and of one more, perhaps in words too. */
  #question(aloud, ...more) {
    return JSON.stringify({ ...this.page.fields?.(), actions: [...this.taken, ...more].join(","), aloud });
  }

  async #ask(question) {
    if (!this.ghosts.has(question)) {
      const answer = await this.wire.ask("/ghost", JSON.parse(question));
      if (!answer) return NOTHING; // to be asked again
      if (this.ghosts.size >= MOST_GHOSTS) this.ghosts.clear();
      this.ghosts.set(question, answer);
    }
    return this.ghosts.get(question);
  }

  /** Say how things would be; first how they are, where that has not been said yet. */
  async #speak(question, then) {
    const here = this.#question(true);
    const now = this.told === here ? "" : (await this.#ask(here)).says;
    if (this.pointed !== question || this.#question(true) !== here) return;
    this.told = here;
    say("foretold", [now && TEXTS.now(now), then && TEXTS.then(then)].filter(Boolean).join(" "));
  }

  // --- showing -------------------------------------------------------------------------------------------------------

  /** Show what may be chosen on the board with the key `home`, where there are several, or these buttons `instead`. */
  show(home, instead = []) {
    const may = this.may();
    $("stage").classList.toggle("sending", this.sending);
    if (!this.sending) $("stage").classList.remove("slow");
    $("stage").setAttribute("aria-busy", this.sending);
    // While a turn is on its way the marks stay: styling hundreds of points twice would delay it by some 20 ms.
    if (!this.sending) this.board.mark(may ? this.choices.targets() : new Set(), this.choices.clicks, this.aimed, home);
    if (!this.sending && this.aimed === null && !instead.length) this.#rest();
    showButtons(this.board, this.choices, may ? this.#buttons() : instead, may);
  }

  /** Show what is drawn where nothing is pointed at. */
  #rest() {
    this.board.ghost(this.page.rest?.() ?? "");
  }

  /** Whether there is something that one step back takes away. */
  get begun() {
    return this.aimed !== null || this.choices.clicks.length > 0 || this.part !== null;
  }

  #buttons() {
    const { aimed, choices } = this;
    const buttons = choices.words().map((word) => this.#word(word));
    if (aimed !== null) buttons.unshift(button(TEXTS.choose(aimed), () => this.choose(aimed)));
    if (this.begun) buttons.push(button(TEXTS.back, () => this.back(), "quiet"));
    return buttons;
  }

  #word(word) {
    const made = button(this.choices.labels[word], () => this.choose(word));
    made.addEventListener("pointerenter", () => this.point(word));
    made.addEventListener("focus", () => this.point(word, made.matches(":focus-visible")));
    for (const event of ["pointerleave", "blur"]) made.addEventListener(event, () => this.point(null));
    return made;
  }
}

let byKeys = false; // whether the last thing done was done by keys
let orphaned = false; // whether a button went that keys had pressed, and nothing has taken its focus yet
addEventListener("keydown", () => (byKeys = true), true);
addEventListener("pointerdown", () => (byKeys = false), true);

/** The buttons below a board. Focus goes on to where the next choice is, on it or among them, once there is one. */
function showButtons(board, choices, buttons, may) {
  const { activeElement, body } = document;
  const had = $("words").contains(activeElement) || (orphaned && activeElement === body);
  $("words").replaceChildren(...buttons);
  const onBoard = may && [...choices.targets()].some((name) => board.has(name));
  if (had && onBoard) board.focus();
  else if (had || (board.hasFocus() && may && !onBoard)) buttons[0]?.focus();
  orphaned = had && byKeys && document.activeElement === body;
}

/** What is about to be placed. */
export function showHand(hand) {
  const svg = $("hand");
  svg.toggleAttribute("hidden", !hand);
  if (!hand || svg.getAttribute("aria-label") === hand.says) return;
  svg.setAttribute("viewBox", hand.box);
  svg.setAttribute("aria-label", hand.says);
  svg.innerHTML = hand.markup;
}
