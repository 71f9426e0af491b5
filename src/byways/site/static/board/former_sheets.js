// Which of several sheets are shown: all of them, or one alone, as large as the page lets it be.

import { $, element, say } from "../common/page.js";
import { TEXTS, named } from "../common/texts.js";

const SMALL = 34; // px: several sheets with smaller cells are shown one at a time

export class Sheets {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.wanted = null; // whose sheet somebody wants to see alone, "" for all; null: one's own where all would be too small
    $("sheets").addEventListener("change", () => {
      this.wanted = $("sheets").value;
      this.show(this.sheets, this.own, this.foot);
      $("stage").scrollIntoView({ block: "nearest" }); // on a phone the board is above what has been chosen in
    });
  }

  /**
   * Show sheets as somebody has chosen; `sheets` says where each player's lies in the drawing. `foot` says in words what
   * stands at the foot of all, the dice, for who sees one alone.
   */
  show(sheets, own, foot = "") {
    [this.sheets, this.own, this.foot] = [sheets, own, foot];
    const players = Object.keys(sheets);
    $("sheets").hidden = !players.length;
    if (players.length && !$("sheets").options.length) this.#offer(players);
    const small = own in sheets && this.board.cell() < SMALL;
    const alone = this.wanted ?? (small ? own : "");
    this.board.frame(sheets[alone] ?? null);
    $("sheets").value = alone;
    if ($("sheet-foot")) say("sheet-foot", alone ? foot : "");
  }

  /** Whoever looked at another's sheet sees their own again. */
  comeHome() {
    if (this.wanted && this.wanted !== this.own) this.wanted = null;
  }

  #offer(players) {
    const texts = [["", TEXTS.allSheets], ...players.map((player) => [player, named(player)])];
    $("sheets").replaceChildren(...texts.map(([value, textContent]) => element("option", { value, textContent })));
  }
}
