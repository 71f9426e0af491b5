// A puzzle run: each answer counts at once and leads to the next puzzle; the server keeps the time, this shows it. Arrow
// keys lead to the board from anywhere.

import { isFree } from "../board/keys.js";
import { BoardPage } from "../board/page.js";
import { JUDGING } from "../board/verdict.js";
import { $, say } from "../common/page.js";
import { Wire } from "../net/wire.js";
import "../net/turns.js";

const PAUSE = { right: 700, wrong: 1_800 }; // ms until the next puzzle: whoever was wrong reads why
const LOW = 20; // seconds

const { api, left } = $("run").dataset;
const ends = performance.now() + 1_000 * Number(left);
let leaving = false;

const page = new BoardPage(new Wire(api), {
  effects: JUDGING,
  show: ({ mode }) => {
    if (mode.kind !== "judged" || leaving) return;
    leave(mode.verdict.done ? PAUSE.right : PAUSE.wrong);
    if (!mode.verdict.right) say("wrong", $("wrong").dataset.more ?? "");
    $("next").hidden = false;
    $("next").focus();
  },
});

/** Go on after a while. @param {number} ms */
function leave(ms) {
  leaving = true;
  $("stage").classList.add("answered");
  setTimeout(() => location.replace($("next").href), ms);
}

function tick() {
  const seconds = Math.max(0, Math.ceil((ends - performance.now()) / 1_000));
  const shown = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  say("left", shown);
  $("left").classList.toggle("low", seconds <= LOW);
  if (seconds === 0 && !leaving) leave(0);
}

tick();
setInterval(tick, 250);
addEventListener("pageshow", (event) => event.persisted && location.reload());
document.addEventListener("keydown", (event) => {
  if (event.key.startsWith("Arrow") && isFree(event) && !page.pointer.hasFocus()) page.pointer.place()?.focus();
});
