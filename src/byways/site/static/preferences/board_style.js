// How things look: chosen among radio buttons, kept by the browser, applied by theme.js before anything is painted.

import { get, set, watch } from "../common/storage.js";

for (const name of ["theme", "contrast", "board", "coordinates", "motion", "help"]) {
  const choices = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll(`input[name="preference-${name}"]`)]);
  const show = (value) => choices.forEach((choice) => (choice.checked = choice.value === value));
  for (const choice of choices) choice.addEventListener("change", () => set(name, choice.value));
  show(get(name));
  watch(name, show);
}
