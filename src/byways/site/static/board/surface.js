// What the server has rendered, on the page: patches by the ids of elements, for good or laid over what is there; the motion
// that shows what happened; and of several sheets the one that is in the frame.
//
// The board is right at once; motion is only drawn over it, and what comes next breaks it off. The server says what happened:
// nothing is inferred from the drawing.

import { $, element, hide } from "../common/page.js";
import { TEXTS, named } from "../common/texts.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {import("../wire").Patch} Patch
 * @typedef {import("../wire").Effect} Effect
 */

export class Surface {
  /** @param {SVGSVGElement} svg the board; everything else lies around it @param {Motion} motion */
  constructor(svg, motion) {
    this.svg = svg;
    this.motion = motion;
    /** @type {Map<string, string | null>} what is underneath of what lies over it, by its id */
    this.under = new Map();
    this.covered = false;
    /** @type {string | null} the viewBox of what lies over the board, where it has another */
    this.box = null;
  }

  /** Change what is shown; the board changes underneath what lies over it. @param {Patch} patch */
  patch({ markup, effects = [], base = null }) {
    const all = base === null ? { ...this.#gone(markup), ...markup } : markup;
    for (const [id, made] of Object.entries(all)) {
      if (this.covered && (this.under.has(id) || this.#onBoard(id))) this.under.set(id, made);
      else this.#put(id, made);
    }
    if (!this.covered) this.motion.play(effects);
  }

  /** Lay something over the board, in place of what lies there. @param {Patch} patch */
  cover({ markup, effects = [], base = null, box = "" }) {
    this.uncover();
    this.covered = true;
    this.box = box || null;
    const all = base === null ? { ...this.#gone(markup), ...markup } : markup;
    for (const [id, made] of Object.entries(all)) {
      this.under.set(id, document.getElementById(id)?.outerHTML ?? null);
      this.#put(id, made);
    }
    this.motion.play(effects);
  }

  /** Take off what lies over the board. */
  uncover() {
    this.covered = false;
    this.box = null;
    for (const [id, markup] of this.under) this.#put(id, markup);
    this.under.clear();
  }

  /** What is there and not in markup that is everything. @param {Record<string, unknown>} markup @returns {Record<string, null>} */
  #gone(markup) {
    const rows = [...this.svg.querySelectorAll(":scope > g > [id]"), ...document.querySelectorAll("[data-rows] > [id]")];
    return Object.fromEntries(rows.flatMap(({ id }) => (id in markup ? [] : [[id, null]])));
  }

  /** @param {string} id @param {string | null} markup */
  #put(id, markup) {
    const old = document.getElementById(id);
    const onBoard = this.#onBoard(id);
    if (onBoard) this.motion.saw(id, old);
    if (markup === null) old?.remove();
    else if (old?.classList.contains("point")) renew(old, parsed(markup, true));
    else if (old) replace(old, parsed(markup, onBoard));
    else document.getElementById(id.split(".")[0])?.append(parsed(markup, onBoard));
  }

  /** @param {string} id */
  #onBoard(id) {
    return this.svg.contains(document.getElementById(id) ?? document.getElementById(id.split(".")[0]));
  }
}

/** @param {string} markup @param {boolean} svg @returns {Element} */
function parsed(markup, svg) {
  const holder = svg ? document.createElementNS(SVG, "g") : document.createElement("div");
  holder.innerHTML = markup;
  return /** @type {Element} */ (holder.firstElementChild);
}

/** What differs in attributes only stays: all that is new is styled and laid out anew. @param {Element} old @param {Element} drawn */
function replace(old, drawn) {
  if (old.innerHTML !== drawn.innerHTML) return old.replaceWith(drawn);
  for (const { name } of [...old.attributes]) if (!drawn.hasAttribute(name)) old.removeAttribute(name);
  take(old, drawn.attributes);
}

/** A control becomes the one that is drawn, and keeps focus and marks. @param {Element} control @param {Element} drawn */
function renew(control, drawn) {
  take(control, [...drawn.attributes].filter(({ name }) => !["class", "tabindex"].includes(name)));
  if (control.innerHTML !== drawn.innerHTML) control.replaceChildren(...drawn.childNodes);
}

/** Give an element attributes that it has not yet. @param {Element} element @param {Iterable<Attr>} attributes */
function take(element, attributes) {
  for (const { name, value } of attributes) if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

const SPAN = 240; // ms for all of it
const CROWD = 10; // so many new pieces are another position, not a turn
const FLOORS = 70; // ms until what stands on a new floor comes
const DROP = [{ transform: "scale(1.06) translateY(-6px)", opacity: 0.45 }, { transform: "none", opacity: 1 }];
const RISE = [{ transform: "scale(1.12)" }, { transform: "none" }];
const LAY = [{ transform: "scale(0.86)", opacity: 0.3 }, { transform: "none", opacity: 1 }];
const SHOW = [{ opacity: 0 }, { opacity: 1 }];
const LEAVE = [{ opacity: 1 }, { opacity: 0 }];
const SINK = [{ opacity: 1, transform: "none" }, { opacity: 0, transform: "translateY(6px) scale(0.94)" }];
const NEXT = 40; // ms from one ring of pieces that turn over to the next, outwards
const PATH = { rest: 200, draw: 900, stops: 100 }; // ms: the path that ends a game is drawn once

/** Whether things may move: as somebody has set it, else as the system says. */
export function lively() {
  const wanted = document.documentElement.dataset.motion ?? "system";
  if (wanted === "system") return !matchMedia("(prefers-reduced-motion: reduce)").matches;
  return wanted === "on";
}

export class Motion {
  /** @param {(effects: Effect[]) => void} heard lets it be heard as well */
  constructor(heard = () => {}) {
    this.heard = heard;
    /** @type {Map<string, Element | null> | null} what was there before the changes of the present task */
    this.before = null;
    /** @type {Effect[]} of the present task */
    this.coming = [];
    /** @type {Animation[]} */
    this.running = [];
    /** @type {Set<Element>} copies of what is not there any more */
    this.copies = new Set();
  }

  /** Called before an element of the board changes. All changes of one task count as one. @param {string} id @param {Element | null} old */
  saw(id, old) {
    const before = this.#begin();
    if (!before.has(id)) before.set(id, old);
  }

  /** Show what happened, once the board is right. @param {Effect[]} effects */
  play(effects) {
    if (effects.length) this.#begin();
    this.coming.push(...effects);
  }

  /** Break off what still moves. */
  stop() {
    for (const animation of this.running.splice(0)) animation.cancel();
    for (const copy of this.copies) copy.remove();
    this.copies.clear();
  }

  #begin() {
    if (this.before) return this.before;
    this.stop();
    this.before = new Map();
    queueMicrotask(() => this.#settle());
    return this.before;
  }

  #settle() {
    const [before, coming] = [this.before ?? new Map(), this.coming];
    [this.before, this.coming] = [null, []];
    // What lay over the board already, such as the first stone of two, does not come again.
    const news = coming
      .map((effect) => ({ effect, old: before.get(effect.id) ?? null, now: document.getElementById(effect.id) }))
      .filter(({ effect, old, now }) => (now ? !old?.isEqualNode(now) : effect.kind === "captured" && old));
    const effects = news.map(({ effect }) => effect);
    const placed = effects.filter(({ kind }) => kind === "placed");
    if (document.hidden || placed.length > CROWD) return;
    requestAnimationFrame(() => setTimeout(() => this.heard(effects))); // the first sound takes a while: paint before it
    if (!lively()) return;
    const delay = effects.some((effect) => effect.kind === "drawn" && effect.layer === "tiles") ? FLOORS : 0;
    const far = distances(effects);
    for (const { effect, old, now } of news) {
      if (effect.kind === "captured" && old) this.#run(this.#copy(old, document.getElementById(old.id.split(".")[0])), SINK, 0, 160);
      if (effect.kind === "captured" || !now) continue;
      if (effect.kind === "placed") this.#run(now, DROP, delay + (placed.indexOf(effect) * 50) / placed.length, 130);
      else if (effect.kind === "stacked") this.#run(now, RISE, 0, 130);
      else if (effect.kind === "turned") this.#turn(old ?? now, now, far(effect.at));
      else if (effect.kind === "moved") this.#move(effect, old, now, before.get(effect.origin) ?? null);
      else if (effect.layer === "tiles") this.#run(now, LAY, 0, 130);
      else if (effect.traced) this.#draw(now);
      else this.#run(now, SHOW, effect.layer === "walls" ? 60 : 110, 120);
    }
  }

  /** Draw a path from end to end, then its stops. @param {Element} now */
  #draw(now) {
    for (const path of /** @type {NodeListOf<SVGPathElement>} */ (now.querySelectorAll("path:is(.case, .joined, .walked)"))) {
      const long = path.getTotalLength();
      const whole = `${long} ${long}`;
      this.#run(path, [{ strokeDasharray: whole, strokeDashoffset: long }, { strokeDasharray: whole, strokeDashoffset: 0 }], PATH.rest, PATH.draw);
    }
    for (const stop of now.querySelectorAll(".stop")) this.#run(stop, SHOW, PATH.rest + PATH.draw, PATH.stops);
  }

