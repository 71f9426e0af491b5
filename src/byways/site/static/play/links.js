// The links to the seats of others and for spectators, as long as they may be sent, and what opens a seat again.

import { linkRow } from "../common/links.js";
import { $, button, hide } from "../common/page.js";
import { TEXTS } from "../common/texts.js";

export class Links {
  /** @param {import("../net/wire.js").Wire} wire @param {(command: import("../wire").Command) => void} give */
  constructor(wire, give) {
    this.wire = wire;
    this.give = give;
    /** @type {number | null} the number of events of the game when its links were shown */
    this.open = null;
  }

  /** @param {import("../wire").GameView} game @param {import("../wire").BoardView} server */
  async show({ links, waiting }, { number }) {
    hide(!links, "waiting");
    $("play").classList.toggle("inviting", links);
    hide(!waiting, "waiting-said");
    const open = links ? number : null;
    if (open === this.open) return;
    this.open = open;
    if (open === null) return $("links").replaceChildren();
    const answer = await this.wire.tell("/links", {});
    if (this.open !== open || !answer?.ok) return;
    /** @type {import("../wire").SeatLinks} */
    const { links: shown } = answer.data;
    $("links").replaceChildren(...shown.map((link) => this.#row(link, shown.length)));
  }

  /** @param {import("../wire").SeatLink} link @param {number} count */
  #row(link, count) {
    const { player, who } = link;
    const id = `link-${player ?? "spectators"}`.replaceAll(" ", "-");
    const label = who ? TEXTS.sits(player, who) : TEXTS.linkFor(player);
    return linkRow(id, link, { label, copy: TEXTS.copyLink(player), qr: TEXTS.qr(player), open: count <= 2 }, ...(player ? [this.#withdrawal(player, who)] : []));
  }

  /** What opens a seat again, as when its link was opened on the wrong device. @param {string} player @param {string | null | undefined} who */
  #withdrawal(player, who) {
    const made = button(who ? TEXTS.free : TEXTS.withdraw, () => this.give({ kind: "revoke", player }));
    made.setAttribute("aria-label", who ? TEXTS.freeSeat(player) : TEXTS.withdrawLink(player));
    return made;
  }
}
