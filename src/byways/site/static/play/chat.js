// What the seats say to each other.

import { $, element, say } from "../common/page.js";
import { get, set } from "../common/storage.js";
import { TEXTS, capitalised, unconfirmed } from "../common/texts.js";

export class Chat {
  /**
   * @param {import("../net/wire.js").Wire} wire
   * @param {(said: string) => void} call hears what another has said while it is not being read
   */
  constructor(wire, call) {
    this.wire = wire;
    this.call = call;
    this.last = 0; // the number of the last message shown
    this.game = wire.address.split("/").at(-1);
    this.read = get("read", this.game); // the number of the last message that somebody saw here
    this.unread = 0; // messages of the others
    this.asked = this.asking = false;
    $("chat-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    $("chat").addEventListener("toggle", () => this.#count());
  }

  /** @param {import("../wire").GameView} game */
  show({ messages, chats }) {
    $("chat").hidden = !chats;
    if (chats && messages !== null && (!this.asked || messages > this.last)) this.#ask();
  }

  async #ask() {
    if (this.asking) return;
    const first = !this.asked; // what was said before the page was opened calls nobody
    this.asked = this.asking = true;
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
    const answer = await this.wire.insist("/chat", { text }, (heard) => say("why", unconfirmed(heard)));
    say("why", answer.ok ? "" : (answer.data?.error?.message ?? TEXTS.failed));
    if (answer.ok) await this.#ask();
    else field.value = [text, field.value].filter(Boolean).join(" ");
    waiting.remove();
  }

  #add(messages, silent) {
    const news = messages.filter(({ number }) => number > this.last);
    if (!news.length) return;
    this.last = news.at(-1).number;
    $("chat-said").append(...news.map(({ by, text }) => element("li", {}, element("b", { textContent: `${capitalised(by)}: ` }), text)));
    $("chat-said").scrollTop = $("chat-said").scrollHeight;
    const others = news.filter(({ number, yours }) => number > this.read && !yours);
    this.unread += others.length;
    if (others.length && !silent) this.call(`${capitalised(others.at(-1).by)}: ${others.at(-1).text}`);
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
  }
}
