// Light or dark, which board, how much motion: set before the first paint, so that nothing flashes.

import { dropLanguage } from "../common/address.js";
import { KEPT, get, set, watch } from "../common/storage.js";

const _ = (text) => globalThis.translations?.[text]?.[0] ?? text;
const said = { system: _("Theme: system"), light: _("Theme: light"), dark: _("Theme: dark") };
const themes = KEPT.theme.values ?? [];

dropLanguage();
for (const name of ["theme", "board", "motion"]) {
  const apply = (value) => {
    if (value === KEPT[name].none) delete document.documentElement.dataset[name];
    else document.documentElement.dataset[name] = value;
  };
  apply(get(name));
  watch(name, apply); // it was changed here, or in another tab
}
document.addEventListener("DOMContentLoaded", () => {
  const button = document.getElementById("theme");
  const show = (theme) => button?.setAttribute("aria-label", said[theme]);
  show(get("theme"));
  watch("theme", show);
  button?.addEventListener("click", () => set("theme", themes[(themes.indexOf(get("theme")) + 1) % themes.length]));
});
