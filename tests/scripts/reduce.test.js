// What becomes of a page's one value. Run by `node --test`; no browser is needed.

import assert from "node:assert/strict";
import test from "node:test";

import { draftOf, fits, mayAct, mayGoBack, opened, reduce } from "../../src/byways/site/static/board/reduce.js";

const choices = (offers, labels = {}) => ({ offers, labels, next: {}, sure: {} });
const POINTS = choices([[1, ["a1"]], [2, ["b1"]], [3, ["c1"]], [4, ["d1", "d2"]], [5, ["d1", "d3"]], [6, ["e1"]], [7, ["e1", "e2"]]]);
const SECOND = choices([[2, ["b1"]], [9, ["end"]], [8, ["b2", "b3"]], [6, ["b2", "b4"]]], { end: "End the turn" });
const view = (number, more = {}) => ({
  tag: `t${number}`, board: `b${number}`, query: "", version: number, number, ply: number, player: "white", acts: true, plans: false, planned: null, over: false,
  box: "", home: null, sheets: {}, choices: POINTS, back: null, game: null, puzzle: null, node: null, ...more,
});
const patch = (base, more = {}) => ({ markup: {}, base, effects: [], spoken: "", ...more });
const choose = (name, more = {}) => ({ type: "choose", name, small: false, key: `key ${name}`, hold: false, ...more });
const event = (type, more = {}) => ({ type, key: `key of ${type}`, hold: false, ...more });
const answered = (name, answer) => event("answered", { key: `key ${name}`, answer });
const news = (number, base = "t0", more = {}) => ({ view: view(number, more), patch: patch(base, { spoken: `spoken ${number}` }) });
const heard = (...args) => event("news", { news: news(...args) });
const incomplete = (actions, base = "b0") => ({ kind: "incomplete", actions, choices: SECOND, patch: patch(base) });
const pending = { kind: "pending", actions: [1], preview: "<g/>", text: "a1", warning: "" };
const accepted = (number, more = {}) => ({ kind: "accepted", ...news(number), verdict: null, own: null, ...more });
const refused = (number, why = "Too late.", base = "t0") => ({ kind: "refused", code: "game.conflict", why, ...news(number, base) });
const verdict = (right, done) => ({ right, done, said: "So it is." });
const HALF = [choose("a1"), answered("a1", incomplete([1]))];

/** Let events happen one after the other: the state, and everything that was to be done. */
function from(state, ...events) {
  return events.reduce(
    ([before, done], one) => {
      const [next, effects] = reduce(before, one);
      return [next, [...done, ...effects]];
    },
    [state, []],
  );
}
const after = (...events) => from(opened(view(0)), ...events);
const dos = (effects) => effects.map((effect) => effect.do);
const only = (effects, what) => effects.filter((effect) => effect.do === what);
const kept = (effects) => only(effects, "keep").at(-1).kept;
const command = (actions, more = {}) => ({ kind: "turn", version: 0, actions, hold: false, sure: false, ...more });
const NOTHING = { do: "say", why: "", ruled: false };
const FORGET = { do: "keep", kept: null };

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

// --- hearing ---------------------------------------------------------------------------------------------------------

test("an accepted turn is shown, spoken and forgotten", () => {
  const [state, effects] = after(choose("a1"), answered("a1", accepted(1)));
  assert.deepEqual(state, opened(view(1)));
  assert.deepEqual(effects.slice(3), [NOTHING, { do: "uncover" }, FORGET, { do: "uncover" }, { do: "patch", patch: news(1).patch }, { do: "speak", text: "spoken 1" }, NOTHING, FORGET]);
});

test("news of one's own turn before its answer is shown once", () => {
  const [state, effects] = after(choose("a1"), heard(1), answered("a1", accepted(1)));
  assert.equal(only(effects, "patch").length, 1);
  assert.equal(only(effects, "speak").length, 1);
  assert.deepEqual(state, opened(view(1)));
  assert.equal(after(choose("a1"), heard(1))[0].mode.kind, "sending");
  assert.deepEqual(dos(after(choose("a1"), heard(1))[1]).slice(3), ["uncover", "patch", "speak"]);
});

test("what others did is shown, and nothing stays of what was made of a turn", () => {
  const [state, effects] = after(...HALF, heard(1));
  assert.deepEqual(state, opened(view(1)));
  assert.deepEqual(effects.slice(-5), [{ do: "uncover" }, { do: "patch", patch: news(1).patch }, { do: "speak", text: "spoken 1" }, NOTHING, FORGET]);
});

