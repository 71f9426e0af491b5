// The keys of a game's page beside those of its board: going through the game, typing a turn, the chat.

import { listen } from "../board/keys.js";
import { $ } from "../common/page.js";

/**
 * @typedef {object} Keys
 * @property {import("../board/steps.js").Steps} steps
 * @property {() => boolean} onBoard
 * @property {(text: string) => Promise<boolean>} type plays a turn in the game's notation, if it is one
 * @property {() => void} chat opens the chat
 * @property {() => unknown} hint asks the coach
 * @property {() => unknown} back leaves or cancels what one can
 * @property {() => unknown} tryLine lets one try turns
 */

/** @param {Keys} page */
export function hearKeys({ steps, onBoard, type, chat, hint, back, tryLine }) {
  const go = ["ArrowLeft", "ArrowRight", "Home", "End"].map((key) => [key, () => steps.key(key)]);
  const onBoardToo = (/** @type {KeyboardEvent} */ { key, shiftKey }) => (key.startsWith("Arrow") && !shiftKey) || key === "Escape";
  listen({ ...Object.fromEntries(go), t: open, c: chat, h: hint, l: tryLine, Escape: back }, (event) => onBoard() && onBoardToo(event));

  function open() {
    $("typing").hidden = false;
    $("typed").focus();
  }

  function close() {
    $("typing").hidden = true;
    $("stage").querySelector('.point[tabindex="0"]')?.focus();
  }

  $("typed").addEventListener("keydown", (event) => event.key === "Escape" && close());
  $("typing").addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = $("typed").value.trim();
    if (text && (await type(text))) $("typed").value = "";
  });
}
