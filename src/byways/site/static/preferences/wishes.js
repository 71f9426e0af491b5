// What somebody likes to have besides looks, kept in the browser: asking before a turn, sounds, being called when it is
// one's turn; and how one is called, which the server keeps in a cookie.

import { $ } from "../common/page.js";
import { get, set, watch } from "../common/storage.js";

const NAMES = ["confirm", "sounds", "flash", "notify"];
const SOUNDS = { turn: [660, 880], end: [523, 659, 784], low: [440, 440], word: [784] }; // Hz, one after the other
const NOTE = 0.12; // seconds

export class Wishes {
  confirm = false;
  sounds = false;
  flash = false;
  notify = false;
  /** @type {AudioContext | undefined} */
  audio;

  /** @param {(name: string, player?: string) => Promise<unknown>} rename */
  constructor(rename) {
    for (const name of NAMES) {
      const box = $(`set-${name}`);
      const follow = (wanted) => (box.checked = this[name] = wanted);
      follow(get(name));
      watch(name, follow); // here, or in another tab
      box.addEventListener("change", () => this.#set(name, box.checked));
    }
    $("my-name").addEventListener("change", () => rename($("my-name").value));
    this.rename = rename;
  }

  play(sound) {
    if (!this.sounds) return;
    const audio = (this.audio ??= new AudioContext());
    SOUNDS[sound].forEach((pitch, i) => {
      const [tone, volume, at] = [audio.createOscillator(), audio.createGain(), audio.currentTime + i * NOTE];
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.08, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + NOTE);
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      tone.stop(at + NOTE);
    });
  }

  async #set(name, wanted) {
    const may = name !== "notify" || !wanted || (await ask()) === "granted";
    set(name, wanted && may);
    if (this.sounds && name === "sounds") this.play("turn");
  }
}

function ask() {
  return "Notification" in window ? Notification.requestPermission() : "denied";
}
