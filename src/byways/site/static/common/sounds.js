// What is heard: short sounds made of tones and noise, no louder than wished and only once somebody has touched the page. Of
// several tabs of one game one sounds: the one that was used last, or another once it is closed. Browsers have locks for that
// on secure pages only; elsewhere each tab sounds.

import { get } from "./storage.js";

/** @typedef {import("../wire").Effect} Effect */

/**
 * A stroke: noise through a band where it has a `q`, which says how narrow the band is, else a tone. It goes from one pitch
 * `to` another and fades; times are in seconds, pitches in Hz, loudness up to 1.
 * @typedef {{pitch: number, to?: number, q?: number, at?: number, long: number, loud: number}} Stroke
 */

/** @param {number} at @param {number} loud @returns {Stroke[]} */
const knock = (at = 0, loud = 1) => [
  { pitch: 1_100, q: 1.5, at, long: 0.05, loud },
  { pitch: 210, to: 140, at, long: 0.1, loud: 0.6 * loud },
];

/** @param {number} pitch @param {number} at @param {number} long @returns {Stroke} */
const note = (pitch, at = 0, long = 0.3) => ({ pitch, at, long, loud: 0.35 });

/** @param {number} at @returns {Stroke} */
const click = (at) => ({ pitch: 2_600, q: 2, at, long: 0.03, loud: 0.6 });

/** @type {Record<string, Stroke[]>} */
export const SOUNDS = {
  place: knock(), // wood on wood
  stack: [...knock(), ...knock(0.03, 0.3)],
  flip: [click(0.04), click(0.11)], // two light clicks
  jump: [{ pitch: 260, to: 420, long: 0.16, loud: 0.15 }, ...knock(0.2)],
  capture: [{ pitch: 420, to: 160, q: 0.8, long: 0.16, loud: 0.8 }],
  tile: [{ pitch: 3_400, to: 1_800, q: 0.6, long: 0.14, loud: 0.35 }, ...knock(0.09, 0.3)], // paper
  wall: [0, 0.07].map((at) => ({ pitch: 4_200, to: 3_000, q: 3, at, long: 0.08, loud: 0.35 })), // a pencil
  dice: [0, 0.07, 0.12, 0.2, 0.3].flatMap((at, i) => knock(at, 0.7 - 0.12 * i)),
  turn: [note(660), note(880, 0.12)], // it is one's turn
  word: [note(784, 0, 0.2)], // somebody has said something
  low: [note(659, 0, 0.2), note(440, 0.18, 0.4)], // two falling notes
  won: [note(523), note(784, 0.16, 0.6)], // a rising pair
  lost: [note(196, 0, 0.8)], // one low note
  end: [note(523), note(523, 0.16, 0.5)],
};

const LOUDEST = 0.5;
const SILENT = 0.0001; // nearly: what fades exponentially never comes to nothing
const ATTACK = 0.004; // seconds

/** @type {AudioContext | undefined} */
let audio;
/** @type {AudioBuffer | undefined} */
let noise;
let muted = false; // whether another tab sounds

/** @param {boolean} is */
export function mute(is) {
  muted = is;
}

/**
 * Let a sound be heard, if sounds are wished for. Who looks elsewhere hears only that it is their turn, which who looks
 * here can see. @param {string} name
 */
export function play(name) {
  if (muted || !get("sounds") || document.hidden !== (name === "turn")) return;
  if (!mayPlay()) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  for (const stroke of SOUNDS[name]) strike(audio, stroke, LOUDEST * (get("volume") / 100) ** 2);
}

/** Whether the page has been touched: before that browsers would let nothing be heard, and warn. */
export function mayPlay() {
  return navigator.userActivation?.hasBeenActive ?? true;
}

/** Let it be heard what has happened on a board: each kind of thing once. @param {Effect[]} effects */
export function playAll(effects) {
  for (const name of new Set(effects.map(soundOf))) if (name) play(name);
}

/** @param {Effect} effect @returns {string | null} */
export function soundOf(effect) {
  if (effect.kind === "moved") return effect.captured ? "capture" : "jump";
  if (effect.kind === "drawn") return { tiles: "tile", walls: "wall" }[effect.layer] ?? null;
  return { placed: "place", turned: "flip", stacked: "stack", captured: "capture" }[effect.kind];
}

/** @param {AudioContext} on @param {Stroke} stroke @param {number} volume */
function strike(on, { pitch, to = pitch, q, at = 0, long, loud }, volume) {
  const [source, pitched] = q === undefined ? tone(on) : band(on, q);
  const [start, fade] = [on.currentTime + at, on.createGain()];
  pitched.frequency.setValueAtTime(pitch, start);
  pitched.frequency.exponentialRampToValueAtTime(to, start + long);
  fade.gain.setValueAtTime(SILENT, start);
  fade.gain.exponentialRampToValueAtTime(Math.max(SILENT, loud * volume), start + ATTACK);
  fade.gain.exponentialRampToValueAtTime(SILENT, start + long);
  pitched.connect(fade).connect(on.destination);
  source.start(start);
  source.stop(start + long);
}

/** @param {AudioContext} on @returns {[OscillatorNode, OscillatorNode]} */
function tone(on) {
  const made = on.createOscillator();
  return [made, made];
}

/** Noise, and the filter that lets a band of it through. @param {AudioContext} on @param {number} q @returns {[AudioBufferSourceNode, BiquadFilterNode]} */
function band(on, q) {
  const [source, filter] = [on.createBufferSource(), on.createBiquadFilter()];
  source.buffer = noise ??= whiteNoise(on);
  filter.type = "bandpass";
  filter.Q.value = q;
  source.connect(filter);
  return [source, filter];
}

/** @param {AudioContext} on */
function whiteNoise(on) {
  const made = on.createBuffer(1, on.sampleRate / 2, on.sampleRate);
  made.getChannelData(0).forEach((_, i, samples) => (samples[i] = 2 * Math.random() - 1));
  return made;
}

const SIGNS = ["focus", "visibilitychange", "pointerup", "keydown"]; // that the tab is used

/** Let this tab sound only while no other tab of the game does. @param {string} game */
export function soundAlone(game) {
  const { locks } = navigator;
  if (!locks) return;
  let mine = false; // the lock, or soon
  let queue = new AbortController();

  /** Sound until the tab is closed or another one takes over. @param {LockOptions} options */
  function hold(options) {
    return locks.request(`sounds ${game}`, options, () => {
      mine = true;
      mute(false);
      return new Promise(() => {});
    });
  }

  function wait() {
    mine = false;
    mute(true);
    queue = new AbortController();
    const { signal } = queue;
    hold({ signal }).catch(() => signal.aborted || wait());
  }

  function takeOver() {
    if (mine || document.hidden || !mayPlay()) return;
    mine = true;
    queue.abort();
    hold({ steal: true }).catch(wait);
  }

  for (const sign of SIGNS) addEventListener(sign, takeOver, { capture: true, passive: true });
  wait();
}
