// The buttons below a board: choices in words, and what to do with a whole turn.

import { $, button } from "../common/page.js";
import { askFirst } from "../common/confirm_dialog.js";
import { TEXTS } from "../common/texts.js";
import { begun, words } from "./choices.js";
import { draftOf, mayAct, mayGoBack } from "./reduce.js";

/**
 * @typedef {import("./reduce.js").State} State
 * @typedef {import("./pointer.js").Pointer} Pointer
 */

let byKeys = false; // whether the last thing done was done by keys
let orphaned = false; // whether a button went that keys had pressed, and nothing has taken its focus yet
addEventListener("keydown", () => (byKeys = true), true);
addEventListener("pointerdown", () => (byKeys = false), true);

export class Buttons {
  /**
   * @param {Pointer} pointer
   * @param {{dispatch: (event: import("./page.js").Dispatched) => void, point: (name: string | null, aloud?: boolean) => void}} page
   * `point` is told which choice is pointed at.
   */
  constructor(pointer, page) {
    this.pointer = pointer;
    this.page = page;
  }

  /** Focus goes on to where the next choice is, on the board or among them, once there is one. @param {State} state @param {Set<string>} open */
  show(state, open) {
    const [{ activeElement, body }, place] = [document, $("words")];
    const had = place.contains(activeElement) || (orphaned && activeElement === body);
    const buttons = this.#made(state);
    place.replaceChildren(...buttons);
    const onBoard = [...open].some((name) => this.pointer.has(name));
    if (had && onBoard) this.pointer.place()?.focus();
    else if (had || (this.pointer.hasFocus() && open.size > 0 && !onBoard)) buttons[0]?.focus();
    orphaned = had && byKeys && document.activeElement === body;
  }

  /** @param {State} state @returns {HTMLElement[]} */
  #made(state) {
    const { mode, server } = state;
    const [draft, may] = [draftOf(state), mayAct(state)];
    const confirming = mode.kind === "confirming";
    const called = server.plans && mode.kind !== "trying" ? TEXTS.plan : (/** @type {string} */ label) => label;
    const { aimed, choices } = draft;
    const made = confirming ? this.#confirmation(mode, server.plans) : [];
    if (may && aimed !== null) made.push(this.#word(state, aimed, TEXTS.choose(aimed)));
    if (may) made.push(...words(draft).map((name) => this.#word(state, name, called(choices.labels[name]))));
    if ((confirming && !mode.warning) || (may && mayGoBack(state))) made.push(this.#back(confirming || begun(draft) ? TEXTS.back : TEXTS.undoTurn, "btn quiet"));
    return made;
  }

  /** The buttons of a whole turn: to play it or, first where the coach warns, to take it back. @param {import("./reduce.js").Confirming} mode @param {boolean} plans */
  #confirmation({ text, warning }, plans) {
    const play = () => this.page.dispatch({ type: "confirm" });
    if (!warning) return [button((plans ? TEXTS.plan : TEXTS.play)(text), play, "btn go")];
    return [this.#back(TEXTS.takeBack, "btn go"), button(TEXTS.playAnyway(text), play)];
  }

  /** @param {string} label @param {string} look */
  #back(label, look) {
    return button(label, () => this.page.dispatch({ type: "back" }), look);
  }

  /** @param {State} state @param {string} name @param {string} label */
  #word(state, name, label) {
    const { dispatch, point } = this.page;
    const choose = () => dispatch({ type: "choose", name, small: false });
    const asked = state.mode.kind === "trying" ? "" : draftOf(state).choices.sure[name];
    const asks = asked && document.getElementById("confirm-dialog");
    const made = button(label, asks ? () => askFirst(asked, label, choose) : choose, asked ? "btn warn final" : "btn");
    made.addEventListener("pointerenter", () => point(name));
    made.addEventListener("focus", () => point(name, made.matches(":focus-visible")));
    for (const event of ["pointerleave", "blur"]) made.addEventListener(event, () => point(null));
    return made;
  }
}
