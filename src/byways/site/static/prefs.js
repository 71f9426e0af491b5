// The settings in a game, and what comes of them: whoever is to move is called.

import { $ } from "./page.js";
import { TEXTS } from "./texts.js";
import { Wishes } from "./wishes.js";

export class Prefs extends Wishes {
  /** @param {(name: string) => Promise<unknown>} rename */
  constructor(rename) {
    super(rename);
    this.game = document.title;
    $("open-settings").addEventListener("click", () => $("settings").showModal());
    document.addEventListener("visibilitychange", () => document.hidden || this.#calm());
  }

  /** Whose settings they are. */
  show(look) {
    const mine = look.players.find((player) => player.yours);
    $("set-name").hidden = !mine;
    if (!$("settings").open) $("my-name").value = mine?.name ?? "";
  }

  /** Something has come from the server: call whoever is to move. */
  heard(before, look) {
    const over = look.outcome && !before.outcome;
    const mine = look.toMove !== null && look.toMove === look.viewer;
    const begun = before.waiting && !look.waiting; // the last seat was taken
    const turn = mine && (begun || (look.version !== before.version && look.turns.at(-1)?.[1] !== look.viewer));
    if (over || turn) this.play(over ? "end" : "turn");
    if (!turn || !document.hidden) return;
    if (this.flash) this.#flash();
    if (this.notify) {
      try {
        new Notification(look.status, { body: this.game, tag: "byways" });
      } catch {
        return; // phones allow it to installed pages only
      }
    }
  }

  #flash() {
    this.#calm();
    this.flashing = setInterval(() => {
      if (document.title === TEXTS.flash) return this.#unflash();
      this.title = document.title;
      return (document.title = TEXTS.flash);
    }, 1_000);
  }

  #calm() {
    if (!this.flashing) return;
    clearInterval(this.flashing);
    this.flashing = null;
    this.#unflash();
  }

  #unflash() {
    if (document.title === TEXTS.flash) document.title = this.title;
  }
}
