// Keys of a page with a board: which there are stands in a dialog, which "?" opens; "m" switches sounds on and off.

import { $, say } from "../common/page.js";
import { play } from "../common/sounds.js";
import { get, set } from "../common/storage.js";
import { TEXTS } from "../common/texts.js";

/**
 * Let keys do things, wherever the focus is: not while somebody types or a dialog is open, and letters only as long as
 * they are not switched off. An action says that it did nothing by false: then the key does what it always does.
 * @param {Record<string, () => unknown>} actions by key @param {(event: KeyboardEvent) => boolean} taken whether a key that is no letter belongs to the board
 */
export function listen(actions, taken = () => false) {
  const acts = { "?": open, m: mute, ...actions };
  $("open-keys").hidden = false;
  $("open-keys").addEventListener("click", open);
  $("letters").checked = get("letters");
  $("letters").addEventListener("change", () => set("letters", $("letters").checked));
  document.addEventListener("keydown", (event) => {
    if (!isFree(event)) return;
    const letter = event.key.length === 1;
    if (letter ? !get("letters") : taken(event)) return;
    const act = acts[letter ? event.key.toLowerCase() : event.key];
    if (act && act() !== false) event.preventDefault();
  });
}

/** Whether a key is nobody else's: nothing is typed, no dialog is open, and the browser gets its own. @param {KeyboardEvent} event */
export function isFree(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return false;
  return !(event.target instanceof Element && event.target.closest("input:not([type=checkbox]), select, textarea"));
}

/** Switch sounds on or off. */
function mute() {
  set("sounds", !get("sounds"));
  say("say", TEXTS.sounds(get("sounds")));
  play("place");
}

function open() {
  $("keys").showModal();
}
