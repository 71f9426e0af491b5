// First, back, forward and last, and the list of turns: wired once for games, reviews and embedded games.

const KEYS = /** @type {Record<string, string>} */ ({ ArrowLeft: "back", ArrowRight: "forth", Home: "first", End: "last" });

export class Steps {
  /** @param {(address: string) => void} go shows the position with an address, of which the number of turns is the first part */
  constructor(go) {
    this.go = go;
    this.address = "0";
    this.last = 0;
    document.addEventListener("click", (event) => {
      const pressed = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-step], [data-address]"));
      if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(pressed.dataset.address ?? this.to(pressed.dataset.step));
    });
  }

  /** The address of the position that a step leads to. @param {string | undefined} step */
  to(step) {
    const ply = Number(this.address.split(".")[0]);
    const to = { first: 0, back: ply - 1, forth: ply + 1 }[step ?? ""] ?? this.last;
    return String(Math.min(this.last, Math.max(0, to)));
  }

  /** Go where a key leads, and tell whether it leads anywhere. @param {string} key */
  key(key) {
    const step = KEYS[key];
    const to = step && this.to(step);
    if (to === undefined || (to === this.address && step !== "first" && step !== "last")) return false;
    this.go(to);
    return true;
  }

  /** Mark where we are. @param {string} address @param {number} last */
  show(address, last) {
    [this.address, this.last] = [address, last];
    for (const step of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-step]"))) {
      const to = this.to(step.dataset.step);
      if (step instanceof HTMLButtonElement) step.disabled = to === address;
      else step.setAttribute("href", `?ply=${to}`);
    }
    const list = document.getElementById("turns");
    const turn = list?.querySelector(`[data-address="${CSS.escape(address)}"]`);
    for (const other of list?.querySelectorAll("[aria-current]") ?? []) if (other !== turn) other.removeAttribute("aria-current");
    turn?.setAttribute("aria-current", "step");
    const row = turn?.parentElement?.querySelector("ol") ? turn : turn?.parentElement; // without what stands beside it
    requestAnimationFrame(() => follow(list, /** @type {HTMLElement | null} */ (row))); // only then: to measure now would lay out the page at once
  }
}

/** Show a row of a list, which may scroll in what is around it, from its end. Not by scrollIntoView, which would move the page away from the board on a phone. @param {HTMLElement | null} list @param {HTMLElement | null | undefined} row */
function follow(list, row) {
  const scrolled = list?.closest(".reversed") ?? list;
  if (!scrolled) return;
  if (!row) scrolled.scrollTop -= scrolled.scrollHeight;
  else {
    const [frame, place] = [scrolled.getBoundingClientRect(), row.getBoundingClientRect()];
    scrolled.scrollTop += Math.min(0, place.top - frame.top) || Math.max(0, place.bottom - frame.bottom);
  }
}
