"""How Stroll is searched: the weights of its evaluation, which stand at the end of the geometry vector."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from byways.games.stroll import rules
from byways.games.stroll.board import NEAR, SIZE
from byways.kernels import Ints, helper
from byways.options import Value

WEIGHTS = {
    "lead": 150,  # of a lead of the board's side in cells
    "tempo": 10,  # of being to move
    "link": 250,  # of new connections as long as the board's side
    "cut": 250,  # of connections that are cut, likewise
}
KNOBS = {"leaf": 0.2, "widen": 0.6, "bias": 1.0, "exploration": 0.2, "solve": 1.0}
LEAD, TEMPO, LINK, CUT = range(len(WEIGHTS))


def geometry(options: Mapping[str, Value]) -> Ints:
    """The rules' constant vector with the weights behind it, and a zero: no `hurry`."""
    return np.concatenate([rules.geometry(options), np.array([*WEIGHTS.values(), 0], dtype=np.int16)])


def weights(geometry: Ints) -> Mapping[str, int]:
    """Where each weight stands in the vector."""
    first = NEAR + 8 * int(geometry[SIZE]) ** 2
    return {name: first + index for index, name in enumerate(WEIGHTS)}


@helper
def weight(geometry: Ints, index: int) -> float:
    """The weight with this index."""
    return float(geometry[NEAR + 8 * int(geometry[SIZE]) ** 2 + index])
