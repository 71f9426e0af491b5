// The connection of a page. Run by `node --test`; the test says what time it is, and is the server.

import assert from "node:assert/strict";
import test, { afterEach, beforeEach, mock } from "node:test";

let sockets = []; // all that were begun
let sent = []; // by all of them
let here = true; // whether the page is seen
const listeners = {}; // of the page and its document
let asked = []; // addresses that were asked for by HTTP
let answer = () => {}; // answers the last of them

class Socket extends EventTarget {
  static OPEN = 1;
  readyState = 0;
  constructor(address) {
    super();
    this.address = new URL(address);
    sockets.push(this);
  }
  send(text) {
    sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
    this.tell({ topic: "game x" });
  }
  tell(message) {
    this.dispatchEvent(Object.assign(new Event("message"), { data: new TextEncoder().encode(JSON.stringify(message)) }));
  }
  end(code) {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }
}

Object.assign(globalThis, {
  document: {
    body: { dataset: { live: "/byways/api/live" } },
    documentElement: { lang: "en" },
    getElementById: () => ({ textContent: "{}" }),
    addEventListener: (type, hear) => (listeners[type] = hear),
    get hidden() {
      return !here;
    },
  },
  location: { href: "https://example.org/byways/play/x" },
  localStorage: {},
  addEventListener: (type, hear) => (listeners[type] = hear),
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
  sent = [];
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  mock.method(performance, "now", () => passed);
  mock.method(Math, "random", () => 0.5);
});
afterEach(() => {
  for (const name of [...live.topics.keys()]) live.leave(name);
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

async function connected(topic = {}) {
  live.follow("game x", { message: () => {}, has: () => "", ...topic });
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

test("an address says what is followed, what the page has, and who is there", async () => {
  live.seat = "white";
  live.idle = true;
  live.follow("job y", { message: () => {}, has: () => "t7" });
  await connected({ has: () => "t1" });
  assert.equal(sockets.length, 1, "for all that the page begins with");
  assert.equal(
    sockets[0].address.href,
    "wss://example.org/byways/api/live?topic=job+y&has=t7&topic=game+x&has=t1&lang=en&seat=white&idle=1",
  );
  assert.equal(sockets[0].binaryType, "arraybuffer");
  live.seat = null;
  live.idle = false;
});

test("what changes is said over the connection that there is, and the last topic ends it", async () => {
  const told = [];
  await connected({ message: (message) => told.push(message) });
  live.follow("game x", { message: (message) => told.push(message), has: () => "" });
  live.follow("job y", { message: () => assert.fail("of another topic"), has: () => "t7" });
  live.sit("black");
  live.rest(true);
  live.rest(true);
  live.rest(false);
  live.leave("job y");
  live.leave("job y");
  assert.deepEqual(sent, [{ follow: "job y", has: "t7" }, { seat: "black" }, { idle: true }, { idle: false }, { leave: "job y" }]);
  sockets[0].tell({ topic: "game x", number: 1 });
  sockets[0].tell({ topic: "job y", number: 2 });
  assert.deepEqual(told.map(({ number }) => number), [undefined, 1]);
  live.leave("game x");
  assert.equal(sockets[0].readyState, 3);
  await pass(30);
  assert.equal(sockets.length, 1);
  live.sit(null);
});

test("what is followed while a page connects is said as soon as it has", async () => {
  live.follow("game x", { message: () => {}, has: () => "" });
  await Promise.resolve();
  live.follow("job y", { message: () => {}, has: () => "t7" });
  assert.deepEqual(sent, []);
  sockets[0].open();
  assert.deepEqual(sent, [{ follow: "job y", has: "t7" }]);
});

test("a connection speaks every two seconds, and is given up three seconds after silence", async () => {
  const links = [];
  await connected({ link: (up) => links.push(up) });
  await pass(1.9);
  assert.deepEqual(sent, []);
  await pass(0.35);
  assert.deepEqual(sent, [{}]);
  sockets[0].tell({});
  await pass(2.2);
  assert.deepEqual(sent, [{}, {}]);
  await pass(2.7);
  assert.deepEqual([sockets.length, links], [1, [true]]);
  await pass(0.8);
  assert.deepEqual([sockets.length, sockets[0].readyState, links], [2, 3, [true, false]]);
  sockets[0].tell({ topic: "game x" });
  assert.ok(live.down, "what a connection says that was given up does not count");
  sockets[1].open();
  assert.deepEqual([live.down, links], [null, [true, false, true]]);
});

test("a connection that ends is tried again, later and later, and at once when the page is looked at", async () => {
  await connected();
  const times = [];
  for (let tries = 0; tries < 5; tries += 1) {
    const before = passed;
    const count = sockets.length;
    sockets.at(-1).end(1006);
    while (sockets.length === count) await pass(0.05);
    times.push(passed - before);
  }
  assert.deepEqual(times, [250, 500, 1_000, 1_200, 1_200]);
  await pass(0.1);
  sockets.at(-1).end(1006);
  const count = sockets.length;
  here = false;
  listeners.visibilitychange();
  assert.equal(sockets.length, count);
  here = true;
  listeners.visibilitychange();
  assert.equal(sockets.length, count + 1);
  listeners.online();
  assert.equal(sockets.length, count + 1, "it connects already");
});

test("after a minute without a connection the pauses become longer", async () => {
  await connected();
  let before = 0;
  for (const begun = passed; passed < begun + 75_000; ) {
    before = passed;
    const count = sockets.length;
    sockets.at(-1).end(1006);
    while (sockets.length === count) await pass(0.05);
  }
  assert.equal(passed - before, 5_000);
});

test("an attempt may take longer and longer, once the first ones were in vain", async () => {
  await connected();
  sockets.at(-1).end(1006);
  const lasted = []; // ms, about
  await pass(0.3);
  for (let tries = 0; tries < 7; tries += 1) {
    const before = passed;
    const count = sockets.length;
    while (sockets.length === count) await pass(0.05);
    lasted.push(Math.round((passed - before) / 1000));
  }
  assert.deepEqual(lasted, [2, 2, 2, 3, 6, 8, 8]);
});

test("pages learn why they cannot be connected, and that a topic is gone", async () => {
  const told = [];
  const topic = { apart: (why) => told.push(why.slice(0, 14)), gone: () => told.push("gone") };
  await connected(topic);
  sockets.at(-1).end(4429);
  assert.deepEqual(told.splice(0), ["Too many pages"]);
  await pass(14.9);
  assert.equal(sockets.length, 1);
  await pass(0.2);
  sockets.at(-1).open();
  sockets.at(-1).end(4403);
  assert.deepEqual(told.splice(0), ["This page cann"]);
  await pass(5.1);
  assert.equal(sockets.length, 3);
  sockets.at(-1).open();
  live.follow("job y", { message: () => {}, has: () => "" });
  sockets.at(-1).tell({ kind: "gone", topic: "game x" });
  assert.deepEqual([told.splice(0), [...live.topics.keys()]], [["gone"], ["job y"]]);
  live.follow("game x", { message: () => {}, has: () => "", ...topic });
  sockets.at(-1).end(4404);
  assert.deepEqual([told, live.topics.size], [["gone"], 0]);
});

test("where the server has never said anything, there may be no way through: the page asks by itself", async () => {
  const told = [];
  live.follow("game x", { message: () => {}, has: () => "", apart: (why) => told.push(why) });
  await Promise.resolve();
  for (let tries = 0; tries < 5; tries += 1) {
    const count = sockets.length;
    sockets.at(-1).end(1006);
    assert.equal(told.length, tries === 4 ? 1 : 0);
    while (sockets.length === count) await pass(0.05);
  }
  assert.match(told[0], /^This page cannot stay connected/);
});
