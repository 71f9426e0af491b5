// A turn that is being pointed out, as a value. Run by `node --test`; no browser is needed.

import assert from "node:assert/strict";
import test from "node:test";

import { begin, begun, choose, clickedAgain, completing, following, spell, targets, words } from "../../src/byways/site/static/board/choices.js";

const LABELS = { north: "North", south: "South", end: "End the turn" };
/** A stone, a piece that moves to two places, a wall on one of two sides, a pass. */
const OFFERS = [[1, ["a1"]], [2, ["b1", "b2"]], [3, ["b1", "b3"]], [4, ["c1", "north"]], [5, ["c1", "c2", "south"]], [6, ["end"]], [7, ["c1"]]];
const draft = begin({ offers: OFFERS, labels: LABELS, next: {}, sure: {} });
const after = (...names) => names.reduce((made, name) => choose(made, name).draft, draft);

test("a turn begins with nothing", () => {
  assert.ok(!begun(draft));
  assert.deepEqual([...targets(draft)], ["a1", "b1", "c1", "end"]);
  assert.deepEqual(words(draft), ["end"]);
  assert.ok(begun({ ...draft, aimed: "a1" }) && begun({ ...draft, clicks: ["b1"] }) && begun({ ...draft, taken: [1] }));
});

test("a click that is all of an action completes it", () => {
  assert.deepEqual(choose(draft, "a1"), { draft: { ...draft, spelled: [["a1"]] }, action: 1 });
  assert.equal(choose(draft, "end").action, 6);
});

test("the first of two clicks narrows down what may follow", () => {
  const { draft: half, action } = choose({ ...draft, aimed: "b1" }, "b1");
  assert.equal(action, null);
  assert.deepEqual(half, { ...draft, clicks: ["b1"], aimed: null });
  assert.deepEqual([...targets(half)], ["b2", "b3"]);
  assert.deepEqual(choose(half, "b3"), { draft: { ...draft, spelled: [["b1", "b3"]] }, action: 3 });
});

test("an action that is whole is taken although longer ones begin so", () => {
  assert.equal(choose(draft, "c1").action, 7);
});

test("where only buttons are left, and one way, they need not be pressed", () => {
  const walls = begin({ offers: [[4, ["c1", "north"]], [8, ["d1", "south", "end"]], [9, ["d1", "d2"]], [10, ["e1", "e2", "end"]]], labels: LABELS, next: {}, sure: {} });
  assert.deepEqual(choose(walls, "c1"), { draft: { ...walls, spelled: [["c1", "north"]] }, action: 4 });
  assert.equal(choose(walls, "d1").action, null);
  assert.equal(choose(choose(walls, "d1").draft, "south").action, 8);
  assert.equal(choose(walls, "e1").action, null);
  const sides = begin({ offers: [[4, ["c1", "north"]], [5, ["c1", "south"]]], labels: LABELS, next: {}, sure: {} });
  assert.equal(choose(sides, "c1").action, null);
  assert.deepEqual(words(choose(sides, "c1").draft), ["north", "south"]);
});

test("another beginning replaces the one before, but not one that began with a button", () => {
  assert.equal(choose(after("b1"), "a1").action, 1);
  assert.equal(choose(after("b1"), "z9"), null);
  assert.equal(choose(after("b1"), "south"), null);
  assert.equal(choose(draft, "b2"), null);
  const turns = begin({ offers: [[1, ["north", "a1"]], [2, ["b1"]], [3, ["north", "a2"]]], labels: LABELS, next: {}, sure: {} });
  assert.equal(choose(choose(turns, "north").draft, "b1"), null);
});

test("what one more click would complete comes with what was taken already", () => {
  const taken = { ...draft, taken: [9] };
  assert.deepEqual(completing(taken, "a1"), [9, 1]);
  assert.equal(completing(draft, "b1"), null);
  assert.equal(completing(draft, "b2"), null);
  assert.deepEqual(completing(after("b1"), "b2"), [2]);
  assert.equal(completing(draft, "z9"), null);
});

test("clicks are made again as far as they may be", () => {
  assert.deepEqual(clickedAgain(draft, ["b1", "a1", "b2"]).clicks, ["b1", "b2"]);
});

test("all that was pointed at is spelled in its order", () => {
  assert.deepEqual(spell({ ...draft, spelled: [["b1", "b2"], ["a1"]], clicks: ["c1"] }, "z9"), ["b1", "b2", "a1", "c1", "z9"]);
});

test("what may be pointed at after a name is known before it is chosen", () => {
  assert.deepEqual([...following(draft, "b1")], ["b2", "b3"]);
  assert.deepEqual([...following(draft, "a1")], []);
  assert.deepEqual([...following(after("c1"), "c2")], []);
});
