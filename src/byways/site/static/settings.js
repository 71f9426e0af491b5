// The page of settings: all hold as soon as they are chosen.

import { $ } from "./page.js";
import "./taste.js";
import { Wire } from "./wire.js";
import { Wishes } from "./wishes.js";

const wire = new Wire($("settings-here").dataset.api);
new Wishes((name) => wire.tell("/name", { text: name }));
$("settings-here").addEventListener("submit", (event) => event.preventDefault());
