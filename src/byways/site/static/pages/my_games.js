// One's games as they stand: whose turn it is and how much time is left, told anew while somebody looks at the page.

import { $, all, keepingFocus } from "../common/page.js";
import { keepShapes } from "../common/shapes.js";
import { tellTimes } from "../common/times.js";
import { live } from "../net/live.js";
import "../net/turns.js";
import { HEADERS } from "../net/wire.js";

const LISTS = "#lists, #more-games"; // the second on the first page only
const AGAIN = 3_000; // ms until a server that was silent is asked again

let asking = false;
let changed = false; // while the server was asked

async function tellAnew() {
  changed = asking;
  if (asking || document.hidden) return;
  asking = true;
  const found = await lists();
  asking = false;
  if (found === undefined) return void setTimeout(tellAnew, AGAIN);
  if (changed) tellAnew();
  if (!found) return;
  const { tag, told } = found.getElementById("lists")?.dataset ?? {};
  Object.assign($("lists").dataset, { tag, told });
  const { href } = /** @type {HTMLAnchorElement} */ (document.activeElement);
  const same = () => all("a").filter((link) => link.href === href && link.closest(LISTS));
  keepingFocus(() => all(LISTS).forEach((list) => exchange(list, found.getElementById(list.id))), same);
}

/** @param {HTMLElement} list @param {HTMLElement | null} anew */
function exchange(list, anew) {
  if (anew && anew.innerHTML !== list.innerHTML) list.replaceChildren(...anew.childNodes);
}

/** The page as the server draws it now, with the boards that are shown here already; null if it says the same, undefined where it is silent. */
async function lists() {
  const shown = new Map(boards(document).filter((place) => place.firstChild).map((place) => [place.dataset.board, place]));
  const headers = { ...HEADERS, Accept: "text/html", "Byways-Told": $("lists").dataset.told, "Byways-Boards": [...shown.keys()].join(" ") };
  const response = await fetch("", { headers }).catch(() => null);
  if (response?.status === 204) return null;
  const text = response?.ok ? await response.text().catch(() => "") : "";
  const found = new DOMParser().parseFromString(text, "text/html");
  if (!found.getElementById("lists")) return undefined;
  tellTimes(found);
  keepShapes(found);
  for (const place of boards(found)) if (!place.firstChild) place.append(...copies(shown.get(place.dataset.board)));
  return found;
}

/** Where boards of games stand. @param {Document} within @returns {HTMLElement[]} */
function boards(within) {
  return all("[data-board]", /** @type {any} */ (within));
}

/** @param {HTMLElement | undefined} place */
function copies(place) {
  return [...(place?.childNodes ?? [])].map((child) => child.cloneNode(true));
}

/** Offer no longer to undo that a game was deleted, once that is too late. */
function forgetDeleted() {
  keepingFocus(() => $("undone").remove(), () => all("#lists a"));
}

if ($("undone")) {
  history.replaceState(history.state, "", location.pathname);
  setTimeout(forgetDeleted, 1000 * Number($("undelete").dataset.seconds));
}
if ($("lists").dataset.tag !== undefined) {
  keepShapes(document);
  live.follow("mine", { has: () => $("lists").dataset.tag, message: tellAnew, apart: tellAnew });
  document.addEventListener("visibilitychange", tellAnew);
}
