// What becomes of a page's one value: a turn is made, confirmed and kept. Run by `node --test`; no browser is needed.

import assert from "node:assert/strict";
import test from "node:test";

import { draftOf, mayAct, mayGoBack, opened, reduce } from "../../src/byways/site/static/board/reduce.js";
import { accepted, after, answered, choices, choose, command, dos, event, FORGET, from, HALF, incomplete, kept, NOTHING, only, patch, pending, refused, SECOND, view } from "./reduce_world.js";

// --- choosing --------------------------------------------------------------------------------------------------------

test("a click that completes a turn is sent with its version and its key, and kept", () => {
  const [state, effects] = after(choose("a1"));
  assert.equal(state.mode.kind, "sending");
  assert.deepEqual(effects, [
    NOTHING,
    { do: "send", command: command([1]), key: "key a1" },
    { do: "keep", kept: { version: 0, player: "white", spelled: [["a1"]], actions: [1], clicks: [], key: "key a1" } },
  ]);
  assert.ok(!mayAct(state));
});

test("what is to be confirmed is sent to be held", () => {
  const [, effects] = after(choose("a1", { hold: true }));
  assert.deepEqual(only(effects, "send")[0].command, command([1], { hold: true }));
});

test("the first of two clicks is kept, and can be taken back", () => {
  const [state, effects] = after(choose("d1"));
  assert.deepEqual(draftOf(state).clicks, ["d1"]);
  assert.deepEqual(effects, [NOTHING, { do: "keep", kept: { version: 0, player: "white", spelled: [], actions: [], clicks: ["d1"], key: "key d1" } }]);
  assert.ok(mayGoBack(state));
  const [dropped, then] = reduce(state, event("back"));
  assert.deepEqual(dropped, opened(view(0)));
  assert.deepEqual(then, [NOTHING, FORGET]);
});

test("the same point again takes it back, unless it can be chosen again", () => {
  const [state, effects] = after(choose("d1"), choose("d1"));
  assert.deepEqual(state, opened(view(0)));
  assert.deepEqual(effects.at(-1), FORGET);
  assert.ok(!dos(effects).includes("explain"));
});

test("another beginning replaces the one chosen before", () => {
  const [state, effects] = after(choose("d1"), choose("a1"));
  assert.deepEqual(draftOf(state).spelled, [["a1"]]);
  assert.deepEqual(only(effects, "send")[0].command.actions, [1]);
});

test("what follows no offer is explained, and leaves the draft as it is but for what was aimed at", () => {
  const [state, effects] = after(choose("z9"));
  assert.deepEqual(effects, [NOTHING, { do: "explain", clicks: ["z9"] }]);
  assert.deepEqual(state, opened(view(0)));
  const [aimed, more] = after(choose("a1", { small: true }), choose("z9"));
  assert.equal(draftOf(aimed).aimed, null);
  assert.deepEqual(more.at(-1), { do: "explain", clicks: ["z9"] });
  assert.deepEqual(after(...HALF, choose("z9"))[1].at(-1), { do: "explain", clicks: ["a1", "z9"] });
});

test("a small point is aimed at first, and one step back lets it go", () => {
  const [aimed, effects] = after(choose("a1", { small: true }));
  assert.equal(draftOf(aimed).aimed, "a1");
  assert.deepEqual(effects, [NOTHING]);
  assert.ok(mayGoBack(aimed));
  assert.deepEqual(reduce(aimed, event("back")), [opened(view(0)), [NOTHING]]);
  assert.equal(reduce(aimed, choose("b1", { small: true }))[0].mode.draft.aimed, "b1");
  assert.equal(reduce(aimed, choose("a1", { small: true }))[0].mode.kind, "sending");
  assert.deepEqual(dos(after(choose("z9", { small: true }))[1]), ["say", "explain"]);
});

test("nothing is sent when it is not for this page to act", () => {
  const watching = opened(view(0, { acts: false }));
  assert.deepEqual(reduce(watching, choose("a1")), [watching, []]);
  assert.ok(!mayAct(watching) && mayAct(opened(view(0))));
});

test("one step back with nothing made leads to the position before, where there is one", () => {
  assert.deepEqual(after(event("back")), [opened(view(0)), [NOTHING]]);
  const tried = opened(view(0, { back: "node=3" }));
  assert.ok(mayGoBack(tried) && !mayGoBack(opened(view(0))));
  assert.deepEqual(reduce(tried, event("back")), [tried, [NOTHING, { do: "visit", query: "node=3" }]]);
});

