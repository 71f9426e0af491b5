// What is wrong with how a page looks, in words: cut off, beyond the edge, one thing over another.
() => {
  const UNSEEN = "script, style, option, textarea, noscript, .visually-hidden, .skip";
  const CONTROLS = "button, a.btn, select, input:not(.seg input, .choice input), textarea, progress, svg.byways, svg#graph, img";
  const ARROW = 16; // px that a select needs beside what is chosen
  const faults = new Set();
  const wide = document.documentElement.clientWidth;
  const page = document.querySelector("dialog[open]") ?? document.body;

  const said = (one) => (one.textContent.trim() || one.ariaLabel || one.value || "").replace(/\s+/g, " ").slice(0, 50);
  const named = (one) => `${one.tagName.toLowerCase()}${one.id && `#${one.id}`} "${said(one)}"`;
  const spoken = (one) => getComputedStyle(one).clipPath === "inset(50%)"; // for screen readers only
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(UNSEEN) && !spoken(one);

  /** What can be seen of a box in an element: what scrolls hides a part of it, and what does not cuts it off. */
  function seen(one, { left, top, right, bottom }) {
    const box = { left, top, right, bottom, cut: null, stuck: false };
    for (let holder = one; holder && holder !== document.body; holder = holder.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(holder);
      box.stuck ||= position === "sticky" || position === "fixed"; // what scrolls passes below it
      if (overflowX === "visible" && overflowY === "visible") continue;
      const frame = holder.getBoundingClientRect();
      const beyond = box.left < frame.left - 1 || box.right > frame.right + 1;
      const below = box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
      if ((beyond && /hidden|clip/.test(overflowX)) || (below && /hidden|clip/.test(overflowY))) box.cut ??= holder;
      box.left = Math.max(box.left, frame.left);
      box.right = Math.min(box.right, frame.right);
      box.top = Math.max(box.top, frame.top);
      box.bottom = Math.min(box.bottom, frame.bottom);
    }
    return box.right - box.left < 1 || box.bottom - box.top < 1 ? (box.cut ? box : null) : box;
  }

  const things = []; // lines of text, controls and drawings: {one, box, text}

  function look(one, line, text) {
    const box = seen(one, line);
    if (!box) return;
    if (box.cut && text) faults.add(`cut off: ${named(one)}`);
    if (box.left < -1 || box.right > wide + 1) faults.add(`beyond the edge: ${named(one)}`);
    const third = text ? (box.bottom - box.top) / 3 : 0; // lines may lie closer than their letters' boxes are high
    things.push({ one, text, box: { ...box, top: box.top + third, bottom: box.bottom - third / 2 } });
  }

  const texts = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const one = text.parentElement;
    if (!text.data.trim() || !shown(one) || one.closest("svg")) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const lines = [...range.getClientRects()].filter((line) => line.width > 1);
    for (const line of lines) look(one, line, text);
    const frame = one.closest("button, .btn, summary, fieldset, .card, .side, th, td")?.getBoundingClientRect();
    const inside = ({ left, right }) => left > frame.left - 1 && right < frame.right + 1;
    if (frame && !one.closest("pre, .turns, .moves") && !lines.every(inside)) faults.add(`beyond its frame: ${named(one)}`);
  }
  for (const one of page.querySelectorAll(CONTROLS)) {
    if (shown(one) && !one.parentElement.closest("svg")) look(one, one.getBoundingClientRect(), null);
  }

  const within = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const related = (a, b) => (a.one.contains(b.one) || b.one.contains(a.one)) && (a.text === b.text || !a.text || !b.text);
  things.forEach((a, i) => {
    for (const b of things.slice(i + 1)) {
      if (a.box.stuck !== b.box.stuck || related(a, b) || !within(a.box, b.box)) continue;
      faults.add(`over one another: ${named(a.one)} and ${named(b.one)}`);
    }
  });

  const pen = document.createElement("canvas").getContext("2d");
  for (const one of page.querySelectorAll("select")) {
    const { font, paddingLeft, paddingRight } = getComputedStyle(one);
    const room = one.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - ARROW;
    pen.font = font;
    const chosen = pen.measureText(one.selectedOptions[0]?.textContent ?? "").width;
    if (shown(one) && chosen > room) faults.add(`cut off: what is chosen in select${one.id && `#${one.id}`}`);
  }
  return [...faults];
}
