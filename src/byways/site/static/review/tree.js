// The tree of a review: which addresses its list of turns has, and where steps lead from one to another.
//
// "12" is the position after 12 turns of the game, "12.0.3" that after 3 turns of the first variation beside turn 12.

import { Steps } from "../board/steps.js";

/** @typedef {(address: string) => boolean} Has whether the tree has a turn */

/** The position before the turn that leads to one; none before the start. @param {string} address @returns {string | null} */
export function before(address) {
  const [above, count] = split(address);
  if (count > 1 || !above.length) return count ? join(above, count - 1) : null;
  return before(above.slice(0, -1).join("."));
}

/** The position after the next turn of its line, if there is one. @param {string} address @param {Has} has */
export function after(address, has) {
  const [above, count] = split(address);
  const next = join(above, count + 1);
  return has(next) ? next : null;
}

/** The end of its line. @param {string} address @param {Has} has @returns {string} */
export function end(address, has) {
  const next = after(address, has);
  return next ? end(next, has) : address;
}

/** All turns that the tree has from the position before an address, that of the main line first. @param {string} address @param {Has} has @returns {string[]} */
export function besides(address, has) {
  const [above, count] = split(address);
  return above.length && count === 1 ? besides(above.slice(0, -1).join("."), has) : within(address, has);
}

/** A turn, and all that stand beside it. @param {string} address @param {Has} has @returns {string[]} */
function within(address, has) {
  const found = [address];
  for (let n = 0; has(`${address}.${n}.1`); n++) found.push(...within(`${address}.${n}.1`, has));
  return found;
}

/** @param {string} address @returns {[number[], number]} */
function split(address) {
  const parts = address.split(".").map(Number);
  return [parts.slice(0, -1), parts[parts.length - 1]];
}

/** @param {number[]} above @param {number} count */
function join(above, count) {
  return [...above, count].join(".");
}

/** Steps along the line in which one is. */
export class TreeSteps extends Steps {
  /** @param {string | undefined} step */
  to(step) {
    const { address } = this;
    if (step === "first") return "0";
    if (step === "back") return before(address) ?? address;
    return step === "forth" ? (after(address, has) ?? address) : end(address, has);
  }

  /** Go to the next of the turns at this point, or to the one before. @param {1 | -1} way */
  beside(way) {
    const turns = besides(this.address, has);
    const to = turns[turns.indexOf(this.address) + way];
    return to !== undefined && (this.go(to), true);
  }
}

/** Whether the page lists a turn. @param {string} address */
function has(address) {
  return document.querySelector(`#turns [data-address="${CSS.escape(address)}"]`) !== null;
}
