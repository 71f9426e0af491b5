"""Goofspiel with five cards: both bid in secret for prizes of 5, 4, 3, 2 and 1, and each card serves once."""

from dataclasses import replace

from byways.cells import counters
from byways.game import About, Counter, Game, Rules, Secrets
from byways.kernels import Ints, kernel
from byways.rules.actions import Words
from byways.rules.state_vector import HEADER, TO_MOVE
from byways.turns import finish, mover, next_turn

CARDS = 5
BID, POINTS, ROUND = 2 * CARDS, 2 * CARDS + 1, 2 * CARDS + 3  # behind both players' cards, 1 for one that is spent


@kernel
def allows(geometry: Ints, state: Ints, action: int) -> bool:
    return state[counters(geometry) + mover(state) * CARDS + action] == 0


@kernel
def apply(geometry: Ints, state: Ints, action: int) -> None:
    at, player = counters(geometry), mover(state)
    state[at + player * CARDS + action] = 1
    if player == 0:
        state[at + BID] = action + 1
        next_turn(state, 1)
        return
    first, second = state[at + BID], action + 1
    if first != second:
        state[at + POINTS + (0 if first > second else 1)] += CARDS - state[at + ROUND]
    state[at + BID] = 0
    state[at + ROUND] += 1
    next_turn(state, 0)
    if state[at + ROUND] == CARDS:
        lead = state[at + POINTS] - state[at + POINTS + 1]
        finish(state, 1, 0 if lead > 0 else 1 if lead < 0 else -1)


def hide(geometry: Ints, state: Ints, player: int) -> None:
    """Take the bid of the first player back until it is answered."""
    at = counters(geometry)
    if player != 0 and state[at + BID] > 0:
        state[at + state[at + BID] - 1] = 0
        state[at + BID] = 0


GAME = Game(
    about=About("goofspiel", "Goofspiel", "Merrill Flood", "Bid in secret for prizes."),
    players=("first", "second"),
    reasons=("points",),
    actions=Words(*(f"bid{card}" for card in range(1, CARDS + 1))),
    counters=(Counter("spent", each=True, count=CARDS), Counter("bid"), Counter("points", each=True), Counter("round")),
    rules=Rules(apply=apply, allows=allows, longest=lambda options: 2 * CARDS),
    secrets=Secrets(
        hide=hide,
        turns=lambda state: int(state.vector[TO_MOVE] == 1 and state.vector[HEADER + BID] > 0),
        next=lambda state: bool(state.vector[TO_MOVE] == 0),
    ),
)


def with_engine(engine) -> Game:
    """Return the game with an author's engine."""
    return replace(GAME, engine=engine)
