// What people may tell others: copied on demand.

import { $ } from "../common/page.js";
import { TEXTS } from "../common/texts.js";
import "../net/turns.js";

$("copy")?.addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText($("share").textContent);
    $("copied").textContent = TEXTS.copied;
  } catch {
    getSelection()?.selectAllChildren($("share")); // then it is marked, to be copied by hand
    $("share").focus();
  }
});
