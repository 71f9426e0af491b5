// What is heard of what happens. Run by `node --test`; the sounds are counted, not heard.

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

const page = new EventTarget();
const kept = {};
Object.assign(globalThis, {
  localStorage: Object.assign(kept, {}),
  document: { hidden: false },
  StorageEvent: class extends Event {},
  dispatchEvent: page.dispatchEvent.bind(page),
  AudioContext: class {
    currentTime = 0;
    sampleRate = 1_000;
    state = "running";
    destination = {};
    createBuffer = () => ({ getChannelData: () => new Float32Array(500) });
    createOscillator = () => node("tone");
    createBufferSource = () => node("noise");
    createBiquadFilter = () => node("filter");
    createGain = () => node("gain");
  },
});
Object.defineProperty(globalThis, "navigator", { value: { userActivation: { hasBeenActive: true } } });
const { SOUNDS, play, playAll, soundOf } = await import("../../src/byways/site/static/common/sounds.js");

let heard = []; // the sources that have been started
let loudest = 0;

function param() {
  const loud = (value) => (loudest = Math.max(loudest, value));
  return { setValueAtTime: () => {}, exponentialRampToValueAtTime: (value) => value <= 1 && loud(value) };
}

function node(kind) {
  return { frequency: param(), gain: param(), Q: {}, connect: (other) => other, start: () => heard.push(kind), stop: () => {} };
}

const at = [0, 0];

beforeEach(() => {
  for (const key of Object.keys(kept)) delete kept[key];
  kept["byways-sounds"] = "true";
  document.hidden = false;
  navigator.userActivation.hasBeenActive = true;
  [heard, loudest] = [[], 0];
});

test("nothing is heard unless it is wished for, and somebody has touched the page", () => {
  navigator.userActivation.hasBeenActive = false;
  play("place");
  navigator.userActivation.hasBeenActive = true;
  delete kept["byways-sounds"];
  play("place");
  assert.deepEqual(heard, []);
  kept["byways-sounds"] = "true";
  play("place");
  assert.deepEqual(heard, ["noise", "tone"]);
});

test("who looks elsewhere hears that it is their turn and nothing else, who looks here everything but that", () => {
  document.hidden = true;
  for (const name in SOUNDS) play(name);
  assert.equal(heard.length, SOUNDS.turn.length);
  document.hidden = false;
  heard = [];
  play("turn");
  assert.deepEqual(heard, []);
});

test("each kind of thing that happens is heard once", () => {
  playAll([{ kind: "placed", id: "a", at }, { kind: "turned", id: "b", at }, { kind: "turned", id: "c", at }]);
  assert.equal(heard.length, SOUNDS.place.length + SOUNDS.flip.length);
});

test("what happens has a sound of its own, what only changes its looks has none", () => {
  const sounds = [
    { kind: "moved", id: "a", origin: "b", trail: [], captured: false },
    { kind: "moved", id: "a", origin: "b", trail: [], captured: true },
    { kind: "stacked", id: "a", at, height: 2 },
    { kind: "captured", id: "a", at },
    { kind: "drawn", id: "a", layer: "tiles" },
    { kind: "drawn", id: "a", layer: "walls" },
    { kind: "drawn", id: "a", layer: "marks" },
  ].map(soundOf);
  assert.deepEqual(sounds, ["jump", "capture", "stack", "capture", "tile", "wall", null]);
  assert.ok(sounds.every((name) => name === null || name in SOUNDS));
});

test("the volume is obeyed, and a broken one is the default", () => {
  const loudness = ["100", "50", "loud", "10"].map((volume) => {
    kept["byways-volume"] = volume;
    loudest = 0;
    play("place");
    return loudest;
  });
  assert.ok(loudness[0] > loudness[1] && loudness[1] === loudness[2] && loudness[2] > loudness[3], `${loudness}`);
});
