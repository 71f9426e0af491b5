"""The static evaluation of a Troll position: a logistic regression over what the player to move sees, with its weights.

`scripts/train/learn-troll` finds the weights in games that the engine plays against itself: those of the usual game,
then those of the variant of diagonal joins.
"""

from __future__ import annotations

import json
import math

import numpy as np

from byways.game.folder import read_beside
from byways.games.troll.engine.tactics import look as look_anywhere
from byways.games.troll.engine.tactics8 import LARGEST, look
from byways.games.troll.rules import CELLS, EMPTY, JOINS, SIZE, ways
from byways.kernels import Ints, Reals, Wide, helper, kernel
from byways.rules.boards.walk import gap
from byways.rules.state_vector import NOBODY, TO_MOVE, WINNER
from byways.turns import WEIGHTS as FIRST_WEIGHT

DEEP = 4  # how far from an edge cells are told apart
CLASSES = DEEP * DEEP  # of cells: by the distance from the disc's own edges, then from the other two
UNITS = 1_000  # a weight of so much is a logit of 1

# What the evaluation sees, from the player to move. A "threat" is a cell where the enemy would win at once; a "capture"
# is a cell where a disc flips something.
NAMES = (
    "threat",
    "second threat",
    "third threat",
    "captures",
    "enemy captures",
    "flippable enemies",
    "flippable own",
    "beside a free corner, own edge",  # these are the player's minus the enemy's
    "beside a free corner, other edge",
    "beside a free corner, inside",
    "beside an own corner, own edge",
    "beside an own corner, other edge",
    "beside an own corner, inside",
    "beside an enemy corner, own edge",
    "beside an enemy corner, other edge",
    *(f"early {own}{other}" for own in range(DEEP) for other in range(DEEP)),  # discs on cells of a class, by how empty
    *(f"late {own}{other}" for own in range(DEEP) for other in range(DEEP)),  # the board is, and by how full
    "to move",
)
CORNERS, EARLY, TO_MOVE_WORTH = 7, 15, 15 + 2 * CLASSES  # where they stand in it
DIAGONAL = "diagonal, "  # before the names of the variant's


def _learnt(file: str, before: str = "") -> dict[str, int]:
    found: dict[str, int] = json.loads(read_beside(__file__, file))
    return {before + name: found[name] for name in NAMES}


WEIGHTS = _learnt("weights.json") | _learnt("weights-diagonal.json", DIAGONAL)

FULL = 64  # parts of a full board; what does not depend on how full the board is counts so often
_SURE = 0.99  # the player to move wins at once
_SIGHTS = len(NAMES)
_THREATS = 3  # threats that are told apart
_FLIPPED = 2  # cells that an enemy's disc counts in a gap, for it must be flipped


@kernel
def evaluate(geometry: Ints, state: Ints, values: Reals) -> int:
    """Estimate both players' values."""
    player = int(state[TO_MOVE])
    if player == NOBODY:
        winner = int(state[WINNER])
        values[0] = 0.5 if winner == 0 else 2.0 - winner
        values[1] = 1.0 - values[0]
        return 1
    sights = np.zeros(_SIGHTS, dtype=np.int64)
    value = _SURE
    if see(geometry, state, sights) == 0:
        first = int(geometry[FIRST_WEIGHT]) + (_SIGHTS if geometry[JOINS] == 1 else 0)
        sum_ = 0
        for i in range(_SIGHTS):
            sum_ += int(geometry[first + i]) * int(sights[i])
        value = 1.0 / (1.0 + math.exp(-sum_ / (UNITS * FULL)))
        value = min(max(value, 1.0 - _SURE), _SURE)
    values[player] = value
    values[1 - player] = 1.0 - value
    return 1


@kernel
def see(geometry: Ints, state: Ints, sights: Wide) -> int:
    """Write what there is of each of NAMES to `sights`; return in how many cells the player to move wins at once."""
    player = int(state[TO_MOVE])
    found = np.zeros((2, 3), dtype=np.int64)
    for side in range(2):
        if geometry[SIZE] <= LARGEST:
            look(geometry, state, player if side == 0 else 1 - player, found[side])
        else:
            look_anywhere(geometry, state, player if side == 0 else 1 - player, found[side])
    for i in range(_THREATS):
        sights[i] = FULL * int(found[1, 0] > i)
    sights[3], sights[4] = FULL * found[0, 1], FULL * found[1, 1]
    sights[5], sights[6] = FULL * found[0, 2], FULL * found[1, 2]
    _see_corners(geometry, state, player, sights)
    _see_cells(geometry, state, player, sights)
    sights[TO_MOVE_WORTH] = FULL
    return int(found[0, 0])


@helper
def _see_corners(geometry: Ints, state: Ints, player: int, sights: Wide) -> None:
    """Add up the discs beside each corner: along the disc's own edge, along the other one, and inside."""
    n = int(geometry[SIZE])
    for corner in range(4):
        down = (corner >> 1) * (n - 1)
        right = (corner & 1) * (n - 1)
        row, column = (1, n - 2)[corner >> 1], (1, n - 2)[corner & 1]
        here = int(state[CELLS + n * down + right])
        # from White's edge
        along = n * down + column
        across = n * row + right
        inside = n * row + column
        for way in range(3):
            cell = (along, across, inside)[way]
            disc = int(state[CELLS + cell])
            if disc == EMPTY:
                continue
            kind = way if disc == 1 or way == 2 else 1 - way
            if here == disc:
                kind += 3
            elif here != EMPTY:
                if way == 2:
                    continue
                kind += 6
            sights[CORNERS + kind] += FULL if disc == player + 1 else -FULL


@helper
def _see_cells(geometry: Ints, state: Ints, player: int, sights: Wide) -> None:
    """Add up discs by their distance from their own edges and from the other two, early and late."""
    n = int(geometry[SIZE])
    discs = 0
    for row in range(n):
        down = min(row, n - 1 - row, DEEP - 1)
        for column in range(n):
            disc = int(state[CELLS + n * row + column])
            if disc != EMPTY:
                discs += 1
                across = min(column, n - 1 - column, DEEP - 1)
                place = DEEP * down + across if disc == 1 else DEEP * across + down
                sights[EARLY + place] += 1 if disc == player + 1 else -1
    late = FULL * discs // (n * n)
    for place in range(CLASSES):
        more = int(sights[EARLY + place])
        sights[EARLY + place] = more * (FULL - late)
        sights[EARLY + CLASSES + place] = more * late


@kernel
def beginner(geometry: Ints, state: Ints, player: int) -> int:
    """Prefer few missing cells between the own edges; where that is equal, many own discs."""
    n = int(geometry[SIZE])
    discs = 0
    for cell in range(n * n):
        discs += int(state[CELLS + cell] == player + 1)
    return discs - n * n * gap(geometry, state, player, _FLIPPED, ways(geometry))
