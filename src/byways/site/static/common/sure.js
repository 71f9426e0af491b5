// Asking back before something that cannot be taken back.

import { $, say } from "./page.js";

/** Ask back; `then` happens if the answer is yes. @param {string} asked @param {string} yes the words on the button @param {() => void} then */
export function sure(asked, yes, then) {
  const dialog = $("sure");
  say("sure-asked", asked);
  say("sure-yes", yes);
  dialog.returnValue = "no";
  dialog.onclose = () => dialog.returnValue === "yes" && then();
  dialog.showModal();
}
