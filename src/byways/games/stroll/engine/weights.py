"""The weights of Stroll's evaluation.

`scripts/train/learn-stroll` finds them in games that the engine plays against itself.
"""

from __future__ import annotations

import json

import numpy as np

from byways.game.folder import read_beside
from byways.kernels import Ints, Reals, helper
from byways.turns import weight

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
_LEARNT: dict[str, int] = {**json.loads(read_beside(__file__, "weights.json")), "playouts": 12}
WEIGHTS = {name: _LEARNT[name] for name in NAMES}


@helper
def blend(geometry: Ints, index: int, shares: Reals) -> int:
    """Return the weight of the present phase, of those that begin at this index."""
    total = 0.0
    for phase in range(PHASES):
        total += shares[phase] * weight(geometry, index + phase)
    return int(np.floor(total + 0.5))
