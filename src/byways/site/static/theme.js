// Light, dark or as the system says: set before the first paint, so that nothing flashes.
(() => {
  const themes = ["system", "light", "dark"];
  const root = document.documentElement;
  const stored = () => {
    try {
      return themes.includes(localStorage.theme) ? localStorage.theme : "system";
    } catch {
      return "system"; // storage may be switched off
    }
  };
  const apply = (theme) => {
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
  };
  apply(stored());
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    const show = () => button.setAttribute("aria-label", `Theme: ${stored()}`);
    show();
    button.addEventListener("click", () => {
      const next = themes[(themes.indexOf(stored()) + 1) % themes.length];
      try {
        localStorage.theme = next;
      } catch {
        return;
      }
      apply(next);
      show();
    });
  });
})();
