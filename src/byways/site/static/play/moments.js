// The turns of a finished game at which whoever looks lost most, for spectators each player: an engine looks for them in
// the background.

import { $, say } from "../common/page.js";
import { TEXTS } from "../common/texts.js";
import { Wire } from "../net/wire.js";

const PAUSE = 1_500; // ms between two looks
const LEAST = 6; // turns of a game in which any could be the worst

export class Moments {
  /** @param {Wire} wire of the game */
  constructor({ address }) {
    this.wire = new Wire(address.replace("/games/", "/reviews/"));
    this.over = false;
  }

  /** @param {import("../wire").GameView} game @param {import("../wire").BoardView} server */
  show({ mine }, { over, ply }) {
    if (over === this.over) return;
    this.over = over;
    if (!over) $("moments").hidden = true;
    else if (mine.length < 2 && ply >= LEAST) this.#look(mine[0] ?? "");
  }

  /** @param {string} player or all of them */
  async #look(player) {
    for (;;) {
      const found = await this.wire.ask("/worst", { player });
      if (!found || !this.over) return;
      $("moments").hidden = !(found.running && player) && !found.markup;
      say("moments-said", found.running ? TEXTS.lookingForWorst : TEXTS.worst);
      $("moments-shown").innerHTML = found.markup;
      $("practise").hidden = !found.practice;
      if (!found.running) return;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}
