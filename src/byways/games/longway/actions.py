"""The numbering of actions, which depends on the grid: ascending is the order in which turns are listed.

The kinds follow one another; `begins` says where. The first actions are the outer sides, by their index: the entrance,
then the exit.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from itertools import accumulate, pairwise

from byways.games.longway.grid import STARTS, outer_sides
from byways.games.longway.space_sets import COLUMNS
from byways.games.longway.tiles import FACES
from byways.kernels import Ints, helper
from byways.rules.options import Value

TILE = 0  # the top left of the rolled tile's box
CAFE = 1  # + 2 * the first space + 0 (the other lies east) or 1 (south)
STOP = 2
REROLL_LIGHT = 3
REROLL_DARK = 4
SHOW = 5  # + 6 * space + symbol - 1: the display on the new tile
WALL = 6  # + 4 * space + side
DOOR = 7  # + 4 * space + side; a border by its left or upper space, an outer side by its own
TAKE_COINS = 8
ROLL = 9  # + 6 * (light - 1) + dark - 1
LIGHT_SHOWS = 10  # + die - 1, after a reroll
DARK_SHOWS = 11
KINDS = 12


@helper
def begins(geometry: Ints, kind: int) -> int:
    """Return the first action of a kind."""
    return int(geometry[STARTS + kind])


@functools.cache
def starts(rows: int) -> tuple[int, ...]:
    """Return the first action of every kind on a grid with so many rows, then the number of actions."""
    cells = COLUMNS * rows
    counts = (cells, 2 * cells, 1, 1, 1, FACES * cells, 4 * cells, 4 * cells, 1, FACES * FACES, FACES, FACES)
    return tuple(accumulate(counts, initial=len(outer_sides(rows))))


def count_actions(options: Mapping[str, Value]) -> int:
    """Return the number of actions."""
    return starts(int(options["rows"]))[-1]


@functools.cache
def kinds(rows: int) -> tuple[tuple[int, int], ...]:
    """Return for every action its kind, -1 for an outer side, and its number within the kind."""
    first = [0, *starts(rows)]
    return tuple((kind, i) for kind, (low, high) in enumerate(pairwise(first), -1) for i in range(high - low))
