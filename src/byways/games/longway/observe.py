"""Observations of a sheet for learners: planes of 49 words, one word per space."""

from __future__ import annotations

import numpy as np

from byways.games.longway.layout import ACTIVE, AT, DARK, LIGHT, PLAYING, own_sheet, spaces_of
from byways.games.longway.sheet import (
    CAFES,
    CAFETERIAS,
    COINS,
    DOORS,
    ENTRANCE,
    EXIT,
    FREE,
    OUTER_CELL,
    OUTER_SIDE,
    SETS,
    SHOWING,
    STOPPED,
    WALLS,
    gather,
)
from byways.games.longway.space_sets import CELLS
from byways.games.longway.tiles import FACES
from byways.header import TO_MOVE
from byways.kernels import Ints, Planes, helper, kernel

# Planes of spaces: 1 where it is so.
EMPTIES = 0
DISPLAYS = 1  # + symbol - 1
CAFETERIA = 7
WALLED_ON = 8  # + side; a wall, doored or not
DOORED_ON = 12  # + side
ENTRANCE_ON = 16  # + side
EXIT_ON = 20  # + side
NEW_TILE = 24  # the tile that is being placed
# Planes of one value everywhere.
LIGHT_IS = 25  # + die - 1
DARK_IS = 31  # + die - 1
COINS_ARE = 37  # coins / 10
CAFETERIAS_LEFT = 38  # (0, 1 or 2) / 2
TURN_IS = 39  # this player is to move
ACTIVE_IS = 40  # this player's dice
STOPPED_IS = 41
PLANES = 42
HIGHEST = 10.0  # 100 coins; two for each space are 98


def shape(geometry: Ints) -> tuple[int, int]:
    """Return the number of planes and of spaces."""
    return PLANES, CELLS


@kernel
def observe(geometry: Ints, state: Ints, player: int, planes: Planes) -> None:
    """Write the player's own sheet, the dice, and the player to move; the other sheets do not matter to it."""
    sheet = own_sheet(geometry, player)
    sets = np.empty(SETS, dtype=np.int64)
    gather(state, sheet, sets)
    mark(planes, EMPTIES, int(sets[FREE]))
    for symbol in range(1, FACES + 1):
        mark(planes, DISPLAYS + symbol - 1, int(sets[SHOWING + symbol]))
    mark(planes, CAFETERIA, int(sets[CAFES] | sets[CAFES + 1]))
    for side in range(4):
        mark(planes, WALLED_ON + side, int(sets[WALLS + side]))
        mark(planes, DOORED_ON + side, int(sets[DOORS + side]))
    for gate, plane in ((ENTRANCE, ENTRANCE_ON), (EXIT, EXIT_ON)):
        outer = int(state[sheet + gate])
        if outer > 0:
            mark(planes, plane + OUTER_SIDE[outer - 1], 1 << OUTER_CELL[outer - 1])
    light, dark = int(state[LIGHT]), int(state[DARK])
    if state[AT] > 0 and state[TO_MOVE] == player:
        mark(planes, NEW_TILE, spaces_of(geometry, light, int(state[AT]) - 1))
    if light > 0:
        planes[LIGHT_IS + light - 1, :] = 1
    if dark > 0:
        planes[DARK_IS + dark - 1, :] = 1
    planes[COINS_ARE, :] = state[sheet + COINS] / 10
    planes[CAFETERIAS_LEFT, :] = (2 - state[sheet + CAFETERIAS]) / 2
    planes[TURN_IS, :] = int(state[TO_MOVE] == player)
    planes[ACTIVE_IS, :] = int(state[PLAYING] > 0 and state[ACTIVE] == player)
    planes[STOPPED_IS, :] = state[sheet + STOPPED]


@helper
def mark(planes: Planes, plane: int, cells: int) -> None:
    """Write 1 for the spaces of a set."""
    for cell in range(CELLS):
        planes[plane, cell] = (cells >> cell) & 1