test("a patch from something else than is shown is not applied: the page asks for all of it", () => {
  const [state, effects] = after(heard(7, "t6"));
  assert.equal(state.server.number, 0);
  assert.deepEqual(effects, [{ do: "fetch", shown: "" }]);
  assert.equal(reduce(state, heard(7, null))[0].server.number, 7);
});

test("old news, and what is shown already, change nothing", () => {
  const [state] = after(heard(3));
  for (const old of [heard(2, "t1"), heard(3, "t3"), heard(2, "t3", { version: 3 }), heard(4, "t3", { version: 2 })]) assert.deepEqual(reduce(state, old), [state, []]);
});

test("an offer leaves a half-made turn alone", () => {
  const offer = heard(1, "t0", { version: 0, board: "b0" });
  const [half, effects] = after(...HALF, offer);
  assert.deepEqual(draftOf(half).taken, [1]);
  assert.equal(half.server.tag, "t1");
  assert.deepEqual(dos(effects).slice(-2), ["patch", "speak"]);
  const [clicked] = after(choose("d1"), offer);
  assert.deepEqual(draftOf(clicked).clicks, ["d1"]);
  const [waiting] = after(choose("a1", { hold: true }), answered("a1", pending), offer);
  assert.deepEqual([waiting.mode.kind, waiting.server.tag], ["confirming", "t1"]);
});

test("news of the same number count where something else has changed, such as who is there", () => {
  assert.equal(after(heard(0, "t0", { tag: "t0b" }))[0].server.tag, "t0b");
});

test("what may be chosen now is what the server says, also where nobody has moved", () => {
  const [state] = from(opened(view(0, { acts: false, choices: choices([]) })), heard(1, "t0", { version: 0 }));
  assert.deepEqual(draftOf(state).choices, POINTS);
});

test("a half-made turn is asked for again where the position under it is drawn otherwise", () => {
  const [state, effects] = after(...HALF, heard(1, "t0", { version: 0, board: "bX" }));
  assert.equal(state.mode.kind, "sending");
  assert.deepEqual(dos(effects).slice(-5), ["patch", "speak", "say", "send", "keep"]);
  assert.deepEqual(only(effects, "send").at(-1), { do: "send", command: command([1], { hold: true }), key: "key of news" });
});

test("another player's eyes begin anew", () => {
  const [state, effects] = after(...HALF, heard(1, "t0", { version: 0, board: "b0", player: "black" }));
  assert.deepEqual(draftOf(state).taken, []);
  assert.ok(dos(effects).includes("uncover"));
});

test("a refusal brings the present position and says why", () => {
  const [state, effects] = after(choose("a1"), answered("a1", refused(1)));
  assert.deepEqual(state, opened(view(1)));
  assert.deepEqual(effects.at(-1), { do: "say", why: "Too late.", ruled: false });
  assert.equal(kept(effects), null);
});

test("a turn that news has overtaken still hears why it was refused", () => {
  assert.deepEqual(after(choose("a1"), heard(1), answered("a1", refused(1, "Too late.", "t1")))[1].at(-1), { do: "say", why: "Too late.", ruled: false });
});

test("an answer that nobody waits for any more is not heard", () => {
  const [state] = after(choose("a1"));
  assert.deepEqual(reduce(state, answered("another", incomplete([1]))), [state, []]);
  assert.deepEqual(after(answered("a1", accepted(1))), [opened(view(0)), []]);
});

test("a command is given at once, and its answer is no turn", () => {
  const resign = event("command", { command: { kind: "resign" } });
  assert.deepEqual(after(resign), [opened(view(0)), [{ do: "command", command: { kind: "resign" }, key: "key of command" }]]);
  const [half, effects] = after(...HALF, event("commanded", { answer: refused(0, "You cannot.") }));
  assert.deepEqual(draftOf(half).taken, [1]);
  assert.deepEqual(effects.at(-1), { do: "say", why: "You cannot.", ruled: false });
  assert.deepEqual(after(event("commanded", { answer: accepted(1) }))[0], opened(view(1)));
  assert.deepEqual(after(event("commanded", { answer: pending })), [opened(view(0)), []]);
});

test("what is taken back is the last turn at the time, not when the button was pressed", () => {
  const undo = event("command", { command: { kind: "undo" } });
  assert.deepEqual(from(opened(view(4)), undo)[1], [{ do: "command", command: { kind: "undo", version: 4 }, key: "key of command" }]);
});

