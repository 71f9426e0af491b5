"""A compact sheet, as the engine has it: sets of spaces and a few numbers, an int64 vector of COMPACT_WORDS words.

It is made once from a state, and turns are tried on copies of it: no word of it has to be gathered again.
"""

from __future__ import annotations

import numpy as np

from byways.games.longway.grid import all_cells
from byways.games.longway.layout import tile_spaces, walls_of
from byways.games.longway.scoring import WALK, score_sets
from byways.games.longway.sheet import (
    CAFES,
    CAFETERIAS,
    COINS,
    ENTRANCE,
    EXIT,
    FREE,
    SETS,
    SHOWING,
    WALLS,
    gather,
)
from byways.games.longway.space_sets import COLUMNS
from byways.games.longway.tiles import FACES
from byways.kernels import Ints, Wide, helper

IN = SETS  # 1 + the index of the entrance's outer side
OUT = SETS + 1
PURSE = SETS + 2  # coins
DINED = SETS + 3  # cafeterias drawn
MADE = SETS + 4  # the actions of the turn that led here, -1 after the last
ACTIONS_A_TURN = 3
COMPACT_WORDS = MADE + ACTIONS_A_TURN

NONE = -1


@helper
def write_compact(geometry: Ints, state: Ints, sheet: int, compact: Wide) -> None:
    """Write a sheet of a state as a compact sheet."""
    gather(geometry, state, sheet, compact)  # its sets come first
    compact[IN], compact[OUT] = state[sheet + ENTRANCE], state[sheet + EXIT]
    compact[PURSE], compact[DINED] = state[sheet + COINS], state[sheet + CAFETERIAS]
    forget_turn(compact)


@helper
def write_empty(geometry: Ints, entrance: int, way_out: int, compact: Wide) -> None:
    """Write a sheet on which nothing is drawn but the gates, given as 1 + the indexes of their outer sides."""
    for i in range(COMPACT_WORDS):
        compact[i] = 0
    compact[FREE] = all_cells(geometry)
    compact[IN] = entrance
    compact[OUT] = way_out
    forget_turn(compact)


@helper
def forget_turn(compact: Wide) -> None:
    """Clear the actions of the turn."""
    for i in range(ACTIONS_A_TURN):
        compact[MADE + i] = NONE


@helper
def note(compact: Wide, action: int) -> None:
    """Append an action to those of the turn."""
    i = MADE
    while compact[i] != NONE:
        i += 1
    compact[i] = action


@helper
def copy_compact(source: Wide, target: Wide) -> None:
    """Copy a compact sheet word by word: slices would take seconds more to compile."""
    for i in range(COMPACT_WORDS):
        target[i] = source[i]


@helper
def lay_tile(geometry: Ints, compact: Wide, light: int, dark: int, corner: int) -> None:
    """Draw a tile with its walls."""
    compact[FREE] &= ~(tile_spaces(geometry, light) << corner)
    for side in range(4):
        compact[WALLS + side] |= walls_of(geometry, light, dark, side) << corner


@helper
def lay_cafeteria(compact: Wide, cell: int, down: int) -> None:
    """Draw a cafeteria from a space to the east, or `down` (1) to the south."""
    spaces = (1 << cell) | (1 << (cell + (COLUMNS if down == 1 else 1)))
    compact[FREE] &= ~spaces
    compact[CAFES + int(compact[DINED])] = spaces
    compact[DINED] += 1


@helper
def displays(compact: Wide) -> int:
    """Return the spaces with a display."""
    shown = 0
    for symbol in range(1, FACES + 1):
        shown |= int(compact[SHOWING + symbol])
    return shown


@helper
def exact_score(geometry: Ints, compact: Wide, walk: Ints) -> int:
    """Return the present score of the sheet; write a best path to `walk`, WALK words."""
    return score_sets(geometry, compact, int(compact[IN]), int(compact[OUT]), walk)


def score_of(geometry: Ints, compact: Wide) -> int:
    """Return the present score of the sheet."""
    return exact_score(geometry, compact, np.empty(WALK, dtype=np.int16))
