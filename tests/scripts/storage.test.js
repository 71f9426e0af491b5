// What the browser keeps. Run by `node --test`; no browser is needed.

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

/** Storage as browsers have it, which may be forbidden or have no room. */
class Area {
  setItem(key, text) {
    if (Area.full) throw new DOMException("full", "QuotaExceededError");
    this[key] = text;
  }

  removeItem(key) {
    delete this[key];
  }
}

class StorageEvent extends Event {
  constructor(type, { key } = {}) {
    super(type);
    this.key = key ?? null;
  }
}

const heard = new EventTarget();
let area = {};
Object.assign(globalThis, { StorageEvent, addEventListener: heard.addEventListener.bind(heard), dispatchEvent: heard.dispatchEvent.bind(heard) });
for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get: () => {
      if (Area.forbidden) throw new DOMException("forbidden", "SecurityError");
      return (area[name] ??= new Area());
    },
  });
}
const { KEPT, drop, get, reset, set, watch } = await import("../../src/byways/site/static/common/storage.js");

const TURN = { actions: [1], clicks: ["a1"], version: 3 };

beforeEach(() => {
  area = {};
  Area.full = Area.forbidden = false;
  globalThis.unkept.clear();
});

test("what is missing or not allowed is the default", () => {
  assert.equal(get("theme"), "system");
  localStorage.theme = "purple";
  localStorage["byways-board"] = "glass";
  localStorage["byways-sounds"] = "yes";
  localStorage["byways-chat x"] = "many";
  localStorage.learned = "{";
  sessionStorage["byways-turn x"] = '{"actions": ["a"], "clicks": []}';
  const found = ["theme", "board", "sounds", "learned"].map((name) => get(name));
  assert.deepEqual([...found, get("read", "x"), get("draft", "x")], ["system", "designed", false, {}, 0, null]);
  assert.deepEqual([Object.keys(localStorage), Object.keys(sessionStorage)], [[], []], "what is broken is reset");
  localStorage.theme = "dark".repeat(100_000);
  assert.equal(get("theme"), "system");
  assert.equal(localStorage.theme, undefined, "what is too large, too");
});

test("what browsers have kept so far is read", () => {
  Object.assign(localStorage, { theme: "dark", "byways-board": "slate", "byways-motion": "off", "byways-notify": "true" });
  localStorage.learned = '{"troll": [1, 2], "stroll": []}';
  assert.deepEqual(["theme", "board", "motion", "notify", "confirm"].map((name) => get(name)), ["dark", "slate", "off", true, false]);
  assert.deepEqual(get("learned"), { troll: [1, 2], stroll: [] });
});

test("progress in one game outlives nonsense about another", () => {
  localStorage.learned = '{"troll": [1, 2], "stroll": "all"}';
  assert.deepEqual(get("learned"), { troll: [1, 2] });
});

test("every value that is allowed comes back as it was", () => {
  for (const name in KEPT) {
    for (const value of KEPT[name].values ?? []) {
      assert.ok(set(name, value));
      assert.equal(get(name), value);
    }
  }
  assert.ok(set("draft", TURN, "x") && set("read", 5, "x") && set("learned", { troll: [1] }));
  assert.deepEqual([get("draft", "x"), get("read", "x"), get("learned"), get("draft", "y")], [TURN, 5, { troll: [1] }, null]);
});

test("a value that is not allowed is an error", () => {
  assert.throws(() => set("board", "glass"), RangeError);
  assert.throws(() => set("read", "seven", "x"), RangeError);
  assert.equal(get("board"), "designed");
});

for (const trouble of ["full", "forbidden"]) {
  test(`where storage is ${trouble}, a value lasts as long as the page`, () => {
    Area[trouble] = true;
    assert.equal(set("theme", "dark"), false);
    assert.equal(set("draft", TURN, "x"), false);
    assert.deepEqual([get("theme"), get("draft", "x"), get("board")], ["dark", TURN, "designed"]);
    drop("draft", "x");
    reset();
    assert.deepEqual([get("theme"), get("draft", "x")], ["system", null]);
  });
}

test("what has become too large is not given to the browser", () => {
  const turn = { ...TURN, clicks: Array(10_000).fill("a1") };
  assert.equal(set("draft", turn, "x"), false);
  assert.deepEqual([get("draft", "x"), "byways-turn x" in sessionStorage], [turn, false]);
});

test("changes here and in other tabs are heard of, others are not", () => {
  const told = [];
  watch("board", (value) => told.push(value));
  set("board", "wood");
  set("theme", "dark");
  localStorage["byways-board"] = "ink";
  dispatchEvent(new StorageEvent("storage", { key: "byways-board" }));
  dispatchEvent(new StorageEvent("storage", { key: "byways-motion" }));
  localStorage["byways-board"] = "broken";
  dispatchEvent(new StorageEvent("storage")); // all was cleared
  assert.deepEqual(told, ["wood", "ink", "designed"]);
});

test("a reset puts back preferences, broken ones too, and nothing else", () => {
  set("board", "wood");
  localStorage.theme = "purple";
  set("draft", TURN, "x");
  set("read", 5, "x");
  set("learned", { troll: [1] });
  reset();
  assert.deepEqual(Object.keys(localStorage).sort(), ["byways-chat x", "learned"]);
  assert.deepEqual([get("theme"), get("board"), get("draft", "x"), get("read", "x")], ["system", "designed", TURN, 5]);
});
