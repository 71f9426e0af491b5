// How a page with a board does what `reduce` says is to be done.

import { say } from "../common/page.js";
import { TEXTS, refusal, unconfirmed } from "../common/texts.js";
import { draftOf } from "./reduce.js";

const SLOW = 300; // ms until the pointer says that the server takes its time
const PAUSE = 700; // ms between a turn and its reply, where both come at once

/**
 * @typedef {import("./page.js").BoardPage} BoardPage
 * @typedef {import("./page.js").Effects} Effects
 * @typedef {import("./reduce.js").News} News
 * @typedef {import("../wire").Answer} Answer
 */

/** What a page does for each kind of effect, but for its own. @param {BoardPage} page @returns {Effects} */
export function effectsOf(page) {
  const { surface } = page.view;
  return {
    ...commands(page),
    ...questions(page),
    patch: ({ patch }) => surface.patch(patch),
    cover: ({ patch }) => surface.cover(patch),
    uncover: () => surface.uncover(),
    say: ({ why }) => say("why", why),
    speak: ({ text }) => text && say("say", text),
    again: ({ event }) => page.dispatch(event),
    later: ({ event }) => setTimeout(() => page.dispatch(event), PAUSE),
  };
}

/** What tells the server to do something. @param {BoardPage} page @returns {Effects} */
function commands(page) {
  const { pointer, svg } = page.view;
  /** @type {ReturnType<typeof setTimeout> | undefined} ends when the server takes its time */
  let patience;
  let answering = ""; // the command that has not been answered yet
  return {
    send: async ({ command, key }) => {
      const clicked = draftOf(page.state).spelled.at(-1)?.at(-1);
      if (clicked) pointer.took(clicked);
      clearTimeout(patience);
      patience = setTimeout(() => svg.classList.toggle("slow", page.state.mode.kind === "sending"), SLOW);
      page.dispatch({ type: "answered", key, answer: await tell(page, page.own.advised() ? { ...command, advised: true } : command, key) });
    },
    command: async ({ command, key }) => {
      const given = JSON.stringify(command);
      if (given === answering) return; // pressed twice
      answering = given;
      const answer = await tell(page, command, key);
      answering = "";
      page.dispatch({ type: "commanded", key, answer });
    },
  };
}

/** What asks the server for something. @param {BoardPage} page @returns {Effects} */
function questions(page) {
  const { wire } = page;
  let asked = 0; // counts looks and visits, so that a late answer to an old one is dropped

  /** @param {string} path @param {Record<string, string>} fields @param {(news: News) => void} hear */
  async function ask(path, fields, hear) {
    const number = ++asked;
    const news = await wire.ask(path, fields);
    if (number !== asked) return;
    if (news) hear(news);
    else page.say(TEXTS.unreachable);
  }

  return {
    explain: async ({ clicks }) => {
      const found = await page.explain({ clicks: clicks.join(",") });
      if (found?.markup) page.view.previews.refuse(clicks, found);
    },
    look: ({ at, verdict }) => ask(page.at("/view"), { at, shown: page.state.server.tag }, (news) => page.dispatch({ type: "looked", at, verdict, news })),
    visit: ({ query, name }) => ask(page.at("/view", query), { shown: page.state.server.tag }, (news) => page.dispatch({ type: "visited", news, name })),
    try: async ({ line, actions, planning }) => {
      const number = ++asked;
      const heard = await wire.tell(page.at("/try"), { line, actions: actions.join(","), planning });
      if (number === asked) page.dispatch({ type: "tried", tried: heard?.ok ? heard.data : null, why: heard?.ok ? "" : refusal(heard), planning });
    },
    fetch: async ({ shown }) => {
      const news = await wire.ask(page.at("/view"), { shown });
      if (news) page.dispatch({ type: "news", news });
    },
  };
}

/** Tell the server until it answers. @param {BoardPage} page @param {object} command @param {string} key @returns {Promise<Answer>} */
async function tell(page, command, key) {
  const heard = await page.wire.insist(page.at("/act"), { command, key, shown: page.state.server.tag }, (vain) => page.say(unconfirmed(vain)));
  if (heard.ok || heard.data?.kind) return heard.data;
  const { server } = page.state;
  return { kind: "refused", code: "", why: heard.data?.error?.message ?? TEXTS.failed, view: server, patch: { markup: {}, base: server.tag } };
}
