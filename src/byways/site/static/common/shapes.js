// The shapes that boards share, kept where no board is exchanged.

import { all } from "./page.js";

const shapes = document.createElementNS("http://www.w3.org/2000/svg", "svg");
shapes.setAttribute("class", "visually-hidden");
shapes.setAttribute("aria-hidden", "true");
document.body.append(shapes);

/** Take them from boards that may go, in a page that is shown or one that will be: other boards need them. @param {Document} within */
export function keepShapes(within) {
  for (const shape of all(":is([data-board], #live) defs > *", /** @type {any} */ (within))) {
    if (shapes.querySelector(`[id="${CSS.escape(shape.id)}"]`)) shape.remove();
    else shapes.append(document.adoptNode(shape));
  }
}
