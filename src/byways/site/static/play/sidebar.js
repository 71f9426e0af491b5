// What stands beside a game: clocks, links to seats, offers, how long an engine is still being compiled, the worst turns of a
// game that is over, and whether somebody is before the page.

import { linkRow } from "../common/links.js";
import { $, all, button, hide, say } from "../common/page.js";
import { play } from "../common/sounds.js";
import { LANGUAGE, TEXTS } from "../common/texts.js";
import { live } from "../net/live.js";
import { Wire } from "../net/wire.js";

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

export class Links {
  /** @param {import("../net/wire.js").Wire} wire @param {(command: import("../wire").Command) => void} give */
  constructor(wire, give) {
    this.wire = wire;
    this.give = give;
    /** @type {number | null} the number of events of the game when its links were shown */
    this.open = null;
  }

  /** @param {import("../wire").GameView} game @param {import("../wire").BoardView} server */
  async show({ links, waiting }, { number }) {
    hide(!links, "waiting");
    $("play").classList.toggle("inviting", links);
    hide(!waiting, "waiting-said");
    const open = links ? number : null;
    if (open === this.open) return;
    this.open = open;
    if (open === null) return $("links").replaceChildren();
    const answer = await this.wire.tell("/links", {});
    if (this.open !== open || !answer?.ok) return;
    /** @type {import("../wire").SeatLinks} */
    const { links: shown } = answer.data;
    $("links").replaceChildren(...shown.map((link) => this.#row(link, shown.length)));
  }

  /** @param {import("../wire").SeatLink} link @param {number} count */
  #row(link, count) {
    const { player, who } = link;
    const id = `link-${player ?? "spectators"}`.replaceAll(" ", "-");
    const label = who ? TEXTS.sits(player, who) : TEXTS.linkFor(player);
    return linkRow(id, link, { label, copy: TEXTS.copyLink(player), qr: TEXTS.qr(player), open: count <= 2 }, ...(player ? [this.#withdrawal(player, who)] : []));
  }

  /** What opens a seat again, as when its link was opened on the wrong device. @param {string} player @param {string | null | undefined} who */
  #withdrawal(player, who) {
    const made = button(who ? TEXTS.free : TEXTS.withdraw, () => this.give({ kind: "revoke", player }));
    made.setAttribute("aria-label", who ? TEXTS.freeSeat(player) : TEXTS.withdrawLink(player));
    return made;
  }
}

const REST = 700; // ms

export class Offers {
  constructor() {
    /** @type {Map<string, boolean>} by offer, whether its buttons rest no more */
    this.known = new Map();
    /** @type {Map<string, string>} by the id of what it is in, the buttons of a row */
    this.rows = new Map();
    /** @type {Map<string, string>} those of rows that take no pointer's press yet */
    this.settling = new Map();
    this.show();
  }

  /** Let the buttons rest that the page has for a new offer, also if they have been drawn again. */
  show() {
    for (const button of all("[data-offer]")) {
      const { offer } = button.dataset;
      if (!this.known.has(offer)) this.#rest(offer);
      button.disabled = !this.known.get(offer);
    }
    for (const row of all(".acts")) this.#settle(row);
  }

  /** @param {HTMLElement} row */
  #settle(row) {
    const { id } = /** @type {HTMLElement} */ (row.closest("[id]"));
    const buttons = String([...row.children].map((button) => button.id || button.textContent));
    const before = this.rows.get(id);
    this.rows.set(id, buttons);
    if (before !== undefined && before !== buttons) {
      this.settling.set(id, buttons);
      setTimeout(() => {
        if (this.settling.get(id) === buttons) this.settling.delete(id);
        this.show();
      }, REST);
    }
    row.classList.toggle("settling", this.settling.has(id));
  }

  /** @param {string} offer */
  #rest(offer) {
    this.known.set(offer, false);
    setTimeout(() => {
      this.known.set(offer, true);
      this.show();
    }, REST);
  }
}

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

const LEAST = 6; // turns of a game in which any could be the worst

export class WorstTurns {
  /** @param {Wire} wire of the game */
  constructor({ address }) {
    this.wire = new Wire(address.replace("/games/", "/reviews/"));
    this.job = `job:${address.split("/").at(-1)}`;
    this.tag = ""; // of the latest news of the analysis
    this.over = false;
  }

  /** @param {import("../wire").GameView} game @param {import("../wire").BoardView} server */
  show({ mine }, { over, ply }) {
    if (over === this.over) return;
    this.over = over;
    if (!over) this.#end();
    else if (mine.length < 2 && ply >= LEAST) this.#look(mine[0] ?? "");
  }

  /** The game goes on. */
  #end() {
    live.leave(this.job);
    $("worst-turns").hidden = true;
  }

  /** @param {string} player or all of them */
  async #look(player) {
    /** @type {import("../wire").Worst | null} */
    const found = await this.wire.ask("/worst", { player });
    if (!found || !this.over) return;
    $("worst-turns").hidden = !(found.running && player) && !found.markup;
    say("worst-turns-said", found.running ? TEXTS.lookingForWorst : TEXTS.worst);
    $("worst-turns-shown").innerHTML = found.markup;
    $("practise").hidden = !found.practice;
    if (found.running) this.#follow(player);
    else live.leave(this.job);
  }

  /** Look again when the analysis ends; where no news get through, each time that this is found out. @param {string} player */
  #follow(player) {
    live.follow(this.job, {
      has: () => this.tag,
      message: (/** @type {import("../wire").AnalysisNews} */ { tag, found }) => {
        this.tag = tag;
        if (!found.running) this.#look(player);
      },
      apart: () => this.#look(player),
    });
  }
}

const PATIENCE = 300_000; // ms without a key, a pointer or a scroll
const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart", "scroll"];

/** Tell the others, from now on, when nobody is here and when somebody is again. */
export function tellPresence() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let patience;
  const see = () => {
    clearTimeout(patience);
    live.rest(document.hidden);
    if (!document.hidden) patience = setTimeout(() => live.rest(true), PATIENCE);
  };
  for (const sign of SIGNS) addEventListener(sign, see, { passive: true, capture: true });
  document.addEventListener("visibilitychange", see);
  see();
}
