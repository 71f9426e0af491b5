// When a finished game's page asks for the worst turns. Run by `node --test`.

import assert from "node:assert/strict";
import test from "node:test";

const asked = []; // addresses
const answers = []; // that are to come
const topics = new Map();
const elements = new Map();
Object.assign(globalThis, {
  document: {
    documentElement: { lang: "en" },
    addEventListener: () => {},
    getElementById: (id) => elements.get(id) ?? elements.set(id, {}).get(id),
  },
  addEventListener: () => {},
  liveConnection: { follow: (name, topic) => topics.set(name, topic), leave: (name) => topics.delete(name) },
  fetch: async (address) => {
    asked.push(address);
    return { ok: true, status: 200, json: async () => answers.shift() };
  },
});
const { WorstTurns } = await import("../../src/byways/site/static/play/sidebar.js");
const JOB = "job:one";
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("it asks once, and again when the analysis has ended: no timer asks", async (context) => {
  const timer = context.mock.method(globalThis, "setTimeout");
  const worst = new WorstTurns({ address: "/api/games/one" });
  answers.push({ running: true, markup: "" }, { running: false, markup: "<li>b2</li>", practice: true });
  worst.show({ mine: ["white"] }, { over: true, ply: 9 });
  await settled();
  assert.deepEqual(asked, ["/api/reviews/one/worst?player=white"]);
  assert.equal(elements.get("worst-turns").hidden, false);
  topics.get(JOB).message({ tag: "half", found: { running: true } });
  await settled();
  assert.equal(asked.length, 1);
  assert.equal(topics.get(JOB).has(), "half");
  topics.get(JOB).message({ tag: "all", found: { running: false } });
  await settled();
  assert.equal(asked.length, 2);
  assert.equal(elements.get("worst-turns-shown").innerHTML, "<li>b2</li>");
  assert.ok(!topics.has(JOB));
  assert.equal(timer.mock.callCount(), 0);
});

test("a game that goes on is left alone", async () => {
  const worst = new WorstTurns({ address: "/api/games/one" });
  answers.push({ running: true, markup: "" });
  worst.show({ mine: ["white"] }, { over: true, ply: 9 });
  await settled();
  assert.ok(topics.has(JOB));
  worst.show({ mine: ["white"] }, { over: false, ply: 8 });
  assert.ok(!topics.has(JOB));
  assert.ok(elements.get("worst-turns").hidden);
});
