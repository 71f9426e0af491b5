// What a page shows of its one value: the board, the prompt and the buttons, and what is pointed at.

import { $, hide, say } from "../common/page.js";
import { playAll } from "../common/sounds.js";
import { TEXTS, place } from "../common/texts.js";
import { Buttons } from "./buttons.js";
import { begun, completing, following, spell, targets } from "./choices.js";
import { fitCoordinates } from "./coordinates.js";
import { Motion } from "./motion.js";
import { Panel } from "./panel.js";
import { Pointer } from "./pointer.js";
import { Previews } from "./previews.js";
import { draftOf, isAtRest, mayAct } from "./reduce.js";
import { Sheets, frame, toScale } from "./sheets.js";
import { Sights } from "./sights.js";
import { Surface } from "./surface.js";
import { Turning } from "./turning.js";

/**
 * @typedef {import("./page.js").BoardPage} BoardPage
 * @typedef {import("./reduce.js").State} State
 * @typedef {import("./choices.js").Draft} Draft
 */

export class View {
  /** @param {BoardPage} page */
  constructor(page) {
    this.page = page;
    this.svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ ($("stage")));
    this.surface = new Surface(this.svg, new Motion(playAll));
    this.sheets = document.getElementById("sheets") && new Sheets(this.svg);
    this.panel = new Panel(() => page.wire.ask(page.at("/gallery")));
    this.sights = new Sights(this.svg);
    this.pointer = new Pointer(this.svg, {
      choose: (name, small) => this.#choose(name, small),
      back: (key) => page.dispatch({ type: this.#leaves(key) ? "present" : "back" }),
      point: (name, aloud) => this.#point(name, aloud),
    });
    this.previews = this.#previews();
    this.buttons = new Buttons(this.pointer, {
      dispatch: (event) => page.dispatch(event),
      point: (name, aloud) => this.previews.point(name, aloud),
    });
    fitCoordinates(this.svg);
    new Turning(this.svg, this.pointer, page.wire.address);
  }

  #previews() {
    const { page, pointer, sights } = this;
    const draft = () => draftOf(page.state);
    const may = () => mayAct(page.state);
    return new Previews({
      ask: (actions) => page.about("/preview", { actions: actions.join(","), aloud: true }),
      why: (clicks) => page.why({ clicks: clicks.join(",") }),
      actions: (name) => (may() ? completing(draft(), name) : null),
      closed: (name) => (page.own.explains && may() && pointer.has(name) && !this.#isOpen(name) && !holds(name) ? spell(draft(), name) : null),
      describe: (name) => (name === sights.at && sights.seen.length ? TEXTS.sees(sights.seen) : ""),
      taken: () => draft().taken,
      place: () => page.board(),
      label: (name) => draft().choices.labels[name] ?? place(name),
      rest: () => (page.state.mode.kind === "confirming" ? page.state.mode.preview : page.own.rest(page.state)),
      over: () => page.own.over(page.state),
      then: (values) => this.panel.then(values),
      rests: (name) => pointer.hovered === name,
    });
  }

  // --- the pointer ---------------------------------------------------------------------------------------------------

  /** @param {string} name @param {boolean} small */
  #choose(name, small) {
    const looks = this.pointer.kind === "touch" && !this.#isOpen(name); // a finger points by a tap
    if (looks) this.#point(name);
    if (looks && this.sights.seen.length && isAtRest(this.page.state)) return;
    this.page.dispatch({ type: "choose", name, small });
    if (looks) this.#point(name);
  }

  /** Something is pointed at, or nothing. @param {string | null} name @param {boolean} [aloud] */
  #point(name, aloud) {
    const { state } = this.page;
    this.sights.point(name);
    this.pointer.lead(new Set([...this.sights.seen, ...(name !== null && mayAct(state) ? following(draftOf(state), name) : [])]));
    this.previews.point(name, aloud);
  }

  /** Whether something may be chosen now. @param {string} name */
  #isOpen(name) {
    return open(this.page.state).has(name);
  }

  /** Whether a key on the board leaves a line, of which Backspace takes back a turn. @param {string} key */
  #leaves(key) {
    const { mode } = this.page.state;
    return key === "Escape" && mode.kind === "trying" && !begun(mode.draft);
  }

  // --- showing -------------------------------------------------------------------------------------------------------

  /** Show a page's one value. @param {State} state @param {State} before */
  show(state, before) {
    const [draft, former] = [draftOf(state), draftOf(before)];
    const sending = state.mode.kind === "sending";
    this.#showBoard(state, draft);
    this.#fit(state, before);
    this.#prompt(state, draft, former);
    this.buttons.show(state, open(state));
    if (state.mode.kind === "confirming" && before.mode.kind !== "confirming") $("words").querySelector("button")?.focus();
    if (draft.aimed !== null && draft.aimed !== former.aimed) this.previews.point(draft.aimed, true);
    else if (!sending && draft.aimed === null) this.previews.renew();
  }

  /** @param {State} state @param {Draft} draft */
  #showBoard(state, draft) {
    const { svg } = this;
    const { server, mode } = state;
    const sending = mode.kind === "sending";
    svg.classList.toggle("sending", sending);
    if (!sending) svg.classList.remove("slow");
    svg.classList.toggle("past", mode.kind === "looking");
    svg.setAttribute("aria-busy", String(sending));
    svg.classList.toggle("trying", mode.kind === "trying");
    // While a turn is on its way the marks stay: styling hundreds of points twice would delay it by some 20 ms.
    if (!sending) this.pointer.mark(open(state), draft.clicks, draft.aimed, server.home, server.acts || mode.kind === "trying");
  }

  /** Bring what is shown into the frame, and what stands beside it up to date. @param {State} state @param {State} before */
  #fit({ server, mode }, before) {
    const box = this.surface.box ?? server.box;
    if (server.version !== before.server.version) this.sheets?.comeHome();
    this.sheets?.show(server.sheets, server.worth, server.player, box);
    this.panel.show(mode.kind === "looking");
    this.sights.renew();
    requestAnimationFrame(() => toScale(this.svg)); // only then: to measure now would lay out the page at once
    if (!this.sheets) frame(this.svg, box);
  }

  /** @param {State} state @param {Draft} draft @param {Draft} former */
  #prompt(state, draft, former) {
    const [prompt, asking, question] = [$("prompt"), $("asked"), askedFor(state, draft)];
    hide(question !== "", "prompt");
    hide(question === "", "asked");
    asking.textContent = question;
    if (draft.taken !== former.taken) say("foretold", draft.taken.length ? prompt.textContent : "");
  }
}

/** What may be chosen now. @param {State} state @returns {Set<string>} */
function open(state) {
  return mayAct(state) ? targets(draftOf(state)) : new Set();
}

/** Whether a piece stands on a point. @param {string} name */
function holds(name) {
  return document.getElementById(`pieces.${name}`) !== null;
}

/** What is asked for in place of the prompt. @param {State} state @param {Draft} draft */
function askedFor({ mode, server }, { aimed, clicks, choices }) {
  if (mode.kind === "confirming") return mode.warning || (server.plans ? TEXTS.heldPlan : TEXTS.held);
  return aimed !== null ? TEXTS.aimed(aimed) : clicks.length ? (choices.next[clicks[0]] ?? choices.next[""] ?? "") : "";
}
