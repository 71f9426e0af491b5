"""What players look for in a stone, learnt from what searches preferred: a softmax over all stones of a turn.

A stone is known by what it sees in each direction and how far away, by the two things that it comes to stand between
(a connection is cut, an open line closed), by how many stones of either side it sees, and by how many cells for a first
stone it takes away. Each has a weight for the first and the second stone of a turn, in each phase of the game.
"""

from __future__ import annotations

from byways.games.stroll.board import CELLS, EMPTY, NEAR, SIZE
from byways.games.stroll.hints import CLASSES, DEGREES, FEATURES, PHASES, PREFERENCES, blend
from byways.games.stroll.lines import class_of, look
from byways.kernels import Ints, Reals, Wide, helper

EDGE, OWN, ENEMY = range(3)  # what a stone sees in a direction
AXES = 2 * CLASSES * 3  # where what it stands between begins among the features, after what it sees
SEEN = AXES + 2 * CLASSES * 6
TAKES = SEEN + 2 * DEGREES
A_STONE = 15  # features: one for each direction and for each axis, and three


@helper
def mark_taken(geometry: Ints, state: Ints, taken: Wide) -> int:
    """Mark in zeros the cells where no first stone may stand; return how many are left."""
    cells = int(geometry[SIZE]) ** 2
    free = cells
    for cell in range(cells):
        if state[CELLS + cell] == EMPTY:
            continue
        free -= 1 - int(taken[cell])
        taken[cell] = 1
        for d in range(8):
            at = int(geometry[NEAR + 8 * cell + d])
            if at >= 0 and taken[at] == 0:
                taken[at] = 1
                free -= 1
    return free


@helper
def preference_table(geometry: Ints, second: bool, shares: Reals, table: Wide) -> None:
    """What each feature is worth in the present phase, in thousandths of a logit."""
    for feature in range(FEATURES):
        table[feature] = blend(geometry, PREFERENCES + PHASES * (FEATURES * int(second) + feature), shares)


@helper
def describe_stone(geometry: Ints, state: Ints, taken: Wide, cell: int, player: int, found: Wide) -> None:
    """Write the A_STONE features of a player's stone on an empty cell; `taken` is from `mark_taken`."""
    n = int(geometry[SIZE])
    own = enemies = 0
    for d in range(4):
        one, near = look(geometry, state, cell, d)
        two, far = look(geometry, state, cell, 7 - d)  # the opposite direction
        axis = 1 if d == 0 or d == 2 else 0
        first, second = _whose(one, player), _whose(two, player)
        own += int(first == OWN) + int(second == OWN)
        enemies += int(first == ENEMY) + int(second == ENEMY)
        found[3 * d] = (2 * first + axis) * CLASSES + class_of(n, near)
        found[3 * d + 1] = (2 * second + axis) * CLASSES + class_of(n, far)
        found[3 * d + 2] = AXES + (2 * _pair(first, second) + axis) * CLASSES + class_of(n, near + far)
    found[12] = SEEN + min(own, DEGREES - 1)
    found[13] = SEEN + DEGREES + min(enemies, DEGREES - 1)
    takes = 1 - int(taken[cell])
    for d in range(8):
        at = int(geometry[NEAR + 8 * cell + d])
        if at >= 0 and taken[at] == 0:
            takes += 1
    found[14] = TAKES + takes


@helper
def _whose(seen: int, player: int) -> int:
    """What `look` has seen, for a player."""
    if seen == 0:
        return EDGE
    return OWN if seen == player + 1 else ENEMY


@helper
def _pair(one: int, two: int) -> int:
    """The number of an unordered pair: 00, 01, 02, 11, 12, 22."""
    low, high = min(one, two), max(one, two)
    return 3 * low - low * (low - 1) // 2 + high - low
