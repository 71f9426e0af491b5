// What becomes of a page's one value when somebody plans or tries turns. Run by `node --test`; no browser is needed.

import assert from "node:assert/strict";
import test from "node:test";

import { draftOf, mayAct, mayGoBack, opened, reduce } from "../../src/byways/site/static/board/reduce.js";
import { accepted, after, answered, choices, choose, command, dos, event, from, HALF, heard, incomplete, kept, news, NOTHING, only, patch, view } from "./reduce_world.js";

// --- plans -----------------------------------------------------------------------------------------------------------

const WAITING = opened(view(0, { acts: false, plans: true }));
const PLANNED = opened(view(0, { acts: false, plans: true, planned: "<g/>" }));

test("a click while the other side is to move is a plan, made as a turn is", () => {
  assert.ok(mayAct(WAITING));
  const [state, effects] = from(WAITING, choose("a1", { hold: true }));
  assert.deepEqual(only(effects, "send"), [{ do: "send", command: { kind: "premove", version: 0, actions: [1], hold: true }, key: "key a1" }]);
  const [half, more] = reduce(state, answered("a1", incomplete([1])));
  assert.deepEqual(draftOf(half).taken, [1]);
  assert.deepEqual(only(reduce(half, choose("b1"))[1], "send")[0].command.actions, [1, 2]);
  assert.ok(dos(more).includes("cover"));
});

test("a plan that was taken is no turn: the page shows it and may plan another one", () => {
  const planned = { ...news(0, "t0", { tag: "t0p", acts: false, plans: true, planned: "<g/>" }), kind: "accepted", verdict: null, own: null };
  const [state] = from(WAITING, choose("a1"), answered("a1", planned));
  assert.equal(state.server.planned, "<g/>");
  assert.equal(reduce(state, choose("b1"))[1].find((effect) => effect.do === "send").command.kind, "premove");
});

test("one step back cancels a plan, after what is made of another one", () => {
  const cancel = { do: "command", command: { kind: "plan", replies: [] }, key: "key of back" };
  assert.deepEqual(reduce(PLANNED, event("back")), [PLANNED, [NOTHING, cancel]]);
  assert.deepEqual(reduce(WAITING, event("back")), [WAITING, [NOTHING]]);
  const [half] = from(PLANNED, choose("d1"));
  assert.deepEqual(reduce(half, event("back"))[0], PLANNED);
  assert.ok(!mayGoBack(PLANNED), "no button beside the one that cancels");
});

test("an early click after a whole turn is a plan where one may plan", () => {
  const waits = accepted(1, { view: view(1, { acts: false, plans: true }) });
  assert.deepEqual(after(choose("a1"), choose("b1"), answered("a1", waits))[1].at(-1), { do: "again", event: choose("b1") });
});

test("when the other side has moved, nothing stays of a half-made plan", () => {
  const [state, effects] = from(WAITING, choose("d1"), heard(1));
  assert.deepEqual(state, opened(view(1)));
  assert.equal(kept(effects), null);
});

// --- lines -----------------------------------------------------------------------------------------------------------

const LINE = choices([[1, ["a1"]], [2, ["b1", "b2"]]]);
const tried = (line, actions = [], more = {}) => ({ line, turns: line.split(";").length - 1, actions, choices: LINE, patch: patch("b0", { spoken: line }), ...more });
const came = (line, { planning = false, actions = [] } = {}) => event("tried", { tried: tried(line, actions), why: "", planning });
const asked = (line, actions, planning = false) => ({ do: "try", line, actions, planning });

test("a line lies over the position, and nothing of it is sent as a turn", () => {
  assert.deepEqual(after(event("try", { line: "0", planning: false })), [opened(view(0)), [asked("0", [])]]);
  const [state, effects] = after(came("0"));
  assert.deepEqual(effects, [NOTHING, { do: "cover", patch: tried("0").patch }, { do: "speak", text: "0" }]);
  assert.ok(mayAct(state) && !mayGoBack(state));
  const [waits, more] = reduce(state, choose("a1", { hold: true }));
  assert.deepEqual(more, [NOTHING, asked("0", [1])]);
  assert.deepEqual(reduce(waits, choose("b1")), [waits, []], "one at a time");
  const [on] = reduce(waits, came("0;a1"));
  assert.ok(mayGoBack(on));
  assert.deepEqual(on.mode.draft, { choices: LINE, taken: [], spelled: [], clicks: [], aimed: null });
});

