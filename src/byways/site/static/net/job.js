// How far something is that the server works at, and what came of it.

import { $, button, say } from "../common/page.js";
import { TEXTS, refusal } from "../common/texts.js";
import { live } from "./live.js";

export class Job {
  /**
   * @param {import("./wire.js").Wire} wire
   * @param {{topic: string, path: string, place: string, hear: (found: any) => void, quit: () => void}} job
   * The topic of its news, where it can be asked for as well, and the id of what says why there is no answer; `quit` is
   * told when nothing more will be heard of it.
   */
  constructor(wire, job) {
    this.wire = wire;
    this.job = job;
    this.tag = "";
    this.lost = false; // whether it is said that nothing is heard
  }

  /** Take what is known of it from the server. */
  async ask() {
    const answer = await this.wire.get(this.job.path);
    if (answer?.ok) this.hear(answer.data);
    else if (answer?.final) this.#quit(refusal(answer));
    else if (!live.topics.has(this.job.topic)) this.#quit(refusal(answer), " ", button(TEXTS.again, () => this.ask()));
  }

  /** Show what is known, and go on listening while there is more to come. */
  hear(found) {
    if (this.lost) say(this.job.place, "");
    this.lost = false;
    this.job.hear(found);
    if (!found.running) return live.leave(this.job.topic);
    return live.follow(this.job.topic, {
      has: () => this.tag,
      message: (news) => {
        this.tag = news.tag;
        this.hear(news.found);
      },
      link: (up) => (up ? this.hear(found) : this.#lose(TEXTS.lost)),
      apart: (why) => {
        this.#lose(why);
        this.ask();
      },
      gone: () => this.ask(),
    });
  }

  /** @param {string} why */
  #lose(why) {
    this.lost = true;
    say(this.job.place, why);
  }

  #quit(...said) {
    live.leave(this.job.topic);
    this.job.quit();
    $(this.job.place).replaceChildren(...said);
  }
}
