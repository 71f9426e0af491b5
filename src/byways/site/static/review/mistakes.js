// The mistakes that an analysis has found: cards and lines that the server renders, of which a few are opened.

import { $, all, element } from "../common/page.js";
import { TEXTS } from "../common/texts.js";

const MOST = 3; // cards that are opened at once

export class Mistakes {
  /**
   * @param {import("../net/wire.js").Wire} wire
   * @param {import("../wire").MistakeRow[]} rows those that the page has come with
   * @param {(event: {type: "find" | "reveal", ply: number}) => void} dispatch tells the page what is wanted of a card
   */
  constructor(wire, rows, dispatch) {
    this.wire = wire;
    this.rows = rows;
    /** @type {number[]} the plies of the cards that somebody wants to see; none: those that the server opens */
    this.wanted = [];
    /** whose they are: a player, or "" for all */
    this.whose = $("mistakes").dataset.whose;
    this.shown = this.#asked();
    this.ply = 0;
    for (const choice of all('[name="whose"]')) choice.addEventListener("change", () => this.#choose(choice.value));
    $("mistakes").addEventListener("click", (event) => {
      const { find, reveal } = /** @type {HTMLElement} */ (event.target).dataset;
      if (find || reveal) dispatch({ type: find ? "find" : "reveal", ply: Number(find ?? reveal) });
    });
  }

  /** What the analysis has found so far. @param {import("../wire").Findings} analysis */
  found({ mistakes }) {
    this.rows = mistakes;
    if ($("whose")) $("whose").hidden = !mistakes.length;
    for (const sign of all("#turns .sign")) sign.remove();
    for (const { ply, sign } of mistakes) {
      document.querySelector(`#turns [data-address="${ply}"]`)?.append(element("span", { className: "sign", textContent: ` ${sign}` }));
    }
    this.#show();
  }

  /** Outline the mistake that led to a ply, opened. @param {number} ply */
  mark(ply) {
    this.ply = ply;
    const opened = all("#mistakes .opened").map((row) => Number(row.dataset.ply));
    if (this.#listed().some((row) => row.ply === ply) && !opened.includes(ply)) this.wanted = [ply, ...opened].slice(0, MOST);
    this.#show();
  }

  /** The ply of the next mistake, or of the one before. @param {number} from @param {1 | -1} way */
  beside(from, way) {
    const plies = this.#listed().map(({ ply }) => ply).filter((ply) => (ply - from) * way > 0);
    return way > 0 ? plies[0] : plies.at(-1);
  }

  /** Say on a card what is better. @param {number} ply @param {string} turn */
  tell(ply, turn) {
    const card = document.querySelector(`#mistakes [data-ply="${ply}"]`);
    if (card?.querySelector(".better")) return;
    card?.querySelector(".words")?.before(element("p", { className: "better", textContent: TEXTS.better(turn) }));
  }

  /** @param {string} whose */
  #choose(whose) {
    this.whose = whose;
    this.wanted = [];
    this.#show();
  }

  /** Those that are shown. */
  #listed() {
    return this.rows.filter(({ player }) => !this.whose || player === this.whose);
  }

  #asked() {
    return JSON.stringify([this.rows, this.whose, this.wanted]);
  }

  async #show() {
    const asked = this.#asked();
    if (asked !== this.shown) {
      this.shown = asked;
      /** @type {import("../wire").Cards | null} */
      const found = await this.wire.ask("/mistakes", { whose: this.whose, opened: this.wanted.join(",") });
      if (found && asked === this.shown) put(found.markup);
    }
    for (const row of all("#mistakes li")) row.classList.toggle("now", Number(row.dataset.ply) === this.ply);
  }
}

/** Exchange the list; whoever was on a link or a button of it stays there. @param {string} markup */
function put(markup) {
  const focused = /** @type {HTMLElement | null | undefined} */ (document.activeElement?.closest("#mistakes :is(a, button)"));
  const [name, value] = Object.entries(focused?.dataset ?? {})[0] ?? [];
  $("mistakes").innerHTML = markup;
  if (name) /** @type {HTMLElement | null} */ (document.querySelector(`#mistakes [data-${name}="${value}"]`))?.focus({ preventScroll: true });
}
