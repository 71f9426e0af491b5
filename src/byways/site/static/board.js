// The board on the page: patching its drawing, marking what may be chosen, pointing with mouse, finger or keys.

const SVG = "http://www.w3.org/2000/svg";

/** An element made of a piece of drawing. */
function element(markup) {
  const holder = document.createElementNS(SVG, "g");
  holder.innerHTML = markup;
  return holder.firstElementChild;
}

export class Board {
  /**
   * @param {SVGSVGElement} svg
   * @param {{choose: (name: string) => void, point: (name: string | null) => void, back: () => void}} handlers
   */
  constructor(svg, handlers) {
    this.svg = svg;
    this.handlers = handlers;
    this.replaced = new Map(); // what the half-made turn covers: id -> markup before, or null
    this.current = null; // name of the control that Tab reaches
    this.targets = new Set();
    this.home = null; // the key of the board that may be played on, where there are several
    svg.addEventListener("click", (event) => this.#on(event, (name) => handlers.choose(name)));
    svg.addEventListener("pointerover", (event) => this.#on(event, (name) => handlers.point(name)));
    svg.addEventListener("pointerleave", () => handlers.point(null));
    svg.addEventListener("focusin", (event) => this.#on(event, (name) => this.#reach(name)));
    svg.addEventListener("focusout", () => handlers.point(null));
    svg.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Draw everything anew. */
  replace(markup, box) {
    this.#keepingFocus(() => {
      this.replaced.clear();
      this.svg.setAttribute("viewBox", box);
      this.svg.innerHTML = markup;
    });
  }

  /** Put pieces in their places; null takes one away. */
  patch(pieces, box) {
    this.#keepingFocus(() => {
      this.restore();
      this.svg.setAttribute("viewBox", box);
      for (const [id, markup] of Object.entries(pieces)) this.#put(id, markup);
    });
  }

  /** As `patch`, until `restore`. */
  patchForNow(pieces, box) {
    this.#keepingFocus(() => {
      this.restore();
      this.svg.setAttribute("viewBox", box);
      for (const [id, markup] of Object.entries(pieces)) {
        this.replaced.set(id, document.getElementById(id)?.outerHTML ?? null);
        this.#put(id, markup);
      }
    });
  }

  /** Take back what `patchForNow` did. */
  restore() {
    for (const [id, markup] of this.replaced) this.#put(id, markup);
    this.replaced.clear();
  }

  /** Show what would be there, or nothing. */
  ghost(markup) {
    const layer = document.getElementById("ghost");
    if (layer && layer.innerHTML !== markup) layer.innerHTML = markup;
  }

  /** Mark what may be chosen now and what has been chosen of the present action. */
  mark(targets, chosen, home) {
    this.targets = targets;
    this.home = home;
    for (const control of this.#controls()) {
      const name = control.dataset.point;
      const open = this.#isHome(control) && targets.has(name);
      control.classList.toggle("legal", open);
      control.classList.toggle("chosen", this.#isHome(control) && chosen.includes(name));
      control.setAttribute("aria-disabled", String(!open));
    }
    if (!this.#control(this.current)) this.current = this.#firstName();
    this.#control(this.current)?.setAttribute("tabindex", "0");
  }

  /** Whether a name is a point or a side on the board. */
  has(name) {
    return this.#control(name) !== null;
  }

  #put(id, markup) {
    const old = document.getElementById(id);
    if (markup === null) {
      old?.remove();
    } else if (old) {
      old.replaceWith(element(markup));
    } else {
      document.getElementById(id.split(".")[0])?.append(element(markup));
    }
  }

  #keepingFocus(change) {
    const focused = document.activeElement?.closest?.("#board .point")?.id;
    change();
    if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus();
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
    if (control && this.#isHome(control)) act(control.dataset.point);
  }

  #reach(name) {
    this.#control(this.current)?.setAttribute("tabindex", "-1");
    this.current = name;
    this.#control(name)?.setAttribute("tabindex", "0");
    this.handlers.point(name);
  }

  #key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key in steps && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      this.#step(...steps[event.key]);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#on(event, (name) => this.handlers.choose(name));
    } else if (event.key === "Escape" || event.key === "Backspace") {
      event.preventDefault();
      this.handlers.back();
    }
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
      if (ahead > 0.1 && aside <= ahead * 1.01 && ahead + 2 * aside < least) {
        best = control;
        least = ahead + 2 * aside;
      }
    }
    best?.focus();
  }
}
