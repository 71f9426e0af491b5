// The turns of a finished game at which whoever looks lost most, for spectators each player: an engine looks for them in
// the background.

import { $, say } from "../common/page.js";
import { TEXTS } from "../common/texts.js";
import { live } from "../net/live.js";
import { Wire } from "../net/wire.js";

const LEAST = 6; // turns of a game in which any could be the worst

export class WorstTurns {
  /** @param {Wire} wire of the game */
  constructor({ address }) {
    this.wire = new Wire(address.replace("/games/", "/reviews/"));
    this.job = `job:${address.split("/").at(-1)}`;
    this.tag = ""; // of the latest news of the analysis
    this.over = false;
  }

  /** @param {import("../wire").GameView} game @param {import("../wire").BoardView} server */
  show({ mine }, { over, ply }) {
    if (over === this.over) return;
    this.over = over;
    if (!over) this.#end();
    else if (mine.length < 2 && ply >= LEAST) this.#look(mine[0] ?? "");
  }

  /** The game goes on. */
  #end() {
    live.leave(this.job);
    $("worst-turns").hidden = true;
  }

  /** @param {string} player or all of them */
  async #look(player) {
    /** @type {import("../wire").Worst | null} */
    const found = await this.wire.ask("/worst", { player });
    if (!found || !this.over) return;
    $("worst-turns").hidden = !(found.running && player) && !found.markup;
    say("worst-turns-said", found.running ? TEXTS.lookingForWorst : TEXTS.worst);
    $("worst-turns-shown").innerHTML = found.markup;
    $("practise").hidden = !found.practice;
    if (found.running) this.#follow(player);
    else live.leave(this.job);
  }

  /** Look again when the analysis ends; where no news get through, each time that this is found out. @param {string} player */
  #follow(player) {
    live.follow(this.job, {
      has: () => this.tag,
      message: (/** @type {import("../wire").AnalysisNews} */ { tag, found }) => {
        this.tag = tag;
        if (!found.running) this.#look(player);
      },
      apart: () => this.#look(player),
    });
  }
}
