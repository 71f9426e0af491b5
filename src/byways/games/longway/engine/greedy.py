"""The greedy player: takes the turn that leaves the best score on the sheet, and looks no further.

Equally good turns are equally likely; a sheet without a path counts as worse than any other. When everything that could
be drawn would lower the score it spends a coin on the light die, and without a coin it stops. The gates, which score
nothing by themselves, lie in opposite corners.
"""

from __future__ import annotations

import numpy as np

from byways.games.longway.actions import REROLL_LIGHT, STOP, begins
from byways.games.longway.grid import count_gates
from byways.games.longway.layout import ACTIVE, PLAYING, own_sheet
from byways.games.longway.rules import draws_on, legal_actions
from byways.games.longway.scoring import BREAK, WALK, score
from byways.games.longway.sheet import COINS
from byways.kernels import Bits, Ints, compiled, helper, kernel
from byways.kernels.rng import draw
from byways.rules.position import Position
from byways.rules.state_vector import PART, TO_MOVE
from byways.turns import ACTIONS

LONGEST = 3  # actions of a turn
NO_PATH = -1_000  # below any score


def greedy_turn(state: Position, rng: Bits) -> tuple[int, ...]:
    """Return the actions of the greedy player's turn, or of the rest of it."""
    geometry = state.variant.geometry
    vector = state.vector.copy()  # machine code takes no read-only arrays
    if vector[PLAYING] == 0:
        return (0, count_gates(geometry) - 1)[int(vector[PART]) :]  # outer sides of opposite corners
    turn = np.empty(LONGEST, dtype=np.int16)
    length = compiled(best_now)(geometry, vector, rng, turn)
    return tuple(int(action) for action in turn[:length])


@kernel
def best_now(geometry: Ints, state: Ints, rng: Bits, turn: Ints) -> int:
    """Write the actions of the greedy player's turn; return how many."""
    player = int(state[TO_MOVE])
    states = np.empty((LONGEST + 1, state.size), dtype=np.int16)
    moves = np.empty((LONGEST, geometry[ACTIONS]), dtype=np.int16)
    left = np.zeros(LONGEST, dtype=np.int64)
    line = np.empty(LONGEST, dtype=np.int16)
    sheet = own_sheet(geometry, player)
    states[0, :] = state
    left[0] = legal_actions(geometry, states[0], moves[0])
    stop = begins(geometry, STOP)
    depth = 0
    length = 0
    ties = 0
    best = 2 * NO_PATH
    while depth >= 0:
        if left[depth] == 0:
            depth -= 1
            continue
        left[depth] -= 1
        line[depth] = moves[depth, left[depth]]
        if state[PART] + depth == 0 and line[0] >= stop:
            continue
        after = states[depth + 1]
        after[:] = states[depth]
        if draws_on(geometry, after, sheet, int(line[depth])):
            depth += 1
            after[PART] += 1
            left[depth] = legal_actions(geometry, after, moves[depth])
            continue
        points = points_now(geometry, after, sheet)
        if points > best:
            best = points
            ties = 0
        if points == best:
            ties += 1
            if draw(rng, ties) == 0:
                length = depth + 1
                turn[:length] = line[:length]
    if state[PART] == 0 and best < points_now(geometry, state, sheet):
        can_reroll = state[ACTIVE] == player and state[sheet + COINS] > 0
        turn[0] = begins(geometry, REROLL_LIGHT) if can_reroll else stop
        return 1
    return length


@helper
def points_now(geometry: Ints, state: Ints, sheet: int) -> int:
    """Return the present score of a sheet, NO_PATH if there is no path."""
    walk = np.empty(WALK, dtype=np.int16)
    points = score(geometry, state, sheet, walk)
    return NO_PATH if walk[0] == BREAK else points
