"""The value of a Stroll board's cells, by how many stones of each colour they see and how far away.

A path leaves a stone in two directions at most: a stone with many connections wastes some, which sums over lines of
sight do not know. An empty cell that sees many stones of a colour is where that colour can still join them; whether a
first stone may be placed there tells how soon.
"""

from __future__ import annotations

import numpy as np

from byways.games.stroll.board import CELLS, EMPTY, NEAR, SIZE
from byways.games.stroll.engine.line_features import class_of
from byways.games.stroll.engine.weights import CELL_KINDS, DEGREES, LENGTHS, SIGHTS, blend
from byways.kernels import Ints, Reals, Rows, Wide, helper

STONE, BESIDE, FREE = range(CELL_KINDS)  # of a colour; empty beside a stone; free for a first stone
DEGREE = (
    0  # in a row of `look_around`: how many stones are seen; behind it the greatest distances in ninths of the side
)


@helper
def note(rows: Rows, row: int, distance: int) -> None:
    """Record one more stone seen at this distance."""
    rows[row, DEGREE] += 1
    at = LENGTHS
    while at > 0 and rows[row, at] < distance:
        if at < LENGTHS:
            rows[row, at + 1] = rows[row, at]
        rows[row, at] = distance
        at -= 1


@helper
def look_around(geometry: Ints, state: Ints) -> tuple[Rows, Wide, int]:
    """Return what each cell sees, which empty cells have a stone beside them, and how many are free for a first stone.

    What is seen has a row per colour; a stone's row of its own colour is its connections.
    """
    n = int(geometry[SIZE])
    cells = n * n
    rows = np.zeros((2 * cells, 1 + LENGTHS), dtype=np.int64)
    beside = np.zeros(cells, dtype=np.int64)
    classes = np.empty(n + 1, dtype=np.int64)
    for steps in range(1, n + 1):
        classes[steps] = class_of(n, steps) + 1
    free = cells
    for cell in range(cells):
        stone = int(state[CELLS + cell])
        if stone == EMPTY:
            continue
        free -= 1
        for d in range(8):
            at = int(geometry[NEAR + 8 * cell + d])
            steps = 1
            while at >= 0 and state[CELLS + at] == EMPTY:
                note(rows, cells * (stone - 1) + at, classes[steps])
                if steps == 1:
                    free -= 1 - int(beside[at])
                    beside[at] = 1
                at = int(geometry[NEAR + 8 * at + d])
                steps += 1
            if at >= 0 and state[CELLS + at] == stone:
                note(rows, cells * (stone - 1) + cell, classes[steps])
    return rows, beside, free


@helper
def sight_worths(geometry: Ints, shares: Reals) -> Rows:
    """Return each kind of cell's value by its sights: per count of stones, then per ninth of the greatest distances."""
    table = np.zeros((CELL_KINDS, DEGREES + LENGTHS), dtype=np.int64)
    for kind in range(CELL_KINDS):
        for i in range(DEGREES + LENGTHS):
            table[kind, i] = blend(geometry, SIGHTS + shares.size * (kind * (DEGREES + LENGTHS) + i), shares)
    return table


@helper
def cells_worth(geometry: Ints, state: Ints, rows: Rows, beside: Wide, table: Rows) -> int:
    """Return the value of all cells to White, from the result of `look_around`."""
    cells = int(geometry[SIZE]) ** 2
    total = 0
    for cell in range(cells):
        stone = int(state[CELLS + cell])
        for colour in range(2):
            if stone == EMPTY or stone == colour + 1:
                kind = STONE if stone != EMPTY else BESIDE if beside[cell] != 0 else FREE
                row = cells * colour + cell
                worth = table[kind, min(rows[row, DEGREE], DEGREES - 1)]
                for i in range(LENGTHS):
                    worth += table[kind, DEGREES + i] * rows[row, 1 + i]
                total += worth * (1 - 2 * colour)
    return int(total)
