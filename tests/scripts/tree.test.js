// Where steps lead from the addresses of a tree. Run by `node --test`; no browser is needed.

import assert from "node:assert/strict";
import test from "node:test";

import { after, before, besides, end } from "../../src/byways/site/static/review/tree.js";

/** 1. b3 a2 (c2 (c1 (b1)) c3 (b1 b2) d3) (d2) 2. c3 */
const TREE = ["1", "2", "2.0.1", "2.0.1.0.1", "2.0.1.0.1.0.1", "2.0.2", "2.0.2.0.1", "2.0.2.0.2", "2.0.3", "2.1.1", "3"];
const has = (address) => TREE.includes(address);

test("back leads along a line and out of it", () => {
  const found = ["0", "1", "3", "2.0.3", "2.0.1", "2.1.1", "2.0.2.0.1", "2.0.1.0.1", "2.0.1.0.1.0.1"].map(before);
  assert.deepEqual(found, [null, "0", "2", "2.0.2", "1", "1", "2.0.1", "1", "1"]);
});

test("forward leads along a line to its end", () => {
  assert.deepEqual(["0", "2", "3", "2.0.1", "2.0.3", "2.1.1"].map((at) => after(at, has)), ["1", "3", null, "2.0.2", null, null]);
  assert.deepEqual(["0", "3", "2.0.1", "2.0.2.0.1", "2.1.1"].map((at) => end(at, has)), ["3", "3", "2.0.3", "2.0.2.0.2", "2.1.1"]);
});

test("the turns at a point are the same from each of them, the main one first", () => {
  const all = ["2", "2.0.1", "2.0.1.0.1", "2.0.1.0.1.0.1", "2.1.1"];
  for (const one of all) assert.deepEqual(besides(one, has), all);
  assert.deepEqual(besides("2.0.2", has), ["2.0.2", "2.0.2.0.1"]);
  assert.deepEqual(besides("3", has), ["3"]);
  assert.deepEqual(besides("0", has), ["0"]);
});
