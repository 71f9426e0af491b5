// A new game's form: the board and the lines about it follow what is chosen, and a double click begins one game.

import { fitCoordinates } from "../board/coordinates.js";
import { $, all, say } from "../common/page.js";
import { Wire } from "../net/wire.js";
import "../net/turns.js";

const form = /** @type {HTMLFormElement} */ ($("new"));
const begin = /** @type {HTMLButtonElement} */ ($("begin"));
const wire = new Wire($("new").dataset.api);
const CARRIED = ["the opponent", "the engine", "the clock"]; // from one game to another
let asking = 0;

/** What is chosen so far, but for the text of a position. @returns {Record<string, string>} */
function chosen() {
  const fields = [...new FormData(form)].filter(([name]) => name !== "position" && name !== "the key");
  return Object.fromEntries(fields.map(([name, value]) => [name, String(value)]));
}

async function show() {
  const mine = ++asking;
  /** @type {import("../wire").Chosen | null} */
  const said = await wire.ask("", chosen());
  if (!said || mine !== asking) return;
  say("brief", said.brief);
  for (const [id, text] of [["rules", said.rules], ["clock", said.clock]]) {
    const now = form.querySelector(`#${id} summary .q`);
    if (now) now.textContent = text;
  }
  const board = $("board");
  if (!board || form.elements.namedItem("position")) return;
  board.setAttribute("viewBox", said.box);
  board.innerHTML = said.markup; // drawn by the server
}

const [here] = /** @type {HTMLElement[]} */ (all(".picker [aria-current]"));
const picker = /** @type {HTMLElement} */ (here.parentElement);
picker.scrollLeft = here.offsetLeft - picker.offsetLeft - (picker.clientWidth - here.clientWidth) / 2; // on a phone it is longer than wide
if ($("board")) fitCoordinates(/** @type {any} */ ($("board")));
form.addEventListener("change", (event) => event.target instanceof HTMLInputElement && event.target.type === "text" || show());
form.addEventListener("submit", () => setTimeout(() => (begin.disabled = true)));
addEventListener("pageshow", () => {
  begin.disabled = false;
  if ([...form.querySelectorAll("input")].some((one) => one.checked !== one.defaultChecked)) show(); // a browser that goes back filled it in
});
for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".picker a"))) {
  link.addEventListener("click", () => {
    const fields = chosen();
    link.search = String(new URLSearchParams(CARRIED.filter((name) => fields[name]).map((name) => [name, fields[name]])));
  });
}