test("steps back in a line: a click, a part of a turn, a turn, and then to the present", () => {
  const [state] = after(came("0;a1"));
  const [clicked] = reduce(state, choose("b1"));
  assert.deepEqual(draftOf(clicked).clicks, ["b1"]);
  assert.deepEqual(draftOf(reduce(clicked, event("back"))[0]).clicks, []);
  const [half] = from(clicked, choose("b2"), came("0;a1", { actions: [2] }));
  assert.deepEqual([draftOf(half).taken, draftOf(half).spelled], [[2], [["b1", "b2"]]]);
  assert.deepEqual(reduce(half, event("back"))[1], [NOTHING, asked("0;a1", [])]);
  assert.deepEqual(reduce(state, event("back"))[1], [NOTHING, asked("0", [])]);
  assert.deepEqual(after(came("0"), event("back"))[0], opened(view(0)));
  assert.deepEqual(reduce(state, event("present"))[1], [NOTHING, { do: "uncover" }]);
});

test("what cannot be tried is said, and leaves the line as it is", () => {
  const [state] = after(came("0"));
  const [waits] = reduce(state, choose("a1"));
  const [again, effects] = reduce(waits, event("tried", { tried: null, why: "No.", planning: false }));
  assert.deepEqual(effects, [{ do: "say", why: "No.", ruled: false }]);
  assert.equal(again.mode.asking, false);
  assert.deepEqual(reduce(state, choose("z9"))[1], [NOTHING, { do: "explain", clicks: ["z9"] }]);
  assert.deepEqual(reduce(state, event("explained", { actions: null, why: "Not there.", verdict: null }))[1], [{ do: "say", why: "Not there.", ruled: true }]);
  assert.deepEqual(reduce(state, event("explained", { actions: [4], why: "", verdict: null }))[1], [NOTHING, asked("0", [4])]);
});

test("a line is left for what was made of the real turn", () => {
  const [state, effects] = after(...HALF, came("0"), event("present"));
  assert.equal(state.mode.kind, "sending");
  assert.deepEqual(only(effects, "send").at(-1).command, command([1], { hold: true }));
});

test("news leaves a line that is tried, and ends one by which replies are planned", () => {
  const [stays, effects] = after(...HALF, came("0;a1"), heard(1));
  assert.deepEqual([stays.mode.kind, stays.mode.kept, stays.server.tag], ["trying", null, "t1"]);
  assert.deepEqual(dos(effects).slice(-3), ["patch", "speak", "keep"]);
  assert.deepEqual(after(came("0;a1", { planning: true }), heard(1))[0], opened(view(1)));
});

test("the reply to a turn that is expected is planned, and one may go on from there", () => {
  const [expected, first] = after(came("3", { planning: true }), choose("a1"), came("3;a1", { planning: true }));
  assert.ok(!dos(first).includes("command"), "the other side's turn alone is no plan");
  const [state, effects] = from(expected, choose("a1"), came("3;a1;b1", { planning: true }));
  assert.deepEqual(effects.at(-1), { do: "command", command: { kind: "plan line", turns: ["a1", "b1"] }, key: "key of tried" });
  assert.equal(state.mode.kind, "trying");
  const taken = { ...accepted(0, { view: view(0, { tag: "t0p" }) }), own: null };
  assert.equal(reduce(state, event("commanded", { answer: taken }))[0].mode.kind, "trying");
  assert.ok(!dos(after(came("3;a1;b1", { planning: true }))[1]).includes("command"), "shown again it is planned already");
  assert.ok(!dos(from(expected, choose("a1"), came("3;a1;b1", { planning: true, actions: [2] }))[1]).includes("command"));
});
