// News over the one WebSocket of a page, which notices when it has died: it speaks every few seconds and expects an answer.

import { TEXTS } from "../common/texts.js";

const LOOK = 250; // ms between looks at the clock
const SPEAK = 2_000; // ms between heartbeats
const PATIENCE = 3_000; // ms without an answer after which the connection counts as lost
const HASTE = 1_500; // ms that each of the first attempts to connect again may take
const HASTY = 3; // attempts; later ones may take longer and longer, for networks that are slow and not cut
const LONGEST = 8_000; // ms that an attempt may take
const SOON = 1_200; // ms between attempts at most, in the first minute
const LONGEST_PAUSE = 5_000; // ms between attempts at most
const MINUTE = 60_000; // ms
const GONE = 4404; // the server's close code where it has nothing to tell of
const FOREIGN = 4403; // the server's close code for a page that is of another site, as far as it can tell
const FULL = 4429; // the server's close code for a page too many from one address
const ROOM = 15_000; // ms, about, until it is worth asking again whether there is room
const VAIN = 4; // attempts, none of which the server has answered: there may be no way through

/**
 * @typedef {{message: (message: any) => void, has: () => string, link?: (up: boolean) => void, apart: (why: string) => void, gone?: () => void}} Topic
 * `has` names what the page shows, which need not be sent again; `apart` is told, again and again, why the page cannot be
 * connected and should ask; `gone` that there is no such topic.
 */

class Live {
  /** @type {Map<string, Topic>} */
  topics = new Map();
  pause = 250;
  tries = HASTY;
  knocking = false; // whether the server is being asked without a connection
  /** @type {string | null} */
  seat = null;
  idle = false; // whether nobody is before the page
  heard = false; // whether the server has ever said something
  /** @type {number | null} since when there is no connection; null while there is one */
  down = null;
  /** @type {number | null} since when there is no answer; null where nothing waits for one */
  asked = null;
  spoke = 0;
  /** @type {ReturnType<typeof setTimeout> | null} */
  waiting = null;
  /** @type {WebSocket | null} */
  socket = null;
  /** @type {ReturnType<typeof setInterval> | null} */
  beats = null;

  /** Take news of a topic from now on. @param {string} name @param {Topic} topic */
  follow(name, topic) {
    const known = this.topics.has(name);
    this.topics.set(name, topic);
    if (!this.beats) this.#begin();
    else if (!known) this.#send({ follow: name, has: topic.has() });
  }

  /** Take no more news of a topic; without any there is no connection. @param {string} name */
  leave(name) {
    if (!this.topics.delete(name)) return;
    if (this.topics.size) return this.#send({ leave: name });
    const { socket } = this;
    clearInterval(this.beats ?? undefined);
    clearTimeout(this.waiting ?? undefined);
    this.socket = this.waiting = this.beats = null;
    socket?.close();
  }

  #begin() {
    this.beats = setInterval(() => this.#beat(), LOOK);
    this.down = performance.now();
    this.pause = 250;
    this.tries = HASTY;
    this.heard = false;
    queueMicrotask(() => this.beats && this.#connect()); // with all topics that the page begins with
  }

  /** Say who sits before the page. @param {string | null} seat */
  sit(seat) {
    this.seat = seat;
    this.#send({ seat });
  }

  /** Say whether somebody is before the page. @param {boolean} idle */
  rest(idle) {
    if (idle === this.idle) return;
    this.idle = idle;
    this.#send({ idle });
  }

  /** Connect at once if there is no connection. */
  revive() {
    this.pause = 250;
    if (this.waiting) this.#connect();
  }

  #connect() {
    clearTimeout(this.waiting ?? undefined);
    this.waiting = null;
    this.asked = performance.now();
    const address = new URL(document.body.dataset.live ?? "", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    for (const [name, topic] of this.topics) {
      address.searchParams.append("topic", name);
      address.searchParams.append("has", topic.has());
    }
    address.searchParams.set("lang", document.documentElement.lang);
    if (this.seat) address.searchParams.set("seat", this.seat);
    if (this.idle) address.searchParams.set("idle", "1");
    const named = [...this.topics.keys()];
    const socket = new WebSocket(address);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.addEventListener("open", () => {
      if (socket !== this.socket) return;
      this.spoke = this.asked = performance.now();
      for (const [name, topic] of this.topics) if (!named.includes(name)) this.#send({ follow: name, has: topic.has() });
    });
    socket.addEventListener("message", (event) => {
      if (socket !== this.socket) return;
      this.asked = null;
      if (this.down !== null) this.#up();
      const message = JSON.parse(new TextDecoder().decode(event.data));
      if (message.kind === "gone") this.#gone([message.topic]);
      else this.topics.get(message.topic)?.message(message);
    });
    socket.addEventListener("close", (event) => {
      if (socket !== this.socket) return;
      if (event.code === GONE) this.#gone([...this.topics.keys()]);
      else if (event.code === FULL) this.#apart(TEXTS.crowded, ROOM);
      else if (event.code === FOREIGN) this.#apart(TEXTS.apart, LONGEST_PAUSE);
      else this.#lost();
    });
  }

  /** The server has said something. That it takes a connection is not enough: it may hang up at once. */
  #up() {
    this.pause = 250;
    this.tries = 0;
    this.down = null;
    this.heard = true;
    for (const topic of this.topics.values()) topic.link?.(true);
  }

