"""What the lines of sight on a Stroll board are worth: a sum over them, with weights learnt from games.

Along each row, column and diagonal the stones cut the board into stretches. Two kinds count: those between two stones
of one colour, which are connections, and those from a stone to the edge, where one may still come to stand. What a
stretch is worth depends on its length, on whether it is diagonal, and on how many first stones can still be placed.
"""

from __future__ import annotations

import numpy as np

from byways.games.stroll.board import CELLS, EMPTY, NEAR, SIZE
from byways.games.stroll.hints import CLASSES, KINDS, PHASES, blend
from byways.kernels import Grid, Ints, Reals, helper

DIAGONAL, CONNECTION = 1, 2  # the kind of a stretch is a sum of these
_MIDDLE, _EARLY = 0.12, 0.5  # shares of the cells that are free for a first stone


@helper
def class_of(n: int, steps: int) -> int:
    """The class of a length, counted from 0: steps on a board of 10 cells a side, others in proportion."""
    return int(min(max((20 * steps + n) // (2 * n), 1), CLASSES)) - 1


@helper
def phase_shares(free: int, cells: int, shares: Reals) -> None:
    """How late, how much in the middle, and how early the game is; together 1."""
    x = free / cells
    late = max(1.0 - x / _MIDDLE, 0.0)
    early = min(max((x - _MIDDLE) / (_EARLY - _MIDDLE), 0.0), 1.0)
    shares[0], shares[1], shares[2] = late, 1.0 - late - early, early


@helper
def worths(geometry: Ints, shares: Reals) -> Grid:
    """What each kind of stretch is worth by its steps, in whole thousandths, so that sums do not depend on order."""
    n = int(geometry[SIZE])
    table = np.zeros((KINDS, n + 1), dtype=np.int64)
    for kind in range(KINDS):
        for steps in range(2 if kind >= CONNECTION else 1, n + 1):
            table[kind, steps] = blend(geometry, PHASES * (CLASSES * kind + class_of(n, steps)), shares)
    return table


@helper
def line_worth(state: Ints, cell: int, stride: int, count: int, kind: int, table: Grid) -> int:
    """What the stretches of a line of `count` cells are worth to White."""
    total = last = gap = 0
    for _ in range(count):
        stone = int(state[CELLS + cell])
        if stone == EMPTY:
            gap += 1
        else:
            if last == EMPTY:
                total += table[kind, gap] * (3 - 2 * stone)
            elif stone == last:
                total += table[CONNECTION + kind, gap + 1] * (3 - 2 * stone)
            last, gap = stone, 0
        cell += stride
    if last != EMPTY:
        total += table[kind, gap] * (3 - 2 * last)
    return int(total)


@helper
def board_worth(geometry: Ints, state: Ints, table: Grid) -> int:
    """What all stretches on the board are worth to White."""
    n = int(geometry[SIZE])
    total = 0
    for i in range(n):
        total += line_worth(state, n * i, 1, n, 0, table)
        total += line_worth(state, i, n, n, 0, table)
        total += line_worth(state, i, n + 1, n - i, DIAGONAL, table)
        total += line_worth(state, i, n - 1, i + 1, DIAGONAL, table)
        if i > 0:
            total += line_worth(state, n * i, n + 1, n - i, DIAGONAL, table)
            total += line_worth(state, n * i + n - 1, n - 1, n - i, DIAGONAL, table)
    return int(total)


@helper
def look(geometry: Ints, state: Ints, cell: int, direction: int) -> tuple[int, int]:
    """What stands first in a direction, 0 at the edge, else 1 + the player, and how many steps away."""
    at, steps = int(geometry[NEAR + 8 * cell + direction]), 1
    while at >= 0 and state[CELLS + at] == EMPTY:
        at = int(geometry[NEAR + 8 * at + direction])
        steps += 1
    return (int(state[CELLS + at]) if at >= 0 else 0), steps
