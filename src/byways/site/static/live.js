// News over a WebSocket that notices when it has died: it speaks every few seconds and expects an answer.

const SPEAK = 4_000; // ms between heartbeats
const PATIENCE = 9_000; // ms of silence after which the connection counts as lost
const LONGEST_PAUSE = 5_000; // ms between attempts to connect

export class Live {
  /**
   * @param {string} address
   * @param {{message: (message: object) => void, link: (up: boolean) => void}} handlers
   */
  constructor(address, handlers) {
    this.address = address;
    this.handlers = handlers;
    this.pause = 250;
    this.seat = null;
    this.#connect();
    setInterval(() => this.#beat(), SPEAK);
    addEventListener("online", () => this.#reconnectNow());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && !this.isUp()) this.#reconnectNow();
    });
  }

  isUp() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /** Say who sits before the page. */
  sit(seat) {
    this.seat = seat;
    this.#send({ seat });
  }

  #connect() {
    clearTimeout(this.waiting);
    this.waiting = null;
    const address = new URL(this.address, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    if (this.seat) address.searchParams.set("seat", this.seat);
    const socket = new WebSocket(address);
    this.socket = socket;
    this.heard = performance.now();
    socket.addEventListener("open", () => {
      this.pause = 250;
      this.handlers.link(true);
    });
    socket.addEventListener("message", async (event) => {
      this.heard = performance.now();
      const message = JSON.parse(typeof event.data === "string" ? event.data : await event.data.text());
      if (message.kind !== "alive") this.handlers.message(message);
    });
    socket.addEventListener("close", (event) => {
      if (socket === this.socket && event.code !== 4404) this.#lost();
    });
  }

  #lost() {
    this.handlers.link(false);
    if (this.waiting) return;
    this.waiting = setTimeout(() => this.#connect(), this.pause * (0.5 + Math.random()));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  #reconnectNow() {
    this.pause = 250;
    if (this.waiting) this.#connect();
  }

  #beat() {
    if (!this.isUp()) return;
    if (performance.now() - this.heard > PATIENCE) {
      const dead = this.socket;
      this.socket = { readyState: WebSocket.CLOSED };
      dead.close();
      this.#lost();
    } else {
      this.#send({ beat: 1 });
    }
  }

  #send(message) {
    if (this.isUp()) this.socket.send(JSON.stringify(message));
  }
}
