// A game in a frame on another page: going through it without loading the page anew.

import { Motion } from "../board/former_motion.js";
import { Wire } from "../net/wire.js";

const $ = (id) => document.getElementById(id);
const { api, last, here } = $("embed").dataset;
const wire = new Wire(api);
const motion = new Motion($("stage"));
let ply = Number(here);
let asked = 0;

async function go(to) {
  ply = Math.min(Number(last), Math.max(0, to));
  const number = ++asked;
  const view = await wire.ask(`/at/${ply}`, { still: true });
  if (!view || number !== asked) return;
  motion.sawAll();
  $("stage").innerHTML = view.markup;
  $("stage").setAttribute("viewBox", view.box);
  $("said").textContent = view.said;
  $("back").href = `?ply=${Math.max(0, ply - 1)}`;
  $("forth").href = `?ply=${Math.min(Number(last), ply + 1)}`;
}

for (const [id, to] of [["first", () => 0], ["back", () => ply - 1], ["forth", () => ply + 1], ["last", () => Number(last)]]) {
  $(id).addEventListener("click", (event) => {
    event.preventDefault();
    go(to());
  });
}
