"""Move ordering, and the jumps that must be searched before a position counts as quiet."""

from __future__ import annotations

from byways.games.stride.rules import ARRIVAL, CELLS, HEXES, JUMPS, SIDE, UP, colour, goal, index, on_goal
from byways.kernels import Ints, Wide, helper, kernel
from byways.rules.state_vector import NOBODY, TO_MOVE

_RESCUE, _TAKE, _ARRIVE, _FORWARD = 1000, 500, 450, 200
_EACH_PIECE = 20  # of a stack that is taken


@helper
def in_row(geometry: Ints, word: int, first: int) -> bool:
    """Return whether a word of the state is a hex of the goal row that begins with the hex `first`."""
    return CELLS + first <= word < CELLS + first + int(geometry[SIDE])


@kernel
def order(geometry: Ints, state: Ints, legal: Ints, count: int, scores: Wide) -> None:
    """Score captures on the own side's last row highest, then other captures, arrivals, jumps forward, the rest.

    Where arrival wins, nothing comes before it.
    """
    player = int(state[TO_MOVE])
    sign = colour(player)
    away = goal(geometry, player)
    home = goal(geometry, 1 - player)
    for i in range(count):
        action = int(legal[i])
        landing = int(geometry[index(JUMPS + 2 * action + 1)])
        there = sign * int(state[index(landing)])
        scores[i] = 0
        arrives = in_row(geometry, landing, away)
        if (there < 0 and in_row(geometry, landing, home)) or (arrives and geometry[ARRIVAL] == 1):
            scores[i] = _RESCUE
        elif there < 0:
            scores[i] = min(_TAKE - _EACH_PIECE * there, _RESCUE)
        elif arrives:
            scores[i] = _ARRIVE
        elif (action % 6) // 2 == UP - 2 * player:
            scores[i] = _FORWARD


@kernel
def forcing(geometry: Ints, state: Ints, out: Ints) -> int:
    """List captures and arrivals on the goal row; if an enemy has arrived, only captures in that row."""
    player = int(state[TO_MOVE])
    if player == NOBODY:
        return 0
    sign = colour(player)
    away = goal(geometry, player)
    home = goal(geometry, 1 - player)
    arrived = on_goal(geometry, state, 1 - player)
    found = 0
    for cell in range(int(geometry[HEXES])):
        if sign * int(state[CELLS + cell]) > 0:
            for action in range(6 * cell, 6 * cell + 6):
                if state[index(geometry[index(JUMPS + 2 * action)])] == 0:
                    continue
                landing = int(geometry[index(JUMPS + 2 * action + 1)])
                takes = sign * int(state[index(landing)]) < 0
                if (
                    (takes and in_row(geometry, landing, home))
                    if arrived
                    else (takes or in_row(geometry, landing, away))
                ):
                    out[found] = action
                    found += 1
    return found
