// What scripts do with a page: find an element, put a text into it, make a new one.

/** An element that the page has. @param {string} id */
export const $ = (id) => /** @type {any} */ (document.getElementById(id));

/** All elements that a selector finds. @param {string} selector @param {any} within @returns {any[]} */
export const all = (selector, within = document) => [...within.querySelectorAll(selector)];

/** Put a text where it is not already, so that screen readers are not told twice. @param {string} id @param {string} text */
export function say(id, text) {
  const place = $(id);
  if (place.textContent !== text) place.textContent = text;
}

/** Hide elements or show them. Told again, a browser would style them anew. @param {boolean} hidden @param {string[]} ids */
export function hide(hidden, ...ids) {
  for (const place of ids.map($)) if (place.hidden !== hidden) place.hidden = hidden;
}

/** @param {string} tag @param {object} fields @param {(Node | string)[]} children @returns {any} */
export function element(tag, fields, ...children) {
  const made = Object.assign(document.createElement(tag), fields);
  made.append(...children);
  return made;
}

/**
 * Let a change happen. What had the focus and is disabled by it hands it to its nearest neighbour; what is gone, to the
 * one that took its place, or to the first of `places` that can take it: left to the browser, it would begin again at the
 * top of the page.
 * @param {() => void} change @param {() => (Element | null)[]} places
 */
export function keepingFocus(change, places) {
  const had = /** @type {HTMLButtonElement} */ (document.activeElement ?? document.body);
  const byKey = had.matches(":focus-visible"); // who points is not to be scrolled away
  change();
  const now = document.activeElement;
  if ((now !== had && now !== document.body) || had === document.body || takesFocus(had)) return;
  const beside = had.disabled && had.isConnected ? neighbours(had) : [];
  const place = /** @type {HTMLElement | undefined} */ ([successor(had), ...beside, ...places()].find(takesFocus));
  place?.focus({ preventScroll: !byKey });
}

/** What is drawn anew in the place of an element. @param {HTMLElement} had */
function successor({ id, dataset }) {
  if (id) return document.getElementById(id);
  const [name, value] = Object.entries(dataset)[0] ?? [];
  return value === undefined ? null : document.querySelector(`[data-${name}="${CSS.escape(value)}"]`);
}

/** @param {Element | null} place */
function takesFocus(place) {
  const shown = place?.isConnected && !place.closest("[hidden], dialog:not([open])"); // to ask for styles would lay out the page
  return Boolean(shown && place?.matches(":is(button, input, select, textarea, a[href], summary, [tabindex]):not([disabled])"));
}

/** @param {Element} place */
function neighbours(place) {
  const all = [...(place.parentElement?.children ?? [])];
  /** @param {Element} other */
  const far = (other) => Math.abs(all.indexOf(other) - all.indexOf(place));
  return all.sort((one, other) => far(one) - far(other));
}

/** Put a text on the clipboard, if the browser lets one. @param {string} text */
export async function copied(text) {
  return (await navigator.clipboard?.writeText(text).then(() => true, () => false)) ?? false;
}

/** @param {string} text @param {(event: any) => void} act @returns {HTMLButtonElement} */
export function button(text, act, className = "btn") {
  const made = element("button", { type: "button", textContent: text, className });
  made.addEventListener("click", act);
  return made;
}
