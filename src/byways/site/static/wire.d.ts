// Written by scripts/setup/wire-types from the structs of the server: change those.

/** Play actions of the player to move: a whole turn, or the beginning of one. */
export interface TakeTurn {
  kind: "turn";
  version: number;
  actions: number[];
  hold?: boolean;
  sure?: boolean;
  advised?: boolean;
}

/** Give up, or leave a game of three or more. */
export interface Resign {
  kind: "resign";
}

/** Offer a draw, to take back one's last turn, or a rematch; without a person to ask it happens at once. */
export interface Propose {
  kind: "offer";
  what: "draw" | "rematch" | "takeback";
}

/** Answer the offer that has a number; "no" to one's own withdraws it. */
export interface Respond {
  kind: "answer";
  number: number;
  yes: boolean;
}

/** Take back to one's last decision in a game that one plays alone or at one screen. */
export interface TakeBack {
  kind: "undo";
  version: number;
}

/** End a game that has not begun, because a player has not come. */
export interface CallOff {
  kind: "call off";
}

/** Claim the win, or a draw, because the opponent of a live game has been gone for a while. */
export interface Claim {
  kind: "claim";
  draw?: boolean;
}

/** Plan a turn as if it were one's own turn already, after those planned before: whole, or its beginning. */
export interface Premove {
  kind: "premove";
  version: number;
  actions: number[];
  hold?: boolean;
}

/** Plan replies to the other side's next turn; none withdraws the plan. */
export interface MakePlan {
  kind: "plan";
  replies: Reply[];
}

/** A turn planned in advance. */
export interface Reply {
  turn: string;
  to?: string | null;
  then?: Reply[];
}

/** Plan one more reply: the turns that lead to it from now on, the other side's first, and it at the end. */
export interface PlanLine {
  kind: "plan line";
  turns: string[];
}

/** Withdraw the link to a seat, whose next link has another secret; its occupant leaves the seat. */
export interface Revoke {
  kind: "revoke";
  player: string;
}

/** Let the engine that thinks play the best that it has found. */
export interface Hurry {
  kind: "hurry";
}

/** Let an engine that failed try again. */
export interface Retry {
  kind: "retry";
}

/** Let engines that play each other go on at a pace, or not for now. */
export interface SetPace {
  kind: "pace";
  speed: "fast" | "normal" | "slow";
  paused: boolean;
}

/** Let engines that play each other play one turn, and then no more for now. */
export interface Step {
  kind: "step";
}

/** The beginning of a turn; the patch is drawn over the board until the turn is whole or dropped. */
export interface Incomplete {
  kind: "incomplete";
  actions: number[];
  choices: Choices;
  patch: Patch;
}

/** The actions that may follow, which a script narrows down click by click. */
export interface Choices {
  offers: [number, string[]][];
  labels: Record<string, string>;
  next: Record<string, string>;
  sure: Record<string, string>;
}

/** Markup by the id of its element, None for an element that goes. */
export interface Patch {
  markup: Record<string, string | null>;
  base?: string | null;
  box?: string;
  effects?: (Placed | Turned | Moved | Stacked | Captured | Drawn)[];
  spoken?: string;
}

/** A piece came from outside the board. */
export interface Placed {
  kind: "placed";
  id: string;
  at: [number, number];
}

/** A piece changed hands where it is. */
export interface Turned {
  kind: "turned";
  id: string;
  at: [number, number];
}

/** A piece came along points, perhaps upon another, perhaps from a stack that stays. */
export interface Moved {
  kind: "moved";
  id: string;
  origin: string;
  trail: [number, number][];
  captured: boolean;
  single: string;
}

/** A stack became higher or lower where it is. */
export interface Stacked {
  kind: "stacked";
  id: string;
  at: [number, number];
  height: number;
}

/** A piece is gone, and none came in its place. */
export interface Captured {
  kind: "captured";
  id: string;
  at: [number, number];
}

/** A line, a mark, a floor or a wall is new. */
export interface Drawn {
  kind: "drawn";
  id: string;
  layer: string;
  traced: boolean;
}

/** A whole turn that waits for a confirmation, with what it would put on the board. */
export interface Pending {
  kind: "pending";
  actions: number[];
  preview: string;
  text: string;
  warning: string;
}

/** It happened. A turn that is only judged is drawn over the position, whose tag stays. */
export interface Accepted {
  kind: "accepted";
  view: BoardView;
  patch: Patch;
  verdict: Verdict | null;
  own: Patch | null;
}

/** What a script decides by; everything else is markup. */
export interface BoardView {
  tag: string;
  board: string;
  box: string;
  sheets: Record<string, string>;
  worth: Record<string, string>;
  query: string;
  back: string | null;
  version: number;
  number: number;
  ply: number;
  player: string | null;
  home: string | null;
  acts: boolean;
  plans: boolean;
  planned: string | null;
  over: boolean;
  choices: Choices;
  game: GameView | null;
  puzzle: PuzzleView | null;
  node: NodeView | null;
}

