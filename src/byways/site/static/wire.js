// Requests to the server.

const HEADERS = { "Byways-Language": document.documentElement.lang }; // of this page, whatever was chosen since
const LONGEST_PAUSE = 5_000; // ms between attempts

export class Wire {
  /** @param {string} address of the game's part of the API */
  constructor(address) {
    this.address = address;
  }

  /** The answer to a question, or null where there is none. */
  async ask(path, fields) {
    const query = new URLSearchParams(fields);
    const response = await fetch(`${this.address}${path}?${query}`, { headers: HEADERS }).catch(() => null);
    return response?.ok ? response.json().catch(() => null) : null;
  }

  /**
   * Tell the server something, once: {ok, data} with the server's answer or its error; null where it is silent.
   */
  async tell(path, body) {
    const response = await fetch(`${this.address}${path}`, { method: "POST", headers: HEADERS, body: JSON.stringify(body) }).catch(() => null);
    if (!response) return null;
    const data = await response.json().catch(() => null);
    return { ok: response.ok && data !== null, status: response.status, data };
  }

  /** Tell it until it has answered. The body carries a key, so that what arrives twice counts once. */
  async insist(path, body, waiting) {
    const keyed = { ...body, key: newKey() };
    for (let pause = 300; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      const answer = await this.tell(path, keyed);
      if (answer && ![502, 503, 504].includes(answer.status)) return answer;
      waiting(answer !== null);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
