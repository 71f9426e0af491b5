// The button that prints.

import { $ } from "../common/page.js";

$("print").hidden = false;
$("print").addEventListener("click", () => print());
