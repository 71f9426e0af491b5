// The first page: one's games as they stand, a game that is watched live, how far one is in the lessons of each game.

import { $, all } from "../common/page.js";
import { TEXTS } from "../common/texts.js";
import { learned } from "../lessons/progress.js";
import { watchLive } from "../play/watching.js";
import "./my_games.js";

watchLive();

for (const row of all("[data-game]", $("learned"))) {
  const count = Number(row.dataset.count);
  const done = learned(row.dataset.game).filter((number) => number <= count);
  if (done.length === 0) continue;
  row.querySelector(".q").textContent = TEXTS.lessonsDone(done.length, count);
  const next = Array.from({ length: count }, (_, i) => i + 1).find((number) => !done.includes(number));
  if (next) row.querySelector("a").href = row.querySelector("a").href.replace(/\d+$/, String(next));
}
