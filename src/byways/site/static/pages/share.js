// What people may tell others: copied on demand.

import { TEXTS } from "../common/texts.js";

const button = document.getElementById("copy");
button?.addEventListener("click", async () => {
  const share = document.getElementById("share");
  try {
    await navigator.clipboard.writeText(share.textContent);
    document.getElementById("copied").textContent = TEXTS.copied;
  } catch {
    getSelection().selectAllChildren(share); // then it is marked, to be copied by hand
    share.focus();
  }
});
