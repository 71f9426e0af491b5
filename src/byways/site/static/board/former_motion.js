// What a turn did, shown in motion. The board is right at once; all this is only drawn over it, and what comes next
// breaks it off. Only what is to be seen is looked at: which pieces are new, which changed hands, which arrow is new.

const SPAN = 240; // ms for all of it
const CROWD = 10; // so many new pieces are another position, not a turn
const DROP = [{ transform: "scale(1.3)", opacity: 0.45 }, { transform: "none", opacity: 1 }];
const RISE = [{ transform: "scale(1.12)" }, { transform: "none" }];
const LAY = [{ transform: "scale(0.86)", opacity: 0.3 }, { transform: "none", opacity: 1 }];
const SHOW = [{ opacity: 0 }, { opacity: 1 }];

/** Whether things may move: as somebody has set it, else as the system says. */
export function lively() {
  const wanted = document.documentElement.dataset.motion ?? "system";
  if (wanted === "system") return !matchMedia("(prefers-reduced-motion: reduce)").matches;
  return wanted === "on";
}

export class Motion {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    this.seen = null; // id -> element before the changes of the present task, or null
    this.running = [];
    this.extras = []; // copies of what is not there any more
  }

  /** Called before a piece changes. All changes of one task count as one. */
  saw(id) {
    this.#begin();
    if (!this.seen.has(id)) this.seen.set(id, document.getElementById(id));
  }

  /** Called before everything is drawn anew. */
  sawAll() {
    this.#begin();
    for (const piece of this.#pieces()) if (!this.seen.has(piece.id)) this.seen.set(piece.id, piece);
    this.whole = true;
  }

  /** Break off what still moves. */
  stop() {
    for (const animation of this.running.splice(0)) animation.cancel();
    for (const extra of this.extras.splice(0)) extra.remove();
  }

  #begin() {
    if (this.seen) return;
    this.stop();
    this.seen = new Map();
    this.whole = false;
    queueMicrotask(() => this.#settle());
  }

  #pieces() {
    return this.svg.querySelectorAll(".layer > g[id]");
  }

  /** Find out what has changed, and move it. */
  #settle() {
    const seen = this.seen;
    this.seen = null;
    if (document.hidden || !lively()) return;
    if (this.whole) for (const piece of this.#pieces()) if (!seen.has(piece.id)) seen.set(piece.id, null);
    const changes = [...seen].map(([id, old]) => ({ id, old, now: document.getElementById(id) }));
    const real = changes.filter(({ old, now }) => now && !(old && old.isEqualNode(now)));
    const by = (...layers) => real.filter(({ now }) => layers.some((layer) => now.parentNode.classList.contains(layer)));
    const pieces = by("pieces");
    if (pieces.filter(({ old }) => !old).length > CROWD) return;
    const floors = by("tiles");
    const first = floors.length ? 70 : 0; // what stands on a floor comes after it
    for (const { now } of floors) this.#run(now, LAY, 0, 130);
    for (const { now } of by("walls")) this.#run(now, SHOW, 60, 120);
    const arrived = new Set(by("lines").map((line) => this.#travel(line, seen)));
    const left = pieces.filter(({ now }) => !arrived.has(now));
    const placed = left.filter(({ old }) => !old);
    const turned = left.filter(({ old, now }) => old && owner(old) !== owner(now));
    placed.forEach(({ now }, i) => this.#run(now, DROP, first + (i * 50) / placed.length, 130));
    for (const { old, now } of left) if (old && owner(old) === owner(now)) this.#run(now, RISE, 0, 130);
    this.#turnOver(turned, placed);
    for (const { now } of by("lines", "marks", "sights", "paths")) this.#run(now, SHOW, 110, 120);
  }

  /** Move a piece along a new arrow, if one has come to its end. Returns the piece, or null. */
  #travel({ now }, seen) {
    const names = now.querySelector("[data-along]")?.dataset.along.split(" ");
    if (!names) return null;
    const layer = now.parentNode.id.replace("lines", "pieces");
    const [from, to] = [names[0], names.at(-1)].map((name) => `${layer}.${name}`);
    const [before, landed] = [seen.get(to), document.getElementById(to)];
    const [start, stays] = [seen.get(from), document.getElementById(from)];
    const jumps = Boolean(start) && !(stays && start.isEqualNode(stays)); // or it was put there and sent on
    if (!seen.has(to) || !landed || before?.isEqualNode(landed) || !(jumps || stays)) return null;
    if (before) this.#run(this.#copy(before, landed), [{ opacity: 1 }, { opacity: 1, offset: 0.7 }, { opacity: 0 }], 0, SPAN);
    const traveller = top(this.#copy(jumps ? start : landed, landed));
    const trail = names.map((name) => this.#place(name, now));
    const stops = trail.every(Boolean) ? trail : [centre(jumps ? traveller : stays), centre(landed)];
    const here = jumps ? stops[0] : stops.at(-1);
    const wide = jumps ? 1.14 : 1; // what jumps is nearer to the eye half-way
    const path = stops.flatMap(([x, y], i) => {
      const lift = i ? [`translate(${(x + stops[i - 1][0]) / 2 - here[0]}px, ${(y + stops[i - 1][1]) / 2 - here[1]}px) scale(${wide})`] : [];
      return [...lift, `translate(${x - here[0]}px, ${y - here[1]}px)`];
    });
    const delay = jumps ? 0 : 60;
    this.#run(traveller, path.map((transform) => ({ transform })), delay, SPAN - delay);
    this.#run(landed, [{ opacity: 0 }, { opacity: 0, offset: 0.97 }, { opacity: 1 }], 0, SPAN);
    return landed;
  }

  /** Turn pieces over one after the other, those near to what was placed first. */
  #turnOver(turned, placed) {
    if (!turned.length) return;
    const place = ({ id, now }) => this.#place(id.slice(id.indexOf(".") + 1), now) ?? centre(now);
    const sources = placed.map(place);
    const far = turned.map(place).map(([x, y]) => Math.min(...sources.map(([fromX, fromY]) => Math.hypot(x - fromX, y - fromY))));
    const [near, farthest] = [Math.min(...far), Math.max(...far)];
    turned.forEach(({ old, now }, i) => {
      const delay = farthest > near ? (110 * (far[i] - near)) / (farthest - near) : 0;
      this.#run(this.#copy(old, now), [{ transform: "none" }, { transform: "scaleX(0)" }], delay, 60);
      this.#run(now, [{ transform: "scaleX(0)" }, { transform: "scaleX(0)", offset: 0.01 }, { transform: "none" }], delay + 60, 60);
    });
  }

  /** Where a point is on the board of a piece or line, if it can be pointed at. To ask the drawing would lay it out. */
  #place(name, piece) {
    const control = document.getElementById(`${piece.parentNode.id.replace(/^\w+/, "controls")}.${name}`);
    return control ? [control.dataset.x * 100, control.dataset.y * 100] : null;
  }

  /** A copy of what was there, above what is there now. */
  #copy(old, now) {
    const copy = old.cloneNode(true);
    copy.removeAttribute("id");
    now.parentNode.append(copy);
    this.extras.push(copy);
    return copy;
  }

  #run(element, frames, delay, duration) {
    const animation = element.animate(frames, { delay, duration, fill: "backwards", easing: "ease-out" });
    this.running.push(animation);
    if (!this.extras.includes(element)) return;
    animation.onfinish = () => {
      element.remove();
      this.extras = this.extras.filter((extra) => extra !== element);
    };
  }
}

function owner(piece) {
  return piece.firstElementChild?.getAttribute("class") ?? "";
}

/** What lies on top of several pieces. */
function top(piece) {
  piece.querySelector(".height")?.remove();
  for (const part of ["face", "shade"]) [...piece.querySelectorAll(`.${part}`)].slice(0, -1).forEach((below) => below.remove());
  return piece;
}

function centre(piece) {
  const { x, y, width, height } = piece.getBBox();
  return [x + width / 2, y + height / 2];
}
