// Setting up a position: every change is made and judged by the server; the text is what counts.

import { fitCoordinates } from "../board/coordinates.js";
import { Pointer } from "../board/pointer.js";
import { frame } from "../board/surface.js";
import { $, all, keepingFocus } from "../common/page.js";
import { TEXTS, refusal } from "../common/texts.js";
import { Wire } from "../net/wire.js";
import "../net/turns.js";

const wire = new Wire($("setup").dataset.api);
const board = new Pointer($("stage"), {
  choose: (name) => edit({ point: name, step: 1, thing: chosen() }),
  point: () => {},
  back: () => edit({ point: /** @type {SVGElement} */ (document.activeElement).dataset.point ?? null, step: -1 }),
});
/** @type {string[]} texts that can be gone back to */
const before = [];
/** @type {import("../wire").EditorView} */
let view = JSON.parse($("data").textContent);
/** @type {Promise<unknown>} */
let busy = Promise.resolve();

/** The number of what a click places; null for each piece in turn. */
function chosen() {
  const value = all("[name=thing]:checked")[0]?.value;
  return value ? Number(value) : null;
}

/** Changes wait for each other, so that quick clicks all count. @param {Omit<import("../wire").Edit, "text">} change */
function edit(change) {
  busy = busy.then(() => send(change));
}

/** Change the position that is written there, typed or not; whether it could be read. @param {Omit<import("../wire").Edit, "text">} change @param {string} text */
async function send(change, text = $("position").value) {
  const answer = await wire.tell("", { text, ...change });
  if (!answer?.ok) {
    $("why").textContent = refusal(answer);
    mark();
    return false;
  }
  if (answer.data.text !== view.text) before.push(view.text);
  keepingFocus(() => show(answer.data), () => [board.place()]);
  return true;
}

/** Play or analyse the position as it is written there, if the rules allow it. @param {HTMLFormElement} form */
async function leave(form) {
  if (typed() && !(await send({}))) return;
  if (view.error) return;
  all("input.text", form)[0].value = view.text;
  form.submit();
}

/** Whether the text is another than that of the board beside it. */
function typed() {
  return $("position").value !== view.text;
}

/** @param {import("../wire").EditorView} next */
function show(next) {
  view = next;
  $("stage").innerHTML = view.markup;
  frame($("stage"), view.box);
  $("why").textContent = view.error;
  $("note").textContent = view.over ? TEXTS.over : "";
  $("say").textContent = view.says;
  $("position").value = view.text;
  $("position").rows = Math.min(24, view.text.split("\n").length + 1);
  history.replaceState(null, "", `?${new URLSearchParams({ position: view.text })}`); // for who comes back, or loads it again
  mark();
}

function mark() {
  const points = all("#stage .point").map((point) => point.dataset.point);
  board.mark(new Set(view.editable ? points : []), [], null, null);
  $("mover").value = view.mover;
  keepingFocus(() => ($("undo").disabled = !before.length), () => [board.place()]);
  ready();
}

/** Let a position be gone on with that is legal, or has not been judged yet. */
function ready() {
  for (const button of all("button.onward")) button.disabled = Boolean(view.error) && !typed();
}

fitCoordinates(/** @type {any} */ ($("stage")));
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
for (const button of all("button.onward")) {
  button.form.addEventListener("submit", (event) => {
    event.preventDefault();
    busy = busy.then(() => leave(button.form));
  });
}
$("position").addEventListener("input", ready);
mark();
