// The others: links to their seats, offers and answers, resigning, the next game.

import { linkRow } from "../common/links.js";
import { $, element, say } from "../common/page.js";
import { TEXTS } from "../common/texts.js";

export class Company {
  /**
   * @param {import("../net/wire.js").Wire} wire
   * @param {(what: string) => void} deal
   */
  constructor(wire, deal) {
    this.wire = wire;
    this.deal = deal;
    this.open = null; // the seats whose links are shown
    $("offer-yes").addEventListener("click", () => (this.offered === "rematch" ? deal("yes") : this.#ask("yes")));
    $("offer-no").addEventListener("click", () => deal("no"));
    $("offer-back").addEventListener("click", () => deal("withdraw"));
    $("hurry").addEventListener("click", () => deal("hurry"));
    $("rematch").addEventListener("click", () => deal("rematch"));
    $("sure").addEventListener("close", () => $("sure").returnValue === "yes" && deal(this.asked));
  }

  show(look) {
    $("hurry").hidden = !look.hurry;
    const people = look.players.filter(({ yours, here }) => yours || here !== null);
    this.many = look.players.length > 2 && people.length > 1; // then the others play on without one of them
    this.offered = look.offer?.what;
    const told = look.offer ?? look.declined;
    $("offer").hidden = !told;
    say("offer-said", told?.said ?? "");
    $("offer-yes").parentElement.hidden = !look.may.includes("yes");
    $("offer-back").hidden = !look.may.includes("withdraw");
    const buttons = look.may.filter((what) => what in TEXTS.deals);
    const box = $("dealings");
    if (box.dataset.may !== buttons.join()) {
      box.dataset.may = buttons.join();
      box.replaceChildren(...buttons.map((what) => this.#button(what)));
    }
    box.hidden = !buttons.length;
    $("rematch").hidden = !look.may.includes("rematch");
    $("play-again")?.classList.toggle("button", $("rematch").hidden);
    $("next").hidden = !look.rematch;
    if (look.rematch) $("next-link").href = $("play").dataset.games + look.rematch;
    this.#showLinks(look);
  }

  /** What a screen reader should hear of the others. */
  news(before, look) {
    const told = ["offer", "declined"].filter((what) => look[what] && look[what].number !== before[what]?.number);
    const moved = look.players.filter(({ here }, i) => here !== null && ![null, here].includes(before.players[i].here));
    return [...told.map((what) => look[what].said), ...moved.map(({ player, here }) => (here ? TEXTS.came(player) : TEXTS.went(player)))];
  }

  /** Where two play on, this page goes along. */
  goAlong(before, look) {
    const plays = look.players.some((player) => player.yours);
    if (plays && look.rematch && !before.rematch) location.assign($("play").dataset.games + look.rematch);
  }

  #button(what) {
    const made = element("button", { type: "button", className: "quiet", textContent: TEXTS.deals[what] });
    made.addEventListener("click", () => (what in TEXTS.sure ? this.#ask(what) : this.deal(what)));
    return made;
  }

  #ask(what) {
    this.asked = what;
    const about = what === "resign" && this.many ? "leave" : what;
    say("sure-asked", TEXTS.sure[what === "yes" ? `yes to ${this.offered}` : about]);
    say("sure-yes", TEXTS.deals[what] ?? TEXTS.accept);
    $("sure").returnValue = "no";
    $("sure").showModal();
  }

  async #showLinks(look) {
    $("waiting").hidden = !look.links;
    $("waiting-said").hidden = !look.waiting;
    const open = look.links ? look.number : null;
    if (open === this.open) return;
    this.open = open;
    if (open === null) return $("links").replaceChildren();
    const answer = await this.wire.tell("/links", {});
    if (this.open === open && answer?.ok) $("links").replaceChildren(...answer.data.links.map((link) => this.#link(link, answer.data.links.length)));
  }

  #link(link, count) {
    const { player, who } = link;
    const id = `link-${player ?? "spectators"}`.replaceAll(" ", "-");
    const label = who ? TEXTS.sits(player, who) : TEXTS.linkFor(player);
    return linkRow(id, link, { label, copy: TEXTS.copyLink(player), qr: TEXTS.qr(player), open: count <= 2 }, ...(player ? [this.#withdrawal(player, who)] : []));
  }

  /** What opens a seat again, as when its link was opened on the wrong device. */
  #withdrawal(player, who) {
    const [textContent, ariaLabel] = who ? [TEXTS.free, TEXTS.freeSeat(player)] : [TEXTS.withdraw, TEXTS.withdrawLink(player)];
    const made = element("button", { type: "button", className: "choice", textContent, ariaLabel });
    made.addEventListener("click", () => this.wire.tell("/revoke", { kind: "revoke", player }));
    return made;
  }
}
