// A game in a frame on another page: going through it without loading the page anew.

import { fitCoordinates } from "../board/coordinates.js";
import { Motion, Surface, frame } from "../board/surface.js";
import { Steps } from "../board/steps.js";
import { $ } from "../common/page.js";
import { Wire } from "../net/wire.js";

const { api, last } = $("embed").dataset;
const wire = new Wire(api);
const surface = new Surface($("stage"), new Motion());
const steps = new Steps(go);
/** @type {import("../wire").BoardView} */
let view = JSON.parse($("data").textContent);
let asked = 0;

/** @param {string} address */
async function go(address) {
  steps.show(address, Number(last));
  const number = ++asked;
  const news = await wire.ask("/view", { node: address, still: true, shown: view.tag });
  if (!news || number !== asked) return;
  view = news.view;
  surface.patch(news.patch);
  frame($("stage"), view.box);
}

fitCoordinates($("stage"));
steps.show(view.node?.address ?? last, Number(last));
