"""How Stroll is searched: the weights of its evaluation and of its order of stones, which stand at the end of the
geometry vector.

`scripts/learn-stroll` and `scripts/learn-stroll-order` find them in games that the engine plays against itself.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

import numpy as np

from byways.game import read_beside
from byways.games.stroll import rules
from byways.games.stroll.board import NEAR, SIZE
from byways.kernels import Ints, Reals, helper
from byways.options import Value

CLASSES = 9  # of lengths
DEGREES = 6  # classes of how many stones a cell sees: 0 to 4, and more
LENGTHS = 3  # how many of the distances at which it sees them count, the greatest first
UNITS = 1_000  # a weight of so much is a logit of 1
_PHASES = ("late", "middle", "early")
_KINDS = ("open straight", "open diagonal", "straight", "diagonal")  # stretches of a line, as `lines` counts them
_CELLS = ("stone", "beside", "free")  # cells, as `cells` tells them apart
_SEEN = (*(f"sees {count}" for count in range(DEGREES)), "farthest", "second", "third")
PHASES, KINDS, CELL_KINDS = len(_PHASES), len(_KINDS), len(_CELLS)
TAKEN = 10  # how many cells for a first stone one stone can take away, 0 to 9
_STONES = ("first", "second")  # of a turn
_ENDS = ("edge", "own", "enemy")  # what a stone sees in a direction, as `preferences` tells it
_PAIRS = tuple(f"{one} and {two}" for i, one in enumerate(_ENDS) for two in _ENDS[i:])  # in two opposite ones
_AXES = ("straight", "diagonal")
_LOOKED_FOR = (
    *(f"{what} {axis} {length}" for what in (*_ENDS, *_PAIRS) for axis in _AXES for length in range(1, CLASSES + 1)),
    *(f"sees {count} {whose}" for whose in _ENDS[1:] for count in range(DEGREES)),
    *(f"takes {count}" for count in range(TAKEN)),
)
FEATURES = len(_LOOKED_FOR)
LEARNT = (
    *(f"{kind} {length} {phase}" for kind in _KINDS for length in range(1, CLASSES + 1) for phase in _PHASES),
    *(f"{what} {phase}" for what in ("to move", "second stone") for phase in _PHASES),
    *(f"{cell} {seen} {phase}" for cell in _CELLS for seen in _SEEN for phase in _PHASES),
)
PREFERRED = tuple(f"{stone}: {what} {phase}" for stone in _STONES for what in _LOOKED_FOR for phase in _PHASES)
NAMES = (*LEARNT, "playouts", *PREFERRED)  # playouts: games are played from leaves where at most so many cells are free
TEMPO = PHASES * CLASSES * KINDS  # where they stand in it
SECOND = TEMPO + PHASES
SIGHTS = SECOND + PHASES
PLAYOUTS = SIGHTS + PHASES * CELL_KINDS * (DEGREES + LENGTHS)
PREFERENCES = PLAYOUTS + 1
WEIGHTS: dict[str, int] = {
    **json.loads(read_beside(__file__, "weights.json")),
    "playouts": 12,
    **json.loads(read_beside(__file__, "preferences.json")),
}
KNOBS = {"leaf": 0.3, "puct": 0.7, "solve": 1.0}


def geometry(options: Mapping[str, Value]) -> Ints:
    """The rules' constant vector with the weights behind it, and a zero: no `hurry`."""
    table = [*(WEIGHTS[name] for name in NAMES), 0]
    return np.concatenate([rules.geometry(options), np.array(table, dtype=np.int16)])


def weights(geometry: Ints) -> Mapping[str, int]:
    """Where each weight stands in the vector."""
    first = NEAR + 8 * int(geometry[SIZE]) ** 2
    return {name: first + index for index, name in enumerate(NAMES)}


@helper
def weight(geometry: Ints, index: int) -> int:
    """The weight with this index."""
    return int(geometry[NEAR + 8 * int(geometry[SIZE]) ** 2 + index])


@helper
def blend(geometry: Ints, index: int, shares: Reals) -> int:
    """The weight of the present phase, of those that begin at this index."""
    total = 0.0
    for phase in range(PHASES):
        total += shares[phase] * weight(geometry, index + phase)
    return int(np.floor(total + 0.5))
