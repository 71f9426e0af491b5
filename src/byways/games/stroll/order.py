"""How promising a stone looks before any search: the stones of its colour that it sees, the lines that it cuts."""

from __future__ import annotations

from byways import defaults
from byways.games.stroll.board import CELLS, NEAR, SIZE
from byways.games.stroll.hints import CUT, LINK, weight
from byways.header import TO_MOVE
from byways.kernels import Ints, Wide, helper, kernel


@helper
def look(geometry: Ints, state: Ints, cell: int, direction: int) -> tuple[int, int]:
    """What stands first in a direction, 0 at the edge, else 1 + the player, and how many steps away."""
    at, steps = int(geometry[NEAR + 8 * cell + direction]), 1
    while at >= 0 and state[CELLS + at] == 0:
        at = int(geometry[NEAR + 8 * at + direction])
        steps += 1
    return (int(state[CELLS + at]) if at >= 0 else 0), steps


@helper
def promise(geometry: Ints, state: Ints, cell: int) -> int:
    """The promise of a stone of the player to move: cells of new connections, and of the other side's that it cuts."""
    own = int(state[TO_MOVE]) + 1
    links, cuts = 0, 0
    for d in range(4):
        one, near = look(geometry, state, cell, d)
        two, far = look(geometry, state, cell, 7 - d)  # the opposite direction
        if one == own and two == own:
            continue  # they see each other already, or would not gain by it
        if one == own and near > 1:
            links += near
        if two == own and far > 1:
            links += far
        if one == 3 - own and two == 3 - own:
            cuts += near + far
    n = float(geometry[SIZE])
    score = (links * weight(geometry, LINK) + cuts * weight(geometry, CUT)) / n
    return int(min(1000.0, score))


@kernel(defaults.ORDER)
def order(geometry: Ints, state: Ints, legal: Ints, count: int, scores: Wide) -> None:
    """The promise of each stone on an empty cell; all of it for a swap, which must be looked at; none for claims."""
    cells = int(geometry[SIZE]) ** 2
    for i in range(count):
        action = int(legal[i])
        scores[i] = 1000 if action > cells else 0
        if action < cells and state[CELLS + action] == 0:
            scores[i] = promise(geometry, state, action)
