"""Vocabulary for kernels: the board. Cells and what is on them, neighbours, sides, chains and lines of pieces."""

from __future__ import annotations

import numpy as np

from byways.kernels import Ints, helper
from byways.rules.state_vector import HEADER
from byways.turns import CELL_COUNT, COLUMNS, DIRECTIONS, ROWS, TABLE, TOUCHING

CELLS = HEADER  # the cells begin here in a state
TOP, BOTTOM, LEFT, RIGHT = 1, 2, 4, 8  # sides of a board, as bits; of a `Hexagon`, LEFT and RIGHT are two sides each
UPPER_RIGHT, LOWER_RIGHT, LOWER_LEFT, UPPER_LEFT = 16, 32, 64, 128  # the slanting sides of a `Hexagon`
HEXAGON_SIDES = (TOP, UPPER_RIGHT, LOWER_RIGHT, BOTTOM, LOWER_LEFT, UPPER_LEFT)
"""The six sides of a `Hexagon`, clockwise; opposite ones are three apart."""
NORTH, WEST, EAST, SOUTH = 1, 3, 4, 6  # directions on a `Grid`


@helper
def piece(state: Ints, cell: int) -> int:
    """Return what is on a cell: 0, or a piece, which is 1 + its player unless `Game.pieces` lists others."""
    return int(state[CELLS + cell])


@helper
def put(state: Ints, cell: int, what: int) -> None:
    """Set what is on a cell: a piece, or 0 for none."""
    state[CELLS + cell] = what


@helper
def cells(geometry: Ints) -> int:
    """Return the number of cells."""
    return int(geometry[CELL_COUNT])


@helper
def rows(geometry: Ints) -> int:
    """Return the number of rows."""
    return int(geometry[ROWS])


@helper
def columns(geometry: Ints) -> int:
    """Return the number of columns."""
    return int(geometry[COLUMNS])


@helper
def counters(geometry: Ints) -> int:
    """Return the offset of the counters in a state: behind the cells."""
    return CELLS + int(geometry[CELL_COUNT])


@helper
def neighbour(geometry: Ints, cell: int, direction: int) -> int:
    """Return the next cell in a direction, or -1 where the board ends.

    On a `Grid` directions 0 to 7 go from the upper left to the lower right, in reading order; on a `Rhombus` so do 0 to
    5. On a `Hexagon`, whose first row is the lowest, 0 and 1 lead down, 2 and 3 sideways, 4 and 5 up. The opposite of d
    is 7 - d on a `Grid`, else 5 - d.
    """
    return int(geometry[TABLE + int(geometry[DIRECTIONS]) * cell + direction])


@helper
def sides(geometry: Ints, cell: int) -> int:
    """Return the sides of the board that a cell is on: the sum of TOP, BOTTOM, LEFT and RIGHT.

    On a `Hexagon` a cell on a slanting side has its own bit besides, UPPER_LEFT or LOWER_LEFT, UPPER_RIGHT or
    LOWER_RIGHT, so that six sides are told apart.
    """
    return int(geometry[TABLE + int(geometry[DIRECTIONS]) * int(geometry[CELL_COUNT]) + cell])


@helper
def corners(geometry: Ints, cell: int) -> int:
    """Return the corners of the board that a cell is at, as bits; 0 for one at none.

    Clockwise from the upper left: 1 and 2 are the upper corners, 4 the right one of a `Hexagon`, 8 and 16 the lower
    ones, 32 the left one of a `Hexagon`.
    """
    on = sides(geometry, cell)
    found = 0
    if on & TOP and on & LEFT:
        found |= 1
    if on & TOP and on & RIGHT:
        found |= 2
    if on & UPPER_RIGHT and on & LOWER_RIGHT:
        found |= 4
    if on & BOTTOM and on & RIGHT:
        found |= 8
    if on & BOTTOM and on & LEFT:
        found |= 16
    if on & UPPER_LEFT and on & LOWER_LEFT:
        found |= 32
    return found


@helper
def directions(geometry: Ints) -> int:
    """Return the number of directions: 8 on a `Grid`, 6 on hexes."""
    return int(geometry[DIRECTIONS])


@helper
def step(geometry: Ints, action: int) -> tuple[int, int]:
    """Return the cells at which a `Steps()` action of length 1 begins and ends; -1 off the board."""
    start = action // 8 if int(geometry[DIRECTIONS]) == 8 else action // 6  # dividing by constants is ten times faster
    return start, int(geometry[TABLE + action])


@helper
def edges(player: int) -> int:
    """Return the edges of a player: TOP + BOTTOM are the first player's, LEFT + RIGHT the second's."""
    return TOP + BOTTOM if player == 0 else LEFT + RIGHT


@helper
def full(geometry: Ints, state: Ints) -> bool:
    """Return whether every cell is occupied."""
    for cell in range(cells(geometry)):
        if piece(state, cell) == 0:
            return False
    return True


@helper
def run(geometry: Ints, state: Ints, cell: int, direction: int) -> int:
    """Count the pieces like the one on `cell` that follow it in a direction without a gap."""
    what = piece(state, cell)
    count = 0
    at = neighbour(geometry, cell, direction)
    while at >= 0 and piece(state, at) == what:
        count += 1
        at = neighbour(geometry, at, direction)
    return count


@helper
def joins(geometry: Ints, state: Ints, cell: int, both: int) -> bool:
    """Return whether the chain of equal pieces around `cell` reaches both of two sides, such as TOP + BOTTOM.

    Pieces are in one chain where their cells share a side.
    """
    what = state[CELLS + cell]
    touching = int(geometry[TOUCHING])
    total = int(geometry[CELL_COUNT])
    # Unsigned indices, because numba looks at every signed one whether it counts from the end.
    around = np.uint64(geometry[DIRECTIONS])
    sides_at = np.uint64(TABLE) + around * np.uint64(total)
    seen = np.zeros(total, dtype=np.uint8)
    stack = np.empty(total, dtype=np.int16)
    seen[cell] = 1
    stack[0] = cell
    count = 1
    reached = 0
    while count > 0:
        count -= 1
        here = np.uint64(stack[count])
        reached |= int(geometry[sides_at + here])
        if reached & both == both:
            return True
        first = np.uint64(TABLE) + around * here
        for direction in range(around):
            at = geometry[first + np.uint64(direction)]
            if at >= 0:
                there = np.uint64(at)
                if state[np.uint64(CELLS) + there] == what and seen[there] == 0 and touching >> int(direction) & 1:
                    seen[there] = 1
                    stack[count] = at
                    count += 1
    return False
