// Setting up a position: every change is made and judged by the server; the text is what counts.

import { Board } from "./board.js";
import { TEXTS, refusal } from "./texts.js";
import { Wire } from "./wire.js";

const $ = (id) => document.getElementById(id);
const wire = new Wire($("setup").dataset.api);
const board = new Board($("stage"), {
  choose: (name) => edit({ point: name, step: 1 }),
  point: () => {},
  back: () => edit({ point: document.activeElement?.dataset?.point ?? null, step: -1 }),
});
const before = []; // texts that can be gone back to
let view = JSON.parse($("data").textContent);
let busy = Promise.resolve();

/** Changes wait for each other, so that quick clicks all count. */
function edit(change) {
  busy = busy.then(() => send(change));
}

async function send(change, text = view.text) {
  const answer = await wire.tell("", { text, ...change });
  if (!answer?.ok) {
    $("why").textContent = refusal(answer);
    return;
  }
  if (answer.data.text !== view.text) before.push(view.text);
  show(answer.data);
}

function show(next) {
  view = next;
  board.replace(view.markup, view.box);
  $("why").textContent = view.error;
  $("note").textContent = view.over ? TEXTS.over : "";
  $("say").textContent = view.says;
  $("position").value = view.text;
  $("position").rows = Math.min(24, view.text.split("\n").length + 1);
  for (const field of document.querySelectorAll("input.text")) field.value = view.text;
  mark();
}

function mark() {
  const points = [...$("stage").querySelectorAll(".point")].map((point) => point.dataset.point);
  board.mark(new Set(view.editable ? points : []), [], null, null);
  $("mover").value = view.mover;
  $("undo").disabled = !before.length;
  for (const button of document.querySelectorAll("button.go")) button.disabled = Boolean(view.error);
}

$("mover").addEventListener("change", () => edit({ mover: $("mover").value }));
$("undo").addEventListener("click", () => {
  const text = before.pop();
  busy = busy.then(async () => {
    await send({}, text);
    before.pop(); // what was just left
    mark();
  });
});
$("form").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("position").value;
  busy = busy.then(() => send({}, text));
});
mark();
