// The coach in a game against the engine: it says what is threatened, gives hints in two steps, and is asked about turns
// before they are played. What it says goes away with the position.

import { Advised, NONE } from "../board/overlays.js";
import { $, hide, keepingFocus, say } from "../common/page.js";
import { get, set, watch } from "../common/storage.js";
import { TEXTS, refusal } from "../common/texts.js";
import "../preferences/coach.js";
import { Preparing } from "./sidebar.js";

const SLOW = 300; // ms after which it is said that the coach thinks
const STEPS = 2; // of a hint: where, then what

/** @typedef {import("../wire").Advice} Advice */

export class Coach {
  /** @param {import("../net/wire.js").Wire} wire of the game @param {import("../board/pointer.js").Pointer} pointer */
  constructor(wire, pointer) {
    this.wire = wire;
    this.marks = new Advised(pointer);
    this.preparing = new Preparing("coach-preparing");
    this.active = false; // whether it is asked about the present position
    this.waits = false; // until its engine is compiled
    this.version = -1;
    this.step = 0; // of the hint that is shown
    this.advice = NONE;
    this.asking = false; // whether a hint is on its way
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.patience = undefined;
    this.on = get("coach");
    watch("coach", (wanted) => {
      this.on = wanted;
      if (this.state) this.show(this.state);
    });
    $("coach-hint").addEventListener("click", () => this.hint());
  }

  /** @param {import("../board/reduce.js").State} state */
  show(state) {
    this.state = state;
    const { server, mode } = state;
    hide(!server.game?.coach, "coach");
    const wait = (this.on && server.game?.coach_preparing) || null;
    this.preparing.show(wait, this.on);
    const may = Boolean(server.game?.coach && server.acts);
    const active = may && this.on;
    if (active !== this.active || server.version !== this.version || (this.waits && !wait)) {
      [this.active, this.version, this.step, this.waits] = [active, server.version, 0, wait !== null];
      this.#tell(NONE);
      if (active) this.#ask();
    }
    this.waits = wait !== null;
    this.#wait(active && mode.kind === "sending");
    const seen = active && !["looking", "trying"].includes(mode.kind);
    this.marks.show(seen ? this.advice : NONE);
    $("coach-hint").disabled = !may || this.waits;
    keepingFocus(() => hide(this.step === STEPS, "coach-hint"), () => [document.querySelector("#stage [tabindex='0']")]); // at the end there is nothing left to show
    $("coach-hint").title = may ? "" : TEXTS.hintLater;
    say("coach-hint", this.step ? TEXTS.showTurn : TEXTS.hint);
  }

  /** Ask for the next step of a hint; whoever asks for one has the coach on. */
  async hint() {
    if (!this.on && !$("coach-hint").disabled) set("coach", true);
    const { version } = this;
    const step = this.step + 1;
    if (!this.active || this.waits || step > STEPS || this.asking) return;
    this.asking = true;
    this.#wait(true);
    const heard = await this.wire.tell("/coach/hint", { version, step });
    this.asking = false;
    this.#wait(false);
    if (version !== this.version || !this.active) return;
    if (heard?.status === 200) this.step = step; // else it is not ready
    this.#tell(heard?.ok ? heard.data : { ...NONE, said: refusal(heard) });
  }

  /** Let the coach begin to think, and say what is threatened. */
  async #ask() {
    const { version } = this;
    const heard = await this.wire.tell("/coach", { version });
    if (heard?.ok && version === this.version && this.active && !this.step) this.#tell(heard.data);
  }

  /** @param {Advice} advice */
  #tell(advice) {
    this.advice = advice;
    say("coach-said", advice.said);
    if (this.state && this.version === this.state.server.version) this.show(this.state);
  }

  /** Say that the coach thinks, once that takes long. @param {boolean} is */
  #wait(is) {
    if (is) this.patience ??= setTimeout(() => say("coach-said", TEXTS.coachThinks), SLOW);
    else if (this.patience !== undefined) {
      clearTimeout(this.patience);
      this.patience = undefined;
      say("coach-said", this.advice.said);
    }
  }
}
