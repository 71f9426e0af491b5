// What the scripts say, all of it here, so that another language has one place to begin.

export const TEXTS = {
  lost: "Connection lost. Trying again…",
  unsent: "Not confirmed yet: the server cannot be reached. Trying again…",
  unkept: "Not confirmed yet: the server cannot keep it just now. Trying again…",
  unreachable: "The server cannot be reached.",
  failed: "The server could not do that.",
  back: "Back",
  choose: (name) => `Choose ${name}`,
  retry: "Try again",
  again: "Play again",
  after: (ply, all) => (ply ? `After turn ${ply} of ${all}` : "Before the first turn"),
  present: "Back to the game",
  yourTurn: (player) => `${player}, it is your turn`,
  ownSheet: "Show only my sheet",
  allSheets: "Show all sheets",
  already: (mine, other) => `This browser plays ${mine} here already. Shall it play ${other} too?`,
  theme: (name) => `Theme: ${name}`,
};

/** A player's name at the beginning of a sentence. */
export function capitalised(name) {
  return name ? name[0].toUpperCase() + name.slice(1) : "";
}
