// Notes of one's own: what is said of the position that is shown, and the turns that were tried to come there.

import { $, all, say } from "../common/page.js";
import { TEXTS, refusal } from "../common/texts.js";

const KEPT = "#kept"; // behind the address of a page that is loaded because something was kept

/** The fields of a note: its text, the mark of the turn, a name. @returns {[HTMLTextAreaElement, RadioNodeList, HTMLInputElement]} */
function fields() {
  return [$("note-text"), $("note").elements.namedItem("note-mark"), $("note-name")];
}

export class Notebook {
  /** @param {import("../net/wire.js").Wire} wire */
  constructor(wire) {
    this.wire = wire;
    this.place = null; // {address, turns} that a note would be about; null in the middle of a turn
    this.begun = new Map(); // what has been written and not kept, of every field, by place
    this.name = ""; // that the line has so far
    $("notebook").hidden = false;
    $("note").addEventListener("input", () => this.begun.set(this.#key(), fields().map(({ value }) => value)));
    $("note").addEventListener("submit", (event) => {
      event.preventDefault();
      const [text, mark, name] = fields().map(({ value }) => value);
      this.#tell("/note", { ...this.place, text, mark: Number(mark), name: name === this.name ? null : name });
    });
    if (location.hash === KEPT) {
      history.replaceState(null, "", location.href.replace(KEPT, ""));
      $("notebook").open = true;
      $("note-text").focus();
      say("say", TEXTS.kept);
    }
    for (const how of ["strike", "promote"]) $(`note-${how}`).addEventListener("click", () => this.#tell(`/${how}`, { address: this.place.address }));
  }

  /** Be about a position after some turns that were tried; `turns` is null in the middle of one. */
  show(view, turns) {
    const before = this.place && this.#key();
    this.place = turns && { address: view.address, turns };
    for (const control of $("note").elements) control.disabled = !this.place;
    const unmarked = view.address === "0" && !turns?.length; // no turn led there
    for (const mark of all('[name="note-mark"]')) mark.disabled = !this.place || unmarked;
    if (!this.place || this.#key() === before) return;
    const whole = turns.length ? view.goes_on : !view.address.includes("."); // a name would be that of the whole review
    const kept = turns.length ? ["", "0", whole ? view.line : ""] : [view.comments.join("\n\n"), String(view.mark), view.line];
    const values = this.begun.get(this.#key()) ?? kept;
    this.name = kept[2];
    for (const [i, field] of fields().entries()) field.value = values[i];
    say("note-named", whole ? TEXTS.nameAll : TEXTS.nameLine);
    $("note-strike").hidden = !view.strikable;
    $("note-promote").hidden = !view.promotable;
    say("note-strike", view.address.includes(".") ? TEXTS.strikeLine : TEXTS.strikeTurn);
    const line = turns.join(", ");
    say("note-about", !line ? view.said : view.goes_on ? TEXTS.noteOn(line) : TEXTS.noteLine(line));
    say("note-said", "");
  }

  /** Let somebody name what was tried, and write of it. */
  open() {
    $("notebook").open = true;
    $("note-name").focus();
  }

  /** Keep turns that were tried; null where that cannot be. @param {string} address @param {string[]} turns */
  async keep(address, turns) {
    const { seen } = $("notebook").dataset;
    /** @type {import("../wire").Keep} */
    const body = { seen, address, turns };
    const answer = await this.wire.tell("/keep", body);
    if (!answer?.ok) return say("why", refusal(answer)), null;
    /** @type {import("../wire").Kept} */
    const kept = answer.data;
    $("notebook").dataset.seen = kept.seen;
    return kept;
  }

  #key() {
    return JSON.stringify(this.place);
  }

  /** @param {string} path @param {Omit<import("../wire").Note | import("../wire").Branch, "seen">} body */
  async #tell(path, body) {
    const answer = await this.wire.tell(path, { seen: $("notebook").dataset.seen, ...body });
    if (!answer?.ok) return say("note-said", refusal(answer));
    /** @type {import("../wire").Kept} */
    const { game, address } = answer.data;
    const kept = new URL(`${$("notebook").dataset.at}${game}?ply=${address}${KEPT}`, location.href);
    if (kept.pathname !== location.pathname) return location.assign(kept);
    history.replaceState(null, "", kept);
    return location.reload(); // an address that differs behind its # alone would not be loaded anew
  }
}
