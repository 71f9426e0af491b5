// Rules: series of figures one at a time, folded parts that open for links, the summary on paper.

import { fitCoordinates } from "../board/coordinates.js";
import { $, all } from "../common/page.js";
import { _ } from "../common/texts.js";
import "../net/turns.js";

for (const figure of all("figure svg.byways")) fitCoordinates(/** @type {any} */ (figure));
for (const stepper of all(".stepper")) {
  const steps = all(".steps > li", stepper);
  const buttons = all("button[data-step]", stepper);
  const place = stepper.querySelector(".step-now");
  let at = 0;

  /** @param {number} step */
  const show = (step) => {
    at = Math.min(Math.max(step, 0), steps.length - 1);
    for (const [i, one] of steps.entries()) one.hidden = i !== at;
    place.textContent = _("{number} of {count}", { number: at + 1, count: steps.length });
    for (const button of buttons) {
      const ends = at === (button.dataset.step < 0 ? 0 : steps.length - 1);
      button.setAttribute("aria-disabled", String(ends)); // not disabled: it would lose the focus
    }
  };
  for (const button of buttons) button.addEventListener("click", () => show(at + Number(button.dataset.step)));
  stepper.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by && !event.altKey && !event.ctrlKey && !event.metaKey) show(at + by);
  });
  stepper.classList.add("single");
  stepper.querySelector(".step-tools").hidden = false;
  show(0);
}

/** Open the folded part that the address names, or that holds what it names. */
function unfold() {
  const named = location.hash ? document.getElementById(location.hash.slice(1)) : null;
  const part = /** @type {HTMLDetailsElement | null} */ (named?.closest("details.chapter") ?? null);
  if (!part || part.open) return;
  part.open = true;
  named?.scrollIntoView();
}

addEventListener("hashchange", unfold);
unfold();

$("print").hidden = false;
$("print").addEventListener("click", () => print());
