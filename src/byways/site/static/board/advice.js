// What is advised, on the board: a turn drawn over the pieces, points that are lit up.

/** @typedef {import("../wire").Advice} Advice */

/** @type {Advice} */
export const NONE = { said: "", markup: "", places: [] };

export class Advised {
  /** @param {import("./pointer.js").Pointer} pointer */
  constructor(pointer) {
    this.pointer = pointer;
    this.layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
    this.layer.setAttribute("class", "layer turns coached");
    this.layer.setAttribute("aria-hidden", "true");
    document.getElementById("ghost")?.before(this.layer);
  }

  /** @param {Advice} advice */
  show({ markup, places }) {
    this.layer.innerHTML = markup;
    this.pointer.light(places, "where");
  }
}
