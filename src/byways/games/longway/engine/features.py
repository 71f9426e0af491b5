"""The features of a half-filled sheet: a likely path of the shoppers, and numbers that describe it.

The path is searched leg by leg, each leg the shortest walk that is best by itself with displays worth four of an empty
space's loss, since empty spaces will be filled. That is not always the exact path, but a hundred times as fast.
"""

from __future__ import annotations

from byways.games.longway.engine.compact_sheet import DINED, IN, OUT, PURSE, displays
from byways.games.longway.grid import gate_cell
from byways.games.longway.layout import corners_that_fit, tile_spaces
from byways.games.longway.rules import lying, standing
from byways.games.longway.sheet import (
    CAFES,
    FREE,
    MOST_CAFETERIAS,
    SHOWING,
    is_shut,
    open_east,
    open_south,
)
from byways.games.longway.space_sets import COLUMNS, MOST_CELLS, count, first, grow
from byways.games.longway.tiles import FACES
from byways.kernels import Ints, Reals, Wide, helper

# Scratch memory, an int64 vector of SCRATCH words: what a leg needs, then what `likely_path` finds.
LAYERS = 0  # by distance, the spaces of the leg
BEST = MOST_CELLS + 1  # for each space, what the leg is worth from there on
WORN = BEST + MOST_CELLS  # the spaces on the path
OPEN_TO_IT = WORN + 1  # those on any shortest walk of its legs
LEGS = WORN + 2  # how many cafeterias it visits
STEPS = WORN + 3  # the length of each leg
SCRATCH = STEPS + 3

_DISPLAY, _EMPTY = 4, 1
_FAR_BELOW = -1_000

FEATURES = 28


@helper
def walk_leg(east: int, south: int, gain: int, loss: int, start: int, goal: int, scratch: Wide) -> int:
    """Return the spaces of the best shortest walk from one set to another, or 0; its steps are added to the scratch."""
    reached = edge = start
    steps = 0
    scratch[LAYERS] = start
    while edge & goal == 0:
        edge = grow(east, south, edge) & ~reached
        if edge == 0:
            return 0
        reached |= edge
        steps += 1
        scratch[LAYERS + steps] = edge
    scratch[LAYERS + steps] &= goal
    may_use = 0
    for step in range(steps, -1, -1):
        if step < steps:
            scratch[LAYERS + step] &= grow(east, south, int(scratch[LAYERS + step + 1]))
        cells = int(scratch[LAYERS + step])
        may_use |= cells
        while cells > 0:
            bit = cells & -cells
            worth = _DISPLAY * int(gain & bit != 0) - _EMPTY * int(loss & bit != 0)
            if step < steps:
                ahead = grow(east, south, bit) & int(scratch[LAYERS + step + 1])
                worth += int(scratch[BEST + best_cell(scratch, ahead)])
            scratch[BEST + first(bit)] = worth
            cells &= cells - 1
    scratch[OPEN_TO_IT] |= may_use
    scratch[STEPS + int(scratch[LEGS])] = steps
    walk = 0
    near = start
    for step in range(steps + 1):
        bit = 1 << best_cell(scratch, near & int(scratch[LAYERS + step]))
        walk |= bit
        near = grow(east, south, bit)
    return walk


@helper
def best_cell(scratch: Wide, cells: int) -> int:
    """Return the first space, of a set that is not empty, from which the leg is worth most."""
    best = 0
    most = _FAR_BELOW
    while cells > 0:
        cell = first(cells)
        cells &= cells - 1
        if scratch[BEST + cell] > most:
            best = cell
            most = int(scratch[BEST + cell])
    return best


