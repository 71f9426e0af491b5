// How long an engine is still being compiled for this machine: a bar, with the seconds that are left.

import { $, hide, say } from "../common/page.js";
import { TEXTS } from "../common/texts.js";

const PAUSE = 10; // seconds between what screen readers are told
const MOST = 0.98; // of the bar, until the server says that the work is done

export class Preparing {
  /** @param {string} id of where that is shown */
  constructor(id) {
    this.id = id;
    /** @type {import("../wire").Preparing | null} */
    this.wait = null;
    this.heard = this.announced = -Infinity; // when the server last said how far it is, and when that was last announced
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  /** @param {import("../wire").Preparing | null} preparing @param {boolean} wanted whether whoever waits still does */
  show(preparing, wanted = true) {
    if (preparing === this.wait) return;
    if (this.wait && !preparing && wanted) say(`${this.id}-told`, TEXTS.prepared);
    if (JSON.stringify(preparing) !== JSON.stringify(this.wait)) this.heard = performance.now();
    if (!this.wait) this.announced = -Infinity;
    this.wait = preparing;
    hide(!preparing, this.id);
    clearInterval(this.timer);
    if (preparing) this.timer = setInterval(() => this.#tick(), 250);
    this.#tick();
  }

  #tick() {
    if (!this.wait) return;
    const { seconds, share } = this.wait;
    const passed = (performance.now() - this.heard) / 1000;
    const left = Math.max(1, Math.ceil(seconds - passed));
    const bar = $(`${this.id}-bar`);
    bar.value = Math.min(MOST, Math.max(bar.value, share + (1 - share) * (passed / seconds)));
    say(`${this.id}-said`, TEXTS.preparing(left));
    if (performance.now() - this.announced < 1000 * PAUSE) return;
    this.announced = performance.now();
    say(`${this.id}-told`, TEXTS.preparing(left));
  }
}