  /** @param {Element} old @param {Element} now @param {number} delay */
  #turn(old, now, delay) {
    this.#run(this.#copy(old, now.parentNode), [{ transform: "none" }, { transform: "scaleX(0)" }], delay, 60);
    this.#run(now, [{ transform: "scaleX(0)" }, { transform: "scaleX(0)", offset: 0.01 }, { transform: "none" }], delay + 60, 60);
  }

  /** @param {Extract<Effect, {kind: "moved"}>} effect @param {Element | null} old @param {Element} now @param {Element | null} left */
  #move({ trail, origin, single }, old, now, left) {
    if (old) this.#run(this.#copy(old, now.parentNode), [{ opacity: 1 }, { opacity: 1, offset: 0.7 }, { opacity: 0 }], 0, SPAN);
    const stays = document.getElementById(origin);
    const jumps = left !== null && !(stays && left.isEqualNode(stays)); // or it was put there and sent on
    const traveller = this.#copy(left && jumps ? left : now, now.parentNode);
    if (single) traveller.innerHTML = single;
    const here = trail[jumps ? 0 : trail.length - 1];
    const wide = jumps ? 1.14 : 1; // what jumps is nearer to the eye half-way
    const path = trail.flatMap(([x, y], i) => {
      const middle = i ? [`translate(${(x + trail[i - 1][0]) / 2 - here[0]}px, ${(y + trail[i - 1][1]) / 2 - here[1]}px) scale(${wide})`] : [];
      return [...middle, `translate(${x - here[0]}px, ${y - here[1]}px)`];
    });
    const delay = jumps ? 0 : 60;
    this.#run(traveller, path.map((transform) => ({ transform })), delay, SPAN - delay);
    this.#run(now, [{ opacity: 0 }, { opacity: 0, offset: 0.97 }, { opacity: 1 }], 0, SPAN);
  }

  /** A copy of what was there, above what is there now. @param {Element} old @param {Node | null} layer */
  #copy(old, layer) {
    const copy = /** @type {Element} */ (old.cloneNode(true));
    copy.removeAttribute("id");
    layer?.appendChild(copy);
    this.copies.add(copy);
    return copy;
  }

  /** @param {Element} element @param {Keyframe[]} frames @param {number} delay @param {number} duration */
  #run(element, frames, delay, duration) {
    const animation = element.animate(frames, { delay, duration, fill: "backwards", easing: "ease-out" });
    this.running.push(animation);
    if (this.copies.has(element)) animation.onfinish = () => this.copies.delete(element) && element.remove();
  }
}

