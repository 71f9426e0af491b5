// A turn that is not played yet, kept by the tab, so that it outlives a reload.

import { drop, get, set } from "../common/storage.js";

export class Draft {
  /** @param {string} game its id */
  constructor(game) {
    this.game = game;
  }

  /** Keep what has been chosen of a turn: actions, clicks of the next one, and for whom it is. */
  keep({ actions, clicks, ...more }) {
    if (actions.length || clicks.length) set("draft", { actions, clicks, ...more }, this.game);
    else this.drop();
  }

  drop() {
    drop("draft", this.game);
  }

  /** What was kept for a player at a version of the game; null where it was for another, or there is nothing. */
  find(version, player) {
    const kept = get("draft", this.game);
    return kept?.version === version && kept.player === player ? kept : null;
  }
}
