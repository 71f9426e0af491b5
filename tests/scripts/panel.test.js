// Which dice roll. Run by `node --test`.

import assert from "node:assert/strict";
import test from "node:test";

Object.assign(globalThis, { document: { documentElement: {}, getElementById: () => null } });
const { rolled } = await import("../../src/byways/site/static/board/panel.js");

const roll = (round, ...faces) => ({ round: `Round ${round}`, faces: faces.map(String) });

test("dice that come with the page lie still, and so do dice that are to be rolled", () => {
  assert.deepEqual(rolled(null, roll(1, 3, 5)), []);
  assert.deepEqual(rolled(roll(1, 3, 5), roll(2, 0, 0)), []);
});

test("both dice of another round roll, although they show the same", () => {
  assert.deepEqual(rolled(roll(2, 0, 0), roll(2, 3, 5)), [0, 1]);
  assert.deepEqual(rolled(roll(1, 3, 5), roll(2, 3, 5)), [0, 1]);
});

test("only the die that is rolled again rolls, and none in the middle of a turn", () => {
  assert.deepEqual(rolled(roll(2, 0, 5), roll(2, 4, 5)), [0]);
  assert.deepEqual(rolled(roll(2, 4, 5), roll(2, 4, 5)), []);
});