test("what clicks mean after all is sent; why they mean nothing is said", () => {
  const asked = { actions: null, why: "Not there.", verdict: null };
  assert.deepEqual(after(event("explained", asked)), [opened(view(0)), [{ do: "say", why: "Not there.", ruled: true }]]);
  const [, effects] = after(event("explained", { ...asked, actions: [3], hold: true }));
  assert.deepEqual(only(effects, "send"), [{ do: "send", command: command([3], { hold: true }), key: "key of explained" }]);
  const [sending] = after(choose("a1"));
  assert.deepEqual(reduce(sending, event("explained", asked)), [sending, []]);
  const watching = opened(view(0, { acts: false }));
  assert.deepEqual(reduce(watching, event("explained", { ...asked, actions: [3] })), [watching, []]);
});

test("a page that comes back asks for what it does not show yet", () => {
  assert.deepEqual(after(event("refresh")), [opened(view(0)), [{ do: "fetch", shown: "t0" }]]);
});

// --- lessons and puzzles ---------------------------------------------------------------------------------------------

const wrong = accepted(0, { patch: patch("b0"), verdict: verdict(false, false) });

test("a wrong turn lies over the position until it is tried again", () => {
  const [state, effects] = after(choose("a1"), answered("a1", wrong));
  assert.deepEqual(state, { server: view(0), mode: { kind: "judged", verdict: verdict(false, false) } });
  assert.deepEqual(effects.slice(3), [NOTHING, { do: "cover", patch: patch("b0") }, FORGET, { do: "verdict", verdict: verdict(false, false), why: "" }]);
  for (const what of ["again", "back"]) {
    assert.deepEqual(reduce(state, event(what)), [opened(view(0)), [{ do: "uncover" }, { do: "verdict", verdict: null, why: "" }]]);
  }
  const [next, more] = reduce(state, choose("b1"));
  assert.equal(next.mode.kind, "sending");
  assert.deepEqual(dos(more).slice(0, 2), ["uncover", "verdict"]);
  assert.ok(mayAct(state));
});

test("a turn that ends the exercise stays", () => {
  const [state] = after(choose("a1"), answered("a1", accepted(0, { verdict: verdict(true, true) })));
  assert.ok(!mayAct(state));
  for (const late of [choose("b1"), event("back")]) assert.deepEqual(reduce(state, late), [state, []]);
  assert.deepEqual(after(event("again")), [opened(view(0)), []]);
});

test("a turn after which it goes on elsewhere changes the position, whatever is said of it", () => {
  for (const right of [true, false]) {
    const there = view(1, { query: "played=a1" });
    const [state, effects] = after(choose("a1"), answered("a1", accepted(1, { view: there, verdict: verdict(right, false) })));
    assert.deepEqual(state, opened(there));
    assert.deepEqual(dos(effects).slice(-5), ["patch", "speak", "say", "keep", "verdict"]);
    assert.deepEqual(effects.at(-1).verdict, verdict(right, false));
  }
});

test("a turn is seen before its reply", () => {
  const own = patch("b0", { spoken: "own" });
  const [state, effects] = after(choose("a1"), answered("a1", { ...wrong, own }));
  assert.equal(state.mode.kind, "sending");
  assert.deepEqual(effects.slice(3), [{ do: "cover", patch: own }, { do: "later", event: answered("a1", wrong) }]);
  assert.equal(reduce(state, effects.at(-1).event)[0].mode.kind, "judged");
});

test("what the rules refuse may be the answer, also where somebody has pointed at more since", () => {
  const asked = event("explained", { actions: null, why: "Not legal.", verdict: verdict(true, true) });
  const [state, effects] = after(choose("a1"), asked);
  assert.equal(state.mode.kind, "judged");
  assert.deepEqual(dos(effects), ["say", "send", "keep", "say", "keep", "verdict"]);
  assert.deepEqual(effects.slice(-3), [NOTHING, FORGET, { do: "verdict", verdict: verdict(true, true), why: "Not legal." }]);
  assert.deepEqual(reduce(state, asked), [state, []]);
  assert.deepEqual(dos(after(event("explained", { actions: null, why: "No.", verdict: verdict(false, false) }))[1]), ["say"]);
});

// --- other positions -------------------------------------------------------------------------------------------------

const look = event("look", { at: "0", verdict: null });
const looked = event("looked", { at: "0", verdict: null, news: { view: view(0), patch: patch("t0") } });

test("looking back lies over the board; its patch must fit", () => {
  assert.deepEqual(after(look), [opened(view(0)), [{ do: "look", at: "0", verdict: null }]]);
  const [state, effects] = after(looked);
  assert.deepEqual(state.mode, { kind: "looking", at: "0", kept: null });
  assert.deepEqual(effects, [NOTHING, { do: "cover", patch: patch("t0") }]);
  const [same, more] = after({ ...looked, news: { view: view(0), patch: patch("t9") } });
  assert.deepEqual([same, more], [opened(view(0)), [{ do: "fetch", shown: "" }]]);
  assert.ok(!mayAct(state) && !mayGoBack(state));
});

