// What stands beside the board of a game: chat, links, coach, keys, and whether somebody is there. Run by `node --test`.

import assert from "node:assert/strict";
import test, { mock } from "node:test";

import { $, Element, Wire, another, document, happens, heard, rests, settled, topics, window } from "./page_world.js";

const PLAY = "../../src/byways/site/static/play/";
const { Chat } = await import(`${PLAY}chat.js`);
const { Coach } = await import(`${PLAY}coach.js`);
const { hearKeys } = await import(`${PLAY}keys.js`);
const { Links, tellPresence } = await import(`${PLAY}sidebar.js`);
const { watchLive } = await import(`${PLAY}watching.js`);
const sounds = await import("../../src/byways/site/static/common/sounds.js");

const line = (number, by, text, yours = false) => ({ number, by, text, yours });
const lit = []; // the points that are lit up, each time
const pointer = { has: (name) => name === "c3", light: (names) => lit.push(names) };
const point = new Element({ selector: ".point", dataset: { point: "d4" } });

function chat({ open = false, words = [] } = {}) {
  another();
  const calls = [];
  const wire = new Wire();
  wire.answers["/chat"] = ({ text }) => (text ? { ok: true } : { messages: words });
  delete localStorage["byways-chat one"];
  $("chat").open = open;
  return { made: new Chat(wire, (text) => calls.push(text), pointer), wire, calls };
}

test("a chat asks for what it does not have, and calls only for what others say while the page is open", async () => {
  const words = [line(1, "Ann", "hello"), line(2, "Bob", "well", true)];
  const { made, calls } = chat({ words });
  made.show({ messages: 2, chats: true });
  made.show({ messages: 3, chats: true });
  await settled();
  heard([["/chat", { after: 0 }]]);
  assert.deepEqual(calls, [], "that was said before");
  assert.deepEqual($("chat-said").children.map(({ text }) => text), ["Ann: hello", "Bob: well"]);
  assert.deepEqual([$("chat-badge").textContent, $("chat-badge").hidden], ["1", false]);
  made.show({ messages: 2, chats: true });
  await settled();
  heard([]);
  words.push(line(3, "Bob", "mine", true), line(4, "Ann", "yours"));
  made.show({ messages: 4, chats: true });
  await settled();
  heard([["/chat", { after: 2 }]]);
  assert.deepEqual(calls, ["Ann: yours"]);
  assert.equal($("chat-said").children.length, 4);
  assert.deepEqual([$("chat-badge").textContent, $("chat-badge").ariaLabel], ["2", "New messages: 2"]);
  $("chat").open = true;
  $("chat").let("toggle");
  assert.deepEqual([$("chat-badge").textContent, $("chat-badge").hidden, $("chat-new").textContent], ["0", true, ""]);
  assert.equal(localStorage["byways-chat one"], "4");
});

test("a game without a chat hides it, and asks for nothing", async () => {
  const { made } = chat({ open: true });
  made.show({ messages: null, chats: true });
  assert.ok($("play").names.has("chatting"));
  made.show({ messages: 5, chats: false });
  await settled();
  assert.ok($("chat").hidden);
  assert.ok($("open-chat").hidden);
  assert.ok(!$("play").names.has("chatting"));
  heard([]);
  made.open();
  assert.equal($("chat-text").focused, 0);
});

test("what is said stands there until the server has it, and comes back where it is refused", async () => {
  const { wire } = chat({ open: true });
  $("chat-text").value = "  good game ";
  assert.ok(!$("chat-form").let("submit"));
  assert.deepEqual($("chat-said").children.map(({ textContent, className }) => [textContent, className]), [["good game", "unsent"]]);
  wire.waiting(null);
  assert.match($("why").textContent, /^Not confirmed yet/);
  await settled();
  heard([["/chat", { text: "good game" }], ["/chat", { after: 0 }]]);
  assert.deepEqual([$("why").textContent, $("chat-said").children.length, $("chat-text").value], ["", 0, ""]);
  wire.answers["/chat"] = { ok: false, data: { error: { message: "too long" } } };
  $("chat-text").value = "so long";
  $("chat-form").let("submit");
  $("chat-text").value = "and more";
  await settled();
  heard([["/chat", { text: "so long" }]]);
  assert.deepEqual([$("why").textContent, $("chat-said").children.length, $("chat-text").value], ["too long", 0, "so long and more"]);
  $("chat-text").value = " ";
  $("chat-form").let("submit");
  heard([]);
});

