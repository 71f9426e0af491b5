// Light or dark, how much contrast, which board, how much motion: set before the first paint, so that nothing flashes.

import { dropLanguage } from "../common/address.js";
import { KEPT, get, set, watch } from "../common/storage.js";

const _ = (text) => globalThis.translations?.[text]?.[0] ?? text;
const said = { system: _("Theme: system"), light: _("Theme: light"), dark: _("Theme: dark") };
const themes = KEPT.theme.values ?? [];

dropLanguage();
for (const name of ["theme", "contrast", "board", "coordinates", "motion", "help"]) {
  const apply = (value) => {
    if (value === KEPT[name].none) delete document.documentElement.dataset[name];
    else document.documentElement.dataset[name] = value;
    if (name === "theme") colourFrame(value);
  };
  apply(get(name));
  watch(name, apply); // it was changed here, or in another tab
}

/** Let the browser's own frame have the colour of the page in the theme that was chosen. @param {string} chosen */
function colourFrame(chosen) {
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    const { theme } = /** @type {HTMLElement} */ (meta).dataset;
    const system = chosen === KEPT.theme.none;
    meta.setAttribute("media", system ? `(prefers-color-scheme: ${theme})` : theme === chosen ? "all" : "not all");
  }
}

addEventListener("load", () => {
  const manifest = document.querySelector('link[rel="manifest"]');
  if (!manifest || !navigator.serviceWorker) return;
  navigator.serviceWorker.register(new URL("notifier.js", /** @type {HTMLLinkElement} */ (manifest).href)).catch(() => {});
});
document.addEventListener("DOMContentLoaded", () => {
  const button = document.getElementById("theme");
  const show = (theme) => button?.setAttribute("aria-label", said[theme]);
  show(get("theme"));
  watch("theme", show);
  button?.addEventListener("click", () => set("theme", themes[(themes.indexOf(get("theme")) + 1) % themes.length]));
});
