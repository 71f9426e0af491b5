// Requests to the server.

export const HEADERS = { "Byways-Language": document.documentElement.lang }; // of this page, whatever was chosen since
const LONGEST_PAUSE = 5_000; // ms between attempts
const PATIENCE = 4_000; // ms that the first attempt may take; later ones twice as long each
const LONGEST = 60_000; // ms that an attempt may take

/**
 * @typedef {{ok: boolean, status: number, final: boolean, data: any}} Heard
 * @typedef {Record<string, string | number | boolean>} Fields
 */

export class Wire {
  /** @param {string} address of the game's part of the API */
  constructor(address) {
    this.address = address;
    /** @type {Set<AbortController>} what gives up an attempt, or a pause between two */
    this.flying = new Set();
  }

  /** The answer to a question, or null where there is none. @param {string} path @param {Fields} [fields] */
  async ask(path, fields) {
    const answer = await this.get(path, fields);
    return answer?.ok ? answer.data : null;
  }

  /** Ask the server something, once, with an answer as from `tell`. @param {string} path @param {Fields} [fields] */
  get(path, fields = {}) {
    const asked = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    return this.#fetch(`${path}${path.includes("?") ? "&" : "?"}${asked}`, {});
  }

  /**
   * Tell the server something, once: {ok, status, final, data} with its answer or its error; null where it is silent.
   * What is final would be the same if it were sent again.
   * @param {string} path @param {object} body @param {AbortSignal | null} [signal]
   */
  tell(path, body, signal = null) {
    return this.#fetch(path, { method: "POST", body: JSON.stringify(body), signal });
  }

  /** @param {string} path @param {RequestInit} how @returns {Promise<Heard | null>} */
  async #fetch(path, how) {
    const response = await fetch(`${this.address}${path}`, { headers: HEADERS, ...how }).catch(() => null);
    if (!response) return null;
    const { ok, status } = response;
    const data = await response.json().catch(() => null);
    if (ok && data === null) return null; // cut off in the middle
    return { ok, status, final: status < 500 && ![408, 425, 429].includes(status), data };
  }

  /**
   * Tell it until it has answered; `waiting` hears of each attempt that was in vain, as `tell` does. The body carries a
   * key, its own or a new one, so that what arrives twice counts once.
   * @param {string} path @param {object} body @param {(heard: Heard | null) => void} waiting @returns {Promise<Heard>}
   */
  async insist(path, body, waiting) {
    const keyed = { key: newKey(), ...body };
    for (let tries = 0; ; tries += 1) {
      const answer = await this.#within(Math.min(LONGEST, PATIENCE * 2 ** tries), (signal) => this.tell(path, keyed, signal));
      if (answer && ![502, 503, 504].includes(answer.status)) return answer;
      waiting(answer);
      await this.#within(Math.min(LONGEST_PAUSE, 300 * 2 ** tries), over);
    }
  }

  /** The line is there again: what was sent over the old one may never be answered, and need not wait. */
  again() {
    for (const attempt of this.flying) attempt.abort();
  }

  /**
   * What `work` gives, which is told by a signal when it has taken long enough.
   * @template T @param {number} ms @param {(signal: AbortSignal) => Promise<T>} work @returns {Promise<T>}
   */
  async #within(ms, work) {
    const attempt = new AbortController();
    const timer = setTimeout(() => attempt.abort(), ms);
    this.flying.add(attempt);
    const found = await work(attempt.signal);
    clearTimeout(timer);
    this.flying.delete(attempt);
    return found;
  }
}

/** @param {AbortSignal} signal @returns {Promise<unknown>} */
function over(signal) {
  return new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}

/** A name for something that is told, which no other has. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
