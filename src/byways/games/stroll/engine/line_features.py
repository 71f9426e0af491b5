"""The value of the lines of sight on a Stroll board: a sum over them, with weights learnt from games.

Along each row, column and diagonal the stones cut the board into stretches. Two kinds count: those between two stones
of one colour, which are connections, and those from a stone to the edge, where one may still come to stand. What a
stretch is worth depends on its length, on whether it is diagonal, and on how many first stones can still be placed.
"""

from __future__ import annotations

import numpy as np

from byways.games.stroll.board import CELLS, EMPTY, NEAR, SIZE
from byways.games.stroll.engine.weights import CLASSES, KINDS, PHASES, blend
from byways.kernels import Ints, Reals, Rows, helper

DIAGONAL, CONNECTION = 1, 2  # the kind of a stretch is a sum of these
_MIDDLE, _EARLY = 0.12, 0.5  # shares of the cells that are free for a first stone


@helper
def class_of(n: int, steps: int) -> int:
    """Return the class of a length, counted from 0: steps on a board of 10 cells a side, others in proportion."""
    return int(min(max((20 * steps + n) // (2 * n), 1), CLASSES)) - 1


@helper
def count_free(geometry: Ints, state: Ints) -> int:
    """Count the cells where a first stone may be placed: those that are empty with empty neighbours."""
    n = int(geometry[SIZE])
    count = 0
    for row in range(n):
        upper, lower = max(row - 1, 0), min(row + 1, n - 1)
        clear = 1  # columns up to this one without a stone in these rows; beyond the edge there is none
        for column in range(n + 1):
            empty = True
            if column < n:
                for r in range(upper, lower + 1):
                    if state[CELLS + n * r + column] != EMPTY:
                        empty = False
            clear = clear + 1 if empty else 0
            if clear >= 3:
                count += 1
    return count


@helper
def phase_shares(free: int, cells: int, shares: Reals) -> None:
    """Write the shares of the late, middle and early game to `shares`; they sum to 1."""
    x = free / cells
    late = max(1.0 - x / _MIDDLE, 0.0)
    early = min(max((x - _MIDDLE) / (_EARLY - _MIDDLE), 0.0), 1.0)
    shares[0] = late
    shares[1] = 1.0 - late - early
    shares[2] = early


@helper
def worths(geometry: Ints, shares: Reals) -> Rows:
    """Return each kind of stretch's value by its steps, in whole thousandths, so that sums do not depend on order."""
    n = int(geometry[SIZE])
    table = np.zeros((KINDS, n + 1), dtype=np.int64)
    for kind in range(KINDS):
        for steps in range(2 if kind >= CONNECTION else 1, n + 1):
            table[kind, steps] = blend(geometry, PHASES * (CLASSES * kind + class_of(n, steps)), shares)
    return table


@helper
def line_worth(state: Ints, cell: int, stride: int, count: int, kind: int, table: Rows) -> int:
    """Return the value to White of the stretches on a line of `count` cells."""
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
            last = stone
            gap = 0
        cell += stride
    if last != EMPTY:
        total += table[kind, gap] * (3 - 2 * last)
    return int(total)


@helper
def board_worth(geometry: Ints, state: Ints, table: Rows) -> int:
    """Return the value to White of all stretches on the board."""
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
    """Return the first stone in a direction (0 for the edge, else 1 + its player) and the steps to it."""
    at = int(geometry[NEAR + 8 * cell + direction])
    steps = 1
    while at >= 0 and state[CELLS + at] == EMPTY:
        at = int(geometry[NEAR + 8 * at + direction])
        steps += 1
    return (int(state[CELLS + at]) if at >= 0 else 0), steps


@helper
def stretch_worth(one: int, two: int, steps: int, kind: int, table: Rows) -> int:
    """Return the value to White of a stretch between two stones, or the edge (0), which counts as one step further."""
    if one != 0 and two != 0:
        return int(table[CONNECTION + kind, steps]) * (3 - 2 * one) if one == two else 0
    if one == two:
        return 0
    return int(table[kind, steps - 1]) * (3 - 2 * (one + two))


@helper
def stone_worth(geometry: Ints, state: Ints, cell: int, player: int, table: Rows) -> int:
    """Return what a stone on an empty cell would add to the board's value for its player."""
    own = player + 1
    total = 0
    for d in range(4):
        one, near = look(geometry, state, cell, d)
        two, far = look(geometry, state, cell, 7 - d)  # the opposite direction
        kind = DIAGONAL if d == 0 or d == 2 else 0
        total += stretch_worth(one, own, near, kind, table) + stretch_worth(own, two, far, kind, table)
        if one != 0 or two != 0:
            total -= stretch_worth(one, two, near + far, kind, table)
    return total * (3 - 2 * own)
