// The page of settings: all hold as soon as they are chosen.

import { $ } from "../common/page.js";
import { reset } from "../common/storage.js";
import "../preferences/board_style.js";
import { Wire } from "../net/wire.js";
import { Preferences } from "../preferences/preferences.js";
import "../net/turns.js";

const wire = new Wire($("settings-here").dataset.api);
new Preferences((name) => wire.tell("/name", /** @type {import("../wire").Naming} */ ({ text: name })));
$("settings-here").addEventListener("submit", (event) => event.preventDefault());
$("reset").addEventListener("click", () => {
  reset();
  $("reset-said").textContent = $("reset").dataset.said;
});