test("while a turn travels nobody looks back before it is answered", () => {
  assert.deepEqual(after(choose("a1"), look, answered("a1", accepted(1)))[1].at(-1), { do: "again", event: look });
  const [sending] = after(choose("a1"));
  assert.deepEqual(reduce(sending, looked), [sending, []]);
});

test("whoever looks back hears news and stays there", () => {
  const [offered, effects] = after(...HALF, looked, heard(1, "t0", { version: 0 }));
  assert.equal(offered.mode.kind, "looking");
  assert.deepEqual(offered.mode.kept.actions, [1]);
  assert.deepEqual(dos(effects).slice(-2), ["patch", "speak"]);
  const [played, more] = after(...HALF, looked, heard(1));
  assert.deepEqual(played.mode, { kind: "looking", at: "0", kept: null });
  assert.deepEqual(dos(more).slice(-3), ["patch", "speak", "keep"]);
});

test("a click, a step back or the button lead to the present, and to what was made of a turn", () => {
  for (const way of [choose("b1"), event("back"), event("present")]) {
    const [state, effects] = after(...HALF, looked, way);
    assert.equal(state.mode.kind, "sending");
    assert.deepEqual(only(effects, "send").at(-1), { do: "send", command: command([1], { hold: true }), key: "key of looked" });
    assert.deepEqual(after(looked, way), [opened(view(0)), [NOTHING, { do: "cover", patch: patch("t0") }, NOTHING, { do: "uncover" }]]);
  }
  assert.deepEqual(after(event("present")), [opened(view(0)), []]);
});

test("a turn that waits for a confirmation waits for whoever looks back, from one position or several", () => {
  const [state] = after(choose("a1", { hold: true }), answered("a1", pending), looked, looked);
  assert.deepEqual(state.mode.kept, { version: 0, player: "white", spelled: [["a1"]], actions: [1], clicks: [], key: "key a1" });
});

test("a turn taken back leads to the present; an offer does not", () => {
  assert.deepEqual(after(looked, event("commanded", { answer: accepted(1) }))[0], opened(view(1)));
  const offer = { ...accepted(1), view: view(1, { version: 0 }) };
  assert.equal(after(looked, event("commanded", { answer: offer }))[0].mode.kind, "looking");
});

test("a turn of a solution is looked at as one that ends the exercise", () => {
  const [state] = after({ ...looked, verdict: verdict(true, true) });
  assert.deepEqual(state.mode, { kind: "judged", verdict: verdict(true, true) });
});

test("a solution is looked at after a wrong turn, too, of which nothing is kept", () => {
  assert.deepEqual(after(choose("a1"), answered("a1", wrong), looked)[0].mode, { kind: "looking", at: "0", kept: null });
});

test("another position takes the place of this one, whatever its number", () => {
  const there = event("visited", { news: news(2, "t5") });
  const [state, effects] = from(opened(view(5)), choose("a1"), there);
  assert.deepEqual(state, opened(view(2)));
  assert.deepEqual(effects.slice(3), [NOTHING, { do: "verdict", verdict: null, why: "" }, { do: "uncover" }, { do: "patch", patch: news(2, "t5").patch }, { do: "speak", text: "spoken 2" }]);
  assert.deepEqual(from(opened(view(2)), there), [opened(view(2)), []]);
  const late = event("visited", { news: { view: view(2, { query: "node=2" }), patch: patch("t4") } });
  assert.deepEqual(reduce(opened(view(5)), late), [opened(view(5)), [{ do: "visit", query: "node=2" }]]);
  assert.deepEqual(after(event("visit", { query: "node=2" })), [opened(view(0)), [{ do: "visit", query: "node=2" }]]);
});

test("another name of the same position takes nothing away from who has begun a turn", () => {
  assert.deepEqual(after(event("visit", { query: "node=2", name: true }))[1], [{ do: "visit", query: "node=2", name: true }]);
  const there = event("visited", { news: news(2, "t5"), name: true });
  assert.deepEqual(from(opened(view(5)), there)[0], opened(view(2)));
  const [begun] = from(opened(view(5)), choose("a1"));
  assert.deepEqual(reduce(begun, there), [begun, []]);
});

test("a patch fits what is shown, the board alone, or anything where it is everything", () => {
  assert.ok(fits(patch(null), view(3)) && fits({ markup: {} }, view(3)) && fits(patch("t3"), view(3)) && fits(patch("b3"), view(3)));
  assert.ok(!fits(patch("t2"), view(3)));
});
