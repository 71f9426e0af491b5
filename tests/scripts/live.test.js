// The connection of a page. Run by `node --test`; the test says what time it is, and is the server.

import assert from "node:assert/strict";
import test, { afterEach, beforeEach, mock } from "node:test";

let sockets = []; // all that were begun
let asked = []; // addresses that were asked for by HTTP
let answer = () => {}; // answers the last of them

class Socket extends EventTarget {
  static OPEN = 1;
  readyState = 0;
  constructor() {
    super();
    sockets.push(this);
  }
  send() {}
  close() {
    this.readyState = 3;
  }
  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
    const event = new Event("message");
    event.data = new TextEncoder().encode(JSON.stringify({ topic: "game x" }));
    this.dispatchEvent(event);
  }
}

Object.assign(globalThis, {
  document: {
    body: { dataset: { live: "/byways/api/live" } },
    documentElement: { lang: "en" },
    getElementById: () => ({ textContent: "{}" }),
    addEventListener: () => {},
  },
  location: { href: "https://example.org/byways/play/x" },
  localStorage: {},
  addEventListener: () => {},
  WebSocket: Socket,
  fetch: (address) => {
    asked.push(String(address));
    return new Promise((resolve, reject) => (answer = (ok) => (ok === null ? reject(new TypeError()) : resolve({ ok }))));
  },
});
const { live } = await import("../../src/byways/site/static/net/live.js");

let passed = 0; // ms
beforeEach(() => {
  passed = 5_000;
  sockets = [];
  asked = [];
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  mock.method(performance, "now", () => passed);
  mock.method(Math, "random", () => 0.5);
});
afterEach(() => {
  live.leave("game x");
  mock.timers.reset();
  mock.restoreAll();
});

async function pass(seconds) {
  for (let at = 0; at < seconds; at += 0.05) {
    passed += 50;
    mock.timers.tick(50);
    await Promise.resolve();
  }
}

async function connected() {
  live.follow("game x", { message: () => {}, has: () => "" });
  await Promise.resolve();
  sockets.at(-1).open();
}

test("a page whose connection meets silence asks by HTTP as well, once at a time, so that a proxy sends it elsewhere", async () => {
  await connected();
  await pass(12); // the process freezes: neither heartbeats nor attempts to connect are answered
  assert.deepEqual(asked, ["https://example.org/byways/health/reading"]);
  const before = sockets.length;
  answer(true);
  await pass(0.4);
  assert.equal(sockets.length, before + 1, "it connects at once when somebody answers");
  sockets.at(-1).open();
  await pass(1);
  assert.equal(live.down, null);
});

test("where nothing answers by HTTP either, it is asked again, and no attempt is hurried", async () => {
  await connected();
  await pass(12);
  const before = sockets.length;
  answer(null);
  await pass(0.3);
  assert.equal(sockets.length, before);
  await pass(10);
  assert.equal(asked.length, 2);
});

test("a connection that is answered asks for nothing else", async () => {
  await connected();
  await pass(1.5);
  assert.deepEqual([asked, sockets.length], [[], 1]);
});
