// The course of a game: the graph, the slider under it, and what the analysis has found.

import { $, element, say } from "../common/page.js";
import { TEXTS, named } from "../common/texts.js";

const INSET = 6 / 600; // of the graph's width
const SVG = "http://www.w3.org/2000/svg";

export class Graph {
  /** @param {number} last @param {{show: (address: string) => void, find: (ply: number) => void}} handlers */
  constructor(last, handlers) {
    this.last = last;
    this.handlers = handlers;
    this.ply = 0;
    const slider = $("slider");
    slider.hidden = last === 0;
    slider.addEventListener("input", () => handlers.show(slider.value));
    $("graph").addEventListener("click", (event) => {
      const box = $("graph").getBoundingClientRect();
      const share = ((event.clientX - box.left) / box.width - INSET) / (1 - 2 * INSET);
      handlers.show(String(Math.round(Math.min(1, Math.max(0, share)) * last)));
    });
  }

  /** Mark where we are. @param {string} address */
  mark(address) {
    this.ply = Number(address.split(".")[0]);
    $("slider").value = this.ply;
    $("slider").setAttribute("aria-valuetext", `${this.ply} / ${this.last}`);
    this.#markGraph();
  }

  #markGraph() {
    const x = 600 * (INSET + ((1 - 2 * INSET) * this.ply) / Math.max(1, this.last));
    let here = $("graph").querySelector(".here");
    if (!here) {
      here = document.createElementNS(SVG, "path");
      here.setAttribute("class", "here");
      $("graph").append(here);
    }
    here.setAttribute("d", `M${x} 0v120`);
  }

  /** Show whether the analysis runs. Whoever has just pressed a button that begins or ends it goes on with the other. */
  running(is) {
    const pressed = (is ? ["start", "begin"] : ["cancel"]).includes(document.activeElement?.id ?? "");
    $("start").disabled = is;
    $("cancel").hidden = !is;
    $("begin").hidden = is;
    $("progress").hidden = !is;
    if (pressed) $(is ? "cancel" : "start").focus({ preventScroll: true });
  }

  /** What the analysis has found so far. */
  found(analysis) {
    if (analysis.graph !== undefined) {
      $("graph").innerHTML = analysis.graph;
      this.#markGraph();
    }
    $("graph").setAttribute("aria-label", analysis.says);
    $("graph").toggleAttribute("hidden", !analysis.known || this.last === 0);
    if ($("legend")) $("legend").hidden = $("graph").hasAttribute("hidden");
    $("unseen").hidden = analysis.known > 0;
    this.running(analysis.running);
    $("progress").value = analysis.done;
    $("summary").replaceChildren(...analysis.summary.map((text) => element("li", { textContent: text })));
    const rows = analysis.mistakes.map((mistake) => this.#mistake(mistake));
    const focused = /** @type {HTMLElement | null | undefined} */ (document.activeElement?.closest("#mistakes button"))?.dataset.ply;
    $("mistakes").replaceChildren(...rows);
    if (focused) $("mistakes").querySelector(`[data-ply="${focused}"]`)?.focus();
    for (const sign of $("turns").querySelectorAll(".sign")) sign.remove();
    for (const { ply, sign } of analysis.mistakes) {
      $("turns").querySelector(`[data-address="${ply}"]`)?.append(element("span", { className: "sign", textContent: ` ${sign}` }));
    }
  }

  #mistake({ ply, player, turn, sign, says }) {
    const name = element("b", { textContent: `${ply}. ${named(player)} ${turn} ${sign}` });
    const link = element("a", { href: `?ply=${ply}` }, name, ` ${says}`);
    link.dataset.address = ply;
    const button = element("button", { type: "button", className: "btn", textContent: TEXTS.findBetter });
    button.dataset.ply = ply;
    button.setAttribute("aria-label", TEXTS.findBetterThan(ply, turn));
    button.addEventListener("click", () => this.handlers.find(ply));
    return element("li", {}, link, button);
  }
}
