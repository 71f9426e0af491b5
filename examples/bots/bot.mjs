// A bot that speaks the engine protocol; it needs Node and nothing else: it plays next to the turns before.
//
//     byways match troll "process:node examples/bots/bot.mjs" random --games 20

import { createInterface } from 'node:readline'

const points = (turn) => [...turn.matchAll(/([a-z])(\d+)/g)].map(([, letter, number]) => [letter.charCodeAt(0), +number])

function distance(turn, turns) {
  const near = turns.slice(-2).flatMap(points)
  const steps = points(turn).flatMap(([a, b]) => near.map(([c, d]) => Math.abs(a - c) + Math.abs(b - d)))
  return Math.min(...steps, Infinity)
}

function answer(asked) {
  if (!asked.legal) {
    const message = 'this bot needs to be told the legal turns'
    return { id: asked.id ?? null, errors: [{ field: 'legal', code: 'bot.legal', message }] }
  }
  let best = asked.legal[0]
  for (const turn of asked.legal) {
    if (distance(turn, asked.turns) < distance(best, asked.turns)) best = turn
  }
  return { id: asked.id, best }
}

createInterface({ input: process.stdin }).on('line', (line) => console.log(JSON.stringify(answer(JSON.parse(line)))))
