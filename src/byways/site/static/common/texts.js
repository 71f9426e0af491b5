// What the scripts say. They know English; a script before them has the same texts in the page's language, if it is another.

/** @type {Record<string, string[]>} */
const translations = /** @type {any} */ (globalThis).translations ?? {};
/** @type {Record<string, string>} */
const names = JSON.parse(document.getElementById("player-names")?.textContent ?? "{}");

/** The language of the page. */
export const LANGUAGE = document.documentElement.lang;

/** A text in the page's language, its {fields} filled in. @param {string} text @param {Record<string, any>} fields @returns {string} */
export function _(text, fields = {}) {
  return (translations[text]?.[0] ?? text).replace(/\{(\w+)\}/g, (all, name) => fields[name] ?? all);
}

/** A player's name at the beginning of a sentence. @param {string} player */
export function named(player) {
  return capitalised(names[player] ?? player);
}

/** @param {string} text */
export function capitalised(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : "";
}

/** Why the server did not do what it was told, as a sentence. @param {import("../net/wire.js").Heard | null} answer */
export function refusal(answer) {
  const message = answer?.data?.error?.message;
  return message ? `${capitalised(message)}.` : TEXTS.unreachable;
}

/**
 * What is said while something is sent again and again: after an answer the server's own words, null is silence.
 * @param {import("../net/wire.js").Heard | null} answer
 */
export function unconfirmed(answer) {
  if (!answer) return TEXTS.unsent;
  return answer.data?.error?.message ? _("Not confirmed yet. {reason} Trying again…", { reason: refusal(answer) }) : TEXTS.unkept;
}

/** @type {Record<string, (cell: string) => string>} */
const SIDES = {
  N: (cell) => _("the north side of {cell}", { cell }),
  E: (cell) => _("the east side of {cell}", { cell }),
  S: (cell) => _("the south side of {cell}", { cell }),
  W: (cell) => _("the west side of {cell}", { cell }),
};

/** A point by its name, a side of one in words. @param {string} name @returns {string} */
export function place(name) {
  const [, cell, side] = /^([a-z]+\d+)([NESW])$/.exec(name) ?? [];
  return side ? SIDES[side](cell) : name;
}

export const TEXTS = {
  lost: _("Connection lost. Trying again…"),
  crowded: _("Too many pages are connected from your network, so moves arrive here a little late. Closing some of them helps."),
  apart: _("This page cannot stay connected, so it checks for news every few seconds. A proxy blocks WebSockets or hides the site’s name. The server’s log says more."),
  unsent: _("Not confirmed yet: the server does not answer. Trying again…"),
  unkept: _("Not confirmed yet: the server cannot save it right now. Trying again…"),
  unreachable: _("The server cannot be reached."),
  failed: _("The server could not do that."),
  again: _("Try again"),
  sounds: (on) => (on ? _("Sounds are on.") : _("Sounds are off.")),
  back: _("Back"),
  undoTurn: _("Undo this move"),
  choose: (name) => _("Choose {name}", { name: place(name) }),
  present: _("Back to the game"),
  now: (what) => _("Now: {what}.", { what }),
  then: (what) => _("Then: {what}.", { what }),
  yourTurn: (player) => _("{player}, it is your turn", { player: named(player) }),
  allSheets: _("All sheets"),
  play: (turn) => _("Play {turn}", { turn }),
  held: _("Play this move, or go back."),
  plan: (turn) => _("Plan: {turn}", { turn }),
  heldPlan: _("Plan this move, or go back."),
  sees: (names) => _("sees {names}", { names: names.join(", ") }),
  aimed: (name) => _("You pointed at {name}. Choose it, or point somewhere else.", { name: place(name) }),
  copy: _("Copy"),
  copied: _("Copied"),
  copyLink: (player) => (player ? _("Copy: Link for {player}", { player: named(player) }) : _("Copy: Link for spectators")),
  qr: (player) => _("QR code of the link for {player}", { player: named(player) }),
  qrShort: _("QR code"),
  linkFor: (player) => (player ? _("Link for {player}", { player: named(player) }) : _("Link for spectators")),
  sits: (player, who) => _("{player}: {who}", { player: named(player), who }),
  withdraw: _("Withdraw"),
  withdrawLink: (player) => _("Withdraw: Link for {player}", { player: named(player) }),
  free: _("Free the seat"),
  freeSeat: (player) => _("Free the seat: {player}", { player: named(player) }),
  deviceLink: _("Link for your other device"),
  copyDevice: _("Copy: Link for your other device"),
  qrDevice: _("QR code of the link for your other device"),
  elapsed: (seconds) => _("{seconds} s", { seconds }),
  preparing: (seconds) => _("Preparing the engine for this computer, only once: about {seconds} s", { seconds }),
  prepared: _("The engine is ready."),
  days: (days, hours) => _("{days} d {hours} h", { days, hours }),
  hours: (hours, minutes) => _("{hours} h {minutes} min", { hours, minutes }),
  nameOf: (player) => _("Name of {player}", { player: named(player) }),
  flash: _("● Your turn"),
  unread: (count) => (count ? " " + _("({number} new)", { number: count }) : ""), // in a template nobody would find the text
  lookingForWorst: _("Looking for your two worst moves…"),
  worst: _("Moves worth another look"),
  writePoint: _("Alt+click a point to name it"),
  newMessages: (count) => _("New messages: {number}", { number: count }),
  already: (mine, other) => _("You already play {mine} in this game. Do you want to play {other} too?", { mine, other: named(other) }),
  invited: (player) => _("You will play {player}. The game starts when everyone is here.", { player: named(player) }),
  taking: _("Joining…"),
  right: _("Well done."),
  notYet: _("Not quite."),
  refused: _("Not possible."),
  solved: _(", done"),
  lessonsDone: (done, count) => _("{done} of {count} lessons done", { done, count }),
  goOn: _("Continue"),
  onceMore: _("Start again"),
  tryTurn: _("Try a move"),
  tryRoll: _("Try a roll"),
  kept: _("Saved."),
  gave: (turn) => _("Find a better move than {turn}.", { turn }),
  better: (turn) => _("Better move: {turn}", { turn }),
  nameLine: _("Name of this line"),
  nameAll: _("Name of this review"),
  noteLine: (turns) => _("The line {turns}, saved with the game", { turns }),
  noteOn: (turns) => _("The game continues with {turns}", { turns }),
  strikeLine: _("Remove this line from here on"),
  strikeTurn: _("Remove this last move"),
  notLooked: _("The engine has not analysed this position."),
  best: (turn, value) => _("Best: {turn}. {value}", { turn, value }),
  looking: (done, total) => _("{done} of {total} positions analysed…", { done, total }),
  looked: (done, total, mistakes) => _("{done} of {total} positions analysed. Mistakes: {mistakes}.", { done, total, mistakes }),
  hint: _("Hint"),
  hintLater: _("The coach gives hints when it is your turn."),
  showTurn: _("Show the move"),
  nextHint: _("Next hint"),
  coachThinks: _("The coach is thinking…"),
  playAnyway: (turn) => _("Play {turn} anyway", { turn }),
  takeBack: _("Take back"),
  copiedSaid: _("Copied."),
  pressCopy: _("Press Ctrl+C"),
  over: _("The game is over in this position."),
};
