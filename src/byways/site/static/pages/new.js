// A new game's form: who plays is asked by the fields that matter, which the server knows; and one game for a double click.

const seating = /** @type {HTMLFieldSetElement} */ (document.getElementById("who-plays"));
const begin = /** @type {HTMLButtonElement} */ (document.getElementById("begin"));
const choices = [...seating.querySelectorAll("select")];
let asking = 0;

/** Show the fields that matter and no others. @param {string[]} asked their names */
function show(asked) {
  for (const field of /** @type {Iterable<HTMLInputElement>} */ (seating.elements)) {
    const row = field.closest("p");
    field.disabled = !asked.includes(field.name);
    if (row) row.hidden = field.disabled;
  }
}

async function ask() {
  const mine = ++asking;
  const chosen = new URLSearchParams(choices.map(({ name, value }) => [name, value]));
  const answer = await fetch(`${seating.dataset.api}?${chosen}`).catch(() => null);
  if (answer?.ok && mine === asking) show(await answer.json());
}

seating.addEventListener("change", (event) => event.target instanceof HTMLSelectElement && ask());
begin.form?.addEventListener("submit", () => setTimeout(() => (begin.disabled = true)));
addEventListener("pageshow", () => {
  begin.disabled = false;
  if (choices.some((choice) => !choice.selectedOptions[0]?.defaultSelected)) ask(); // a browser that goes back filled it in
});
show(JSON.parse(seating.dataset.asked ?? "[]"));
