"""The grid of a variant, as its geometry says it: seven columns, and as many rows as the option `rows`.

The functions that take a geometry run in kernels too; the others are for texts and pictures.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping

from byways.games.longway.space_sets import COLUMNS, MOST_CELLS, MOST_ROWS
from byways.kernels import Ints, helper
from byways.rules.boards.layout import Layout
from byways.rules.boards.shapes import grid
from byways.rules.options import Value
from byways.turns import OPTIONS, TABLE

USUAL_ROWS, LEAST_ROWS = 7, 5
ROWS = OPTIONS + 2

# The first words of the game's numbers.
OWN = TABLE  # the offset of the first player's own sheet
GATES = TABLE + 1  # for each outer side in board order 4 * its space + the side
MOST_GATES = 2 * (MOST_ROWS + COLUMNS)
STARTS = GATES + MOST_GATES  # the first action of each kind; see `actions`

NORTH, EAST, SOUTH, WEST = range(4)
SIDES = "NESW"
STEPS = (-COLUMNS, 1, COLUMNS, -1)

NAMES = grid(MOST_ROWS, COLUMNS, "plan").names
"""The spaces of the largest grid; those of a smaller one come first."""

_MOST = (1 << MOST_CELLS) - 1


@helper
def count_cells(geometry: Ints) -> int:
    """Return the number of spaces."""
    return COLUMNS * int(geometry[ROWS])


@helper
def all_cells(geometry: Ints) -> int:
    """Return the set of all spaces."""
    return _MOST >> (MOST_CELLS - COLUMNS * int(geometry[ROWS]))


@helper
def upper_cells(geometry: Ints) -> int:
    """Return the set of the spaces that have another one to the south."""
    return _MOST >> (MOST_CELLS + COLUMNS - COLUMNS * int(geometry[ROWS]))


@helper
def count_gates(geometry: Ints) -> int:
    """Return the number of outer sides."""
    return 2 * (COLUMNS + int(geometry[ROWS]))


@helper
def gate_cell(geometry: Ints, gate: int) -> int:
    """Return the space of an outer side, given as 1 + its index."""
    return int(geometry[GATES + gate - 1]) // 4


@helper
def gate_side(geometry: Ints, gate: int) -> int:
    """Return on which side of its space an outer side is, given as 1 + its index."""
    return int(geometry[GATES + gate - 1]) % 4


def cells_of(options: Mapping[str, Value]) -> int:
    """Return the number of spaces of the grid that the options ask for."""
    return COLUMNS * int(options["rows"])


@functools.cache
def outer_sides(rows: int) -> tuple[tuple[int, int], ...]:
    """Return the space and the side of every outer side in board order: by space, then north, east, south, west."""
    layout = house(rows)
    return tuple(
        (cell, side)
        for cell, (row, column) in enumerate(layout.places)
        for side in range(4)
        if (row == 0, column == COLUMNS - 1, row == rows - 1, column == 0)[side]
    )


def house(rows: int) -> Layout:
    """Return the grid as a board."""
    return grid(rows, COLUMNS, "plan")


def gate_words(rows: int) -> list[int]:
    """Return the words of a geometry from GATES on, MOST_GATES of them."""
    words = [4 * cell + side for cell, side in outer_sides(rows)]
    return words + [0] * (MOST_GATES - len(words))
