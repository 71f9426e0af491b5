// A turn that is not played yet, kept by the tab, so that it outlives a reload.

export class Draft {
  /** @param {string} name of the game */
  constructor(name) {
    this.name = `byways-turn ${name}`;
  }

  /** Keep what has been chosen of a turn: actions, clicks of the next one, and for whom it is. */
  keep({ actions, clicks, ...more }) {
    try {
      if (actions.length || clicks.length) sessionStorage[this.name] = JSON.stringify({ actions, clicks, ...more });
      else this.drop();
    } catch {
      return; // storage may be switched off, or full
    }
  }

  drop() {
    try {
      sessionStorage.removeItem(this.name);
    } catch {
      return; // then nothing was kept
    }
  }

  /** What was kept for a player at a version of the game; null where it was for another, or there is nothing. */
  find(version, player) {
    try {
      const kept = JSON.parse(sessionStorage[this.name] ?? "null");
      return kept?.version === version && kept.player === player ? kept : null;
    } catch {
      return null;
    }
  }
}
