// The form for a record: a chosen or dropped file fills the text; a complaint puts the cursor where it is meant.

import { $ } from "../common/page.js";
import "../net/turns.js";

const form = $("record-form");
const text = $("record");
const chosen = $("file");
const said = $("file-said");

async function fill(file) {
  if (!file) return;
  const fits = file.size <= chosen.dataset.most;
  said.textContent = fits ? "" : said.dataset.long;
  if (fits) text.value = (await file.text()).replace(/^\ufeff/, "");
}

$("file-field").hidden = false;
chosen.addEventListener("change", (event) => fill(event.target.files[0]));
text.addEventListener("dragover", (event) => event.preventDefault());
text.addEventListener("drop", (event) => {
  if (!event.dataTransfer.files.length) return;
  event.preventDefault();
  fill(event.dataTransfer.files[0]);
});
form.addEventListener("submit", () => setTimeout(() => ($("go").disabled = true)));
addEventListener("pageshow", () => ($("go").disabled = false));

if (form.dataset.line) {
  const before = text.value.split("\n").slice(0, form.dataset.line - 1);
  const at = before.reduce((sum, line) => sum + line.length + 1, 0) + Number(form.dataset.column) - 1;
  text.focus();
  text.setSelectionRange(at, at + 1);
  text.scrollTop = (text.scrollHeight / text.value.split("\n").length) * Math.max(0, before.length - 3);
}