/** What the page of a game decides by, beside the board. */
export interface GameView {
  status: string;
  mine: string[];
  names: Record<string, string>;
  mover: string | null;
  last: string | null;
  clocks: Clocks | null;
  thinking: boolean;
  preparing: Preparing | null;
  messages: number | null;
  chats: boolean;
  waiting: boolean;
  links: boolean;
  handover: string | null;
  asks: Asked | null;
  tries: boolean;
  next: string | null;
  won: boolean | null;
  coach: boolean;
  coach_preparing: Preparing | null;
  keeps: boolean;
}

/** The clocks of a game, in seconds. */
export interface Clocks {
  left: Record<string, number>;
  running: string | null;
  since: number | null;
  now: number;
}

/** How long an engine is still being compiled. */
export interface Preparing {
  seconds: number;
  share: number;
}

/** An offer that waits for an answer of the viewer. */
export interface Asked {
  number: number;
  said: string;
}

/** What the page of a puzzle decides by, beside the board. */
export interface PuzzleView {
  open: boolean;
  hints: number;
  result: string;
  share: string;
}

/** What the page of a review decides by, beside the board. */
export interface NodeView {
  address: string;
  tried: string[];
  said: string;
  line: string;
  comments: string[];
  mark: number;
  own: boolean;
  chance: boolean;
  strikable: boolean;
  promotable: boolean;
  goes_on: boolean;
  position: string;
  valued: boolean;
}

/** What a lesson, a puzzle or an engine says of a turn. */
export interface Verdict {
  right: boolean;
  done: boolean;
  said: string;
}

/** It did not happen; what is shown now comes along. */
export interface Refused {
  kind: "refused";
  code: string;
  why: string;
  view: BoardView;
  patch: Patch;
}

/** What is shown now; where another place was asked for, the patch is drawn over it. */
export interface News {
  kind: "news";
  view: BoardView;
  patch: Patch;
}

/** A heartbeat. */
export interface Alive {
  kind: "alive";
}

/** No more news of a topic. */
export interface Gone {
  kind: "gone";
  topic: string;
}

/** How far an analysis is and what it has found; `tag` names just that. */
export interface AnalysisNews {
  kind: "analysis";
  tag: string;
  found: Findings;
}

/** The findings of an analysis so far. */
export interface Findings {
  running: boolean;
  done: number;
  total: number;
  known: number;
  trouble: string;
  graph?: string;
  says: string;
  report?: string;
  summary: string[];
  mistakes: MistakeRow[];
}

/** A turn that lost something; the better one is not told. */
export interface MistakeRow {
  ply: number;
  player: string;
  turn: string;
  sign: string;
  says: string;
}

/** How far a dice replay is. */
export interface DiceNews {
  kind: "dice";
  tag: string;
  found: Progress;
}

/** How far a dice replay is; at the end with its final position. */
export interface Progress {
  running: boolean;
  done: number;
  total: number;
  said: string[];
  box: string;
  markup: string;
  turns: string[];
}

/** The tag of the list as it is now: a page that shows another asks for it. */
export interface ListNews {
  kind: "list";
  tag: string;
}

/** In how many games it is a browser's turn, as a number and in words; the number is the tag. */
export interface TurnsNews {
  kind: "turns";
  turns: number;
  said: string;
}

/** A page wants news of a topic, of which it shows a tag. */
export interface Follow {
  follow: string;
  has: string;
}

/** A page wants no more news of a topic. */
export interface Leave {
  leave: string;
}

/** Another player sits before a page, where several play at one screen. */
export interface Seated {
  seat: string | null;
}

/** A page is not looked at any more, or is again. */
export interface Idle {
  idle: boolean;
}

/** A command of a page. */
export interface Act {
  command: TakeTurn | Resign | Propose | Respond | TakeBack | CallOff | Claim | Premove | MakePlan | PlanLine | Revoke | Hurry | Retry | SetPace | Step;
  shown: string;
  key?: string | null;
}

/** A line that is tried, and what is asked of the position after it, in the words of an address. */
export interface LineQuestion {
  line: string;
  actions?: string;
  clicks?: string;
  typed?: string;
  aloud?: boolean;
  planning?: boolean;
}

/** The coach is asked about the position that a page shows; for a hint, which of the two. */
export interface CoachQuestion {
  version: number;
  step?: number;
}

/** A hint, or the solution, is asked for. */
export interface PuzzleQuestion {
  number?: number;
  key?: string | null;
}

/** The name for future games. */
export interface Naming {
  text: string;
}

/** A second browser with a link. */
export interface Arrival {
  token: string;
  agreed?: boolean;
}

/** The payload of a link to a seat. */
export interface Invitation {
  secret: string;
}

