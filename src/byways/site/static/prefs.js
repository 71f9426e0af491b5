// What somebody likes to have, kept in the browser: asking before a turn, sounds, and being called when it is one's turn.

import { $ } from "./page.js";
import { TEXTS } from "./texts.js";

const NAMES = ["confirm", "sounds", "flash", "notify"];
const SOUNDS = { turn: [660, 880], end: [523, 659, 784], low: [440, 440] }; // Hz, one after the other
const NOTE = 0.12; // seconds

export class Prefs {
  /** @param {(name: string) => Promise<unknown>} rename */
  constructor(rename) {
    this.game = document.title;
    for (const name of NAMES) {
      const box = $(`set-${name}`);
      box.checked = this[name] = read(name);
      box.addEventListener("change", () => this.#set(name, box.checked));
    }
    $("open-settings").addEventListener("click", () => $("settings").showModal());
    $("my-name").addEventListener("change", () => rename($("my-name").value));
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

  play(sound) {
    if (!this.sounds) return;
    this.audio ??= new AudioContext();
    SOUNDS[sound].forEach((pitch, i) => {
      const [tone, volume, at] = [this.audio.createOscillator(), this.audio.createGain(), this.audio.currentTime + i * NOTE];
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.08, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + NOTE);
      tone.connect(volume).connect(this.audio.destination);
      tone.start(at);
      tone.stop(at + NOTE);
    });
  }

  async #set(name, wanted) {
    this[name] = wanted;
    if (name === "notify" && wanted && (await ask()) !== "granted") $("set-notify").checked = this.notify = false;
    if (name === "sounds" && wanted) this.play("turn");
    try {
      localStorage[`byways-${name}`] = this[name];
    } catch {
      return; // storage may be switched off; it lasts as long as the page
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

function ask() {
  return "Notification" in window ? Notification.requestPermission() : "denied";
}

function read(name) {
  try {
    return localStorage[`byways-${name}`] === "true";
  } catch {
    return false;
  }
}
