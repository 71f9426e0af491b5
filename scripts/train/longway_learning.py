"""Learning the value of a sheet by playing: temporal differences over games that the value itself plays.

After each game every sheet on the way is told what came of it, more precisely the mixture TD(λ) of the final score and
the values of later sheets (Sutton, Machine Learning 3, 1988), and Adam (Kingma and Ba, 2015) takes a step.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np

from byways.game import Variant
from byways.games.longway.engine.compact_sheet import COMPACT_WORDS, write_empty
from byways.games.longway.engine.features import FEATURES
from byways.games.longway.engine.policy import play_on
from byways.games.longway.engine.value_network import BIAS, HIDDEN, LEAK, OUTPUT, WEIGHTS, predict
from byways.games.longway.grid import count_gates
from byways.kernels import Bits, Ints, Reals, Table, Wide, compiled, helper, kernel
from byways.kernels.rng import draw, seeded

LAMBDA = 0.8
_LONGEST = 60  # turns of a game that are learnt from
_SLOW, _SLOWER, _TINY = 0.9, 0.999, 1e-6  # Adam's two memories, and what keeps it from dividing by 0
_BATCH = 500  # games between reports, and with steps of one length


@kernel
def learn(
    geometry: Ints, net: Reals, moments: Table, played: int, games: int, rate: float, rng: Bits, scores: Wide
) -> None:
    """Play `games` games with random gates and learn from each, in place; write their scores.

    `moments` has a row for each of Adam's two memories, `played` says how many games they remember.
    """
    compact, hidden = np.empty(COMPACT_WORDS, dtype=np.int64), np.empty(HIDDEN)
    trail, slope = np.empty((_LONGEST + 1, FEATURES)), np.empty(WEIGHTS)
    gates = count_gates(geometry)
    for game in range(games):
        entrance = draw(rng, gates)
        way_out = (entrance + 1 + draw(rng, gates - 1)) % gates
        write_empty(geometry, entrance + 1, way_out + 1, compact)
        scores[game] = play_on(geometry, net, compact, 0, 0, 0, 1, rng, trail)
        turns = 0
        while turns < _LONGEST and trail[turns, 0] > 0.0:
            turns += 1
        slope[:] = 0.0
        target = float(scores[game])
        for turn in range(turns - 1, -1, -1):
            found = predict(net, trail[turn], hidden)
            blame(net, trail[turn], hidden, target - found, slope)
            target = LAMBDA * target + (1.0 - LAMBDA) * found
        step(net, moments, slope, played + game + 1, rate)


@helper
def blame(net: Reals, features: Reals, hidden: Reals, error: float, slope: Reals) -> None:
    """Add to `slope` how each weight would mend an error."""
    slope[BIAS] += error
    for j in range(HIDDEN):
        slope[OUTPUT + j] += error * hidden[j]
        share = error * net[OUTPUT + j] * (1.0 if hidden[j] >= 0.0 else LEAK)
        for i in range(FEATURES):
            slope[i * HIDDEN + j] += share * features[i]


@helper
def step(net: Reals, moments: Table, slope: Reals, number: int, rate: float) -> None:
    """Take one step of Adam."""
    first, second = 1.0 - _SLOW**number, 1.0 - _SLOWER**number
    for i in range(WEIGHTS):
        moments[0, i] = _SLOW * moments[0, i] + (1.0 - _SLOW) * slope[i]
        moments[1, i] = _SLOWER * moments[1, i] + (1.0 - _SLOWER) * slope[i] * slope[i]
        net[i] += rate * (moments[0, i] / first) / (np.sqrt(moments[1, i] / second) + _TINY)


def train(
    variant: Variant,
    games: int,
    seed: int,
    begin: Reals | None = None,
    rates: tuple[float, float] = (3e-3, 3e-4),
    marks: Collection[int] = (),
) -> Iterator[tuple[int, Reals, float]]:
    """Learn from `games` games; yield now and then how many were played, the weights, and the recent mean score.

    It begins with given weights or with random ones. The steps shrink from the first rate to the second. It yields at
    `marks` too, which changes nothing in what is learnt.
    """
    net = np.random.default_rng(seed).normal(0.0, 0.3, WEIGHTS) if begin is None else begin.copy()
    moments, rng = np.zeros((2, WEIGHTS)), seeded(seed)
    played = 0
    for pause in sorted({*range(_BATCH, games, _BATCH), *(mark for mark in marks if mark < games), games}):
        scores = np.empty(pause - played, dtype=np.int64)
        part = played // _BATCH * _BATCH / games
        rate = rates[0] * (rates[1] / rates[0]) ** part
        compiled(learn)(variant.geometry, net, moments, played, scores.size, rate, rng, scores)
        played = pause
        yield played, net, float(scores.mean())
