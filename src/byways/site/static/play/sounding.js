// Of several tabs of one game one sounds: the one that was used last, or another once it is closed. Browsers have locks for
// that on secure pages only; elsewhere each tab sounds.

import { mayPlay, mute } from "../common/sounds.js";

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
