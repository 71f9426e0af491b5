// The list of all lessons: what is done, and which lesson comes next in each game.

import { all } from "../common/page.js";
import { TEXTS } from "../common/texts.js";
import { learned, showProgress } from "../lessons/progress.js";
import "../net/turns.js";

for (const course of all(".course")) {
  const { game } = course.dataset;
  const links = all("a[data-number]", course);
  const done = links.filter(({ dataset }) => learned(game).includes(Number(dataset.number)));
  const next = links.find((link) => !done.includes(link));
  showProgress(course, game);
  course.querySelector(".learned").hidden = !done.length;
  course.querySelector(".learned").textContent = TEXTS.lessonsDone(done.length, links.length);
  if (!done.length) continue;
  const button = course.querySelector(".next-lesson");
  button.querySelector(".what").textContent = next ? TEXTS.goOn : TEXTS.onceMore;
  button.href = (next ?? links[0]).href;
}
