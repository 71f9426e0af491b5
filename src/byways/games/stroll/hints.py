"""How Stroll is searched: the weights of its evaluation, which stand at the end of the geometry vector.

`scripts/learn-stroll` finds them in games that the engine plays against itself.
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
LEARNT = (
    *(f"{kind} {length} {phase}" for kind in _KINDS for length in range(1, CLASSES + 1) for phase in _PHASES),
    *(f"{what} {phase}" for what in ("to move", "second stone") for phase in _PHASES),
    *(f"{cell} {seen} {phase}" for cell in _CELLS for seen in _SEEN for phase in _PHASES),
)
NAMES = (*LEARNT, "playouts")  # the last: games are played from leaves where at most so many cells are free
TEMPO = PHASES * CLASSES * KINDS  # where they stand in it
SECOND = TEMPO + PHASES
SIGHTS = SECOND + PHASES
PLAYOUTS = SIGHTS + PHASES * CELL_KINDS * (DEGREES + LENGTHS)
WEIGHTS: dict[str, int] = {
    **json.loads(read_beside(__file__, "weights.json")),
    "playouts": 12,
}
KNOBS = {"leaf": 0.3, "widen": 0.6, "exploration": 0.2, "solve": 1.0}


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
