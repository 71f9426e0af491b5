// What becomes of a review's one value. Run by `node --test`; no browser is needed.

import assert from "node:assert/strict";
import test from "node:test";

import * as board from "../../src/byways/site/static/board/reduce.js";
import { isTrying, isValued, keepsAtOnce, opened, reduce } from "../../src/byways/site/static/review/reduce.js";

const MISTAKES = [{ ply: 3, turn: "c4", player: "white", sign: "??" }];
const FINDINGS = { running: false, done: 9, total: 9, known: 9, trouble: "", says: "", summary: [], mistakes: MISTAKES };
const node = (address, tried = []) => ({ address, tried, chance: false, valued: true });
const query = (address, tried, trying) => `node=${address}&tried=${tried.join(";")}${trying ? "&trying=1" : ""}`;
/** The board as it shows a position after some turns that were tried. */
const at = (address, tried = [], { trying = true, ...more } = {}) =>
  board.opened({ query: query(address, tried, trying), choices: { offers: [], labels: {}, next: {}, sure: {} }, over: false, node: node(address, tried), ...more });
const review = (more = {}) => opened(at("8", [], { trying: false }), { own: false, exploring: false, last: 8, findings: FINDINGS, ...more });
const OWN = { own: true, exploring: true };
const shown = (...args) => ({ type: "shown", board: at(...args) });
const found = (more = {}) => ({ type: "found", address: "8", best: { line: ["b2", "c3"], sketches: ["one", "two", "three"] }, said: "Best: b2", ply: 0, ...more });
const VISIT = { type: "visit", address: "2", then: { do: "say", text: "Here." } };

/** Let events happen one after the other: the value, and what was to be done because of the last. */
function after(state, ...events) {
  return events.reduce(([before], event) => reduce(before, event), [state, []]);
}
const dos = ([, effects]) => effects.map((effect) => effect.do);
const only = ([, effects], what) => effects.filter((effect) => effect.do === what);
const visited = (step) => Object.fromEntries(new URLSearchParams(only(step, "visit")[0].query));

// --- going through ---------------------------------------------------------------------------------------------------

test("a position that is asked for is marked at once, and once it has come its address is followed and said what was to be said", () => {
  const asked = after(review(), VISIT);
  assert.deepEqual(dos(asked), ["mark", "visit"]);
  assert.deepEqual([asked[0].heading, visited(asked)], ["2", { node: "2" }]);
  const come = after(asked[0], shown("2", [], { trying: false }));
  assert.deepEqual(come[1], [{ do: "follow", address: "2" }, { do: "say", text: "Here." }]);
  assert.equal(come[0].then, null);
  assert.deepEqual(after(come[0], shown("2", [], { trying: false }))[1], [], "what is shown again is nothing new");
});

test("where turns are tried they are at every position, until somebody has enough of it", () => {
  const exploring = review({ exploring: true });
  assert.equal(visited(after(exploring, VISIT)).trying, "1");
  const left = after(exploring, shown("8"), { type: "try" });
  assert.deepEqual([visited(left), left[0].exploring], [{ node: "8" }, false]);
  const tries = after(left[0], shown("8", [], { trying: false }), { type: "try" });
  assert.deepEqual([visited(tries), tries[0].aside], [{ node: "8", trying: "1" }, true]);
  assert.ok(isTrying(at("8")) && !isTrying(at("8", [], { trying: false })));
});

test("a turn that is tried comes into the window, one that is taken back does not", () => {
  assert.deepEqual(dos(after(review(), shown("8", ["b2"]))), ["forward"]);
  assert.deepEqual(dos(after(review(), shown("8", ["b2"]), shown("8"))), []);
});

// --- keeping ---------------------------------------------------------------------------------------------------------

