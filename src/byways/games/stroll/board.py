"""The layout of Stroll's vectors.

A state is the header; one word a cell: EMPTY, or 1 + the player whose stone is there; then two words of its own,
FIRST and ROUND; then, where paths are claimed, two more words a cell: the round in which the cell was claimed (0: not
yet), and its place on that claim, counted from 1. A claim in round r is a path of one side; both sides have one each.
"""

from __future__ import annotations

from byways.kernels import Ints, helper
from byways.rules.state_vector import HEADER
from byways.turns import OPTIONS, TABLE

SIZE = OPTIONS  # cells a side
CLAIM = OPTIONS + 1  # 1: the players claim their paths; 0: both get their best
COUNTING = OPTIONS + 2  # 1: a path is as long as it has stones; 0: as the cells that it covers
NEAR = TABLE  # the neighbour of cell c in direction d at NEAR + 8 * c + d, or -1

CELLS = HEADER
EMPTY = 0
FIRST = 0  # 1 + the cell of the first stone while the second is to come, else 0; counted from `own_words`
ROUND = 1  # the present round of claims, counted from 1; 0 in the board phase
OWN_WORDS = 2

LONGER, EQUAL = 1, 2  # reasons


@helper
def own_words(geometry: Ints) -> int:
    """Return the offset of FIRST and ROUND in a state."""
    return CELLS + int(geometry[SIZE]) ** 2


@helper
def claim_rounds(geometry: Ints) -> int:
    """Return the offset of the rounds in which cells were claimed; the places on the claims follow."""
    return CELLS + int(geometry[SIZE]) ** 2 + OWN_WORDS


@helper
def worth_of(geometry: Ints, steps: int) -> int:
    """Return by how much a connection of so many steps makes a path longer."""
    return 1 if geometry[COUNTING] == 1 else steps


@helper
def hurry(geometry: Ints) -> int:
    """Return how many steps of the solver may go into a side's path at the end; 0: all that it takes.

    It is the last of the weights; engines set it on big boards.
    """
    return max(0, int(geometry[geometry.size - 1]))


@helper
def stone_seen(geometry: Ints, state: Ints, cell: int, direction: int) -> int:
    """Return the nearest stone of either colour in a direction, or -1."""
    at = int(geometry[NEAR + 8 * cell + direction])
    while at >= 0 and state[CELLS + at] == EMPTY:
        at = int(geometry[NEAR + 8 * at + direction])
    return at
