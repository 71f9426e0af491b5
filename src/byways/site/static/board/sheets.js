// Which of several sheets are shown: one's own, as large as the page lets it be, another's, or all of them.

import { $, element, hide } from "../common/page.js";
import { TEXTS, named } from "../common/texts.js";

export class Sheets {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    /** @type {string | null} whose sheet somebody wants to see alone, "" for all; null: one's own */
    this.wanted = null;
    /** @type {[Record<string, string>, Record<string, string>, string | null, string]} */
    this.shown = [{}, {}, null, ""];
    $("sheets").addEventListener("click", (event) => {
      const tab = event.target.closest("[data-sheet]");
      if (!tab) return;
      this.wanted = tab.dataset.sheet;
      this.show(...this.shown);
      $("stage").scrollIntoView({ block: "nearest" }); // on a phone the board may be out of sight
    });
  }

  /**
   * Show sheets as somebody has chosen; `sheets` says where each player's lies in the drawing, `worth` how many points it
   * has, `box` where all are. @param {Record<string, string>} sheets @param {Record<string, string>} worth @param {string | null} own @param {string} box
   */
  show(sheets, worth, own, box) {
    this.shown = [sheets, worth, own, box];
    const players = Object.keys(sheets);
    hide(!players.length, "sheets");
    if (players.length && !$("sheets").children.length) this.#offer(players);
    const alone = this.wanted ?? (own !== null && own in sheets ? own : "");
    frame(this.svg, box, sheets[alone], players.indexOf(alone) + 1);
    this.svg.classList.toggle("own", alone === own);
    for (const tab of $("sheets").children) {
      const { sheet } = tab.dataset;
      tab.setAttribute("aria-pressed", String(sheet === alone));
      if (sheet) tab.lastElementChild.textContent = worth[sheet] ?? "";
    }
    hide(!alone, "foot-place"); // what stands at the foot of all is said in words to who sees one alone
  }

  /** Whoever looked at another's sheet sees their own again. */
  comeHome() {
    if (this.wanted && this.wanted !== this.shown[2]) this.wanted = null;
  }

  /** @param {string[]} players */
  #offer(players) {
    for (const [sheet, textContent] of [...players.map((player) => [player, named(player)]), ["", TEXTS.allSheets]]) {
      const [disc, name] = [element("i", { className: "disc" }), element("span", { textContent })];
      const tab = element("button", { type: "button", className: "btn quiet" }, ...(sheet ? [disc, name, " ", element("b", {})] : [name]));
      Object.assign(tab.dataset, sheet ? { sheet, player: sheet } : { sheet });
      $("sheets").append(tab);
    }
  }
}

/** Show a drawing, or only a part of it: one of its boards, by their numbers. @param {SVGSVGElement} svg @param {string} whole @param {string} [part] */
export function frame(svg, whole, part, number = 0) {
  const box = part ?? whole;
  if (svg.getAttribute("viewBox") !== box) svg.setAttribute("viewBox", box); // the same would be laid out anew
  svg.classList.toggle("alone", part !== undefined);
  for (const { id, classList } of svg.children) classList.toggle("apart", part !== undefined && (id === "foot" || (/-\d+$/.test(id) && !id.endsWith(`-${number}`))));
}

/** Draw what is to be placed as large as it will be on the board. @param {SVGSVGElement} svg */
export function toScale(svg) {
  const hand = document.getElementById("hand");
  const wide = Number((hand?.getAttribute("viewBox") ?? "").split(" ")[2]);
  const scale = hand && wide ? svg.getScreenCTM()?.a : 0; // to ask lays out the page
  if (hand && scale) hand.setAttribute("width", String(Math.round(wide * scale)));
}
