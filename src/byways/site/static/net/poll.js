// Asking again and again how far something is that the server works at.

import { $, button, say } from "../common/page.js";
import { TEXTS, refusal } from "../common/texts.js";

const PAUSE = 700; // ms between questions; twice as long after each that the server did not answer
const MOST_FAILURES = 5; // one after another: then only a person asks again

export class Poll {
  /**
   * @param {import("./wire.js").Wire} wire
   * @param {string} path
   * @param {string} place the id of what says why there is no answer
   * @param {{hear: (found: any) => void, quit: () => void}} handlers
   * `quit` is told when nothing is asked any more without an answer that it has ended.
   */
  constructor(wire, path, place, handlers) {
    this.wire = wire;
    this.path = path;
    this.place = place;
    this.handlers = handlers;
    this.round = 0; // counts beginnings, so that an answer to an old question is dropped
    this.failures = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Begin, or begin again: ask until it is not running any more. */
  start(pause = 0) {
    this.round += 1;
    this.failures = 0;
    this.#askIn(pause);
  }

  #askIn(pause) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#ask(), pause);
  }

  async #ask() {
    const { round } = this;
    const answer = await this.wire.get(this.path);
    if (round !== this.round) return;
    if (answer?.ok) this.#heard(answer.data);
    else if (answer?.final) this.#quit(refusal(answer));
    else this.#failed(answer);
  }

  #quit(...said) {
    this.handlers.quit();
    $(this.place).replaceChildren(...said);
  }

  #heard(found) {
    if (this.failures) say(this.place, "");
    this.failures = 0;
    this.handlers.hear(found);
    if (found.running) this.#askIn(PAUSE);
  }

  #failed(answer) {
    this.failures += 1;
    if (this.failures < MOST_FAILURES) {
      say(this.place, TEXTS.lost);
      this.#askIn(PAUSE * 2 ** this.failures);
    } else this.#quit(refusal(answer), " ", button(TEXTS.again, () => this.start()));
  }
}
