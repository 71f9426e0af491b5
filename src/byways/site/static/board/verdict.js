// What lessons and puzzles say of a turn, and the button to try again.

import { Advised, NONE } from "./overlays.js";
import { $, element, hide } from "../common/page.js";
import { TEXTS } from "../common/texts.js";

/** Let the live region say nothing, or a sentence with a word before it, for colours alone say nothing. @param {string | null} kind */
export function judge(kind = null, head = "", text = "") {
  if (kind === null) return $("verdict").replaceChildren();
  const heading = head ? [element("strong", { textContent: head }), " "] : [];
  $("verdict").replaceChildren(element("p", { className: kind }, ...heading, text));
}

/** The effects that say something of a turn. @type {import("./page.js").Effects} */
export const JUDGING = {
  say: ({ why, ruled }) => (why ? judge("wrong", ruled ? TEXTS.refused : "", why) : undefined),
  verdict: ({ verdict, why }) => {
    if (!verdict) return judge();
    const { right, said } = verdict;
    return judge(right ? "right" : "wrong", right ? TEXTS.right : TEXTS.notYet, `${why} ${said}`.trim());
  },
};

/** What helps to find a turn: a hint, until one is judged or another position is looked at, and the buttons beside it. */
export class Help {
  given = NONE;

  /** @param {import("./page.js").BoardPage} page */
  constructor(page) {
    this.page = page;
    this.advised = new Advised(page.pointer);
  }

  /** Follow the page, and return whether the turn is found. @param {import("./reduce.js").State} state */
  show(state) {
    const { mode } = state;
    const done = mode.kind === "judged" && mode.verdict.done;
    this.advised.show(["judged", "looking"].includes(mode.kind) ? NONE : this.given);
    hide(!mayTryAgain(state), "again");
    hide(done, "hint");
    return done;
  }

  /** Give a hint; a turn that was judged is taken back first. @param {import("./overlays.js").Advice} hint */
  give(hint) {
    this.given = hint;
    if (mayTryAgain(this.page.state)) this.page.dispatch({ type: "again" });
    judge("hint", "", hint.said);
    this.page.show();
  }
}

/** Whether a turn has been judged that may be tried again. @param {import("./reduce.js").State} state */
export function mayTryAgain({ mode }) {
  return mode.kind === "judged" && !mode.verdict.done;
}