@helper
def likely_path(geometry: Ints, compact: Wide, scratch: Wide) -> bool:
    """Find a path of the shoppers; return whether there is one. Writes WORN, OPEN_TO_IT, LEGS and STEPS."""
    for i in range(WORN, SCRATCH):
        scratch[i] = 0
    if is_shut(geometry, compact, int(compact[IN])) or is_shut(geometry, compact, int(compact[OUT])):
        return False
    east = open_east(geometry, compact)
    south = open_south(geometry, compact)
    gain = displays(compact)
    loss = int(compact[FREE])
    here = 1 << gate_cell(geometry, int(compact[IN]))
    end = 1 << gate_cell(geometry, int(compact[OUT]))
    one, other = int(compact[CAFES]), int(compact[CAFES + 1])
    worn = 0
    while one | other > 0:
        walk = walk_leg(east, south, gain & ~worn, loss & ~worn, here, one | other, scratch)
        if walk == 0:
            break
        worn |= walk
        scratch[LEGS] += 1
        if walk & one != 0:
            here = one
            one = 0
        else:
            here = other
            other = 0
    walk = walk_leg(east, south, gain & ~worn, loss & ~worn, here, end, scratch)
    if walk == 0:
        return False
    scratch[WORN] = worn | walk
    return True


@helper
def describe(geometry: Ints, compact: Wide, scratch: Wide, features: Reals) -> None:
    """Write what the value is computed from: FEATURES numbers, mostly between 0 and 4."""
    is_open = likely_path(geometry, compact, scratch)
    free = int(compact[FREE])
    worn = int(scratch[WORN])
    east = open_east(geometry, compact)
    south = open_south(geometry, compact)
    shown = displays(compact)
    matches = 0
    for symbol in range(1, FACES + 1):
        matches += count(grow(east, south, int(compact[SHOWING + symbol])) & free)
    wanted = worn & free
    kinds = kinds_wanted = places = reachable = 0
    for light in range(1, FACES + 1):
        corners = corners_that_fit(geometry, light, free)
        if corners == 0:
            continue
        kinds += 1
        places += count(corners)
        spaces = tile_spaces(geometry, light)
        useful = 0
        while spaces > 0:
            cell = first(spaces)
            spaces &= spaces - 1
            reachable |= corners << cell
            useful |= corners & (wanted >> cell)
        kinds_wanted += int(useful > 0)
    if compact[DINED] < MOST_CAFETERIAS:
        pairs = lying(free)
        columns = standing(free)
        reachable |= pairs | (pairs << 1) | columns | (columns << COLUMNS)
    cafeterias = int(compact[CAFES]) | int(compact[CAFES + 1])
    features[0] = 1.0
    features[1] = count(shown & worn) / 4
    features[2] = count(wanted) / 4
    features[3] = count(worn) / 8
    features[4] = count(wanted & ~reachable)
    features[5] = count(free) / 16
    features[6] = kinds / 2
    features[7] = kinds_wanted / 2
    features[8] = places / 40
    features[9] = count(shown & ~worn) / 2
    features[10] = min(int(compact[PURSE]), 4) / 2
    features[11] = MOST_CAFETERIAS - int(compact[DINED])
    features[12] = int(compact[DINED]) - int(scratch[LEGS])
    for leg in range(3):
        features[13 + leg] = int(scratch[STEPS + leg]) / 4
    features[16] = count(int(scratch[OPEN_TO_IT]) & ~worn) / 4
    features[17] = count(grow(east, south, cafeterias) & free) / 2
    features[18] = matches / 4
    features[19] = 0.0 if is_open else 1.0
    features[20] = count(grow(east, south, worn) & free & ~worn) / 4
    features[21] = count(free & ~reachable) / 2
    features[22] = count(free & reachable & ~worn) / 8
    features[23] = 1.0 if count(free) < 6 else 0.0
    features[24] = 1.0 if compact[PURSE] > 0 else 0.0
    features[25] = (count(worn & (worn >> 1) & east) + count(worn & (worn >> COLUMNS) & south)) / 8
    features[26] = count(grow(east, south, shown & worn) & free) / 4
    features[27] = count(reachable & wanted) / 4
