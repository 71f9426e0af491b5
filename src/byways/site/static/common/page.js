// What scripts do with a page: find an element, put a text into it, make a new one.

export const $ = (id) => document.getElementById(id);

/** Put a text where it is not already, so that screen readers are not told twice. */
export function say(id, text) {
  if ($(id).textContent !== text) $(id).textContent = text;
}

export function element(tag, fields, ...children) {
  const made = Object.assign(document.createElement(tag), fields);
  made.append(...children);
  return made;
}

/**
 * Let a change happen. What had the focus and is disabled by it hands it to its nearest neighbour; what is gone, to the
 * first of `places` that can take it: left to the browser, it would begin again at the top of the page.
 */
export function keepingFocus(change, places) {
  const had = document.activeElement;
  const byKey = had?.matches(":focus-visible"); // who points is not to be scrolled away
  change();
  if (![had, document.body].includes(document.activeElement) || had === document.body || takesFocus(had)) return;
  const beside = had.disabled ? neighbours(had) : [];
  [...beside, ...places()].find(takesFocus)?.focus({ preventScroll: !byKey });
}

function takesFocus(place) {
  const shown = place?.isConnected && !place.closest("[hidden], dialog:not([open])"); // to ask for styles would lay out the page
  return Boolean(shown) && place.matches("button, input, select, textarea, a[href], summary, [tabindex]") && !place.disabled;
}

function neighbours(place) {
  const all = [...place.parentElement.children];
  const far = (other) => Math.abs(all.indexOf(other) - all.indexOf(place));
  return all.sort((one, other) => far(one) - far(other));
}

export function button(text, act, className = "choice") {
  const made = element("button", { type: "button", textContent: text, className });
  made.addEventListener("click", act);
  return made;
}
