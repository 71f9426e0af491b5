// What scripts measure of time. Run by `node --test`; the test says what time it is.

import assert from "node:assert/strict";
import test, { afterEach, beforeEach, mock } from "node:test";

const elements = new Map();
const made = (fields = {}) => ({ textContent: "", dataset: {}, classList: { toggle: () => {} }, ...fields });
const clocks = ["white", "black"].map((player) => made({ closest: () => ({ dataset: { player } }) }));
let offered = []; // buttons of offers that the page has
Object.assign(globalThis, {
  document: {
    documentElement: { lang: "en" },
    getElementById: (id) => (id === "player-names" ? null : (elements.get(id) ?? elements.set(id, made({ value: 0 })).get(id))),
    querySelectorAll: (selector) => (selector === "[data-offer]" ? offered : clocks),
  },
  localStorage: {},
  addEventListener: () => {},
});
const { Offers } = await import("../../src/byways/site/static/play/offers.js");

let passed = 0; // ms
let jumped = 0; // ms by which the device has set its time of day
beforeEach(() => {
  passed = 5_000;
  jumped = 0;
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  mock.method(Date, "now", () => 1_000_000 + passed + jumped);
  mock.method(performance, "now", () => passed);
});
afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

function pass(seconds) {
  passed += 1_000 * seconds;
  mock.timers.tick(1_000 * seconds);
}

test("the buttons of a new offer take no press for 700 ms, also if they are drawn again; those of a known one do", () => {
  const button = (offer) => ({ dataset: { offer }, disabled: false });
  const offers = new Offers();
  const rests = () => offered.map(({ disabled }) => disabled);
  offered = [button("7"), button("7")];
  offers.show();
  pass(0.5);
  offered = [button("7")];
  offers.show();
  assert.deepEqual(rests(), [true]);
  pass(0.199);
  assert.deepEqual(rests(), [true]);
  pass(0.001);
  assert.deepEqual(rests(), [false]);
  offered = [button("7"), button("9")];
  offers.show();
  assert.deepEqual(rests(), [false, true]);
  pass(0.7);
  assert.deepEqual(rests(), [false, false]);
});
