// What lessons and puzzles say of a turn, and the button to try again.

import { $, element } from "../common/page.js";
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

/** Say a hint; a turn that was judged is taken back first. @param {ReturnType<typeof import("./page.js").boardPage>} page @param {string} said */
export function sayHint(page, said) {
  if (mayTryAgain(page.state)) page.dispatch({ type: "again" });
  judge("hint", "", said);
  page.show();
}

/** Whether a turn has been judged that may be tried again. @param {import("./reduce.js").State} state */
export function mayTryAgain({ mode }) {
  return mode.kind === "judged" && !mode.verdict.done;
}
