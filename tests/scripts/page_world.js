// A page without a browser, for tests of scripts that stand beside a board: elements by id, made when they are asked for,
// storage, and what is said to the server. Imported before the scripts.

import assert from "node:assert/strict";

class Node extends EventTarget {}

/** An element: what scripts put into it, and what happens to it. */
export class Element extends Node {
  id = "";
  hidden = false;
  textContent = "";
  value = "";
  dataset = {};
  attributes = {};
  children = [];
  names = new Set();
  focused = 0;
  parent = null;
  classList = { toggle: (name, on) => (on ? this.names.add(name) : this.names.delete(name)) };
  constructor(fields = {}) {
    super();
    Object.assign(this, fields);
  }
  append(...children) {
    for (const child of children) if (child instanceof Element) child.parent = this;
    this.children.push(...children);
  }
  replaceChildren(...children) {
    this.children = [];
    this.append(...children);
  }
  remove() {
    this.parent.children = this.parent.children.filter((child) => child !== this);
  }
  before() {}
  scrollIntoView() {}
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  closest(selector) {
    return selector === this.selector ? this : null;
  }
  querySelector() {
    return null;
  }
  focus() {
    this.focused += 1;
  }
  showModal() {}
  /** All that is written in it. */
  get text() {
    return this.textContent + this.children.map((child) => child.text ?? child).join("");
  }
  /** Let something happen to it, as if a person did it. */
  let(type, fields = {}) {
    return happens(this, type, fields);
  }
}

const elements = new Map();
export const $ = (id) => elements.get(id) ?? elements.set(id, new Element({ id })).get(id);
export const another = () => elements.clear(); // page
export const window = new EventTarget();
export const topics = new Map(); // that are followed
export const said = []; // of the server: [path, body]
export const rests = []; // whether nobody was before the page, each time that it was said

/** An event at a target, with fields that scripts read. Says whether the browser still does what it always does. */
export function happens(target, type, fields = {}) {
  const event = new Event(type, { cancelable: true });
  for (const [name, value] of Object.entries(fields)) Object.defineProperty(event, name, { value });
  return target.dispatchEvent(event);
}

export const document = Object.assign(new Element(), {
  documentElement: { lang: "en" },
  body: new Element(),
  activeElement: Object.assign(new Element(), { matches: () => false }),
  getElementById: (id) => (id === "player-names" ? null : $(id)),
  createElement: () => new Element(),
  createElementNS: () => new Element(),
  querySelectorAll: () => [],
});
document.activeElement = Object.assign(document.body, { matches: () => false });

Object.assign(globalThis, {
  Element,
  document,
  addEventListener: window.addEventListener.bind(window),
  dispatchEvent: window.dispatchEvent.bind(window),
  StorageEvent: class extends Event {
    constructor(type, { key }) {
      super(type);
      this.key = key;
    }
  },
  localStorage: { setItem: (key, text) => (localStorage[key] = text), removeItem: (key) => delete localStorage[key] },
  matchMedia: () => ({ matches: true }),
  liveConnection: {
    follow: (name, topic) => topics.set(name, topic),
    leave: (name) => topics.delete(name),
    rest: (idle) => rests.push(idle),
    revive: () => {},
  },
});

/** The server: it answers as `answers` says, a path at a time. */
export class Wire {
  address = "/api/games/one";
  answers = {};
  #answer(path, body) {
    said.push([path, body]);
    const answer = this.answers[path];
    return Promise.resolve(typeof answer === "function" ? answer(body) : answer);
  }
  ask = this.#answer;
  tell = this.#answer;
  insist = (path, body, waiting) => ((this.waiting = waiting), this.#answer(path, body));
}

export const settled = () => new Promise((resolve) => setImmediate(resolve));

/** What has been said to the server since it was asked for last. */
export function heard(expected) {
  assert.deepEqual(said.splice(0), expected);
}
