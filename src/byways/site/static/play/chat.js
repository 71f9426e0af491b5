// What the seats say to each other.

import { $, element, hide, say } from "../common/page.js";
import { get, set } from "../common/storage.js";
import { TEXTS, unconfirmed } from "../common/texts.js";

const PLACES = /\b([a-z]\d{1,2})\b/i; // what may be a point of the board

export class Chat {
  /**
   * @param {import("../net/wire.js").Wire} wire
   * @param {(said: string) => void} call hears what another has said while it is not being read
   * @param {import("../board/pointer.js").Pointer} pointer lights up the points that are spoken of
   */
  constructor(wire, call, pointer) {
    this.wire = wire;
    this.call = call;
    this.pointer = pointer;
    this.last = 0; // the number of the last message shown
    this.game = wire.address.split("/").at(-1);
    this.read = get("read", this.game); // the number of the last message that somebody saw here
    this.unread = 0; // messages of the others
    this.asked = this.asking = false;
    $("chat-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    $("chat").addEventListener("toggle", () => {
      this.#count();
      makeRoom();
    });
    $("open-chat").addEventListener("click", () => this.open());
    $("stage").addEventListener("click", (event) => event.altKey && this.#write(event.target));
    $("stage").addEventListener("keydown", (event) => event.altKey && event.key === "Enter" && this.#write(event.target));
    if (matchMedia("(any-hover: hover)").matches) $("chat-text").placeholder = TEXTS.writePoint;
    for (const event of ["focusin", "pointerover"]) $("chat-said").addEventListener(event, ({ target }) => pointer.light([target.dataset.place ?? ""]));
    for (const event of ["focusout", "pointerleave"]) $("chat-said").addEventListener(event, () => pointer.light([]));
    $("chat-said").addEventListener("click", (event) => {
      if (!event.target.dataset.place) return;
      event.preventDefault();
      $("stage").scrollIntoView({ block: "nearest" }); // on a phone the board is far above
    });
  }

  open() {
    if ($("chat").hidden) return;
    $("chat").open = true;
    makeRoom(); // before the focus scrolls to it
    $("chat-text").focus();
  }

  /** Write the name of a point into what is being said. @param {Element} target */
  #write(target) {
    const point = /** @type {SVGElement | null} */ (target.closest(".point"));
    if (!point || $("chat").hidden) return;
    const text = $("chat-text");
    text.value = [text.value.trimEnd(), point.dataset.point].filter(Boolean).join(" ") + " ";
    this.open();
  }

  /** A message, in which the points of the board can be pointed at. @param {string} text @returns {(Node | string)[]} */
  #linked(text) {
    const here = (name) => this.pointer.has(name.toLowerCase());
    return text.split(PLACES).map((part, i) => (i % 2 && here(part) ? linked(part) : part));
  }

  /** @param {import("../wire").GameView} game */
  show({ messages, chats }) {
    hide(!chats, "chat", "open-chat");
    makeRoom();
    if (chats && messages !== null && (!this.asked || messages > this.last)) this.#ask();
  }

  async #ask() {
    if (this.asking) return;
    const first = !this.asked; // what was said before the page was opened calls nobody
    this.asked = this.asking = true;
    /** @type {import("../wire").ChatLines | null} */
    const answer = await this.wire.ask("/chat", { after: this.last });
    this.asking = false;
    if (answer) this.#add(answer.messages, first);
  }

  async #send() {
    const field = $("chat-text");
    const text = field.value.trim();
    if (!text) return;
    field.value = "";
    const waiting = element("li", { className: "unsent", textContent: text });
    $("chat-said").append(waiting);
    /** @type {import("../wire").Saying} */
    const body = { text };
    const answer = await this.wire.insist("/chat", body, (heard) => say("why", unconfirmed(heard)));
    say("why", answer.ok ? "" : (answer.data?.error?.message ?? TEXTS.failed));
    if (answer.ok) await this.#ask();
    else field.value = [text, field.value].filter(Boolean).join(" ");
    waiting.remove();
  }

  /** @param {import("../wire").ChatLine[]} messages @param {boolean} silent */
  #add(messages, silent) {
    const news = messages.filter(({ number }) => number > this.last);
    const latest = news.at(-1);
    if (!latest) return;
    this.last = latest.number;
    $("chat-said").append(...news.map(({ by, text }) => element("li", {}, element("b", { textContent: `${by}: ` }), ...this.#linked(text))));
    $("chat-said").scrollTop = $("chat-said").scrollHeight;
    const others = news.filter(({ number, yours }) => number > this.read && !yours);
    this.unread += others.length;
    const other = others.at(-1);
    if (other && !silent) this.call(`${other.by}: ${other.text}`);
    this.#count();
  }

  /** How much is new; what was said while the chat is open has been seen. */
  #count() {
    if ($("chat").open) {
      this.unread = 0;
      this.read = this.last;
      set("read", this.read, this.game);
    }
    say("chat-new", TEXTS.unread(this.unread));
    hide(!this.unread, "chat-badge");
    $("chat-badge").ariaLabel = TEXTS.newMessages(this.unread);
    say("chat-badge", String(this.unread));
  }
}

/** Let what is beside an open chat give it room. */
function makeRoom() {
  $("play").classList.toggle("chatting", $("chat").open && !$("chat").hidden);
}

/** @param {string} name */
function linked(name) {
  const made = element("a", { href: "#stage", textContent: name });
  made.dataset.place = name.toLowerCase();
  return made;
}