// --- half-made turns -------------------------------------------------------------------------------------------------

test("the beginning of a turn lies over the board until it is whole or dropped", () => {
  const [half, effects] = after(...HALF);
  assert.deepEqual(draftOf(half), { choices: SECOND, taken: [1], spelled: [["a1"]], clicks: [], aimed: null });
  assert.deepEqual(effects.slice(-3), [NOTHING, { do: "cover", patch: patch("b0") }, { do: "keep", kept: { version: 0, player: "white", spelled: [["a1"]], actions: [1], clicks: [], key: "key a1" } }]);
  assert.ok(mayGoBack(half));
  assert.deepEqual(reduce(half, event("back")), [opened(view(0)), [NOTHING, { do: "uncover" }, FORGET]]);
});

test("the second part is sent with the first", () => {
  const [state, effects] = after(...HALF, choose("b1"));
  assert.deepEqual(only(effects, "send").at(-1).command.actions, [1, 2]);
  assert.deepEqual(state.mode.draft.spelled, [["a1"], ["b1"]]);
  assert.deepEqual(state.mode.draft.taken, [1]);
});

test("a step back from two parts asks for the first alone again, never to be played", () => {
  const [state, effects] = after(...HALF, choose("b1"), answered("b1", incomplete([1, 2])), event("back"));
  assert.deepEqual(only(effects, "send").at(-1), { do: "send", command: command([1], { hold: true }), key: "key of back" });
  assert.deepEqual(state.mode.draft.spelled, [["a1"]]);
});

test("a patch of another board is not laid over this one: the page asks for all of it", () => {
  const [state, effects] = after(choose("a1"), answered("a1", incomplete([1], "b9")));
  assert.deepEqual(state, opened(view(0)));
  assert.deepEqual(effects.slice(-3), [NOTHING, { do: "uncover" }, { do: "fetch", shown: "" }]);
});

test("a click made while the first part travels is made once that has arrived", () => {
  const [state, effects] = after(choose("a1"), choose("b1"), answered("a1", incomplete([1])));
  assert.equal(state.mode.kind, "choosing");
  assert.deepEqual(effects.at(-1), { do: "again", event: choose("b1") });
});

test("a double click is one", () => {
  const [state, effects] = after(choose("a1"), choose("a1"));
  assert.equal(state.mode.early, null);
  assert.equal(only(effects, "send").length, 1);
});

test("a double click on the last point of a turn of several is one, one on another is early", () => {
  const [state] = after(...HALF, choose("b2"), choose("b3"), choose("b3"));
  assert.deepEqual(state.mode.draft.spelled, [["a1"], ["b2", "b3"]]);
  assert.equal(state.mode.early, null);
  for (const other of ["a1", "b2"]) assert.deepEqual(reduce(state, choose(other))[0].mode.early, choose(other));
});

test("of three clicks the last can be taken back alone", () => {
  const long = opened(view(0, { choices: choices([[1, ["a1", "a2", "a3"]], [2, ["b1"]]]) }));
  const [two] = from(long, choose("a1"), choose("a2"));
  assert.deepEqual(draftOf(reduce(two, event("back"))[0]).clicks, ["a1"]);
  assert.deepEqual(draftOf(reduce(two, choose("a2"))[0]).clicks, ["a1"]);
});

test("a step back while the first part travels comes after it, or takes an early click back", () => {
  assert.deepEqual(after(choose("a1"), event("back"), answered("a1", incomplete([1])))[1].at(-1), { do: "again", event: event("back") });
  const [, effects] = after(choose("a1"), choose("b1"), event("back"), answered("a1", incomplete([1])));
  assert.ok(!dos(effects).includes("again"));
});

test("an early click is not meant for the position after a whole turn", () => {
  assert.ok(!dos(after(choose("a1"), choose("b1"), answered("a1", accepted(1)))[1]).includes("again"));
});

test("a command given while a turn travels is given once that has been answered, whatever the answer", () => {
  const resign = event("command", { command: { kind: "resign" } });
  for (const answer of [accepted(1), refused(1), incomplete([1]), pending]) {
    const [, effects] = after(choose("a1"), resign, answered("a1", answer));
    assert.deepEqual(effects.at(-1), { do: "again", event: resign });
    assert.ok(!dos(effects).includes("command"));
  }
});

