"""An upper bound for the final score of a half-filled sheet, whatever the dice show and whatever is drawn.

A path scores at most its displays. On the final path lie displays that are drawn now, and at most one for each tile
still to come. The proof has three parts:

1. A tile is in one piece and lies on empty spaces. So it lies within one region of those empty spaces that some tile
   can cover at all, and a region of s spaces takes at most s // m more tiles if the smallest shape that fits there has
   m spaces. What is drawn meanwhile only takes empty spaces away.
2. Only a tile's display can win a bonus, and a bonus cuts through one border at most. So with t tiles to come nothing
   is ever reached that lies behind more than t shut borders now, the walls over the entrance and the exit included; new
   walls and cafeterias open nothing. If the exit is out of reach the score is 0.
3. When no tile can come only cafeterias are left, and all ways to draw them are tried.
"""

from __future__ import annotations

import numpy as np

from byways.games.longway.engine.compact_sheet import (
    COMPACT_WORDS,
    DINED,
    IN,
    OUT,
    copy_compact,
    displays,
    exact_score,
    lay_cafeteria,
)
from byways.games.longway.grid import all_cells, gate_cell, upper_cells
from byways.games.longway.layout import corners_that_fit, tile_spaces
from byways.games.longway.rules import lying, standing
from byways.games.longway.scoring import WALK
from byways.games.longway.sheet import FREE, MOST_CAFETERIAS, is_shut, open_east, open_south
from byways.games.longway.space_sets import LAST_COLUMN, count, first, grow
from byways.games.longway.tiles import FACES
from byways.kernels import Ints, Wide, helper, kernel


@kernel
def most_points(geometry: Ints, compact: Wide) -> int:
    """Return an upper bound on this sheet's final score; exact if no tile fits any more."""
    tiles = most_tiles(geometry, int(compact[FREE]))
    if tiles == 0:
        return most_with_cafeterias(geometry, compact)
    doorways = tiles - int(is_shut(geometry, compact, int(compact[IN])))
    at_exit = int(is_shut(geometry, compact, int(compact[OUT])))
    if doorways < at_exit:
        return 0
    start, end = 1 << gate_cell(geometry, int(compact[IN])), 1 << gate_cell(geometry, int(compact[OUT]))
    if within(geometry, compact, start, doorways - at_exit) & end == 0:
        return 0
    return count(displays(compact) & within(geometry, compact, start, doorways)) + tiles


@helper
def most_tiles(geometry: Ints, free: int) -> int:
    """Return an upper bound on the number of tiles that can still be drawn."""
    covered = 0
    for light in range(1, FACES + 1):
        covered |= covered_by(geometry, light, free)
    tiles = 0
    while covered > 0:
        region = edge = covered & -covered
        while edge > 0:
            edge = grow(all_cells(geometry) & ~LAST_COLUMN, upper_cells(geometry), edge) & covered & ~region
            region |= edge
        covered &= ~region
        tiles += count(region) // smallest_tile(geometry, region)
    return tiles


@helper
def covered_by(geometry: Ints, light: int, free: int) -> int:
    """Return the spaces that a shape can cover somewhere."""
    corners = corners_that_fit(geometry, light, free)
    spaces = tile_spaces(geometry, light)
    covered = 0
    while spaces > 0:
        covered |= corners << first(spaces)
        spaces &= spaces - 1
    return covered


@helper
def smallest_tile(geometry: Ints, region: int) -> int:
    """Return the size of the smallest shape that fits into a region; at least one must fit."""
    smallest = count(region)
    for light in range(1, FACES + 1):
        if corners_that_fit(geometry, light, region) > 0:
            smallest = min(smallest, count(tile_spaces(geometry, light)))
    return smallest


@helper
def within(geometry: Ints, compact: Wide, start: int, doorways: int) -> int:
    """Return the spaces that can be reached through at most so many shut borders."""
    east = open_east(geometry, compact)
    south = open_south(geometry, compact)
    reached = start
    for i in range(doorways + 1):
        if i > 0:
            reached |= grow(all_cells(geometry) & ~LAST_COLUMN, upper_cells(geometry), reached)
        edge = reached
        while edge > 0:
            edge = grow(east, south, edge) & ~reached
            reached |= edge
    return reached


@helper
def most_with_cafeterias(geometry: Ints, compact: Wide) -> int:
    """Return the best score that can be reached by nothing but cafeterias."""
    walk = np.empty(WALK, dtype=np.int16)
    best = exact_score(geometry, compact, walk)
    compacts = np.empty((MOST_CAFETERIAS + 1, COMPACT_WORDS), dtype=np.int64)
    left = np.zeros((MOST_CAFETERIAS + 1, 2), dtype=np.int64)
    copy_compact(compact, compacts[0])
    depth = 0
    places_for_cafeteria(compacts[0], left[0])
    while depth >= 0:
        down = 0 if left[depth, 0] > 0 else 1
        if left[depth, down] == 0:
            depth -= 1
            continue
        copy_compact(compacts[depth], compacts[depth + 1])
        lay_cafeteria(compacts[depth + 1], first(int(left[depth, down])), down)
        left[depth, down] &= left[depth, down] - 1
        depth += 1
        best = max(best, exact_score(geometry, compacts[depth], walk))
        places_for_cafeteria(compacts[depth], left[depth])
    return best


@helper
def places_for_cafeteria(compact: Wide, places: Wide) -> None:
    """Write the first spaces of cafeterias that could be drawn, lying and standing ones."""
    places[0] = places[1] = 0
    if compact[DINED] < MOST_CAFETERIAS:
        places[0], places[1] = lying(int(compact[FREE])), standing(int(compact[FREE]))
