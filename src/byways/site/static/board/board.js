// The board on the page: patching its drawing, marking what may be chosen, pointing with mouse, finger or keys.

import { Motion } from "./former_motion.js";

const SVG = "http://www.w3.org/2000/svg";
const UNIT = 100; // of the drawing's units make a cell
const FINGER = 44; // px: on a smaller point a finger may miss
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** An element made of a piece of drawing. */
function element(markup) {
  const holder = document.createElementNS(SVG, "g");
  holder.innerHTML = markup;
  return holder.firstElementChild;
}

export class Board {
  /**
   * @param {SVGSVGElement} svg
   * @param {{choose: (name: string, small: boolean) => void, point: (name: string | null, byKey?: boolean) => void, back: () => void}} handlers
   */
  constructor(svg, handlers) {
    this.svg = svg;
    this.handlers = handlers;
    this.motion = new Motion(svg);
    this.replaced = new Map(); // what the half-made turn covers: id -> markup before, or null
    this.current = null; // name of the control that Tab reaches
    this.home = null; // the key of the board that may be played on, where there are several
    this.pointer = "";
    this.box = svg.getAttribute("viewBox"); // of all boards
    svg.addEventListener("pointerdown", (event) => (this.pointer = event.pointerType));
    svg.addEventListener("click", (event) => event.detail < 2 && this.#on(event, (name, control) => this.#click(name, control)));
    svg.addEventListener("pointerover", (event) => event.pointerType !== "touch" && this.#point(event));
    svg.addEventListener("pointerleave", () => handlers.point(null));
    svg.addEventListener("focusin", (event) => this.#on(event, (name) => this.#reach(name)));
    svg.addEventListener("focusout", () => handlers.point(null));
    svg.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Draw everything anew. */
  replace(markup, box) {
    this.#keepingFocus(() => {
      this.replaced.clear();
      this.box = box;
      this.motion.sawAll();
      this.svg.innerHTML = markup;
    });
  }

  /** Put pieces in their places; null takes one away. */
  patch(pieces, box) {
    this.#keepingFocus(() => {
      this.restore();
      this.box = box;
      for (const [id, markup] of Object.entries(pieces)) this.#put(id, markup);
    });
  }

