// Lines between pieces that see each other: those of the piece that is pointed at stand out.

export class Sights {
  /** @param {SVGSVGElement} svg the board */
  constructor(svg) {
    this.svg = svg;
    /** @type {string | null} */
    this.at = null;
    /** @type {string[]} the points that it sees */
    this.seen = [];
  }

  /** Let the lines of a point stand out. @param {string | null} name */
  point(name) {
    this.at = name;
    const lines = /** @type {NodeListOf<SVGElement>} */ (this.svg.querySelectorAll(".sights [data-along]"));
    this.seen = [...lines].flatMap((line) => {
      const ends = (line.dataset.along ?? "").split(" ");
      const own = name !== null && ends.includes(name);
      line.classList.toggle("pointed", own);
      return own ? ends.filter((end) => end !== name) : [];
    });
    this.svg.classList.toggle("sighting", this.seen.length > 0);
  }

  /** The board has changed: its new lines are those of the same point. */
  renew() {
    if (this.at !== null) this.point(this.at);
  }
}
