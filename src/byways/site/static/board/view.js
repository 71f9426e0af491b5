// What a page shows of its one value: the board, the prompt, the buttons below, and what is pointed at.

import { askFirst } from "../common/confirm_dialog.js";
import { $, button, hide, say } from "../common/page.js";
import { playAll } from "../common/sounds.js";
import { TEXTS, place } from "../common/texts.js";
import { begun, completing, following, spell, targets, words } from "./choices.js";
import { fitCoordinates } from "./coordinates.js";
import { Motion, Sheets, Surface, frame, toScale } from "./surface.js";
import { Panel } from "./panel.js";
import { Pointer } from "./pointer.js";
import { Previews, Sights } from "./overlays.js";
import { draftOf, isAtRest, mayAct, mayGoBack } from "./reduce.js";
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

let byKeys = false; // whether the last thing done was done by keys
let orphaned = false; // whether a button went that keys had pressed, and nothing has taken its focus yet
addEventListener("keydown", () => (byKeys = true), true);
addEventListener("pointerdown", () => (byKeys = false), true);

class Buttons {
  /**
   * @param {Pointer} pointer
   * @param {{dispatch: (event: import("./page.js").Dispatched) => void, point: (name: string | null, aloud?: boolean) => void}} page
   * `point` is told which choice is pointed at.
   */
  constructor(pointer, page) {
    this.pointer = pointer;
    this.page = page;
  }

  /** Focus goes on to where the next choice is, on the board or among them, once there is one. @param {State} state @param {Set<string>} open */
  show(state, open) {
    const [{ activeElement, body }, place] = [document, $("words")];
    const had = place.contains(activeElement) || (orphaned && activeElement === body);
    const buttons = this.#made(state);
    place.replaceChildren(...buttons);
    const onBoard = [...open].some((name) => this.pointer.has(name));
    if (had && onBoard) this.pointer.place()?.focus();
    else if (had || (this.pointer.hasFocus() && open.size > 0 && !onBoard)) buttons[0]?.focus();
    orphaned = had && byKeys && document.activeElement === body;
  }

  /** @param {State} state @returns {HTMLElement[]} */
  #made(state) {
    const { mode, server } = state;
    const [draft, may] = [draftOf(state), mayAct(state)];
    const confirming = mode.kind === "confirming";
    const called = server.plans && mode.kind !== "trying" ? TEXTS.plan : (/** @type {string} */ label) => label;
    const { aimed, choices } = draft;
    const made = confirming ? this.#confirmation(mode, server.plans) : [];
    if (may && aimed !== null) made.push(this.#word(state, aimed, TEXTS.choose(aimed)));
    if (may) made.push(...words(draft).map((name) => this.#word(state, name, called(choices.labels[name]))));
    if ((confirming && !mode.warning) || (may && mayGoBack(state))) made.push(this.#back(confirming || begun(draft) ? TEXTS.back : TEXTS.undoTurn, "btn quiet"));
    return made;
  }

  /** The buttons of a whole turn: to play it or, first where the coach warns, to take it back. @param {import("./reduce.js").Confirming} mode @param {boolean} plans */
  #confirmation({ text, warning }, plans) {
    const play = () => this.page.dispatch({ type: "confirm" });
    if (!warning) return [button((plans ? TEXTS.plan : TEXTS.play)(text), play, "btn go")];
    return [this.#back(TEXTS.takeBack, "btn go"), button(TEXTS.playAnyway(text), play)];
  }

  /** @param {string} label @param {string} look */
  #back(label, look) {
    return button(label, () => this.page.dispatch({ type: "back" }), look);
  }

  /** @param {State} state @param {string} name @param {string} label */
  #word(state, name, label) {
    const { dispatch, point } = this.page;
    const choose = () => dispatch({ type: "choose", name, small: false });
    const asked = state.mode.kind === "trying" ? "" : draftOf(state).choices.sure[name];
    const asks = asked && document.getElementById("confirm-dialog");
    const made = button(label, asks ? () => askFirst(asked, label, choose) : choose, asked ? "btn warn final" : "btn");
    made.addEventListener("pointerenter", () => point(name));
    made.addEventListener("focus", () => point(name, made.matches(":focus-visible")));
    for (const event of ["pointerleave", "blur"]) made.addEventListener(event, () => point(null));
    return made;
  }
}
