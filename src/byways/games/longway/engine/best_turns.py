"""The best turns on a sheet by the learnt value, without trying each tile with each display and each bonus.

Tiles with their displays are tried all; only for the most promising of those that win a bonus the bonuses are, coins
standing for them until then. A wall can only matter where the shoppers walk.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from byways.games.longway.actions import CAFE, DOOR, SHOW, TAKE_COINS, TILE, WALL, begins
from byways.games.longway.engine.compact_sheet import (
    COMPACT_WORDS,
    DINED,
    IN,
    OUT,
    PURSE,
    copy_compact,
    lay_cafeteria,
    lay_tile,
    note,
)
from byways.games.longway.engine.features import FEATURES, SCRATCH, WORN, likely_path
from byways.games.longway.engine.value_network import HIDDEN, value
from byways.games.longway.layout import corners_that_fit, tile_spaces
from byways.games.longway.rules import doorway_places, lying, places_for_wall, standing
from byways.games.longway.sheet import (
    DOORS,
    FREE,
    MOST_CAFETERIAS,
    SHOWING,
    WALLS,
    beyond,
    wins_bonus,
)
from byways.games.longway.space_sets import first
from byways.games.longway.tiles import FACES
from byways.kernels import Ints, Reals, Rows, Wide, helper

WORST = -1e9  # the value of a row that holds nothing
WORK = FEATURES + HIDDEN


class Best(NamedTuple):
    """The best turns found so far; WORST is the value of rows that are still empty."""

    values: Reals
    rows: Rows
    """Their compact sheets."""


class Room(NamedTuple):
    """What the value of a sheet is computed in."""

    scratch: Wide
    work: Reals
    """WORK words."""


@helper
def none_yet(count: int) -> Best:
    """Return room for so many best turns."""
    return Best(np.full(count, WORST), np.empty((count, COMPACT_WORDS), dtype=np.int64))


@helper
def make_room() -> Room:
    """Return room for the value of a sheet."""
    return Room(np.empty(SCRATCH, dtype=np.int64), np.empty(WORK))


@helper
def consider(geometry: Ints, net: Reals, compact: Wide, values: Reals, rows: Rows, scratch: Wide, work: Reals) -> None:
    """Keep a compact sheet among the best, `values.size` rows, if it belongs there; `work` has WORK words."""
    keep(value(geometry, net, compact, scratch, work[:FEATURES], work[FEATURES:]), compact, values, rows)


@helper
def keep(found: float, compact: Wide, values: Reals, rows: Rows) -> None:
    """Put a compact sheet in the place of the worst row that it beats."""
    worst = 0
    for i in range(1, values.size):
        if values[i] < values[worst]:
            worst = i
    if found > values[worst]:
        values[worst] = found
        copy_compact(compact, rows[worst])


@helper
def best_turns(geometry: Ints, net: Reals, compact: Wide, light: int, dark: int, breadth: int, best: Best) -> None:
    """Write the best turns that draw something, as many as `best` has rows.

    `breadth` displays that win a bonus are tried with every bonus.
    """
    room = make_room()
    scratch, work = room
    values, rows = best
    tried = np.empty(COMPACT_WORDS, dtype=np.int64)
    winning = none_yet(breadth)
    values[:] = WORST
    free = int(compact[FREE])
    corners = corners_that_fit(geometry, light, free)
    while corners > 0:
        corner = first(corners)
        corners &= corners - 1
        copy_compact(compact, tried)
        lay_tile(geometry, tried, light, dark, corner)
        note(tried, begins(geometry, TILE) + corner)
        spaces = tile_spaces(geometry, light) << corner
        add_displays(geometry, net, tried, spaces, light, dark, best, winning, room)
    add_bonuses(geometry, net, winning, best, room)
    if compact[DINED] < MOST_CAFETERIAS:
        for down in range(2):
            places = standing(free) if down == 1 else lying(free)
            while places > 0:
                copy_compact(compact, tried)
                lay_cafeteria(tried, first(places), down)
                note(tried, begins(geometry, CAFE) + 2 * first(places) + down)
                consider(geometry, net, tried, values, rows, scratch, work)
                places &= places - 1


@helper
def add_displays(
    geometry: Ints, net: Reals, tried: Wide, spaces: int, light: int, dark: int, best: Best, winning: Best, room: Room
) -> None:
    """Consider each display on a tile just drawn; those that win a bonus are kept in `winning`."""
    scratch, work = room
    values, rows = best
    symbols = 1 if light == dark else 2
    shown = np.empty(COMPACT_WORDS, dtype=np.int64)
    while spaces > 0:
        cell = first(spaces)
        spaces &= spaces - 1
        for i in range(symbols):
            symbol = light if i == 0 else dark
            copy_compact(tried, shown)
            bonus = wins_bonus(geometry, tried, cell, symbol)
            shown[SHOWING + symbol] |= 1 << cell
            note(shown, begins(geometry, SHOW) + FACES * cell + symbol - 1)
            if not bonus:
                consider(geometry, net, shown, values, rows, scratch, work)
                continue
            shown[PURSE] += 2
            found = value(geometry, net, shown, scratch, work[:FEATURES], work[FEATURES:])
            shown[PURSE] -= 2
            keep(found, shown, winning.values, winning.rows)


@helper
def add_bonuses(geometry: Ints, net: Reals, winning: Best, best: Best, room: Room) -> None:
    """Consider every bonus for each of those that win one."""
    scratch, work = room
    values, rows = best
    wins, winners = winning
    tried = np.empty(COMPACT_WORDS, dtype=np.int64)
    for i in range(wins.size):
        if wins[i] == WORST:
            continue
        shown = winners[i]
        copy_compact(shown, tried)
        tried[PURSE] += 2
        note(tried, begins(geometry, TAKE_COINS))
        consider(geometry, net, tried, values, rows, scratch, work)
        likely_path(geometry, shown, scratch)
        worn = int(scratch[WORN])
        for side in range(4):
            places = worn & places_for_wall(geometry, shown, side)
            while places > 0:
                bit = places & -places
                places &= places - 1
                copy_compact(shown, tried)
                tried[WALLS + side] |= bit
                tried[FREE] &= ~bit
                note(tried, begins(geometry, WALL) + 4 * first(bit) + side)
                consider(geometry, net, tried, values, rows, scratch, work)
        for side in range(4):
            places = places_for_doorway(geometry, shown, side)
            while places > 0:
                cell = first(places)
                places &= places - 1
                copy_compact(shown, tried)
                lay_doorway(geometry, tried, cell, side)
                note(tried, begins(geometry, DOOR) + 4 * cell + side)
                consider(geometry, net, tried, values, rows, scratch, work)


@helper
def places_for_doorway(geometry: Ints, compact: Wide, side: int) -> int:
    """Return the places for a doorway of a compact sheet."""
    return doorway_places(geometry, compact, int(compact[IN]), int(compact[OUT]), side)


@helper
def lay_doorway(geometry: Ints, compact: Wide, cell: int, side: int) -> None:
    """Cut a doorway through all walls on a border or on an outer side."""
    compact[DOORS + side] |= (1 << cell) & int(compact[WALLS + side])
    there = beyond(geometry, cell, side)
    if there >= 0:
        facing = (side + 2) % 4
        compact[DOORS + facing] |= (1 << there) & int(compact[WALLS + facing])