/** Taking a seat. */
export interface SeatClaim {
  secret: string;
  also?: boolean;
  name?: string | null;
}

/** Something said to the other seats. */
export interface Saying {
  text: string;
  key?: string | null;
}

/** A new name; of which player, where several play at one screen. */
export interface Renaming {
  text: string;
  key?: string | null;
  player?: string | null;
}

/** An analysis that is asked for: a word of `wording.THINKING`. */
export interface Wish {
  thinking: string;
}

/** A comment on a position, given by an address and turns that follow it. */
export interface Note {
  address: string;
  seen: string;
  turns?: string[];
  text?: string;
  mark?: number;
  name?: string | null;
}

/** Turns that follow a position, as it is explored. */
export interface Keep {
  address: string;
  turns: string[];
  seen?: string | null;
}

/** A turn of the tree, and what follows it. */
export interface Branch {
  address: string;
  seen: string;
}

/** One edit of a position: a point takes the next thing or the previous one, or another player is to move. */
export interface Edit {
  text: string;
  point?: string | null;
  step?: number;
  thing?: number | null;
  mover?: string | null;
}

/** What actions would put on the board, and in words where that was asked for. */
export interface Preview {
  markup: string;
  says: string;
  values: Record<string, string>;
}

/** Everything that dice may bring. */
export interface Gallery {
  markup: string;
}

/** The actions that clicks mean although no offer has them, or else why they are no turn. */
export interface Why {
  actions: number[] | null;
  why: string;
  verdict: Verdict | null;
  markup: string;
}

/** A position after turns that are tried, or planned as replies, to be laid over the board. */
export interface Tried {
  line: string;
  turns: number;
  actions: number[];
  choices: Choices;
  patch: Patch;
}

/** A hint for a puzzle. */
export interface Hint {
  said: string;
  markup: string;
  places: string[];
  puzzle: PuzzleView;
}

/** What is said of a position, such as a threat or a hint. */
export interface Advice {
  said: string;
  markup: string;
  places: string[];
}

/** The lines of a puzzle's solution. */
export interface Solution {
  lines: string[][];
  puzzle: PuzzleView;
}

/** The links of a game; the last is for spectators. */
export interface SeatLinks {
  links: SeatLink[];
}

/** The link to a seat, or to the game for spectators. */
export interface SeatLink {
  player: string | null;
  url: string | null;
  qr: string | null;
  who: string | null;
}

/** Whose seat a link is for, and either where to go on or who plays at this browser already. */
export interface Welcome {
  player: string;
  play?: string;
  already?: string[];
}

/** A player's new name. */
export interface Named {
  name: string | null;
}

/** Messages of the chat, the oldest first. */
export interface ChatLines {
  messages: ChatLine[];
}

/** A message of the chat as a page shows it. */
export interface ChatLine {
  number: number;
  by: string;
  text: string;
  yours: boolean;
}

/** A link for another device. */
export interface DeviceLink {
  url: string;
  qr: string;
  minutes: number;
}

/** The answer to a device link: where to go on, or whose games they are. */
export interface Arrived {
  asks?: string;
  mine?: string;
}

/** What a form asks for so far: the board at the start, the game in a line, its options in another, its clock. */
export interface Chosen {
  box: string;
  markup: string;
  brief: string;
  rules: string;
  clock: string;
}

/** What the engine would play from a position: no turns where it was not analysed. */
export interface Best {
  line: string[];
  value?: string;
  sketches?: string[];
}

/** The list of mistakes, some of them as cards. */
export interface Cards {
  markup: string;
}

/** Circles to be drawn over a board, and what they mean. */
export interface Heat {
  markup: string;
  says: string;
}

/** The turns that lost most, as far as they are known. */
export interface Worst {
  running: boolean;
  markup: string;
  practice: boolean;
}

/** Where something was kept: in which game, at which address. */
export interface Kept {
  game: string;
  address: string;
  turns?: string;
  seen?: string;
  last?: number;
}

/** The better turn. */
export interface BetterTurn {
  said: string;
  turn: string;
}

/** A position as the editor shows it, legal or not. */
export interface EditorView {
  text: string;
  error: string;
  over: boolean;
  box: string;
  markup: string;
  mover: string | null;
  movers: [string, string][];
  editable: boolean;
  says: string;
}

export type Command = TakeTurn | Resign | Propose | Respond | TakeBack | CallOff | Claim | Premove | MakePlan | PlanLine | Revoke | Hurry | Retry | SetPace | Step;

export type Answer = Incomplete | Pending | Accepted | Refused;

export type Message = News | Alive | Gone | AnalysisNews | DiceNews | ListNews | TurnsNews;

export type Word = Follow | Leave | Seated | Idle;

export type Effect = Placed | Turned | Moved | Stacked | Captured | Drawn;
