// What the browser keeps: the list of it, and the only code that touches its storage.
//
// A text that stands for no allowed value counts as missing. Where storage is forbidden or full, a value lasts as long
// as the page.

/** @typedef {{area: "localStorage" | "sessionStorage", key: string, none: any, most: number, values?: any[], read: (text: string) => any, write: (value: any) => string}} Kept */

/** A preference: one of some values, of which the first is the default. @returns {Kept} */
const choice = (key, ...values) => ({
  area: "localStorage", key, values, none: values[0], most: 16, write: String,
  read: (text) => values.find((value) => String(value) === text),
});

/** Data that no reset touches: at most so many characters of JSON, and what of them is good. @returns {Kept} */
const data = (area, key, none, most, good) => ({ area, key, none, most, write: JSON.stringify, read: (text) => good(JSON.parse(text)) });

const isList = (value, of) => Array.isArray(value) && value.every((one) => typeof one === of);
const goodNumber = (value) => (Number.isSafeInteger(value) ? value : undefined);
const goodProgress = (value) => Object.fromEntries(Object.entries(value).filter(([, done]) => isList(done, "number")));
const goodTurn = (value) => (isList(value?.actions, "number") && isList(value.clicks, "string") ? value : undefined);

/** @type {Record<string, Kept>} */
export const KEPT = {
  theme: choice("theme", "system", "light", "dark"),
  contrast: choice("byways-contrast", "system", "more"),
  board: choice("byways-board", "designed", "paper", "wood", "slate", "ink", "contrast"),
  coordinates: choice("byways-coordinates", "outside", "inside", "none"),
  motion: choice("byways-motion", "system", "on", "off"),
  help: choice("byways-help", "on", "off"),
  confirm: choice("byways-confirm", false, true),
  coach: choice("byways-coach", false, true),
  sounds: choice("byways-sounds", false, true),
  volume: choice("byways-volume", 50, 10, 20, 30, 40, 60, 70, 80, 90, 100), // percent
  flash: choice("byways-flash", false, true),
  notify: choice("byways-notify", false, true),
  letters: choice("byways-letters", true, false), // as keys of a page with a board
  read: data("localStorage", "byways-chat", 0, 16, goodNumber), // of a game: the last message of its chat that was seen
  learned: data("localStorage", "learned", {}, 20_000, goodProgress), // the numbers of the lessons done, by game
  turned: data("sessionStorage", "byways-turned", 0, 16, goodNumber), // of a game: by how many quarters its board is turned
  draft: data("sessionStorage", "byways-turn", null, 20_000, goodTurn), // of a game: a turn that is not played yet
};

const unkept = (globalThis.unkept ??= new Map()); // what the browser did not take, for all scripts of the page

/** The value kept under a name, for one game where there is one for each; the default if there is none. What is broken goes. */
export function get(name, game = "") {
  const kept = KEPT[name];
  let text, value;
  attempt(() => (text = textOf(kept, game)));
  if (text === undefined) return kept.none;
  attempt(() => (value = kept.read(text)));
  if (value === undefined) attempt(() => globalThis[kept.area].removeItem(keyOf(kept, game)));
  return value ?? kept.none;
}

/** Keep a value; says whether the browser took it. Raises RangeError for a value that is not allowed. */
export function set(name, value, game = "") {
  const kept = KEPT[name];
  const [key, text] = [keyOf(kept, game), kept.write(value)];
  if (kept.read(text) === undefined) throw new RangeError(`${name} cannot be ${text}`);
  const taken = text.length <= kept.most && attempt(() => globalThis[kept.area].setItem(key, text));
  if (taken) unkept.delete(key);
  else unkept.set(key, text);
  tell(key);
  return taken;
}

/** Forget what is kept under a name. */
export function drop(name, game = "") {
  const kept = KEPT[name];
  const key = keyOf(kept, game);
  unkept.delete(key);
  attempt(() => globalThis[kept.area].removeItem(key));
  tell(key);
}

/** Hear the value kept under a name whenever it changes, here or in another tab. */
export function watch(name, heard, game = "") {
  const key = keyOf(KEPT[name], game);
  addEventListener("storage", (event) => [null, key].includes(event.key) && heard(get(name, game)));
}

/** Put all preferences back to their defaults, broken ones too; turns, marks and progress stay. */
export function reset() {
  for (const name in KEPT) if (KEPT[name].values) drop(name);
}

function keyOf({ key }, game) {
  return game ? `${key} ${game}` : key;
}

function textOf(kept, game) {
  const key = keyOf(kept, game);
  if (unkept.has(key)) return unkept.get(key);
  return globalThis[kept.area][key];
}

function attempt(change) {
  try {
    change();
    return true;
  } catch {
    return false;
  }
}

/** Tell the other scripts of the page, as the browser tells other tabs. */
function tell(key) {
  dispatchEvent(new StorageEvent("storage", { key }));
}
