// What stands around the board: how things are, who plays, what is asked, the turns, the result, handing over.

import { $, element, say } from "../common/page.js";
import { TEXTS, named } from "../common/texts.js";

export class Panel {
  /**
   * @param {{show: (ply: number) => void, present: () => void, undo: () => void, retry: () => void,
   *          take: () => void}} handlers
   */
  constructor(handlers) {
    this.handlers = handlers;
    this.title = document.title;
    this.here = 0; // the ply that is shown
    this.all = 0;
    this.shown = ""; // of the players
    $("undo").addEventListener("click", handlers.undo);
    $("retry").addEventListener("click", handlers.retry);
    $("first").addEventListener("click", () => handlers.show(0));
    $("back").addEventListener("click", () => handlers.show(this.here - 1));
    $("forth").addEventListener("click", () => handlers.show(this.here + 1));
    $("last").addEventListener("click", handlers.present);
    $("present").addEventListener("click", handlers.present);
    $("handover-ready").addEventListener("click", handlers.take);
    $("handover").addEventListener("cancel", (event) => event.preventDefault());
    $("handover").addEventListener("close", () => this.needed && $("handover").showModal());
  }

  /** Show all of it for a look; `past` is the ply that the board shows, or null for the present. */
  show(look, past) {
    this.all = look.turns.length;
    this.here = past ?? this.all;
    const reviewing = this.here < this.all;
    const status = reviewing ? TEXTS.after(this.here, this.all) : look.status;
    say("status", status);
    document.title = `${look.status} · ${this.title}`;
    $("status").classList.toggle("working", look.working && !reviewing);
    $("present").hidden = !reviewing;
    $("undo").hidden = !look.undo;
    $("trouble").hidden = !look.trouble;
    say("trouble-text", look.trouble);
    $("retry").hidden = !look.players.some((player) => player.yours);
    this.#showPlayers(look);
    this.#showTurns(look.turns);
    this.#showResult(look.outcome);
    this.#showHandover(look.handover);
  }

  #showPlayers(look) {
    const shown = JSON.stringify([look.players, look.toMove]);
    if (shown === this.shown) return; // to be laid out anew takes time
    this.shown = shown;
    const rows = look.players.map(({ player, who, score, here, left }) => {
      const row = element("li", {}, element("span", { className: "disc", ariaHidden: "true" }), element("b", { textContent: named(player) }));
      row.dataset.player = player;
      row.classList.toggle("mover", player === look.toMove);
      const name = element("span", { className: "who", textContent: who, title: who }); // what is cut off can be pointed at
      row.append(element("span", { className: "about" }, name, ...presence(here)));
      if (left !== null) row.append(element("span", { className: "clock", role: "timer" }));
      if (score !== null) row.append(element("span", { className: "score", textContent: String(score).replace("-", "−") }));
      return row;
    });
    $("players").replaceChildren(...rows);
  }

  #showTurns(turns) {
    const list = $("turns");
    while (list.children.length > turns.length) list.lastChild.remove();
    turns.forEach(([text, player], i) => {
      const old = list.children[i];
      if (old?.textContent === text) return;
      const button = element("button", { type: "button", className: "turn", textContent: text });
      button.addEventListener("click", () => this.handlers.show(i + 1));
      const row = element("li", {}, button);
      row.dataset.player = player ?? "";
      if (old) old.replaceWith(row);
      else list.append(row);
    });
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    list.children[this.here - 1]?.firstChild.setAttribute("aria-current", "step");
    requestAnimationFrame(() => this.#scroll(list)); // only then: to measure now would lay out the page at once
    for (const id of ["first", "back"]) $(id).disabled = this.here === 0;
    for (const id of ["forth", "last"]) $(id).disabled = this.here === this.all;
  }

  /** Show the present turn. Not by scrollIntoView, which would move the page away from the board on a phone. */
  #scroll(list) {
    const row = list.children[this.here - 1];
    if (row) list.scrollTop = Math.min(Math.max(list.scrollTop, row.offsetTop + row.offsetHeight - list.clientHeight), row.offsetTop);
  }

  #showResult(outcome) {
    const box = $("result");
    box.hidden = !outcome;
    if (!outcome) return;
    say("result-said", outcome.said);
    say("result-why", outcome.why);
  }

  #showHandover(player) {
    const dialog = $("handover");
    this.needed = Boolean(player);
    if (player) say("handover-title", TEXTS.yourTurn(player));
    if (this.needed && !dialog.open) dialog.showModal();
    if (!this.needed && dialog.open) dialog.close();
  }
}

/** Whether somebody is connected, in a place that has room for the longer of both words: nothing moves when that changes. */
function presence(here) {
  if (here === null) return [];
  const said = element("span", { textContent: here ? TEXTS.here : TEXTS.away });
  const made = element("span", { className: here ? "here" : "away" }, said);
  made.dataset.room = TEXTS.here.length > TEXTS.away.length ? TEXTS.here : TEXTS.away;
  return [made];
}
