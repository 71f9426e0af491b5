"""Pig, after John Scarne (1945): roll as often as you dare; a 1 loses what the turn has gathered."""

from __future__ import annotations

from byways.game import About, Counter, Dice, Game, Rules, Whole, Words
from byways.kernels import Ints, kernel
from byways.turns import CHANCE, HEADER, finish, mover, next_turn, option

SCORE = HEADER  # + player
POT = HEADER + 2  # what the present turn has gathered
ROLLER = HEADER + 3  # who has thrown the die that chance rolls
ROLL, HOLD, ONE = 0, 1, 2  # actions; the other faces follow
GOAL = 0  # the first of the options
ENOUGH = 1  # the first of the reasons


@kernel
def allows(geometry: Ints, state: Ints, action: int) -> bool:
    """Let players roll, or hold what they have gathered; chance shows a face."""
    if mover(state) == CHANCE:
        return action >= ONE
    return action == ROLL or (action == HOLD and int(state[POT]) > 0)


@kernel
def apply(geometry: Ints, state: Ints, action: int) -> None:
    """Roll, bank the pot, lose it to a 1, or add a face to it."""
    player = mover(state)
    if action == ROLL:
        state[ROLLER] = player
        next_turn(state, CHANCE)
    elif action == HOLD:
        state[SCORE + player] += state[POT]
        state[POT] = 0
        next_turn(state, 1 - player)
        settle(geometry, state)
    elif action == ONE:
        state[POT] = 0
        next_turn(state, 1 - int(state[ROLLER]))
    else:
        state[POT] += action - ONE + 1
        next_turn(state, int(state[ROLLER]))


@kernel
def settle(geometry: Ints, state: Ints) -> None:
    """End the game if a player has banked enough."""
    for player in range(2):
        if int(state[SCORE + player]) >= option(geometry, GOAL):
            finish(state, ENOUGH, player)


GAME = Game(
    about=About(
        name="pig",
        title="Pig",
        designer="John Scarne",
        summary="Roll as often as you dare; a 1 loses what the turn has gathered.",
    ),
    options=(Whole("goal", 100, "points that win", 10, 1000),),
    players=("white", "black"),
    reasons=("score",),
    actions=Words("roll", "hold") | Dice(6),
    counters=(Counter("score", each=True), Counter("pot"), Counter("roller", shown=False)),
    rules=Rules(allows=allows, apply=apply, settle=settle, single=True),
)
