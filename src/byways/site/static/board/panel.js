// The panel beside a board: what a choice would change of its numbers, totals that count to what they have become, and
// everything that dice may bring.

import { $, all } from "../common/page.js";
import { play } from "../common/sounds.js";
import { lively } from "./surface.js";

const SPAN = 240; // ms in which a total counts to its new value
const UNIT = 14; // of a scale's drawing for a point

/** @param {string | null | undefined} text @returns {number} */
const read = (text) => Number((text ?? "").replace("−", "-"));

/** @param {number} number */
const written = (number) => (number ? `${number > 0 ? "+" : "−"}${Math.abs(number)}` : "0");

/** @typedef {{round: string, faces: string[]}} Roll the dice as they lie, and what they are for */

/** Which dice have been rolled: all of another round, else those that show another face. @param {Roll | null} before @param {Roll} now @returns {number[]} */
export function rolled(before, { round, faces }) {
  if (!before || faces.includes("0")) return [];
  return faces.flatMap((face, i) => (round !== before.round || face !== before.faces[i] ? [i] : []));
}

export class Panel {
  /** @param {() => Promise<{markup: string} | null>} ask for everything that dice may bring */
  constructor(ask) {
    /** @type {number | null} the total that is shown */
    this.total = null;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.counting = undefined;
    /** @type {Element | null} where it is shown */
    this.counted = null;
    /** @type {Roll | null} the dice that were shown */
    this.dice = null;
    document.getElementById("open-gallery")?.addEventListener("click", () => this.#open(ask));
  }

  /** What the choice at the pointer would make of numbers and lines, by their keys; of none, nothing. @param {Record<string, string>} values */
  then(values) {
    for (const place of all("[data-then]")) {
      const value = values[place.dataset.then];
      const text = value === undefined ? "" : `→ ${value}`;
      if (place.textContent !== text) place.textContent = text;
    }
    const scale = document.querySelector("#facts .scale");
    const aim = scale?.querySelector(".aim");
    if (!scale || !aim) return;
    const total = values[`${scale.parentElement?.id.split(".")[1]}.total`];
    aim.toggleAttribute("hidden", total === undefined);
    if (total !== undefined) aim.setAttribute("transform", `translate(${place(scale, read(total))} 0)`);
  }

  /** The board has changed: let dice roll, and count from the total that was shown to the one that is there now. */
  show(past = false) {
    if (!past) this.#roll();
    const shown = document.querySelector("[data-count] .now");
    if (!shown || shown === this.counted) return;
    clearInterval(this.counting);
    this.counted = shown;
    const [from, to] = [this.total, read(shown.textContent)];
    this.total = to;
    if (from === null || from === to || !lively()) return;
    let at = from;
    const step = () => {
      at += Math.sign(to - at);
      shown.textContent = written(at);
      if (at === to) clearInterval(this.counting);
    };
    shown.textContent = written(from);
    this.counting = setInterval(step, SPAN / Math.abs(to - from));
  }

  #roll() {
    const dice = all("#facts .dice > .die");
    const round = document.querySelector("#facts .dice-block > h2");
    if (!dice.length || !round) return;
    const now = { round: round.textContent ?? "", faces: dice.map(({ dataset }) => dataset.face) };
    const thrown = rolled(this.dice, now);
    this.dice = now;
    if (thrown.length) play("dice");
    if (lively()) for (const i of thrown) dice[i].classList.add("rolling");
  }

  /** @param {() => Promise<{markup: string} | null>} ask */
  async #open(ask) {
    const found = await ask();
    if (!found) return;
    $("gallery-all").innerHTML = found.markup;
    $("gallery").showModal();
  }
}

/** @param {Element} scale @param {number} total */
function place(scale, total) {
  const { low, high } = /** @type {SVGElement} */ (scale).dataset;
  return (Math.min(Math.max(total, Number(low)), Number(high)) - Number(low)) * UNIT;
}
