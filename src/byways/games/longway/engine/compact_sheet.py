"""A sheet in the hands of the engine: its sets of spaces and a few numbers, as an int64 vector of SKETCH words.

It is made once from a state, and turns are tried on copies of it: no word of it has to be gathered again.
"""

from __future__ import annotations

import numpy as np

from byways.games.longway.layout import SPACES, walls_of
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
from byways.games.longway.space_sets import ALL, SET_WORDS, SIZE, read_set
from byways.games.longway.tiles import FACES
from byways.kernels import Ints, Wide, helper

IN = SETS  # 1 + the entrance's index in OUTER
OUT = SETS + 1
PURSE = SETS + 2  # coins
DINED = SETS + 3  # cafeterias drawn
MADE = SETS + 4  # the actions of the turn that led here, -1 after the last
ACTIONS_A_TURN = 3
SKETCH = MADE + ACTIONS_A_TURN

NONE = -1


@helper
def take_sketch(state: Ints, sheet: int, sketch: Wide) -> None:
    """Write the sketch of a sheet in a state."""
    gather(state, sheet, sketch)  # its sets come first
    sketch[IN], sketch[OUT] = state[sheet + ENTRANCE], state[sheet + EXIT]
    sketch[PURSE], sketch[DINED] = state[sheet + COINS], state[sheet + CAFETERIAS]
    forget_turn(sketch)


@helper
def empty_sketch(entrance: int, way_out: int, sketch: Wide) -> None:
    """Write a sheet on which nothing is drawn but the gates, given as 1 + their indexes in OUTER."""
    for i in range(SKETCH):
        sketch[i] = 0
    sketch[FREE], sketch[IN], sketch[OUT] = ALL, entrance, way_out
    forget_turn(sketch)


@helper
def forget_turn(sketch: Wide) -> None:
    """Clear the actions of the turn."""
    for i in range(ACTIONS_A_TURN):
        sketch[MADE + i] = NONE


@helper
def note(sketch: Wide, action: int) -> None:
    """Append an action to those of the turn."""
    i = MADE
    while sketch[i] != NONE:
        i += 1
    sketch[i] = action


@helper
def copy_sketch(source: Wide, target: Wide) -> None:
    """Copy a sketch word by word: slices would take seconds more to compile."""
    for i in range(SKETCH):
        target[i] = source[i]


@helper
def tile_spaces(geometry: Ints, light: int) -> int:
    """Return the spaces of a tile whose box lies at a1."""
    return read_set(geometry, SPACES + SET_WORDS * (light - 1))


@helper
def lay_tile(geometry: Ints, sketch: Wide, light: int, dark: int, corner: int) -> None:
    """Draw a tile with its walls."""
    sketch[FREE] &= ~(tile_spaces(geometry, light) << corner)
    for side in range(4):
        sketch[WALLS + side] |= walls_of(geometry, light, dark, side) << corner


@helper
def lay_cafeteria(sketch: Wide, cell: int, down: int) -> None:
    """Draw a cafeteria from a space to the east, or `down` (1) to the south."""
    spaces = (1 << cell) | (1 << (cell + (SIZE if down == 1 else 1)))
    sketch[FREE] &= ~spaces
    sketch[CAFES + int(sketch[DINED])] = spaces
    sketch[DINED] += 1


@helper
def displays(sketch: Wide) -> int:
    """Return the spaces with a display."""
    shown = 0
    for symbol in range(1, FACES + 1):
        shown |= int(sketch[SHOWING + symbol])
    return shown


@helper
def exact_score(sketch: Wide, walk: Ints) -> int:
    """Return the present score of the sheet; write a best path to `walk`, WALK words."""
    return score_sets(sketch, int(sketch[IN]), int(sketch[OUT]), walk)


def score_of(sketch: Wide) -> int:
    """Return the present score of the sheet."""
    return exact_score(sketch, np.empty(WALK, dtype=np.int16))
