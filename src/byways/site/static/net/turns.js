// In how many games it is one's turn: in the frame and before the title of every page, as it changes. A page without any
// game in progress, beside the one that it shows, follows nothing.

import { say } from "../common/page.js";
import { live } from "./live.js";

const { turnsTopic } = document.body.dataset;
const place = /** @type {HTMLElement} */ (document.querySelector("[data-turns]"));
let title = document.title.replace(/^\(\d+\) /, "");

/** The title of the page by itself. */
export const titled = () => title;

/** Give the page a title, with what waits before it. @param {string} text */
export function entitle(text) {
  title = text;
  const { turns } = place.dataset;
  document.title = turns ? `(${turns}) ${title}` : title;
}

if (turnsTopic) {
  live.follow(turnsTopic, {
    has: () => place.dataset.turns || "0",
    message: ({ turns, said }) => {
      place.dataset.turns = turns || "";
      say("my-turns", said);
      entitle(title);
    },
    apart: () => {}, // the next page says it
  });
}