  /** Try again: at once after an attempt that met silence, for that has waited already. */
  #lost(silent = false) {
    if (!this.heard && this.tries >= HASTY + VAIN) {
      this.#apart(TEXTS.apart, LONGEST_PAUSE);
      return;
    }
    for (const topic of this.topics.values()) topic.link?.(false);
    const now = performance.now();
    this.down ??= now;
    this.tries += 1;
    this.socket = null;
    if (this.waiting) return;
    this.waiting = setTimeout(() => this.#connect(), (silent ? 100 : this.pause) * (0.5 + Math.random()));
    if (!silent) this.pause = Math.min(this.pause * 2, now - this.down < MINUTE ? SOON : LONGEST_PAUSE);
  }

  /** There is no room, for others must go first, or no way through. */
  #apart(why, pause) {
    this.socket = null;
    this.waiting ??= setTimeout(() => this.#connect(), pause * (0.5 + Math.random()));
    for (const topic of this.topics.values()) topic.apart(why);
  }

  /** @param {string[]} names */
  #gone(names) {
    for (const [name, topic] of [...this.topics].filter(([one]) => names.includes(one))) {
      this.leave(name);
      topic.gone?.();
    }
  }

  /** Ask for an answer without a connection: proxies notice by unanswered requests, not by connections given up, that a process hangs. */
  async #knock() {
    if (this.knocking) return;
    this.knocking = true;
    const answer = await fetch(new URL("../health/reading", new URL(document.body.dataset.live ?? "", location.href)), { cache: "no-store" }).catch(() => null);
    this.knocking = false;
    if (!answer?.ok || this.down === null || !this.topics.size) return;
    const silent = this.socket; // an attempt at the process that hangs
    this.pause = 250;
    this.#connect();
    silent?.close();
  }

  #patience() {
    if (this.socket?.readyState === WebSocket.OPEN) return PATIENCE;
    return this.tries <= HASTY ? HASTE : Math.min(LONGEST, HASTE * 2 ** (this.tries - HASTY));
  }

  #beat() {
    if (!this.socket) return;
    const now = performance.now();
    if (this.asked !== null && now - this.asked > this.#patience()) {
      const dead = this.socket;
      this.#lost(true);
      dead.close();
      if (this.tries >= HASTY) this.#knock();
    } else if (this.down === null && this.asked === null && now - this.spoke >= SPEAK) {
      this.spoke = now;
      this.#send({});
    }
  }

  /** @param {import("../wire").Word | Record<string, never>} message without anything it is a heartbeat */
  #send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.asked ??= performance.now();
    this.socket.send(JSON.stringify(message));
  }
}

/** @type {Live} one for all scripts of the page */
export const live = (/** @type {any} */ (globalThis).liveConnection ??= new Live());
addEventListener("online", () => live.revive());
document.addEventListener("visibilitychange", () => document.hidden || live.revive());
