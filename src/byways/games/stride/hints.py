"""The weights of Stride's evaluation, which stand behind the rules' words in the geometry vector."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from byways.games.stride import rules
from byways.games.stride.rules import HEXES, JUMPS
from byways.kernels import Ints, helper
from byways.options import Value

# A piece's row parity never changes. "step0" … "step7" weigh a piece that can still reach its goal row, by the jumps it
# is away; "aid0" … "aid7" one that can only help, by the jumps it is away from the row before.
STEPS = 8
WEIGHTS = {
    "step0": 300,
    "step1": 285,
    "step2": 145,
    "step3": 110,
    "step4": 100,
    "step5": 95,
    "step6": 92,
    "step7": 90,
    "aid0": 18,
    "aid1": 113,
    "aid2": 75,
    "aid3": 70,
    "aid4": 70,
    "aid5": 70,
    "aid6": 70,
    "aid7": 70,
    "jump": 50,
    "tempo": 3,
    "buried": 107,
}


@helper
def first_weight(geometry: Ints) -> int:
    """Where the weights begin."""
    return JUMPS + 12 * int(geometry[HEXES])


def geometry(options: Mapping[str, Value]) -> Ints:
    """The constant vector: the rules' words, then the weights."""
    return np.concatenate([rules.geometry(options), np.array([*WEIGHTS.values()], dtype=np.int16)])


def weights(geometry: Ints) -> dict[str, int]:
    """Where each weight stands in the geometry vector."""
    first = first_weight(geometry)
    return {name: first + i for i, name in enumerate(WEIGHTS)}
