// The keys of a game's page beside those of its board: going through the game, typing a turn, the chat, a list of them.

import { $ } from "../common/page.js";

/**
 * @param {{steps: import("../board/steps.js").Steps, onBoard: () => boolean, type: (text: string) => Promise<boolean>, chat: () => void}} page
 * `type` plays a turn in the game's notation, if it is one; `chat` opens the chat.
 */
export function hearKeys({ steps, onBoard, type, chat }) {
  const acts = /** @type {Record<string, () => void>} */ ({ "?": () => $("keys").showModal(), t: open, c: chat });
  $("open-keys").addEventListener("click", acts["?"]);

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (/** @type {Element} */ (target).closest("input, select, textarea")) return;
    if (key.startsWith("Arrow") && onBoard() && !event.shiftKey) return; // the board has it
    const act = acts[key.toLowerCase()];
    if (act) act();
    else if (!steps.key(key)) return;
    event.preventDefault();
  });

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
