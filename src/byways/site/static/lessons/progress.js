// Which lessons are done: kept by the browser, shown in lists of lessons.

import { all } from "../common/page.js";
import { get, set } from "../common/storage.js";
import { TEXTS } from "../common/texts.js";

/** The numbers of the lessons of a game that are done. @param {string} game @returns {number[]} */
export const learned = (game) => get("learned")[game] ?? [];

/** Keep that a lesson is done. @param {string} game @param {number} number */
export function keep(game, number) {
  set("learned", { ...get("learned"), [game]: [...new Set([...learned(game), number])] });
}

/** Mark what is done in a list of a game's lessons. @param {Element} list @param {string} game */
export function showProgress(list, game) {
  const done = learned(game);
  for (const link of all("a[data-number]", list)) {
    const solved = done.includes(Number(link.dataset.number));
    link.classList.toggle("done", solved);
    link.querySelector(".dot").textContent = solved ? "✓" : link.dataset.number;
    link.querySelector(".state").textContent = solved ? TEXTS.solved : "";
  }
}
