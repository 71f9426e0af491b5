// What becomes of a page's one value when it hears of others, of exercises and of other positions. Run by `node --test`; no browser is needed.

import assert from "node:assert/strict";
import test from "node:test";

import { draftOf, fits, mayAct, mayGoBack, opened, reduce } from "../../src/byways/site/static/board/reduce.js";
import { accepted, after, answered, choices, choose, command, dos, event, FORGET, from, HALF, heard, incomplete, kept, news, NOTHING, only, patch, pending, POINTS, refused, verdict, view } from "./reduce_world.js";

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
