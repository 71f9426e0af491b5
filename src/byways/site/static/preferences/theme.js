// Light or dark, which board, how much motion: set before the first paint, so that nothing flashes.
(() => {
  const themes = ["system", "light", "dark"];
  const _ = (text) => globalThis.translations?.[text]?.[0] ?? text;
  const said = { system: _("Theme: system"), light: _("Theme: light"), dark: _("Theme: dark") };
  const root = document.documentElement;
  const stored = (name) => {
    try {
      return localStorage[name];
    } catch {
      return undefined; // storage may be switched off
    }
  };
  const theme = () => (themes.includes(stored("theme")) ? stored("theme") : "system");
  const apply = () => {
    for (const [name, value] of [["theme", theme()], ["board", stored("byways-board")], ["motion", stored("byways-motion")]]) {
      if (!value || value === "system") delete root.dataset[name];
      else root.dataset[name] = value;
    }
  };
  const show = () => {
    apply();
    document.getElementById("theme")?.setAttribute("aria-label", said[theme()]);
  };
  apply();
  addEventListener("storage", show); // it was changed here, or in another tab
  document.addEventListener("DOMContentLoaded", () => {
    show();
    document.getElementById("theme")?.addEventListener("click", () => {
      try {
        localStorage.theme = themes[(themes.indexOf(theme()) + 1) % themes.length];
      } catch {
        return;
      }
      dispatchEvent(new StorageEvent("storage"));
    });
  });
})();
