// What scripts measure of time. Run by `node --test`; the test says what time it is.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test, { afterEach, beforeEach, mock } from "node:test";

const SCRIPTS = new URL("../../src/byways/site/static/", import.meta.url);
const elements = new Map();
const made = (fields = {}) => ({ textContent: "", dataset: {}, classList: { toggle: () => {} }, ...fields });
const clocks = ["white", "black"].map((player) => made({ closest: () => ({ dataset: { player } }) }));
let offered = []; // buttons of offers that the page has
let rows = []; // and its rows of buttons
Object.assign(globalThis, {
  document: {
    documentElement: { lang: "en" },
    addEventListener: () => {},
    getElementById: (id) => (id === "player-names" ? null : (elements.get(id) ?? elements.set(id, made({ value: 0 })).get(id))),
    querySelectorAll: (selector) => ({ "[data-offer]": offered, ".acts": rows })[selector] ?? clocks,
  },
  localStorage: {},
  addEventListener: () => {},
});
const { Clock, Offers, Preparing } = await import("../../src/byways/site/static/play/sidebar.js");

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

const GAME = { clocks: { left: { white: 300, black: 300 }, running: "white", since: 999, now: 1_000 }, mine: [], thinking: true };
const COUNTING = {
  "a player's clock": [() => new Clock().show(GAME), () => clocks.map(({ textContent }) => textContent), ["4:56", "5:00"]],
  "an engine's thinking": [() => new Clock().show(GAME), () => elements.get("elapsed").textContent, "3 s"],
  "an engine's preparation": [
    () => new Preparing("wait").show({ seconds: 20, share: 0 }),
    () => elements.get("wait-said").textContent,
    "Preparing the engine for this computer, only once: about 17 s",
  ],
};

for (const [what, [begin, shown, expected]] of Object.entries(COUNTING)) {
  for (const jump of [0, 180, -180]) {
    test(`${what} is counted right on a device whose time of day jumps by ${jump} seconds`, () => {
      begin();
      pass(1);
      jumped = 1_000 * jump;
      pass(2);
      assert.deepEqual(shown(), expected);
    });
  }
}

test("a server that tells of a turn begun in its future takes no time from anybody", () => {
  new Clock().show({ ...GAME, clocks: { ...GAME.clocks, since: 1_030 } });
  assert.equal(clocks[0].textContent, "5:00");
});

test("no script asks what time of day it is: it may jump between two questions", () => {
  const names = readdirSync(SCRIPTS, { recursive: true }).filter((name) => name.endsWith(".js"));
  assert.ok(names.length > 60);
  const asking = names.filter((name) => /\bDate\.now\b|\bnew Date\(\)|[^.]\bDate\(\)/.test(readFileSync(new URL(name, SCRIPTS), "utf8")));
  assert.deepEqual(asking, []);
});

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

test("a row takes no press of a pointer for 700 ms after other buttons have come into it, also if it is drawn again", () => {
  offered = [];
  let settling = [];
  const row = (...ids) => ({
    closest: () => ({ id: "commands" }),
    children: ids.map((id) => ({ id })),
    classList: { toggle: (name, on) => settling.push(on) },
  });
  const shown = (...ids) => {
    settling = [];
    rows = [row(...ids)];
    offers.show();
    return settling.at(-1);
  };
  rows = [row("draw", "resign")];
  const offers = new Offers();
  assert.deepEqual(settling, [false], "they were there when the page came");
  assert.equal(shown("draw", "resign"), false);
  assert.equal(shown("resign"), true);
  pass(0.5);
  assert.equal(shown("resign"), true);
  assert.equal(shown("takeback", "resign"), true);
  pass(0.5);
  assert.equal(settling.at(-1), true, "of the later change only half a second has passed");
  pass(0.2);
  assert.equal(settling.at(-1), false);
  rows = [];
});
