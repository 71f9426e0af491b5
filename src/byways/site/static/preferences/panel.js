// The settings in a game, and what comes of them: whoever is to move is called.

import { $, element } from "../common/page.js";
import { TEXTS } from "../common/texts.js";
import { Wishes } from "./wishes.js";

export class Prefs extends Wishes {
  /** @param {(name: string, player?: string) => Promise<unknown>} rename names who sits here, or one of several players */
  constructor(rename) {
    super(rename);
    this.game = document.title;
    this.names = ""; // that are in the fields
    this.shown = null; // the title that was shown last to call somebody
    $("open-settings").addEventListener("click", () => $("settings").showModal());
    document.addEventListener("visibilitychange", () => document.hidden || this.#calm());
  }

  /** Whose settings they are. */
  show(look) {
    const mine = look.players.filter((player) => player.yours);
    $("set-name").hidden = mine.length !== 1;
    const names = JSON.stringify(mine.map(({ player, name }) => [player, name]));
    if (names === this.names || $("settings").open) return;
    this.names = names;
    $("my-name").value = mine[0]?.name ?? "";
    $("set-names").replaceChildren(...(mine.length > 1 ? mine : []).map((one, i) => this.#nameOf(one, `name-${i}`)));
  }

  /** A field for the name of one of several who sit here. */
  #nameOf({ player, name }, id) {
    const field = element("input", { id, type: "text", value: name ?? "", maxLength: $("my-name").maxLength, autocomplete: "off" });
    field.addEventListener("change", () => this.rename(field.value, player));
    return element("p", { className: "field" }, element("label", { htmlFor: id, textContent: TEXTS.nameOf(player) }), field);
  }

  /** Something has come from the server: call whoever is to do something about it. */
  heard(before, look) {
    const over = look.outcome && !before.outcome;
    const mine = look.toMove !== null && look.toMove === look.viewer;
    const begun = before.waiting && !look.waiting && look.players.some((player) => player.yours); // the last seat was taken
    const turn = mine && look.version !== before.version && look.turns.at(-1)?.[1] !== look.viewer;
    const asked = look.may.includes("yes") && look.offer.number !== before.offer?.number;
    if (over) this.call("end", look.status);
    else if (turn || begun) this.call("turn", look.status, mine ? TEXTS.flash : look.status);
    else if (asked) this.call("turn", look.offer.said);
  }

  /** Call somebody by a sound and, where the page is hidden, by what else they wished for. */
  call(sound, said, title = said) {
    this.play(sound);
    if (!document.hidden) return;
    if (this.flash) this.#flash(title);
    if (this.notify) notify(said, { body: this.game, tag: "byways", data: location.href });
  }

  #flash(title) {
    this.#calm();
    this.flashing = setInterval(() => {
      if (this.#unflash()) return;
      this.title = document.title;
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
    document.title = this.title ?? this.game;
    return true;
  }
}

/** Show a notification; on phones a service worker has to, which is asked for when it is first needed. */
async function notify(said, about) {
  try {
    new Notification(said, about);
  } catch {
    await forgetFormerWorkers();
    const found = await navigator.serviceWorker?.register($("play").dataset.notifier).catch(() => null);
    if (found) await ready(found.installing ?? found.waiting);
    await found?.showNotification(said, about).catch(() => null); // it is no longer allowed
  }
}

/** Unregister the workers of former editions, each of which had an address of its own and a scope without pages. */
async function forgetFormerWorkers() {
  const found = (await navigator.serviceWorker?.getRegistrations().catch(() => [])) ?? [];
  await Promise.all(found.filter(({ scope }) => scope.includes("/static/")).map((worker) => worker.unregister()));
}

/** Wait until a service worker works, unless it does already. */
function ready(worker) {
  return new Promise((resolve) => {
    const look = () => (!worker || worker.state === "activated") && resolve(true);
    worker?.addEventListener("statechange", look);
    look();
  });
}
