"""The learnt value of a sheet: a small network that predicts the final score from its features.

One hidden layer of leaky rectifiers. Its weights are one float64 vector: HIDDEN for each feature, then one for each
hidden unit, then the bias. They are learnt by `learning`.
"""

from __future__ import annotations

import functools
import json
from importlib import resources
from typing import Any

import numpy as np

from byways.errors import OptionError
from byways.games.longway.engine.features import FEATURES, describe
from byways.kernels import Ints, Reals, Wide, helper
from byways.translatable import Catalogue

say = Catalogue("longway").say

HIDDEN = 24
OUTPUT = FEATURES * HIDDEN
BIAS = OUTPUT + HIDDEN
WEIGHTS = BIAS + 1
LEAK = 0.05
FILE = "weights.json"
EARLY = "weights.early.json"


@helper
def predict(net: Reals, features: Reals, hidden: Reals) -> float:
    """Return the value of a description; write the activations of the hidden units to `hidden`."""
    for j in range(HIDDEN):
        hidden[j] = 0.0
    for i in range(FEATURES):
        feature = features[i]
        if feature != 0.0:
            for j in range(HIDDEN):
                hidden[j] += net[i * HIDDEN + j] * feature
    total = net[BIAS]
    for j in range(HIDDEN):
        if hidden[j] < 0.0:
            hidden[j] *= LEAK
        total += net[OUTPUT + j] * hidden[j]
    return float(total)


@helper
def value(geometry: Ints, net: Reals, compact: Wide, scratch: Wide, features: Reals, hidden: Reals) -> float:
    """Return the expected final score of a sheet before the next dice are rolled."""
    describe(geometry, compact, scratch, features)
    return predict(net, features, hidden)


@functools.cache
def weights() -> Reals:
    """Return the weights that Byways ships, read-only."""
    return _vector(_read(FILE))


@functools.cache
def early_weights(games: int) -> Reals:
    """Return the weights after so many training games, read-only. Raises OptionError if they are not kept."""
    kept = _read(EARLY)
    if str(games) not in kept:
        raise OptionError(
            "longway.learnt",
            say(
                "there are no weights learnt after {games} games, only after {allowed}",
                option="learnt",
                games=games,
                allowed=", ".join(kept),
            ),
        )
    return _vector(kept[str(games)])


def _read(file: str) -> Any:
    return json.loads(resources.files(__package__).joinpath(file).read_text())


def _vector(values: list[float]) -> Reals:
    found = np.array(values, dtype=np.float64)
    found.flags.writeable = False
    return found
