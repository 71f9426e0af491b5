// What somebody likes to have besides looks, kept in the browser: asking before a turn, sounds, being called when it is
// one's turn; and how one is called, which the server keeps in a cookie.

import { $ } from "../common/page.js";
import { play } from "../common/sounds.js";
import { get, set, watch } from "../common/storage.js";

const NAMES = ["confirm", "sounds", "flash", "notify"];

export class Preferences {
  confirm = false;
  sounds = false;
  flash = false;
  notify = false;

  /** @param {(name: string, player?: string) => Promise<unknown>} rename */
  constructor(rename) {
    for (const name of NAMES) {
      const box = $(`set-${name}`);
      const follow = (wanted) => (box.checked = this[name] = wanted);
      follow(get(name));
      watch(name, follow); // here, or in another tab
      box.addEventListener("change", () => this.#set(name, box.checked));
    }
    const volume = $("set-volume");
    const follow = () => (volume.value = get("volume"));
    follow();
    watch("volume", follow);
    volume.addEventListener("change", () => {
      set("volume", Number(volume.value));
      play("place");
    });
    $("my-name").addEventListener("change", () => rename($("my-name").value));
    this.rename = rename;
  }

  async #set(name, wanted) {
    const may = name !== "notify" || !wanted || (await ask()) === "granted";
    set(name, wanted && may);
    if (name === "sounds") play("place");
  }
}

function ask() {
  return "Notification" in window ? Notification.requestPermission() : "denied";
}