test("points that are spoken of light up, and Alt writes the name of one", async () => {
  const { made } = chat({ words: [line(1, "Ann", "C3 or z9?")] });
  made.show({ messages: 1, chats: true });
  await settled();
  const [, link, rest] = $("chat-said").children[0].children.slice(1);
  assert.deepEqual([link.textContent, link.dataset.place, rest], ["C3", "c3", " or "]);
  lit.length = 0;
  $("chat-said").let("pointerover", { target: link });
  $("chat-said").let("focusout");
  assert.deepEqual(lit.slice(-2), [["c3"], []]);
  assert.ok(!$("chat-said").let("click", { target: link }));
  assert.ok($("chat-said").let("click", { target: new Element() }));
  $("chat-text").value = "look ";
  $("stage").let("click", { altKey: false, target: point });
  assert.equal($("chat-text").value, "look ");
  $("stage").let("keydown", { altKey: true, key: "Enter", target: point });
  assert.match($("chat-text").value, /^look d4 /);
  assert.ok($("chat").open);
  heard([["/chat", { after: 0 }]]);
});

test("links are fetched anew when the game has changed, and go when they may not be sent", async () => {
  const wire = new Wire();
  const given = [];
  const links = new Links(wire, (command) => given.push(command));
  const shown = [{ player: "black", url: "https://example.org/1", qr: "<svg/>" }, { player: "white", who: "Ann" }, { player: null, url: "https://example.org/2" }];
  wire.answers["/links"] = () => ({ ok: true, data: { links: shown } });
  await links.show({ links: true, waiting: true }, { number: 3 });
  await links.show({ links: true, waiting: false }, { number: 3 });
  heard([["/links", {}]]);
  assert.deepEqual([$("waiting").hidden, $("waiting-said").hidden, $("play").names.has("inviting")], [false, true, true]);
  const [black, white, spectators] = $("links").children;
  assert.match(black.text, /^Link for Black.*Copy.*Withdraw.*QR code$/);
  assert.match(white.text, /^White: Ann.*Free the seat$|^Free the seat$/);
  assert.match(spectators.text, /^Link for spectators.*Copy$/);
  const fields = (row) => row.children.flatMap((child) => [child, ...fields(child)]).filter((child) => child instanceof Element);
  const details = fields(black).find(({ open }) => open !== undefined);
  assert.equal(details.open, false, "there are three");
  const withdraw = fields(black).find(({ textContent }) => textContent === "Withdraw");
  withdraw.let("click");
  assert.deepEqual(given, [{ kind: "revoke", player: "black" }]);
  assert.equal(withdraw.attributes["aria-label"], "Withdraw: Link for Black");
  const slow = links.show({ links: true, waiting: true }, { number: 4 });
  await links.show({ links: false, waiting: false }, { number: 5 });
  await slow;
  assert.deepEqual([$("links").children.length, $("waiting").hidden], [0, true]);
  heard([["/links", {}]]);
});

const server = (version, more = {}) => ({ version, acts: true, game: { coach: true, coach_preparing: null }, ...more });
const mode = (kind = "idle") => ({ kind });

test("a coach says what is threatened, and gives a hint in two steps for one position", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  localStorage["byways-coach"] = "true";
  const wire = new Wire();
  wire.answers["/coach"] = { ok: true, data: { said: "b2 is threatened.", markup: "<b2/>", places: ["b2"] } };
  wire.answers["/coach/hint"] = ({ step }) => ({ ok: true, status: 200, data: { said: `hint ${step}`, markup: "", places: [] } });
  const coach = new Coach(wire, pointer);
  coach.show({ server: server(1), mode: mode() });
  await settled();
  heard([["/coach", { version: 1 }]]);
  assert.equal($("coach-said").textContent, "b2 is threatened.");
  assert.deepEqual([coach.marks.layer.innerHTML, lit.at(-1)], ["<b2/>", ["b2"]]);
  coach.show({ server: server(1), mode: mode("looking") });
  assert.equal(coach.marks.layer.innerHTML, "", "of another position");
  assert.equal($("coach-hint").textContent, "Hint");
  const asked = coach.hint();
  coach.hint();
  mock.timers.tick(299);
  assert.equal($("coach-said").textContent, "b2 is threatened.");
  mock.timers.tick(1);
  assert.equal($("coach-said").textContent, "The coach is thinking…");
  await asked;
  assert.deepEqual([$("coach-said").textContent, $("coach-hint").textContent, $("coach-hint").hidden], ["hint 1", "Show the move", false]);
  await coach.hint();
  assert.deepEqual([$("coach-said").textContent, $("coach-hint").hidden], ["hint 2", true]);
  await coach.hint();
  heard([1, 2].map((step) => ["/coach/hint", { version: 1, step }]));
  coach.show({ server: server(2), mode: mode() });
  assert.deepEqual([$("coach-said").textContent, $("coach-hint").hidden], ["", false]);
  await settled();
  heard([["/coach", { version: 2 }]]);
  mock.timers.reset();
});