test("in one's own review a turn that is tried is kept once, and one goes where it is now", () => {
  const tried = after(review(OWN), shown("8", ["b2"]));
  assert.ok(keepsAtOnce(tried[0]));
  assert.deepEqual(only(tried, "keep"), [{ do: "keep", address: "8", tried: ["b2"], turns: "8,b2" }]);
  assert.deepEqual(dos(after(tried[0], shown("8", ["b2"]))), [], "it is on its way");
  const kept = after(tried[0], { type: "kept", turns: "8,b2", kept: { turns: "<li>", last: 9, address: "9" }, said: "Well done." });
  assert.deepEqual(dos(kept), ["list", "grow", "mark", "mark", "visit"]);
  assert.deepEqual([kept[0].last, kept[0].keeping, only(kept, "visit")[0].name], [9, "", true]);
  assert.deepEqual(after(kept[0], shown("9"))[1].at(-1), { do: "say", text: "Well done." });
});

test("what could not be kept is not tried again, and what came meanwhile is kept next", () => {
  const [tried] = after(review(OWN), shown("8", ["b2"]));
  const refused = { type: "kept", turns: "8,b2", kept: null, said: "" };
  assert.deepEqual(dos(after(tried, refused)), ["redraw"]);
  assert.deepEqual(dos(after(tried, refused, shown("8", ["b2"]))), []);
  const later = after(tried, shown("8", ["b2", "c3"]), { type: "kept", turns: "8,b2", kept: { turns: "", last: 8, address: "9" }, said: "" });
  assert.deepEqual(dos(later), ["list", "mark", "redraw"]);
  assert.deepEqual(only(after(later[0], shown("8", ["b2", "c3"])), "keep")[0].tried, ["b2", "c3"]);
});

test("nothing is kept of others' reviews, half-made turns, what is tried aside, and on the way from it", () => {
  assert.deepEqual(only(after(review(), shown("8", ["b2"])), "keep"), []);
  const half = at("8", ["b2"]);
  half.mode.draft.clicks = ["c3"];
  assert.deepEqual(only(after(review(OWN), { type: "shown", board: half }), "keep"), []);
  const [aside] = after(review(OWN), { type: "find", ply: 3 }, shown("2"));
  assert.deepEqual(only(after(aside, shown("2", ["b2"])), "keep"), []);
  const leaving = after(aside, shown("2", ["b2"]), { type: "visit", address: "2" });
  assert.ok(leaving[0].leaving && !leaving[0].aside);
  assert.deepEqual(only(after(leaving[0], shown("2", ["b2"])), "keep"), []);
  assert.deepEqual(only(after(review(OWN), { type: "visit", address: "3" }, { type: "shown", board: review().board }), "keep"), []);
});

// --- the engine ------------------------------------------------------------------------------------------------------

test("the engine's line lies over its position and those along it", () => {
  const asked = after(review(), { type: "best" });
  assert.deepEqual(asked[1], [{ do: "best", address: "8", ply: 0 }]);
  const laid = after(asked[0], found());
  assert.deepEqual([dos(laid), laid[0].mode.kind], [["lay"], "line"]);
  const along = after(laid[0], shown("8", ["b2"]));
  assert.equal(along[0].mode.kind, "line");
  for (const other of [shown("8", ["a1"]), shown("7")]) {
    const off = after(laid[0], other);
    assert.deepEqual([off[0].mode.kind, dos(off)[0]], ["plain", "lay"]);
  }
  assert.deepEqual(dos(after(laid[0], { type: "best" })), ["lay"], "pressed again it is taken away");
});

test("an answer about another position is dropped, and none is said to be none", () => {
  for (const late of [found({ address: "7" }), found({ best: null })]) assert.deepEqual(after(review(), late), [review(), []]);
  assert.deepEqual(dos(after(review(), found({ best: { line: [] } }))), ["unlooked"]);
  assert.deepEqual(after(review(), { type: "heated", address: "7", heat: { markup: "", says: "" } }), [review(), []]);
  assert.deepEqual(after(review(), { type: "heated", address: "8", heat: null }), [review(), []]);
});

test("what is asked for while a position is on its way is asked of that position", () => {
  for (const [type, wish] of [["best", { do: "best", address: "2", ply: 0 }], ["heat", { do: "heat", address: "2" }]]) {
    const asked = after(review(), { type: "visit", address: "2" }, { type });
    assert.deepEqual(asked[1], []);
    assert.deepEqual(only(after(asked[0], shown("2", [], { trying: false })), type), [wish]);
  }
});

