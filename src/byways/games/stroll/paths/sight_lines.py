"""Who sees whom: the stones of one side as a graph, for kernels.

Two stones of one colour are connected when they lie on one queen line at distance 2 or more with only empty cells
between. A path walks along connections, and none of its own may cross.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from byways.games.stroll.board import CELLS, NEAR, SIZE, stone_seen, worth_of
from byways.kernels import Ints, Wide, helper

Table: TypeAlias = NDArray[np.int64]  # two-dimensional
Sight: TypeAlias = tuple[Wide, Table, Table]
"""(stones, roads, clashes): see `sight`. Few arrays, because numba passes each as seven words."""

TO, VIA, FAR, END = 0, 1, 2, 3  # columns of `roads`
SHARE, MATE, PICKED = 4, 5, 6  # more of them, which belong to `degree_bounds`
ROAD = 7
ROW, COLUMN, DOWN, RIGHT, STEPS = 0, 1, 2, 3, 4  # columns of a table of lines


@helper
def write_line(n: int, a: int, b: int, lines: Table, index: int) -> None:
    """Write the queen line from cell a to cell b: where it begins, its direction, its steps."""
    row, column = a // n, a % n
    down = b // n - row
    right = b % n - column
    steps = max(abs(down), abs(right))
    lines[index, ROW] = row
    lines[index, COLUMN] = column
    lines[index, DOWN] = down // steps
    lines[index, RIGHT] = right // steps
    lines[index, STEPS] = steps


@helper
def crosses(lines: Table, one: int, two: int) -> bool:
    """Return whether two queen lines cross between their ends: at a cell, or diagonals at the corner of four.

    Lines that only share an end do not cross, nor do two that lie along each other: with only empty cells between
    their ends those cannot overlap.
    """
    down = lines[one, DOWN]
    right = lines[one, RIGHT]
    below = lines[two, DOWN]
    beside = lines[two, RIGHT]
    slope = down * beside - right * below
    if slope == 0:
        return False
    # They meet s / slope steps along the first and t / slope steps along the second; diagonals have slope 2 or -2.
    row, column = lines[two, ROW] - lines[one, ROW], lines[two, COLUMN] - lines[one, COLUMN]
    s = row * beside - column * below
    t = row * right - column * down
    if slope < 0:
        s = -s
        t = -t
        slope = -slope
    return bool(0 < s < slope * lines[one, STEPS] and 0 < t < slope * lines[two, STEPS])


@helper
def insert_road(roads: Table, v: int, w: int, connection: int, steps: int) -> None:
    """Note at stone v the connection to w, behind those that are as long."""
    slot = roads[8 * v, END]
    roads[8 * v, END] += 1
    while slot > 8 * v and roads[slot - 1, FAR] < steps:
        for i in range(3):
            roads[slot, i] = roads[slot - 1, i]
        roads[slot, SHARE] = roads[slot, FAR]
        slot -= 1
    roads[slot, TO] = w
    roads[slot, VIA] = connection
    roads[slot, FAR] = steps
    roads[slot, SHARE] = steps


@helper
def sight(geometry: Ints, state: Ints, mark: int) -> Sight:
    """Return the connections between the stones of one side, `mark` 1 or 2.

    Stones are numbered in row-major order; `stones` holds their cells. The connections of stone v are in the rows
    from 8 * v to before roads[8 * v, END], the longest first: the stone at the other end, the number of the
    connection, its length in steps (1 where only stones count). Row e of `clashes` holds how many others connection e
    crosses, then those; the second half of the row is zeros, where `degree_bounds` keeps a number for each of them.
    """
    n = int(geometry[SIZE])
    number = np.empty(n * n, dtype=np.int64)
    stones = np.empty(n * n, dtype=np.int64)
    count = 0
    for cell in range(n * n):
        if state[CELLS + cell] == mark:
            number[cell] = count
            stones[count] = cell
            count += 1
    roads = np.empty((8 * count, ROAD), dtype=np.int64)
    for v in range(count):
        roads[8 * v, END] = 8 * v
    lines = np.empty((4 * count, 5), dtype=np.int64)
    connections = 0
    for v in range(count):
        cell = int(stones[v])
        for d in range(4, 8):  # the other four directions lead to stones that come before v
            at = stone_seen(geometry, state, cell, d)
            if at >= 0 and state[CELLS + at] == mark and at != geometry[NEAR + 8 * cell + d]:
                write_line(n, cell, at, lines, connections)
                steps = worth_of(geometry, int(lines[connections, STEPS]))
                insert_road(roads, v, int(number[at]), connections, steps)
                insert_road(roads, int(number[at]), v, connections, steps)
                connections += 1
    return stones[:count], roads, clashes(lines, connections)


@helper
def copy_rows(old: Table, new: Table) -> None:
    """Copy a table to the beginning of one that is longer or wider. numba compiles no slices as fast as this."""
    for i in range(old.shape[0]):
        for j in range(old.shape[1]):
            new[i, j] = old[i, j]


@helper
def clashes(lines: Table, count: int) -> Table:
    """Return a row for each of the first `count` lines: how many others it crosses, then which; then as many zeros."""
    width = 8
    found = np.zeros((count, 2 * width), dtype=np.int64)
    for e in range(count):
        for f in range(e):
            if crosses(lines, e, f):
                if max(found[e, 0], found[f, 0]) + 1 == width:
                    width *= 2
                    wider = np.zeros((count, 2 * width), dtype=np.int64)
                    copy_rows(found, wider)
                    found = wider
                found[e, 0] += 1
                found[f, 0] += 1
                found[e, found[e, 0]] = f
                found[f, found[f, 0]] = e
    return found