test("what a coach says too late, or refuses, is not taken for advice", async () => {
  localStorage["byways-coach"] = "true";
  const wire = new Wire();
  wire.answers["/coach/hint"] = { ok: false, status: 425, data: { error: { message: "not yet" } } };
  const coach = new Coach(wire, pointer);
  coach.show({ server: server(1), mode: mode() });
  await coach.hint();
  assert.deepEqual([$("coach-said").textContent, coach.step], ["Not yet.", 0]);
  const late = coach.hint();
  coach.show({ server: server(2), mode: mode() });
  await late;
  assert.equal($("coach-said").textContent, "");
  coach.show({ server: server(2, { acts: false }), mode: mode() });
  assert.deepEqual([$("coach-hint").disabled, $("coach-hint").title], [true, "The coach gives hints when it is your turn."]);
  heard([["/coach", { version: 1 }], ["/coach/hint", { version: 1, step: 1 }], ["/coach/hint", { version: 1, step: 1 }], ["/coach", { version: 2 }]]);
  await coach.hint();
  heard([]);
});

test("a hint switches a coach on that is off, whom nobody asks before", async () => {
  delete localStorage["byways-coach"];
  const wire = new Wire();
  wire.answers["/coach/hint"] = { ok: true, status: 200, data: { said: "hint", markup: "", places: [] } };
  const coach = new Coach(wire, pointer);
  coach.show({ server: server(1), mode: mode() });
  await settled();
  heard([]);
  await coach.hint();
  assert.equal(localStorage["byways-coach"], "true");
  heard([["/coach", { version: 1 }], ["/coach/hint", { version: 1, step: 1 }]]);
  coach.show({ server: server(1, { game: { coach: false } }), mode: mode() });
  assert.ok($("coach").hidden);
});

test("keys go through the game, and a turn is typed until it is one", async () => {
  const done = [];
  const act = (name) => () => done.push(name);
  let onBoard = false;
  let turn = false;
  const page = { steps: { key: (key) => done.push(key) }, onBoard: () => onBoard, type: async (text) => (done.push(text), turn), chat: act("chat"), hint: act("hint"), back: act("back"), tryLine: act("try") };
  hearKeys(page);
  const press = (key, more = {}) => happens(document, "keydown", { key, target: null, ...more });
  for (const key of ["ArrowLeft", "End", "c", "H", "l", "Escape"]) assert.ok(!press(key));
  assert.deepEqual(done.splice(0), ["ArrowLeft", "End", "chat", "hint", "try", "back"]);
  for (const key of ["x", "ArrowUp"]) assert.ok(press(key));
  assert.ok(press("c", { ctrlKey: true }));
  onBoard = true;
  for (const key of ["ArrowLeft", "Escape"]) assert.ok(press(key), "the board's");
  assert.deepEqual(done, []);
  for (const [key, more] of [["Home"], ["ArrowLeft", { shiftKey: true }]]) assert.ok(!press(key, more));
  assert.deepEqual(done.splice(0), ["Home", "ArrowLeft"]);
  $("typing").hidden = true;
  press("t");
  assert.deepEqual([$("typing").hidden, $("typed").focused], [false, 1]);
  $("typed").value = " c3 ";
  assert.ok(!$("typing").let("submit"));
  await settled();
  assert.deepEqual([done.splice(0), $("typed").value], [["c3"], " c3 "]);
  turn = true;
  $("typing").let("submit");
  await settled();
  assert.equal($("typed").value, "");
  $("typing").let("submit");
  assert.deepEqual(done, ["c3"]);
  $("typed").let("keydown", { key: "x" });
  assert.ok(!$("typing").hidden);
  $("typed").let("keydown", { key: "Escape" });
  assert.ok($("typing").hidden);
});

test("nobody is there while the page is hidden, or after five minutes without a sign", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  document.hidden = false;
  tellPresence();
  mock.timers.tick(299_000);
  happens(window, "keydown");
  mock.timers.tick(299_999);
  assert.deepEqual(rests.splice(0), [false, false]);
  mock.timers.tick(1);
  assert.deepEqual(rests.splice(0), [true]);
  happens(window, "scroll");
  document.hidden = true;
  happens(document, "visibilitychange");
  mock.timers.tick(900_000);
  assert.deepEqual(rests.splice(0), [false, true], "it is said once");
  document.hidden = false;
  mock.timers.reset();
});

