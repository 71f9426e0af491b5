// Which of several sheets are shown: all of them, or one alone, as large as the page lets it be.

import { $, element } from "../common/page.js";
import { TEXTS, named } from "../common/texts.js";

const SMALL = 34; // px: several sheets with smaller cells are shown one at a time
const UNIT = 100; // of the drawing's units make a cell

export class Sheets {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    /** @type {string | null} whose sheet somebody wants to see alone, "" for all; null: one's own where all would be too small */
    this.wanted = null;
    /** @type {[Record<string, string>, string | null, string]} */
    this.shown = [{}, null, ""];
    $("sheets").addEventListener("change", () => {
      this.wanted = $("sheets").value;
      this.show(...this.shown);
      $("stage").scrollIntoView({ block: "nearest" }); // on a phone the board is above what has been chosen in
    });
  }

  /** Show sheets as somebody has chosen; `sheets` says where each player's lies in the drawing, `box` where all are. @param {Record<string, string>} sheets @param {string | null} own @param {string} box */
  show(sheets, own, box) {
    this.shown = [sheets, own, box];
    const players = Object.keys(sheets);
    $("sheets").hidden = !players.length;
    if (players.length && !$("sheets").options.length) this.#offer(players);
    const small = own !== null && own in sheets && this.#cell(box) < SMALL;
    const alone = this.wanted ?? (small ? own : "");
    frame(this.svg, box, sheets[alone]);
    $("sheets").value = alone;
    $("foot-place").hidden = !alone; // what stands at the foot of all, the dice, is said in words to who sees one alone
  }

  /** Whoever looked at another's sheet sees their own again. */
  comeHome() {
    if (this.wanted && this.wanted !== this.shown[1]) this.wanted = null;
  }

  /** How many pixels wide a cell is when everything is shown. @param {string} box */
  #cell(box) {
    const [, , width, height] = box.split(" ").map(Number);
    return UNIT * Math.min(this.svg.clientWidth / width, innerHeight / height);
  }

  /** @param {string[]} players */
  #offer(players) {
    const texts = [["", TEXTS.allSheets], ...players.map((player) => [player, named(player)])];
    $("sheets").replaceChildren(...texts.map(([value, textContent]) => element("option", { value, textContent })));
  }
}

/** Show a drawing, or only a part of it. @param {SVGSVGElement} svg @param {string} whole @param {string} [part] */
export function frame(svg, whole, part) {
  const box = part ?? whole;
  if (svg.getAttribute("viewBox") !== box) svg.setAttribute("viewBox", box); // the same would be laid out anew
  svg.style.clipPath = part ? inset(svg, part) : "";
}

/** What hides the neighbours of a part of the drawing, which would show at its sides. @param {SVGSVGElement} svg @param {string} part */
function inset(svg, part) {
  const [, , width, height] = part.split(" ").map(Number);
  const spare = (svg.clientWidth - (svg.clientHeight * width) / height) / 2;
  return spare > 0 ? `inset(0 ${spare}px)` : "";
}
