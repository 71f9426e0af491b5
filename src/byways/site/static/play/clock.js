// Clocks that count down between what the server says, and how long an engine has been thinking.

import { say } from "../common/page.js";
import { LANGUAGE, TEXTS } from "../common/texts.js";

const TENTHS = new Intl.NumberFormat(LANGUAGE, { minimumIntegerDigits: 2, minimumFractionDigits: 1, maximumFractionDigits: 1 });
const LOW = 10; // seconds left, at which a clock says so

export class Clock {
  /** @param {import("../preferences/panel.js").Prefs} prefs */
  constructor(prefs) {
    this.prefs = prefs;
    this.thinking = null;
    this.low = false;
    setInterval(() => this.#tick(), 200);
  }

  show(look) {
    if (look !== this.look && look.now) this.ahead = look.now - Date.now() / 1000; // of the server's clock
    if (look.working && look.hurry) this.thinking ??= performance.now();
    else this.thinking = null;
    this.look = look;
    this.#tick();
  }

  #tick() {
    if (!this.look) return;
    const spent = this.thinking === null ? 0 : Math.floor((performance.now() - this.thinking) / 1000);
    say("elapsed", spent ? TEXTS.elapsed(spent) : "");
    for (const span of document.querySelectorAll("#players .clock")) {
      const { player, left, yours } = this.look.players.find((one) => one.player === span.parentElement.dataset.player);
      const runs = this.look.running === player;
      const seconds = runs ? Math.max(0, left - Math.max(0, Date.now() / 1000 + this.ahead - this.look.since)) : left;
      const text = written(seconds);
      if (span.textContent !== text) span.textContent = text;
      span.classList.toggle("low", runs && seconds < LOW);
      if (runs && yours && seconds < LOW && !this.low) this.prefs.play("low");
      if (runs && yours) this.low = seconds < LOW;
    }
  }
}

function written(seconds) {
  if (seconds >= 86_400) return TEXTS.days(Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3600));
  if (seconds >= 3600) return TEXTS.hours(Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60));
  const shown = seconds < LOW ? TENTHS.format(seconds) : String(Math.floor(seconds % 60)).padStart(2, "0");
  return `${Math.floor(seconds / 60)}:${shown}`;
}
