// The turn that a person is pointing out, as a value: which offers are still open, and what has been chosen of them.
// The page points, the server judges.

/**
 * @typedef {import("../wire").Choices} Choices
 * @typedef {object} Draft
 * @property {Choices} choices what may follow
 * @property {number[]} taken actions that the server has taken of the turn
 * @property {string[][]} spelled the clicks of every action of the turn
 * @property {string[]} clicks of the action being pointed at
 * @property {string | null} aimed a point tapped once, where points are too small for fingers
 */

/** @param {Choices} choices @returns {Draft} */
export function begin(choices) {
  return { choices, taken: [], spelled: [], clicks: [], aimed: null };
}

/** Whether there is something that one step back takes away. @param {Draft} draft */
export function begun({ aimed, clicks, taken }) {
  return aimed !== null || clicks.length > 0 || taken.length > 0;
}

/** The offers that begin with the clicks made so far. @param {Draft} draft */
function open({ choices, clicks }) {
  return choices.offers.filter(([, offer]) => clicks.every((click, i) => offer[i] === click));
}

/** What may be pointed at next. @param {Draft} draft @returns {Set<string>} */
export function targets(draft) {
  return new Set(open(draft).flatMap(([, offer]) => offer.slice(draft.clicks.length, draft.clicks.length + 1)));
}

/** The next targets that are buttons. @param {Draft} draft */
export function words(draft) {
  return [...targets(draft)].filter((word) => word in draft.choices.labels);
}

/** What may be pointed at after a name, such as where a piece may land. @param {Draft} draft @param {string} name @returns {Set<string>} */
export function following(draft, name) {
  const at = draft.clicks.length;
  return new Set(open(draft).flatMap(([, offer]) => (offer[at] === name ? offer.slice(at + 1, at + 2) : [])));
}

/** All actions of the turn with the one that another click would complete, or null. @param {Draft} draft @param {string} name */
export function completing(draft, name) {
  const length = draft.clicks.length + 1;
  const found = open(draft).find(([, offer]) => offer.length === length && offer[length - 1] === name);
  return found ? [...draft.taken, found[0]] : null;
}

/**
 * Point at something: the draft with it and the action that it completes, if any; null where nothing begins so. Another
 * beginning on the board replaces the one chosen before, such as another piece to move.
 * @param {Draft} draft @param {string} name @returns {{draft: Draft, action: number | null} | null}
 */
export function choose(draft, name) {
  const { labels, offers } = draft.choices;
  const anew = !targets(draft).has(name);
  if (anew && (!draft.clicks.length || draft.clicks[0] in labels || !offers.some(([, offer]) => offer[0] === name))) return null;
  const clicks = [...(anew ? [] : draft.clicks), name];
  const left = open({ ...draft, clicks });
  const only = left.length === 1 && left[0][1].slice(clicks.length).every((word) => word in labels);
  const whole = left.find(([, offer]) => offer.length === clicks.length) ?? (only ? left[0] : null);
  if (!whole) return { draft: { ...draft, clicks, aimed: null }, action: null };
  return { draft: { ...draft, clicks: [], aimed: null, spelled: [...draft.spelled, whole[1]] }, action: whole[0] };
}

/** Point at things again after a reload, as far as they may still be chosen. @param {Draft} draft @param {string[]} clicks @returns {Draft} */
export function clickedAgain(draft, clicks) {
  return clicks.reduce((made, click) => (targets(made).has(click) ? { ...made, clicks: [...made.clicks, click] } : made), draft);
}

/** Everything pointed at in this turn, and one more. @param {Draft} draft @param {string} name */
export function spell(draft, name) {
  return [...draft.spelled.flat(), ...draft.clicks, name];
}
