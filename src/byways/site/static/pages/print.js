// The button that prints.

import { $ } from "../common/page.js";
import "../net/turns.js";

$("print").hidden = false;
$("print").addEventListener("click", () => print());
