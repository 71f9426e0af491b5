// The box that switches the coach on, on the page of a game.

import { $ } from "../common/page.js";
import { get, set, watch } from "../common/storage.js";

const box = $("coach-on");
const show = (wanted) => (box.checked = wanted);
show(get("coach"));
watch("coach", show);
box.addEventListener("change", () => set("coach", box.checked));
