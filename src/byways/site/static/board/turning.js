// The board as somebody likes to see it: turned by half, or by quarters where it has the symmetry. Only the view turns:
// points keep their names and places, and pieces and texts stay upright.

import { get, set } from "../common/storage.js";
import { isFree } from "./keys.js";

const UNIT = 100; // of the drawing's units make a cell
const NEAR = 0.01; // cells: points so near are one

/** @typedef {import("./pointer.js").Pointer} Pointer */

export class Turning {
  /** @param {SVGSVGElement} svg @param {Pointer} pointer @param {string} game whose board it is, in this tab */
  constructor(svg, pointer, game) {
    this.svg = svg;
    this.pointer = pointer;
    this.game = game;
    this.quarters = 0;
    const found = symmetry(svg);
    this.step = found.step;
    svg.style.setProperty("--middle", `${found.x * UNIT}px ${found.y * UNIT}px`);
    this.#listen("flip-board", 2);
    this.#listen("turn-board", 1);
    this.show(get("turned", game));
    addEventListener("keydown", (event) => this.#key(event));
  }

  /** Turn the board to so many quarters from how it is drawn, clockwise. @param {number} quarters */
  show(quarters) {
    this.quarters = this.step && quarters % this.step === 0 ? quarters % 4 : 0;
    this.pointer.quarters = this.quarters;
    if (this.quarters) this.svg.dataset.turned = String(this.quarters);
    else delete this.svg.dataset.turned;
    this.svg.style.setProperty("--turn", `${90 * this.quarters}deg`);
  }

  /** @param {number} quarters */
  #by(quarters) {
    this.show(this.quarters + quarters);
    set("turned", this.quarters, this.game);
  }

  /** @param {string} id @param {number} quarters */
  #listen(id, quarters) {
    const button = document.getElementById(id);
    if (!button) return;
    button.hidden = !this.step || quarters % this.step !== 0;
    button.addEventListener("click", () => this.#by(quarters));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key.toLowerCase() === "f" && this.step && get("letters") && isFree(event)) this.#by(2);
  }
}

/**
 * The middle of a board, and the smallest number of quarters by which it can be turned into itself: 1, 2, or 0 for none.
 * Several boards are not turned. @param {SVGSVGElement} svg
 */
export function symmetry(svg) {
  const controls = /** @type {SVGElement[]} */ ([...svg.querySelectorAll(".point")]);
  const alone = new Set(controls.map(({ dataset }) => dataset.board)).size === 1;
  const places = controls.map(({ dataset }) => [Number(dataset.x), Number(dataset.y)]);
  const [x, y] = [0, 1].map((axis) => (Math.min(...places.map((at) => at[axis])) + Math.max(...places.map((at) => at[axis]))) / 2);
  const key = (right, down) => `${Math.round(right / NEAR)} ${Math.round(down / NEAR)}`;
  const found = new Set(places.map(([right, down]) => key(right - x, down - y)));
  const fits = (turned) => places.every(([right, down]) => found.has(key(...turned(right - x, down - y))));
  const half = alone && fits((right, down) => [-right, -down]);
  const quarter = half && fits((right, down) => [-down, right]);
  return { x, y, step: quarter ? 1 : half ? 2 : 0 };
}
