"""What players see: observations of a sheet for learners, with one word for each space, and whose turns are secret."""

from __future__ import annotations

import numpy as np

from byways.games.longway.grid import ROWS, count_cells, gate_cell, gate_side
from byways.games.longway.layout import ACTIVE, AT, DARK, LIGHT, PLAYING, own_sheet, seen_sheet, spaces_of
from byways.games.longway.sheet import (
    CAFES,
    CAFETERIAS,
    COINS,
    DOORS,
    ENTRANCE,
    EXIT,
    FREE,
    SETS,
    SHOWING,
    STOPPED,
    WALLS,
    gather,
)
from byways.games.longway.tiles import FACES
from byways.kernels import Ints, Planes, helper, kernel
from byways.rules.position import Position
from byways.rules.state_vector import TO_MOVE

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
COINS_ARE = 37  # coins / 10, at most HIGHEST
CAFETERIAS_LEFT = 38  # (0, 1 or 2) / 2
TURN_IS = 39  # this player is to move
ACTIVE_IS = 40  # this player's dice
STOPPED_IS = 41
PLANES = 42
HIGHEST = 10.0


def shape(geometry: Ints) -> tuple[int, int]:
    """Return the number of planes and of spaces."""
    return PLANES, count_cells(geometry)


def rows(geometry: Ints) -> int:
    """Return in how many rows the spaces lie."""
    return int(geometry[ROWS])


@kernel
def observe(geometry: Ints, state: Ints, player: int, planes: Planes) -> None:
    """Write the player's own sheet, the dice, and the player to move; the other sheets do not matter to it."""
    sheet = own_sheet(geometry, player)
    sets = np.empty(SETS, dtype=np.int64)
    gather(geometry, state, sheet, sets)
    mark(planes, EMPTIES, int(sets[FREE]))
    for symbol in range(1, FACES + 1):
        mark(planes, DISPLAYS + symbol - 1, int(sets[SHOWING + symbol]))
    mark(planes, CAFETERIA, int(sets[CAFES] | sets[CAFES + 1]))
    for side in range(4):
        mark(planes, WALLED_ON + side, int(sets[WALLS + side]))
        mark(planes, DOORED_ON + side, int(sets[DOORS + side]))
    for gate, plane in ((ENTRANCE, ENTRANCE_ON), (EXIT, EXIT_ON)):
        side = int(state[sheet + gate])
        if side > 0:
            mark(planes, plane + gate_side(geometry, side), 1 << gate_cell(geometry, side))
    light, dark = int(state[LIGHT]), int(state[DARK])
    if state[AT] > 0 and state[TO_MOVE] == player:
        mark(planes, NEW_TILE, spaces_of(geometry, light, int(state[AT]) - 1))
    if light > 0:
        planes[LIGHT_IS + light - 1, :] = 1
    if dark > 0:
        planes[DARK_IS + dark - 1, :] = 1
    planes[COINS_ARE, :] = min(state[sheet + COINS] / 10, HIGHEST)
    planes[CAFETERIAS_LEFT, :] = (2 - state[sheet + CAFETERIAS]) / 2
    planes[TURN_IS, :] = int(state[TO_MOVE] == player)
    planes[ACTIVE_IS, :] = int(state[PLAYING] > 0 and state[ACTIVE] == player)
    planes[STOPPED_IS, :] = state[sheet + STOPPED]


@helper
def mark(planes: Planes, plane: int, cells: int) -> None:
    """Write 1 for the spaces of a set."""
    for cell in range(planes.shape[1]):
        planes[plane, cell] = (cells >> cell) & 1


def secret_turns(state: Position) -> int:
    """Count the players whose choices in the present round are still secret."""
    mover = int(state.vector[TO_MOVE])
    order = _order(state)
    return order.index(mover) if mover in order else 0


def secret(state: Position) -> bool:
    """Return whether another player chooses after the mover, so that this choice is not shown at once."""
    mover = int(state.vector[TO_MOVE])
    order = _order(state)
    return mover in order[:-1]


def _order(state: Position) -> list[int]:
    """Return the players who choose in this round, in their order."""
    count = len(state.players)
    active = int(state.vector[ACTIVE])
    order = [(active + i) % count for i in range(count)]
    geometry = state.variant.geometry
    return [player for player in order if not state.vector[seen_sheet(geometry, player) + STOPPED]]