test("of several tabs the one sounds that has the lock, which the tab that is used takes over", async () => {
  const asked = []; // for the lock: what was asked, and how to give it, or take it away
  const request = (name, options, granted) => new Promise((_, refuse) => asked.push({ name, options, granted, refuse }));
  Object.defineProperty(globalThis, "navigator", { value: { locks: { request }, userActivation: { hasBeenActive: false } }, configurable: true });
  let strokes = 0;
  const node = () => ({ frequency: PARAM, gain: PARAM, Q: {}, connect: (to) => to, start: () => (strokes += 1), stop: () => {} });
  const PARAM = { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
  globalThis.AudioContext = class {
    createOscillator = node;
    createGain = node;
  };
  localStorage["byways-sounds"] = "true";
  const sound = () => {
    strokes = 0;
    navigator.userActivation.hasBeenActive = true;
    sounds.play("won");
    return strokes > 0;
  };
  sounds.soundAlone("one");
  assert.deepEqual(asked.map(({ name, options }) => [name, options.steal]), [["sounds one", undefined]]);
  happens(window, "focus");
  assert.equal(asked.length, 1, "nobody has touched it");
  assert.ok(!sound());
  happens(window, "focus");
  assert.deepEqual([asked.length, asked[1].options.steal, asked[0].options.signal.aborted], [2, true, true]);
  asked[0].refuse(new Error("aborted"));
  asked[1].granted();
  await settled();
  assert.ok(sound());
  happens(window, "pointerup");
  assert.equal(asked.length, 2, "it is its own");
  asked[1].refuse(new Error("stolen"));
  await settled();
  assert.deepEqual([asked.length, sound()], [3, false], "it waits until the other is closed");
  asked[2].granted();
  assert.ok(sound());
});

test("a watched game is followed while it is in sight, and the next one comes some seconds after its end", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  mock.method(Math, "random", () => 0.5);
  const svg = Object.assign(new Element(), { contains: () => true, querySelectorAll: () => [] });
  const card = (game, replaced) => Object.assign($("live"), { dataset: { game, tag: "t1" }, querySelector: () => svg, replaceWith: replaced });
  const next = Object.assign(new Element(), { dataset: { game: "two", tag: "t5" }, querySelector: () => svg });
  const placed = [];
  const observers = [];
  const asked = [];
  let shown = new Element({ dataset: { game: "one" } });
  Object.assign(globalThis, {
    IntersectionObserver: class {
      constructor(look) {
        observers.push({ see: (isIntersecting) => look([{ isIntersecting }]), ended: () => this.gone });
      }
      observe() {}
      disconnect() {
        this.gone = true;
      }
    },
    DOMParser: class {
      parseFromString = (text) => ({ getElementById: () => (text ? shown : null), querySelectorAll: () => [] });
    },
    fetch: async (address) => (asked.push(address), { ok: true, text: async () => "<html>" }),
  });
  document.hidden = false;
  card("one", (anew) => placed.push(anew));
  watchLive();
  assert.equal(topics.size, 0);
  observers[0].see(true);
  assert.deepEqual([...topics.keys()], ["game:one"]);
  const topic = topics.get("game:one");
  document.hidden = true;
  happens(document, "visibilitychange");
  assert.equal(topics.size, 0);
  document.hidden = false;
  happens(document, "visibilitychange");
  observers[0].see(false);
  assert.equal(topics.size, 0);
  observers[0].see(true);
  const news = (tag, over) => ({ view: { tag, over, box: "0 0 9 9" }, patch: { markup: {}, base: "t1" } });
  topic.message(news("t2", false));
  assert.deepEqual([topic.has(), svg.attributes.viewBox], ["t2", "0 0 9 9"]);
  topic.message(news("t3", true));
  topic.message(news("t4", true));
  mock.timers.tick(8_999);
  await settled();
  assert.deepEqual(asked, []);
  mock.timers.tick(1);
  await settled();
  assert.deepEqual([asked.length, placed], [1, []], "there is no other");
  shown = next;
  topic.gone();
  await settled();
  assert.deepEqual([placed, observers.length, observers[0].ended(), topics.size], [[next], 2, true, 0]);
  observers[1].see(true);
  assert.equal(topics.get("game:two").has(), "t5");
  mock.timers.reset();
  mock.restoreAll();
});
