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

export function button(text, act, className = "choice") {
  const made = element("button", { type: "button", textContent: text, className });
  made.addEventListener("click", act);
  return made;
}
