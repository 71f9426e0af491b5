// What somebody likes to have besides looks, kept in the browser: asking before a turn, sounds, being called when it is
// one's turn; and how one is called, which the server keeps in a cookie.

import { $ } from "../common/page.js";

const NAMES = ["confirm", "sounds", "flash", "notify"];
const SOUNDS = { turn: [660, 880], end: [523, 659, 784], low: [440, 440], word: [784] }; // Hz, one after the other
const NOTE = 0.12; // seconds

export class Wishes {
  /** @param {(name: string, player?: string) => Promise<unknown>} rename */
  constructor(rename) {
    for (const name of NAMES) {
      const box = $(`set-${name}`);
      box.checked = this[name] = read(name);
      box.addEventListener("change", () => this.#set(name, box.checked));
    }
    $("my-name").addEventListener("change", () => rename($("my-name").value));
    this.rename = rename;
    addEventListener("storage", (event) => event.key && this.#follow(event.key));
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

  /** Another page has changed something. */
  #follow(key) {
    const name = NAMES.find((one) => key === `byways-${one}`);
    if (name) $(`set-${name}`).checked = this[name] = read(name);
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
