// The settings in a game, and what comes of them: whoever is to move is called.

import { $, element } from "../common/page.js";
import { play } from "../common/sounds.js";
import { TEXTS } from "../common/texts.js";
import { entitle, titled } from "../net/turns.js";
import { Preferences } from "./preferences.js";

export class GamePreferences extends Preferences {
  /** @param {(name: string, player?: string) => Promise<unknown>} rename names who sits here, or one of several players */
  constructor(rename) {
    super(rename);
    this.game = titled();
    this.names = ""; // that are in the fields
    this.shown = null; // the title that was shown last to call somebody
    $("open-settings").addEventListener("click", () => $("settings").showModal());
    document.addEventListener("visibilitychange", () => document.hidden || this.#calm());
  }

  /** Whose settings they are. @param {import("../wire").GameView} game */
  show({ mine, names: given }) {
    $("set-name").hidden = mine.length !== 1;
    const names = JSON.stringify(mine.map((player) => [player, given[player]]));
    if (names === this.names || $("settings").open) return;
    this.names = names;
    $("my-name").value = given[mine[0]] ?? "";
    $("set-names").replaceChildren(...(mine.length > 1 ? mine : []).map((player, i) => this.#nameOf(player, given[player], `name-${i}`)));
  }

  /** A field for the name of one of several who sit here. */
  #nameOf(player, name, id) {
    const field = element("input", { id, type: "text", value: name ?? "", maxLength: $("my-name").maxLength, autocomplete: "off" });
    field.addEventListener("change", () => this.rename(field.value, player));
    return element("p", { className: "field" }, element("label", { htmlFor: id, textContent: TEXTS.nameOf(player) }), field);
  }

  /**
   * Something has come from the server: call whoever is to do something about it.
   * @param {import("../wire").BoardView} before @param {import("../wire").BoardView} now
   */
  heard(before, now) {
    const [old, game] = [/** @type {import("../wire").GameView} */ (before.game), /** @type {import("../wire").GameView} */ (now.game)];
    const begun = old.waiting && !game.waiting && game.mine.length > 0; // the last seat was taken
    const turn = now.acts && now.version !== before.version && game.last !== now.player;
    if (now.over && !before.over) this.call(game.won === null ? "end" : game.won ? "won" : "lost", game.status);
    else if (turn || begun) this.call("turn", game.status, now.acts ? TEXTS.flash : game.status);
    else if (game.asks && game.asks.number !== old.asks?.number) {
      play("word");
      this.call("turn", game.asks.said);
    }
  }

  /** Call somebody by a sound and, where the page is hidden, by what else they wished for. */
  call(sound, said, title = said) {
    play(sound);
    if (!document.hidden) return;
    if (this.flash) this.#flash(title);
    if (this.notify) notify(said, { body: this.game, tag: "byways", data: location.href });
  }

  #flash(title) {
    this.#calm();
    this.flashing = setInterval(() => {
      if (this.#unflash()) return;
      document.title = this.shown = title;
    }, 1_000);
  }

  #calm() {
    if (!this.flashing) return;
    clearInterval(this.flashing);
    this.flashing = null;
    this.#unflash();
  }

  /** Put the title back; whether it was another. */
  #unflash() {
    if (document.title !== this.shown) return false;
    entitle(titled());
    return true;
  }
}

/** Show a notification; on phones the service worker has to. */
async function notify(said, about) {
  try {
    new Notification(said, about);
  } catch {
    const worker = await navigator.serviceWorker?.ready;
    await worker?.showNotification(said, about).catch(() => null); // it is no longer allowed
  }
}
