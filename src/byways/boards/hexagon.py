"""Hexagons of hexes, lying in horizontal rows.

Rows are lettered from the bottom upwards; within a row the number names the diagonal, as in Abalone: with 5 hexes a
side a1–a5, b1–b6, … e1–e9, f2–f9, … i5–i9. Hexes are numbered by row, then by number.
"""

from __future__ import annotations

import functools

import numpy as np

from byways.boards.square import LETTERS
from byways.kernels import Ints

# The six directions as (row step, number step), so that what lies there is in board order.
DIRECTIONS = ((-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1))


@functools.cache
def places(side: int) -> tuple[tuple[int, int], ...]:
    """Return (row, number) of every hex; rows count from 0, numbers from 1."""
    found = []
    for row in range(2 * side - 1):
        length = side + min(row, 2 * side - 2 - row)
        first = max(1, row - side + 2)
        found += [(row, number) for number in range(first, first + length)]
    return tuple(found)


@functools.cache
def names(side: int) -> tuple[str, ...]:
    """Return the names of all hexes in board order."""
    return tuple(f"{LETTERS[row]}{number}" for row, number in places(side))


@functools.cache
def cells(side: int) -> dict[str, int]:
    """Map names to hexes."""
    return {text: cell for cell, text in enumerate(names(side))}


@functools.cache
def neighbours(side: int) -> Ints:
    """Return neighbours, shape (hexes * 6,): that of hex c in direction d is at 6 * c + d, or -1 off the board."""
    found = {place: cell for cell, place in enumerate(places(side))}
    table = [found.get((row + up, number + right), -1) for row, number in places(side) for up, right in DIRECTIONS]
    array = np.array(table, dtype=np.int16)
    array.flags.writeable = False
    return array