  /** As `patch`, until `restore`. */
  patchForNow(pieces, box) {
    this.#keepingFocus(() => {
      this.restore();
      this.box = box;
      for (const [id, markup] of Object.entries(pieces)) {
        this.replaced.set(id, document.getElementById(id)?.outerHTML ?? null);
        this.#put(id, markup);
      }
    });
  }

  /** Take back what `patchForNow` did. */
  restore() {
    if (!this.replaced.size) return;
    this.#keepingFocus(() => {
      for (const [id, markup] of this.replaced) this.#put(id, markup);
      this.replaced.clear();
    });
  }

  /** Show what would be there, or nothing. */
  ghost(markup) {
    const layer = document.getElementById("ghost");
    if (layer && layer.innerHTML !== markup) layer.innerHTML = markup;
  }

  /** Mark what may be chosen now, what has been chosen of the present action, and what is aimed at. */
  mark(targets, chosen, aimed, home) {
    this.home = home;
    let hints = "";
    for (const control of this.#controls()) {
      const name = control.dataset.point;
      const here = this.#isHome(control);
      const open = here && targets.has(name);
      if (open) hints += control.dataset.hint;
      control.classList.toggle("legal", open);
      control.classList.toggle("chosen", here && chosen.includes(name));
      control.classList.toggle("aimed", here && aimed === name);
      if (here && chosen.includes(name)) control.setAttribute("aria-pressed", "true");
      else control.removeAttribute("aria-pressed");
      if (control.getAttribute("aria-disabled") !== String(!open)) control.setAttribute("aria-disabled", String(!open));
    }
    this.#hint(hints);
    if (!this.#control(this.current)) this.current = this.#firstName();
    this.#tab(this.current, 0);
  }

  /** Draw the marks of all that may be chosen, as one path: to style one for each point would take ten times as long. */
  #hint(data) {
    const layer = this.svg.querySelector(".hints");
    const path = layer.querySelector(".hint") ?? layer.appendChild(element('<path class="hint"/>'));
    if (path.getAttribute("d") !== data) path.setAttribute("d", data);
  }

  /** Show at once that a choice was taken; `mark` says more when the server has answered. */
  took(name) {
    this.#control(name)?.classList.add("chosen");
  }

  /** How many pixels wide a cell is when everything is shown. */
  cell() {
    const [, , width, height] = this.box.split(" ").map(Number);
    return UNIT * Math.min(this.svg.clientWidth / width, innerHeight / height);
  }

  /** Show only a part of the drawing; null for all of it. */
  frame(part) {
    const box = part ?? this.box;
    if (this.svg.getAttribute("viewBox") !== box) this.svg.setAttribute("viewBox", box); // the same would be laid out anew
    this.svg.style.clipPath = part ? this.#inset(part) : "";
  }

  /** What hides the neighbours of a part of the drawing, which would show at its sides. */
  #inset(part) {
    const [, , width, height] = part.split(" ").map(Number);
    const spare = (this.svg.clientWidth - (this.svg.clientHeight * width) / height) / 2;
    return spare > 0 ? `inset(0 ${spare}px)` : "";
  }

  /** Whether a name is a point or a side on the board. */
  has(name) {
    return this.#control(name) !== null;
  }

  hasFocus() {
    return this.svg.contains(document.activeElement);
  }

  /** Where a choice can be made. */
  place() {
    const here = this.#control(this.current);
    const open = here?.classList.contains("legal") ? here : this.svg.querySelector(".point.legal");
    return open ?? here;
  }

  focus() {
    this.place()?.focus();
  }

  #put(id, markup) {
    this.motion.saw(id);
    const old = document.getElementById(id);
    if (markup === null) {
      old?.remove();
    } else if (old?.classList.contains("point")) {
      this.#renew(old, element(markup));
    } else if (old) {
      old.replaceWith(element(markup));
    } else {
      document.getElementById(id.split(".")[0])?.append(element(markup));
    }
  }

  /** A control becomes the one that is drawn, and keeps focus and marks. */
  #renew(control, drawn) {
    for (const { name, value } of drawn.attributes) {
      if (!["class", "tabindex"].includes(name) && control.getAttribute(name) !== value) control.setAttribute(name, value);
    }
    if (control.innerHTML !== drawn.innerHTML) control.replaceChildren(...drawn.childNodes);
  }

  /** Let Tab reach a control or not. Told again, a browser would lay out the page at once. */
  #tab(name, index) {
    const control = this.#control(name);
    if (control && control.tabIndex !== index) control.tabIndex = index;
  }

  #keepingFocus(change) {
    const focused = this.hasFocus() ? document.activeElement.id : null;
    change();
    if (!focused || document.activeElement?.id === focused) return;
    (document.getElementById(focused) ?? this.#control(this.current))?.focus();
  }

  #controls() {
    return this.svg.querySelectorAll(".point");
  }

  #isHome(control) {
    return control.dataset.board === undefined || control.dataset.board === this.home;
  }

  #control(name) {
    for (const control of this.#controls()) {
      if (control.dataset.point === name && this.#isHome(control)) return control;
    }
    return null;
  }

  #firstName() {
    const controls = [...this.#controls()].filter((control) => this.#isHome(control));
    const first = controls.find((control) => control.classList.contains("legal")) ?? controls[0];
    return first?.dataset.point ?? null;
  }

  #on(event, act) {
    const control = event.target.closest?.(".point");
    if (control && this.#isHome(control)) act(control.dataset.point, control);
    return control;
  }

  #click(name, control) {
    this.handlers.choose(name, this.pointer === "touch" && this.#isSmall(control)); // measured for fingers only: it costs a layout
  }

  #isSmall(control) {
    const { width, height } = control.getBoundingClientRect();
    return Math.min(width, height) < FINGER;
  }

  #point(event) {
    if (!this.#on(event, (name) => this.handlers.point(name))) this.handlers.point(null);
  }

  #reach(name) {
    this.#tab(this.current, -1);
    this.current = name;
    this.#tab(name, 0);
    if (this.svg.querySelector(":focus-visible")) this.handlers.point(name, true);
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key in STEPS) this.#step(...STEPS[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.#on(event, (name) => this.handlers.choose(name, false));
    else if (event.key === "Escape" || event.key === "Backspace") this.handlers.back();
    else return;
    event.preventDefault();
  }

  /** Focus the nearest control in a direction: straight ahead counts less than to the side. */
  #step(right, down) {
    const here = this.#control(this.current);
    if (!here) return;
    let best = null;
    let least = Infinity;
    for (const control of this.#controls()) {
      if (!this.#isHome(control) || control === here) continue;
      const x = control.dataset.x - here.dataset.x;
      const y = control.dataset.y - here.dataset.y;
      const ahead = x * right + y * down;
      const aside = Math.abs(x * down) + Math.abs(y * right);
      const far = ahead + 1.5 * aside; // a hex of the next row is nearer than the one straight ahead, two rows on
      if (ahead > 0.1 && aside <= ahead * 1.01 && far < least) {
        best = control;
        least = far;
      }
    }
    best?.focus();
  }
}
