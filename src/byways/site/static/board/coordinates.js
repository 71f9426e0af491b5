// Coordinates have the size of small text, however large the board is.

const SIZE = 13; // px
const MOST = 2.6; // times as large as they are drawn: there is no more room on the frame

/** Keep the coordinates of a board readable when its size changes. @param {SVGSVGElement} svg */
export function fitCoordinates(svg) {
  new ResizeObserver(() => svg.style.setProperty("--coordinate", String(factor(svg)))).observe(svg);
}

/** How many times as large as they are drawn coordinates have to be. @param {SVGSVGElement} svg */
function factor(svg) {
  const drawn = Number(svg.querySelector(".coordinates")?.getAttribute("font-size") ?? SIZE);
  const { width, height } = svg.viewBox.baseVal;
  const scale = Math.min(svg.clientWidth / width, svg.clientHeight / height);
  return scale > 0 ? Math.min(MOST, SIZE / (drawn * scale)) : 1;
}
