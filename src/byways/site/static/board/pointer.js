// A board under mouse, finger and keys: which control is pointed at, which one Tab reaches, which ones are marked.

const FINGER = 44; // px: on a smaller point a finger may miss
/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Pointer {
  /**
   * @param {SVGSVGElement} svg
   * @param {{choose: (name: string, small: boolean) => void, point: (name: string | null, byKey?: boolean) => void, back: (key: string) => void}} handlers
   */
  constructor(svg, handlers) {
    this.svg = svg;
    this.handlers = handlers;
    /** @type {string | null} name of the control that Tab reaches */
    this.current = null;
    /** @type {string | null} name of the control on which a pointer rests that is no finger */
    this.hovered = null;
    this.quarters = 0; // by which the board is turned, clockwise
    this.own = ".point"; // which controls are on the board that may be played on, where there are several
    this.kind = "";
    svg.addEventListener("pointerdown", (event) => (this.kind = event.pointerType));
    svg.addEventListener("click", (event) => event.detail < 2 && !event.altKey && this.#on(event, (name, control) => handlers.choose(name, this.#isSmall(control))));
    svg.addEventListener("pointerover", (event) => event.pointerType !== "touch" && this.#hover(event));
    svg.addEventListener("pointerleave", () => this.#hover(null));
    svg.addEventListener("focusin", (event) => this.#on(event, (name) => this.#reach(name)));
    svg.addEventListener("focusout", () => handlers.point(this.hovered));
    svg.addEventListener("keydown", (event) => this.#key(event));
  }

  /**
   * Mark what may be chosen `now`, or else for a plan, what has been chosen of the present action, and what is aimed at.
   * @param {Set<string>} targets @param {string[]} chosen @param {string | null} aimed @param {string | null} home @param {boolean} [now]
   */
  mark(targets, chosen, aimed, home, now = true) {
    this.own = `.point${home === null ? ":not([data-board])" : `:is(:not([data-board]), [data-board="${CSS.escape(home)}"])`}`;
    const own = new Set(this.#controls());
    let hints = "";
    for (const control of /** @type {NodeListOf<SVGElement>} */ (this.svg.querySelectorAll(".point"))) {
      const name = own.has(control) ? (control.dataset.point ?? "") : "";
      const open = targets.has(name);
      const pressed = chosen.includes(name);
      if (open && (now || chosen.length)) hints += control.dataset.hint;
      control.classList.toggle("legal", open && now);
      control.classList.toggle("chosen", pressed);
      control.classList.toggle("aimed", aimed === name);
      if (pressed) control.setAttribute("aria-pressed", "true");
      else control.removeAttribute("aria-pressed");
      if (control.getAttribute("aria-disabled") !== String(!open)) control.setAttribute("aria-disabled", String(!open));
    }
    this.#hint(hints);
    if (!this.#control(this.current)) this.current = this.#firstName();
    this.#tab(this.current, 0);
  }

  /** Show at once that a choice was taken; `mark` says more when the server has answered. @param {string} name */
  took(name) {
    this.#control(name)?.classList.add("chosen");
  }

  /** Light up points that somebody speaks of, in place of those before. @param {string[]} names */
  light(names, how = "lit") {
    for (const lit of this.svg.querySelectorAll(`.${how}`)) lit.classList.remove(how);
    for (const name of names) this.#control(name)?.classList.add(how);
  }

  /** Whether a name is a point or a side on the board. @param {string} name */
  has(name) {
    return this.#control(name) !== null;
  }

  hasFocus() {
    return this.svg.contains(document.activeElement);
  }

  /** Where a choice can be made. @returns {SVGElement | null} */
  place() {
    const here = this.#control(this.current);
    return here?.classList.contains("legal") ? here : (this.svg.querySelector(".point.legal") ?? here);
  }

  /** Draw the marks of all that may be chosen, as one path: to style one for each point would take ten times as long. @param {string} data */
  #hint(data) {
    this.#draw("hint", data);
  }

  /** Draw a path of a class among the marks of what may be chosen. @param {string} name @param {string} data */
  #draw(name, data) {
    const [beside] = this.svg.querySelector(this.own)?.id.replace("controls", "hints").split(".") ?? [];
    const layer = document.getElementById(beside) ?? /** @type {Element} */ (this.svg.querySelector(".hints"));
    const found = layer.querySelector(`.${name}`);
    if (!found && !data) return;
    const path = found ?? layer.appendChild(document.createElementNS(this.svg.namespaceURI ?? "", "path"));
    path.setAttribute("class", name);
    if (path.getAttribute("d") !== data) path.setAttribute("d", data);
  }

  /** Mark where the choice at the pointer leads. @param {Set<string>} names */
  lead(names) {
    this.#draw("leads", [...names].map((name) => this.#control(name)?.dataset.hint ?? "").join(""));
  }

  /** Let Tab reach a control or not. Told again, a browser would lay out the page at once. @param {string | null} name @param {number} index */
  #tab(name, index) {
    const control = this.#control(name);
    if (control && control.tabIndex !== index) control.tabIndex = index;
  }

  /** @returns {NodeListOf<SVGElement>} */
  #controls() {
    return this.svg.querySelectorAll(this.own);
  }

  /** @param {string | null} name @returns {SVGElement | null} */
  #control(name) {
    return name === null ? null : this.svg.querySelector(`${this.own}[data-point="${CSS.escape(name)}"]`);
  }

  #firstName() {
    const controls = [...this.#controls()];
    return (controls.find((control) => control.classList.contains("legal")) ?? controls[0])?.dataset.point ?? null;
  }

  /** The pointer is on a control, beside all of them, or gone. @param {Event | null} event */
  #hover(event) {
    this.hovered = null;
    if (event) this.#on(event, (name) => (this.hovered = name));
    this.handlers.point(this.hovered);
  }

  /** Act on the control that an event is about, and tell whether there is one. @param {Event} event @param {(name: string, control: SVGElement) => void} act */
  #on({ target }, act) {
    const control = /** @type {SVGElement | null} */ (target instanceof Element ? target.closest(".point") : null);
    if (control?.matches(this.own)) act(control.dataset.point ?? "", control);
    return control !== null;
  }

  /** Measured for fingers only: it costs a layout. @param {SVGElement} control */
  #isSmall(control) {
    if (this.kind !== "touch") return false;
    const { width, height } = control.getBoundingClientRect();
    return Math.min(width, height) < FINGER;
  }

  /** @param {string} name */
  #reach(name) {
    this.#tab(this.current, -1);
    this.current = name;
    this.#tab(name, 0);
    if (this.svg.querySelector(":focus-visible")) this.handlers.point(name, true);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key in STEPS) this.#step(...STEPS[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.#on(event, (name) => this.handlers.choose(name, false));
    else if (event.key === "Escape" || event.key === "Backspace") this.handlers.back(event.key);
    else return;
    event.preventDefault();
  }

  /** Focus the nearest control in a direction: straight ahead counts less than to the side. @param {number} right @param {number} down */
  #step(right, down) {
    const here = this.#control(this.current);
    if (!here) return;
    for (let turned = 0; turned < this.quarters; turned++) [right, down] = [down, -right]; // as it is seen
    let best = here;
    let least = Infinity;
    for (const control of this.#controls()) {
      if (control === here) continue;
      const x = Number(control.dataset.x) - Number(here.dataset.x);
      const y = Number(control.dataset.y) - Number(here.dataset.y);
      const ahead = x * right + y * down;
      const aside = Math.abs(x * down) + Math.abs(y * right);
      const far = ahead + 1.5 * aside; // a hex of the next row is nearer than the one straight ahead, two rows on
      if (ahead > 0.1 && aside <= ahead * 1.01 && far < least) [best, least] = [control, far];
    }
    best.focus();
  }
}
