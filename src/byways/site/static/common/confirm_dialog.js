// Asking back before something that cannot be taken back.

import { $, say } from "./page.js";

/** Ask back; `then` happens if the answer is yes. @param {string} asked @param {string} yes the words on the button @param {() => void} then */
export function askFirst(asked, yes, then) {
  const dialog = $("confirm-dialog");
  say("confirm-asked", asked);
  say("confirm-yes", yes);
  dialog.returnValue = "no";
  dialog.onclose = () => dialog.returnValue === "yes" && then();
  dialog.showModal();
}
