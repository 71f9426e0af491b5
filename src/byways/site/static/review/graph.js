// The course of a game: the graph, the slider under it, the list of turns, and what the analysis has found.

import { $, element, say } from "../common/page.js";
import { TEXTS, named } from "../common/texts.js";

const INSET = 6 / 600; // of the graph's width
const SVG = "http://www.w3.org/2000/svg";

export class Graph {
  /** @param {{show: (address: string) => void, find: (ply: number) => void}} handlers */
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
    for (const [id, to] of [["first", () => 0], ["back", () => this.ply - 1], ["forth", () => this.ply + 1], ["last", () => last]]) {
      $(id).addEventListener("click", (event) => {
        event.preventDefault();
        handlers.show(String(Math.min(last, Math.max(0, to()))));
      });
    }
    $("turns").addEventListener("click", (event) => {
      const link = event.target.closest("a");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      handlers.show(link.dataset.address);
    });
  }

  /** Mark where we are. */
  mark(address) {
    this.ply = Number(address.split(".")[0]);
    $("slider").value = this.ply;
    $("slider").setAttribute("aria-valuetext", `${this.ply} / ${this.last}`);
    $("back").href = `?ply=${Math.max(0, this.ply - 1)}`;
    $("forth").href = `?ply=${Math.min(this.last, this.ply + 1)}`;
    this.#markGraph();
    const list = $("turns");
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const link = list.querySelector(`[data-address="${CSS.escape(address)}"]`);
    if (!link) return void (list.scrollTop = 0);
    link.setAttribute("aria-current", "step");
    const row = link.parentElement; // not scrollIntoView, which would move the page on a phone
    list.scrollTop = Math.min(Math.max(list.scrollTop, row.offsetTop + row.offsetHeight - list.clientHeight), row.offsetTop);
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
    const pressed = (is ? ["start", "begin"] : ["cancel"]).includes(document.activeElement?.id);
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
    const focused = document.activeElement?.closest?.("#mistakes button")?.dataset.ply;
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
    link.addEventListener("click", (event) => {
      event.preventDefault();
      this.handlers.show(String(ply));
    });
    const button = element("button", { type: "button", className: "choice", textContent: TEXTS.findBetter });
    button.dataset.ply = ply;
    button.setAttribute("aria-label", TEXTS.findBetterThan(ply, turn));
    button.addEventListener("click", () => this.handlers.find(ply));
    return element("li", {}, link, button);
  }
}
