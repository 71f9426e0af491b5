// Clocks that count down between what the server says, and how long an engine has been thinking.

import { say } from "../common/page.js";
import { play } from "../common/sounds.js";
import { LANGUAGE, TEXTS } from "../common/texts.js";

const TENTHS = new Intl.NumberFormat(LANGUAGE, { minimumIntegerDigits: 2, minimumFractionDigits: 1, maximumFractionDigits: 1 });
const LOW = 20; // seconds left, at which a clock looks otherwise
const LAST = 10; // seconds left, from which it counts tenths, and calls

export class Clock {
  constructor() {
    /** @type {number | null} since when an engine thinks */
    this.thinking = null;
    this.low = false;
    this.heard = 0; // when the server said what the clocks show
    /** @type {ReturnType<typeof setInterval> | undefined} runs while there is something to count */
    this.timer = undefined;
  }

  /** @param {import("../wire").GameView} game */
  show(game) {
    if (game.clocks) this.heard = performance.now();
    this.thinking = game.thinking ? (this.thinking ?? performance.now()) : null;
    this.game = game;
    clearInterval(this.timer);
    if (game.clocks || game.thinking) this.timer = setInterval(() => this.#tick(), 200);
    this.#tick();
  }

  #tick() {
    if (!this.game) return;
    const { clocks, mine } = this.game;
    const spent = this.thinking === null ? 0 : Math.floor(since(this.thinking));
    say("elapsed", spent ? TEXTS.elapsed(spent) : "");
    if (!clocks) return;
    for (const span of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#players .clock"))) {
      const player = span.closest("li")?.dataset.player ?? "";
      const runs = clocks.running === player;
      const seconds = runs ? Math.max(0, clocks.left[player] - Math.max(0, spentOn(clocks) + since(this.heard))) : clocks.left[player];
      const text = written(seconds);
      if (span.textContent !== text) span.textContent = text;
      span.classList.toggle("low", runs && seconds < LOW);
      span.classList.toggle("wordy", seconds >= 3600);
      if (!runs || !mine.includes(player)) continue;
      if (seconds < LAST && !this.low) play("low");
      this.low = seconds < LAST;
    }
  }
}

/** How many seconds of the turn had passed when the server told it. @param {import("../wire").Clocks} clocks */
function spentOn({ now, since: began }) {
  return now - (began ?? now);
}

/** How many seconds have passed since a moment of this page: the device's own time of day may jump. @param {number} moment */
function since(moment) {
  return (performance.now() - moment) / 1000;
}

/** @param {number} seconds */
function written(seconds) {
  if (seconds >= 86_400) return TEXTS.days(Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3600));
  if (seconds >= 3600) return TEXTS.hours(Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60));
  const shown = seconds < LAST ? TENTHS.format(seconds) : String(Math.floor(seconds % 60)).padStart(2, "0");
  return `${Math.floor(seconds / 60)}:${shown}`;
}
