// How things look: chosen among radio buttons, kept by the browser, applied by theme.js before anything is painted.

const KEYS = { theme: "theme", board: "byways-board", motion: "byways-motion" };
const root = document.documentElement;

function choices(name) {
  return [...document.querySelectorAll(`input[name="taste-${name}"]`)];
}

function show() {
  for (const name in KEYS) {
    const chosen = choices(name).find((choice) => choice.value === root.dataset[name]) ?? choices(name)[0];
    if (chosen) chosen.checked = true;
  }
}

for (const [name, key] of Object.entries(KEYS)) {
  for (const choice of choices(name)) {
    choice.addEventListener("change", () => {
      root.dataset[name] = choice.value; // where storage is switched off it lasts as long as the page
      try {
        localStorage[key] = choice.value;
      } catch {
        return;
      }
      dispatchEvent(new StorageEvent("storage"));
    });
  }
}
addEventListener("storage", show);
show();
