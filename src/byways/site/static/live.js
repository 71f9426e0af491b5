// News over a WebSocket that notices when it has died: it speaks every few seconds and expects an answer.

const SPEAK = 3_000; // ms between heartbeats
const PATIENCE = 5_000; // ms without an answer after which the connection counts as lost
const LONGEST_PAUSE = 5_000; // ms between attempts to connect
const GONE = 4404; // the server's close code for a game that it does not have

export class Live {
  /**
   * @param {string} address
   * @param {{message: (message: object) => void, link: (up: boolean) => void, has: () => string}} handlers
   * `has` names the drawing that the page shows, which need not be sent again.
   */
  constructor(address, handlers) {
    this.address = address;
    this.handlers = handlers;
    this.pause = 250;
    this.seat = null;
    this.#connect();
    setInterval(() => this.#beat(), SPEAK);
    addEventListener("online", () => this.revive());
    document.addEventListener("visibilitychange", () => document.hidden || this.revive());
  }

  /** Say who sits before the page. */
  sit(seat) {
    this.seat = seat;
    this.#send({ seat });
  }

  /** Connect at once if there is no connection. */
  revive() {
    this.pause = 250;
    if (this.waiting) this.#connect();
  }

  #connect() {
    clearTimeout(this.waiting);
    this.waiting = null;
    this.asked = performance.now(); // since when there is no answer; null where nothing waits for one
    const address = new URL(this.address, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.searchParams.set("has", this.handlers.has());
    address.searchParams.set("lang", document.documentElement.lang);
    if (this.seat) address.searchParams.set("seat", this.seat);
    const socket = new WebSocket(address);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.pause = 250;
      this.handlers.link(true);
    });
    socket.addEventListener("message", (event) => {
      if (socket !== this.socket) return;
      this.asked = null;
      const message = JSON.parse(new TextDecoder().decode(event.data));
      if (message.kind !== "alive") this.handlers.message(message);
    });
    socket.addEventListener("close", (event) => {
      if (socket === this.socket && event.code !== GONE) this.#lost();
    });
  }

  #lost() {
    this.handlers.link(false);
    this.socket = null;
    if (this.waiting) return;
    this.waiting = setTimeout(() => this.#connect(), this.pause * (0.5 + Math.random()));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  #beat() {
    if (!this.socket) return;
    if (this.asked !== null && performance.now() - this.asked > PATIENCE) {
      const dead = this.socket;
      this.#lost();
      dead.close();
    } else {
      this.#send({});
    }
  }

  #send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.asked ??= performance.now();
    this.socket.send(JSON.stringify(message));
  }
}
