// The course of a game: a graph that is a slider, dragged or moved by keys.

import { $, say } from "../common/page.js";

const [WIDE, PLOT, INSET] = [440, 120, 6]; // of the drawing, as the server makes it
const SVG = "http://www.w3.org/2000/svg";
const REST = 80; // ms between two positions that are asked for while somebody drags
const TEXT = 12; // px, however large the graph is
const LEAP = 10; // turns of PageUp and PageDown

export class Graph {
  /** @param {number} last @param {(address: string) => void} show */
  constructor(last, show) {
    this.last = last;
    this.show = show;
    this.ply = 0;
    this.resting = false;
    const svg = $("graph");
    svg.setAttribute("role", "slider");
    svg.setAttribute("tabindex", "0");
    svg.setAttribute("aria-label", svg.dataset.name);
    svg.setAttribute("aria-describedby", "graph-says");
    svg.setAttribute("aria-valuemin", "0");
    this.resize(last);
    new ResizeObserver(() => svg.clientWidth && svg.style.setProperty("--text", `${(TEXT * WIDE) / svg.clientWidth}px`)).observe(svg);
    svg.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      svg.setPointerCapture(event.pointerId);
      this.#drag(event);
    });
    svg.addEventListener("pointermove", (event) => svg.hasPointerCapture(event.pointerId) && this.#drag(event));
    svg.addEventListener("keydown", (event) => this.#press(event));
  }

  /** The game has another number of turns now. @param {number} last */
  resize(last) {
    this.last = last;
    $("graph").setAttribute("aria-valuemax", String(last));
  }

  /** Mark where we are. @param {string} address */
  mark(address) {
    this.ply = Number(address.split(".")[0]);
    /** @type {HTMLElement | null} */
    const turn = document.querySelector(`#turns [data-address="${this.ply}"]`);
    $("graph").setAttribute("aria-valuenow", String(this.ply));
    if (turn) $("graph").setAttribute("aria-valuetext", turn.dataset.named ?? "");
    else $("graph").removeAttribute("aria-valuetext");
    this.#draw();
  }

  /** What the analysis has found so far. @param {import("../wire").Findings} analysis */
  found(analysis) {
    if (analysis.graph !== undefined) {
      $("graph").innerHTML = analysis.graph;
      this.#draw();
    }
    say("graph-says", analysis.says);
    $("graph-says").hidden = !analysis.known || this.last === 0;
    if ($("legend")) $("legend").hidden = $("graph-says").hidden;
  }

  #draw() {
    const x = INSET + ((WIDE - 2 * INSET) * this.ply) / Math.max(1, this.last);
    let here = $("graph").querySelector(".here");
    if (!here) {
      here = document.createElementNS(SVG, "path");
      here.setAttribute("class", "here");
      $("graph").querySelector(".axis")?.before(here);
    }
    here.setAttribute("d", `M${x} 0v${PLOT}`);
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const box = $("graph").getBoundingClientRect();
    const share = (((event.clientX - box.left) / box.width) * WIDE - INSET) / (WIDE - 2 * INSET);
    this.#go(Math.round(share * this.last));
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const by = { ArrowUp: 1, ArrowDown: -1, PageUp: LEAP, PageDown: -LEAP }[event.key];
    if (!by) return;
    event.preventDefault();
    const ply = this.#within(this.ply + by);
    if (ply !== this.ply) this.show(String(ply)); // at once: the next key may be one that the page hears, and counts from here
  }

  /** @param {number} wanted */
  #within(wanted) {
    return Math.min(this.last, Math.max(0, wanted));
  }

  /** Go to a ply that somebody drags to, but not to every one on the way. @param {number} wanted */
  #go(wanted) {
    const ply = this.#within(wanted);
    if (ply === this.ply) return;
    this.mark(String(ply));
    if (this.resting) return;
    this.resting = true;
    this.show(String(ply));
    setTimeout(() => {
      this.resting = false;
      if (this.ply !== ply) this.show(String(this.ply));
    }, REST);
  }
}
