// Whether somebody is before the page of a game: not while it is hidden, nor when nothing has been touched for minutes.

import { live } from "../net/live.js";

const PATIENCE = 300_000; // ms without a key, a pointer or a scroll
const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart", "scroll"];

/** Tell the others, from now on, when nobody is here and when somebody is again. */
export function tellPresence() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let patience;
  const see = () => {
    clearTimeout(patience);
    live.rest(document.hidden);
    if (!document.hidden) patience = setTimeout(() => live.rest(true), PATIENCE);
  };
  for (const sign of SIGNS) addEventListener(sign, see, { passive: true, capture: true });
  document.addEventListener("visibilitychange", see);
  see();
}
