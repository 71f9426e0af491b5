// What people may tell others: copied on demand.

import { $, copied, say } from "../common/page.js";
import { TEXTS } from "../common/texts.js";
import "../net/turns.js";

$("copy")?.addEventListener("click", async () => {
  if (await copied($("share").textContent)) return say("copied", TEXTS.copied);
  getSelection()?.selectAllChildren($("share")); // then it is marked, to be copied by hand
  $("share").focus();
});