/** When a piece turns over: one ring after the other, outwards from what was placed; ms. @param {Effect[]} effects @returns {(at: number[]) => number} */
function distances(effects) {
  const sources = effects.flatMap((effect) => (effect.kind === "placed" ? [effect.at] : []));
  /** @param {number[]} at */
  const far = ([x, y]) => Math.min(...sources.map(([fromX, fromY]) => Math.hypot(x - fromX, y - fromY)));
  const all = effects.flatMap((effect) => (effect.kind === "turned" ? [far(effect.at)] : []));
  const rings = [...new Set(all)].sort((one, other) => one - other);
  const step = Math.min(NEXT, (SPAN - 2 * 60) / Math.max(1, rings.length - 1));
  return (at) => step * Math.max(0, rings.indexOf(far(at)));
}

export class Sheets {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    /** @type {string | null} whose sheet somebody wants to see alone, "" for all; null: one's own */
    this.wanted = null;
    /** @type {[Record<string, string>, Record<string, string>, string | null, string]} */
    this.shown = [{}, {}, null, ""];
    $("sheets").addEventListener("click", (event) => {
      const tab = event.target.closest("[data-sheet]");
      if (!tab) return;
      this.wanted = tab.dataset.sheet;
      this.show(...this.shown);
      $("stage").scrollIntoView({ block: "nearest" }); // on a phone the board may be out of sight
    });
  }

  /**
   * Show sheets as somebody has chosen; `sheets` says where each player's lies in the drawing, `worth` how many points it
   * has, `box` where all are. @param {Record<string, string>} sheets @param {Record<string, string>} worth @param {string | null} own @param {string} box
   */
  show(sheets, worth, own, box) {
    this.shown = [sheets, worth, own, box];
    const players = Object.keys(sheets);
    hide(!players.length, "sheets");
    if (players.length && !$("sheets").children.length) this.#offer(players);
    const alone = this.wanted ?? (own !== null && own in sheets ? own : "");
    frame(this.svg, box, sheets[alone], players.indexOf(alone) + 1);
    this.svg.classList.toggle("own", alone === own);
    for (const tab of $("sheets").children) {
      const { sheet } = tab.dataset;
      tab.setAttribute("aria-pressed", String(sheet === alone));
      if (sheet) tab.lastElementChild.textContent = worth[sheet] ?? "";
    }
    hide(!alone, "foot-place"); // what stands at the foot of all is said in words to who sees one alone
  }

  /** Whoever looked at another's sheet sees their own again. */
  comeHome() {
    if (this.wanted && this.wanted !== this.shown[2]) this.wanted = null;
  }

  /** @param {string[]} players */
  #offer(players) {
    for (const [sheet, textContent] of [...players.map((player) => [player, named(player)]), ["", TEXTS.allSheets]]) {
      const [disc, name] = [element("i", { className: "disc" }), element("span", { textContent })];
      const tab = element("button", { type: "button", className: "btn quiet" }, ...(sheet ? [disc, name, " ", element("b", {})] : [name]));
      Object.assign(tab.dataset, sheet ? { sheet, player: sheet } : { sheet });
      $("sheets").append(tab);
    }
  }
}

/** Show a drawing, or only a part of it: one of its boards, by their numbers. @param {SVGSVGElement} svg @param {string} whole @param {string} [part] */
export function frame(svg, whole, part, number = 0) {
  const box = part ?? whole;
  if (svg.getAttribute("viewBox") !== box) svg.setAttribute("viewBox", box); // the same would be laid out anew
  svg.classList.toggle("alone", part !== undefined);
  for (const { id, classList } of svg.children) classList.toggle("apart", part !== undefined && (id === "foot" || (/-\d+$/.test(id) && !id.endsWith(`-${number}`))));
}

/** Draw what is to be placed as large as it will be on the board. @param {SVGSVGElement} svg */
export function toScale(svg) {
  const hand = document.getElementById("hand");
  const wide = Number((hand?.getAttribute("viewBox") ?? "").split(" ")[2]);
  const scale = hand && wide ? svg.getScreenCTM()?.a : 0; // to ask lays out the page
  if (hand && scale) hand.setAttribute("width", String(Math.round(wide * scale)));
}
