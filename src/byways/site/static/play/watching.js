// A game that is watched on the first page, as long as it is in sight, and the next one after its end.

import { Motion, Surface } from "../board/surface.js";
import { keepShapes } from "../common/shapes.js";
import { live } from "../net/live.js";
import { HEADERS } from "../net/wire.js";

const REST = 6_000; // ms for which an end is looked at; and up to as long again, for not all shall ask at once

export function watchLive() {
  const card = document.getElementById("live");
  if (!card) return;
  keepShapes(document);
  new Watching(card);
}

class Watching {
  /** @param {HTMLElement} card */
  constructor(card) {
    this.card = card;
    this.topic = `game:${card.dataset.game}`;
    this.inSight = this.over = false;
    const board = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (card.querySelector("svg")));
    this.surface = new Surface(board, new Motion());
    this.sight = new IntersectionObserver(([{ isIntersecting }]) => {
      this.inSight = isIntersecting;
      this.#look();
    });
    this.sight.observe(board);
    this.look = () => this.#look();
    document.addEventListener("visibilitychange", this.look);
  }

  /** Engines play only while somebody looks. */
  #look() {
    if (document.hidden || !this.inSight) return live.leave(this.topic);
    const has = () => this.card.dataset.tag ?? "";
    live.follow(this.topic, { has, message: (news) => this.#show(news), apart: () => {}, gone: () => this.#next() });
  }

  /** @param {import("../wire").News} news */
  #show({ view, patch }) {
    this.card.dataset.tag = view.tag;
    this.surface.svg.setAttribute("viewBox", view.box);
    this.surface.patch(patch);
    if (!view.over || this.over) return;
    this.over = true;
    setTimeout(() => this.#next(), REST * (1 + Math.random()));
  }

  /** Show the game that the server shows now in the place of this one, unless there is none. */
  async #next() {
    const response = await fetch("", { headers: HEADERS }).catch(() => null);
    const found = new DOMParser().parseFromString(response?.ok ? await response.text().catch(() => "") : "", "text/html");
    const anew = found.getElementById("live");
    if (!anew || anew.dataset.game === this.card.dataset.game) return;
    live.leave(this.topic);
    this.sight.disconnect();
    document.removeEventListener("visibilitychange", this.look);
    keepShapes(found);
    this.card.replaceWith(anew);
    new Watching(anew);
  }
}
