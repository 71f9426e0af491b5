// What a lesson and a puzzle share: turns that are judged, and tried again.

import { $, element } from "../common/page.js";
import { Pointing } from "./pointing.js";
import { TEXTS } from "../common/texts.js";

export class Exercise extends Pointing {
  /** `page` as for Pointing; it need not say when a turn may be chosen, nor what was said of the last clicks. */
  constructor(wire, page) {
    super(wire, { ...page, may: () => this.turn === null, hush: verdict });
    this.turn = null; // what the server said of a turn that was wrong, or that ended the exercise
    $("again").addEventListener("click", () => this.again());
  }

  choose(name, small) {
    if (this.turn !== null && !this.turn.done) this.again();
    return super.choose(name, small);
  }

  /** The present turn from its beginning. */
  again() {
    const focused = document.activeElement === $("again");
    this.turn = null;
    verdict();
    this.page.forget();
    this.page.show();
    if (focused) this.board.focus();
  }
}

/** Let the live region say nothing, or a verdict with a word before it, for colours alone say nothing. */
export function verdict(kind = null, head = "", text = "") {
  if (kind === null) return $("verdict").replaceChildren();
  const heading = head ? [element("strong", { textContent: head }), " "] : [];
  return $("verdict").replaceChildren(element("p", { className: kind }, ...heading, text));
}

export function judged(right, text) {
  verdict(right ? "right" : "wrong", right ? TEXTS.right : TEXTS.notYet, text);
}
