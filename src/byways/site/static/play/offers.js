// The buttons of an offer: each bears its number, and takes no press at first. Where one offer follows another, the press
// was meant for the one before.

import { all } from "../common/page.js";

const REST = 700; // ms

export class Offers {
  constructor() {
    /** @type {Map<string, boolean>} by offer, whether its buttons rest no more */
    this.known = new Map();
  }

  /** Let the buttons rest that the page has for a new offer, also if they have been drawn again. */
  show() {
    for (const button of all("[data-offer]")) {
      const { offer } = button.dataset;
      if (!this.known.has(offer)) this.#rest(offer);
      button.disabled = !this.known.get(offer);
    }
  }

  /** @param {string} offer */
  #rest(offer) {
    this.known.set(offer, false);
    setTimeout(() => {
      this.known.set(offer, true);
      this.show();
    }, REST);
  }
}
