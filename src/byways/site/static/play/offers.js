// A press is meant for the button that was there when the finger set out. The buttons of an offer, each of which bears its
// number, take no press at first, and no row of buttons takes a pointer's just after others have come into it.

import { all } from "../common/page.js";

const REST = 700; // ms

export class Offers {
  constructor() {
    /** @type {Map<string, boolean>} by offer, whether its buttons rest no more */
    this.known = new Map();
    /** @type {Map<string, string>} by the id of what it is in, the buttons of a row */
    this.rows = new Map();
    /** @type {Map<string, string>} those of rows that take no pointer's press yet */
    this.settling = new Map();
    this.show();
  }

  /** Let the buttons rest that the page has for a new offer, also if they have been drawn again. */
  show() {
    for (const button of all("[data-offer]")) {
      const { offer } = button.dataset;
      if (!this.known.has(offer)) this.#rest(offer);
      button.disabled = !this.known.get(offer);
    }
    for (const row of all(".acts")) this.#settle(row);
  }

  /** @param {HTMLElement} row */
  #settle(row) {
    const { id } = /** @type {HTMLElement} */ (row.closest("[id]"));
    const buttons = String([...row.children].map((button) => button.id || button.textContent));
    const before = this.rows.get(id);
    this.rows.set(id, buttons);
    if (before !== undefined && before !== buttons) {
      this.settling.set(id, buttons);
      setTimeout(() => {
        if (this.settling.get(id) === buttons) this.settling.delete(id);
        this.show();
      }, REST);
    }
    row.classList.toggle("settling", this.settling.has(id));
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
