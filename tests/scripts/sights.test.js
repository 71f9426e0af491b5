// Whom a piece sees, by the lines of a drawing. Run by `node --test`; a list stands in for the board.

import assert from "node:assert/strict";
import test from "node:test";

Object.assign(globalThis, { document: { documentElement: {}, getElementById: () => null } });
const { Sights } = await import("../../src/byways/site/static/board/overlays.js");

const names = () => {
  const list = new Set();
  return { list, toggle: (name, is) => (is ? list.add(name) : list.delete(name)) };
};
const board = (...lines) => ({
  classList: names(),
  lines: lines.map((along) => ({ dataset: { along }, classList: names() })),
  querySelectorAll() {
    return this.lines;
  },
});
const marked = ({ lines }) => lines.filter(({ classList }) => classList.list.has("pointed")).map(({ dataset }) => dataset.along);

test("the lines of the piece that is pointed at stand out, from either end", () => {
  const svg = board("a1 c3", "c3 c6", "b2 f2");
  const sights = new Sights(svg);
  sights.point("c3");
  assert.deepEqual(sights.seen, ["a1", "c6"]);
  assert.deepEqual(marked(svg), ["a1 c3", "c3 c6"]);
  assert.ok(svg.classList.list.has("sighting"));
});

test("nothing stands out where nothing is seen or pointed at", () => {
  const svg = board("a1 c3");
  const sights = new Sights(svg);
  for (const name of ["c", null]) {
    sights.point("a1");
    sights.point(name);
    assert.deepEqual([sights.seen, marked(svg), svg.classList.list.size], [[], [], 0]);
  }
});

test("new lines of a board are those of the same point", () => {
  const svg = board("a1 c3");
  const sights = new Sights(svg);
  sights.point("a1");
  svg.lines = board("a1 e1").lines;
  sights.renew();
  assert.deepEqual(sights.seen, ["e1"]);
});