// --- confirming ------------------------------------------------------------------------------------------------------

test("a whole turn that waits is played with the key that it had", () => {
  const [waiting, shown] = after(choose("a1", { hold: true }), answered("a1", pending));
  assert.deepEqual(waiting.mode, { kind: "confirming", draft: draftOf(waiting), actions: [1], key: "key a1", preview: "<g/>", text: "a1", warning: "" });
  assert.deepEqual(shown.at(-1), NOTHING);
  const [state, effects] = reduce(waiting, event("confirm"));
  assert.equal(state.mode.kind, "sending");
  assert.deepEqual(only(effects, "send"), [{ do: "send", command: command([1], { sure: true }), key: "key a1" }]);
});

test("what the coach says of a turn is said, and stays until it is played or taken back", () => {
  const [waiting, effects] = after(choose("a1"), answered("a1", { ...pending, warning: "It loses much." }));
  assert.equal(waiting.mode.warning, "It loses much.");
  assert.deepEqual(only(effects, "speak"), [{ do: "speak", text: "It loses much." }]);
  assert.equal(reduce(waiting, event("back"))[0].mode.kind, "choosing");
});

test("a turn that waits can be thought better of", () => {
  const [state, effects] = after(choose("a1", { hold: true }), answered("a1", pending), event("back"));
  assert.deepEqual(state, opened(view(0)));
  assert.deepEqual(effects.at(-1), FORGET);
  const [half] = after(...HALF, choose("b1", { hold: true }), answered("b1", { ...pending, actions: [1, 2] }), event("back"));
  assert.deepEqual(draftOf(half).taken, [1]);
  assert.deepEqual(draftOf(half).spelled, [["a1"]]);
});

test("a click on the board does not play another turn than the one that waits", () => {
  const [waiting] = after(choose("a1", { hold: true }), answered("a1", pending));
  assert.deepEqual(reduce(waiting, choose("b1")), [waiting, []]);
  assert.deepEqual(after(event("confirm")), [opened(view(0)), []]);
});

// --- reloads ---------------------------------------------------------------------------------------------------------

const KEPT = { version: 0, player: "white", actions: [1], clicks: ["b2"], spelled: [["a1"]], key: "old" };

test("a reload goes on with the half-made turn, and with what was clicked of the next action", () => {
  const [state, effects] = after(event("restore", { kept: KEPT }));
  assert.deepEqual(only(effects, "send"), [{ do: "send", command: command([1], { hold: true }), key: "old" }]);
  assert.deepEqual(kept(effects), KEPT);
  const [half, then] = reduce(state, event("answered", { key: "old", answer: incomplete([1]) }));
  assert.deepEqual(draftOf(half).clicks, ["b2"]);
  assert.deepEqual(draftOf(half).spelled, [["a1"]]);
  assert.deepEqual(kept(then), KEPT);
});

test("what may no longer be clicked is not", () => {
  const [state, effects] = after(event("restore", { kept: { ...KEPT, actions: [], clicks: ["d1", "z9", "d2"], spelled: [] } }));
  assert.deepEqual(draftOf(state).clicks, ["d1", "d2"]);
  assert.deepEqual(effects, []);
});

test("a draft of another version is forgotten; one of another player waits", () => {
  assert.deepEqual(after(event("restore", { kept: { ...KEPT, version: 5 } })), [opened(view(0)), [FORGET]]);
  assert.deepEqual(after(event("restore", { kept: { ...KEPT, player: "black" } })), [opened(view(0)), []]);
  const watching = opened(view(0, { acts: false }));
  assert.deepEqual(reduce(watching, event("restore", { kept: KEPT })), [watching, []]);
  assert.deepEqual(after(event("restore", { kept: null })), [opened(view(0)), []]);
});

test("a whole turn of two parts that waited before a reload leads back to the first", () => {
  const whole = { ...KEPT, actions: [1, 2], clicks: [], spelled: [["a1"], ["b1"]] };
  const [, effects] = after(event("restore", { kept: whole }), event("answered", { key: "old", answer: { ...pending, actions: [1, 2] } }), event("back"));
  assert.deepEqual(only(effects, "send").at(-1), { do: "send", command: command([1], { hold: true }), key: "key of back" });
});
