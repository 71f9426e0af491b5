"""Bootstrap intervals of figures by ply: whole games are drawn again, for the plies of one game are alike."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from byways.statistics.checks import require_at_least
from byways.statistics.distributions import STANDARD, student_quantile
from byways.statistics.intervals import Estimate, Interval

Game = TypeVar("Game")
Statistic = Callable[[Sequence[Game]], float]
"""A figure from the values of some games; NaN where these have none (a share of captures without any)."""


def bootstrap_by_game(
    games: Sequence[Game],
    statistic: Statistic[Game],
    rng: np.random.Generator,
    *,
    level: float = 0.95,
    samples: int = 1000,
) -> Estimate:
    """Return a statistic of some games with its interval, by drawing as many games again with replacement.

    A game is whatever `statistic` takes: the values of its plies, or a pair of sums that it divides. Openings played
    from both sides belong in one element. Davison and Hinkley (1997), "Bootstrap methods and their application", 3.8;
    percentiles widened for few games as in Hesterberg (2015), "What teachers should know about the bootstrap", The
    American Statistician 69, 4.6.
    """
    require_at_least("games", len(games), 1)
    drawn = resampled(games, statistic, rng, samples)
    return Estimate(statistic(games), _percentiles(drawn, level, len(games)))


def bootstrap_difference(
    first: Sequence[Game],
    second: Sequence[Game],
    statistic: Statistic[Game],
    rng: np.random.Generator,
    *,
    level: float = 0.95,
    samples: int = 1000,
) -> Estimate:
    """Return the difference of a statistic between two independent sets of games, first minus second."""
    fewest = min(len(first), len(second))
    require_at_least("games", fewest, 1)
    drawn = resampled(first, statistic, rng, samples) - resampled(second, statistic, rng, samples)
    return Estimate(statistic(first) - statistic(second), _percentiles(drawn, level, fewest))


def resampled(
    games: Sequence[Game], statistic: Statistic[Game], rng: np.random.Generator, samples: int
) -> NDArray[np.float64]:
    """Return the statistic of `samples` draws of as many games with replacement, shape (samples,)."""
    require_at_least("samples", samples, 100)
    values = np.empty(samples)
    for sample in range(samples):
        values[sample] = statistic([games[i] for i in rng.integers(0, len(games), len(games))])
    return values


def _percentiles(drawn: NDArray[np.float64], level: float, games: int) -> Interval:
    if games < 2:
        return Interval(-math.inf, math.inf)
    known = drawn[~np.isnan(drawn)]
    if len(known) == 0:
        return Interval(-math.inf, math.inf)
    widened = math.sqrt(games / (games - 1)) * student_quantile(level, games - 1)
    tail = STANDARD.cdf(-widened)
    low, high = np.quantile(known, [tail, 1 - tail])
    return Interval(float(low), float(high))
