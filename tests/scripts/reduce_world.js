// What tests of `board/reduce.js` are written with: views, patches and answers as a server gives them, and events of a page.

import { opened, reduce } from "../../src/byways/site/static/board/reduce.js";

export const choices = (offers, labels = {}) => ({ offers, labels, next: {}, sure: {} });
export const POINTS = choices([[1, ["a1"]], [2, ["b1"]], [3, ["c1"]], [4, ["d1", "d2"]], [5, ["d1", "d3"]], [6, ["e1"]], [7, ["e1", "e2"]]]);
export const SECOND = choices([[2, ["b1"]], [9, ["end"]], [8, ["b2", "b3"]], [6, ["b2", "b4"]]], { end: "End the turn" });
export const view = (number, more = {}) => ({
  tag: `t${number}`, board: `b${number}`, query: "", version: number, number, ply: number, player: "white", acts: true, plans: false, planned: null, over: false,
  box: "", home: null, sheets: {}, choices: POINTS, back: null, game: null, puzzle: null, node: null, ...more,
});
export const patch = (base, more = {}) => ({ markup: {}, base, effects: [], spoken: "", ...more });
export const choose = (name, more = {}) => ({ type: "choose", name, small: false, key: `key ${name}`, hold: false, ...more });
export const event = (type, more = {}) => ({ type, key: `key of ${type}`, hold: false, ...more });
export const answered = (name, answer) => event("answered", { key: `key ${name}`, answer });
export const news = (number, base = "t0", more = {}) => ({ view: view(number, more), patch: patch(base, { spoken: `spoken ${number}` }) });
export const heard = (...args) => event("news", { news: news(...args) });
export const incomplete = (actions, base = "b0") => ({ kind: "incomplete", actions, choices: SECOND, patch: patch(base) });
export const pending = { kind: "pending", actions: [1], preview: "<g/>", text: "a1", warning: "" };
export const accepted = (number, more = {}) => ({ kind: "accepted", ...news(number), verdict: null, own: null, ...more });
export const refused = (number, why = "Too late.", base = "t0") => ({ kind: "refused", code: "game.conflict", why, ...news(number, base) });
export const verdict = (right, done) => ({ right, done, said: "So it is." });
export const HALF = [choose("a1"), answered("a1", incomplete([1]))];

/** Let events happen one after the other: the state, and everything that was to be done. */
export function from(state, ...events) {
  return events.reduce(
    ([before, done], one) => {
      const [next, effects] = reduce(before, one);
      return [next, [...done, ...effects]];
    },
    [state, []],
  );
}
export const after = (...events) => from(opened(view(0)), ...events);
export const dos = (effects) => effects.map((effect) => effect.do);
export const only = (effects, what) => effects.filter((effect) => effect.do === what);
export const kept = (effects) => only(effects, "keep").at(-1).kept;
export const command = (actions, more = {}) => ({ kind: "turn", version: 0, actions, hold: false, sure: false, ...more });
export const NOTHING = { do: "say", why: "", ruled: false };
export const FORGET = { do: "keep", kept: null };