test("no heat map is asked for where none is known, wherever one was when it was wished for", () => {
  const tried = { trying: true };
  const [there] = after(review(), shown("8", ["b2"], tried));
  assert.deepEqual(after(there, { type: "heat" }), [there, []]);
  const [leaving] = after(there, { type: "visit", address: "2" }, { type: "heat" });
  assert.deepEqual(only(after(leaving, shown("2", [], { trying: false })), "heat"), [{ do: "heat", address: "2" }]);
  const [back] = after(review(), { type: "visit", address: "7.1" }, { type: "heat" });
  assert.deepEqual(only(after(back, shown("7.1")), "heat"), []);
});

test("a heat map takes the line's place, and lies over no turn that is tried", () => {
  const [lined] = after(review(), found());
  assert.deepEqual(dos(after(lined, { type: "heat" })), ["heat"]);
  const heated = after(lined, { type: "heated", address: "8", heat: { markup: "<g/>", says: "Here." } });
  assert.deepEqual([heated[0].mode, dos(heated)], [{ kind: "heat", address: "8", markup: "<g/>", said: "Here." }, ["lay"]]);
  assert.equal(after(heated[0], { type: "heat" })[0].mode.kind, "plain");
  assert.equal(after(heated[0], shown("8"))[0].mode.kind, "heat");
  assert.equal(after(heated[0], shown("8", ["b2"]))[0].mode.kind, "plain");
});

test("what the engine would play is known of the game itself, before its end, where nothing is tried and no dice fall", () => {
  assert.ok(isValued(review()));
  for (const other of [at("8", ["b2"]), at("2.0.1"), at("8", [], { over: true }), at("8", [], { node: { ...node("8"), valued: false } }), at("8", [], { node: { ...node("8"), chance: true } })])
    assert.ok(!isValued(after(review(), { type: "shown", board: other })[0]));
});

// --- mistakes --------------------------------------------------------------------------------------------------------

test("a better turn is looked for where the mistake was made, and asked for when one is there", () => {
  const asked = after(review(), { type: "find", ply: 3 });
  assert.deepEqual(visited(asked), { node: "2", trying: "1" });
  assert.deepEqual(after(asked[0], shown("2"))[1].at(-1), { do: "ask", ply: 3, turn: "c4" });
});

test("a better turn is shown on the board, and told on the card of its mistake", () => {
  const asked = after(review(), { type: "reveal", ply: 3 }, shown("2", [], { trying: false }));
  assert.deepEqual(asked[1].at(-1), { do: "best", address: "2", ply: 3 });
  assert.deepEqual(after(asked[0], found({ address: "2", ply: 3 }))[1], [{ do: "lay" }, { do: "reveal", ply: 3, turn: "b2" }]);
  assert.deepEqual(after(asked[0], found({ address: "2", ply: 3, best: null }))[1], [{ do: "reveal", ply: 3, turn: "" }]);
});

test("better is looked for at a mistake, and shown elsewhere where it is known", () => {
  assert.deepEqual(visited(after(review(), shown("3"), { type: "better" })).node, "2");
  assert.deepEqual(dos(after(review(), { type: "better" })), ["best"]);
  assert.deepEqual(dos(after(review(), shown("3", ["b2"]), { type: "better" })), ["unlooked"]);
});

test("when the analysis ends the position is asked for anew, unless a turn is half made", () => {
  const running = review({ findings: { ...FINDINGS, running: true } });
  const ends = { type: "findings", found: FINDINGS };
  assert.deepEqual(dos(after(running, ends)), ["findings", "refresh"]);
  assert.deepEqual(dos(after(running, ends, ends)), ["findings"]);
  const half = at("8");
  half.mode.draft.clicks = ["c3"];
  assert.deepEqual(dos(after(running, { type: "shown", board: half }, ends)), ["findings"]);
});
