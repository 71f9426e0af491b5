// The keys of a game's page beside those of its board: going through the game, typing a turn, the chat.

import { listen } from "../board/keys.js";
import { $ } from "../common/page.js";

/**
 * @param {{steps: import("../board/steps.js").Steps, onBoard: () => boolean, type: (text: string) => Promise<boolean>, chat: () => void, hint: () => unknown}} page
 * `type` plays a turn in the game's notation, if it is one; `chat` opens the chat; `hint` asks the coach.
 */
export function hearKeys({ steps, onBoard, type, chat, hint }) {
  const go = ["ArrowLeft", "ArrowRight", "Home", "End"].map((key) => [key, () => steps.key(key)]);
  listen({ ...Object.fromEntries(go), t: open, c: chat, h: hint }, ({ key, shiftKey }) => key.startsWith("Arrow") && onBoard() && !shiftKey);

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
