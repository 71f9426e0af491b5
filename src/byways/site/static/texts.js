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
  confirm: "Confirm the turn",
  copy: "Copy",
  copied: "Copied",
  qr: (whom) => `QR code of the link for ${whom}`,
  qrShort: "QR code",
  linkFor: (player) => (player ? `Link for ${capitalised(player)}` : "Link for spectators"),
  here: "connected",
  away: "not connected",
  came: (player) => `${capitalised(player)} is connected.`,
  went: (player) => `${capitalised(player)} is not connected any more.`,
  elapsed: (seconds) => `${seconds} s`,
  flash: "● Your turn",
  unread: (count) => (count ? ` (${count} new)` : ""),
  deals: { resign: "Resign", draw: "Offer a draw", takeback: "Ask to take back", rematch: "Rematch, colours exchanged", "call off": "Call the game off" },
  accept: "Accept",
  sure: {
    "yes to draw": "Do you want to end the game as a draw?",
    "yes to takeback": "Do you want to let the turn be taken back?",
    resign: "Do you want to resign this game?",
    draw: "Do you want to offer a draw?",
    takeback: "Do you want to ask to take back your last turn?",
    "call off": "Do you want to call the game off before it has begun?",
  },
  already: (mine, other) => `This browser plays ${mine} here already. Shall it play ${other} too?`,
  right: "Well done.",
  notYet: "Not quite.",
  refused: "Not possible.",
  solved: ", done",
  theme: (name) => `Theme: ${name}`,
};

/** A player's name at the beginning of a sentence. */
export function capitalised(name) {
  return name ? name[0].toUpperCase() + name.slice(1) : "";
}
