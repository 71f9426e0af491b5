// What the server has rendered, on the page: patches by the ids of elements, for good or laid over what is there.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {import("../wire").Patch} Patch
 * @typedef {import("./motion.js").Motion} Motion
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
    else if (old?.classList.contains("point")) renew(old, element(markup, true));
    else if (old) replace(old, element(markup, onBoard));
    else document.getElementById(id.split(".")[0])?.append(element(markup, onBoard));
  }

  /** @param {string} id */
  #onBoard(id) {
    return this.svg.contains(document.getElementById(id) ?? document.getElementById(id.split(".")[0]));
  }
}

/** @param {string} markup @param {boolean} svg @returns {Element} */
function element(markup, svg) {
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
