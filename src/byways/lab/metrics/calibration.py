"""Calibration: how well the values of positions foretold the results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from byways.lab.metrics.course import Values, known

BINS = 10


class Forecast(NamedTuple):
    """A game's mean value within one bin of values, and its result: shares of the first player."""

    bin: int
    value: float
    result: float


def brier(values: Values, share: float) -> float | None:
    """Return the mean squared difference between the values of the positions before each turn and the result.

    Brier (1950), "Verification of forecasts expressed in terms of probability", Monthly Weather Review 78; for two
    outcomes, half of his sum over both. Always to say ½ has 0.25 where nothing is drawn.
    """
    found = known(values[:-1])
    return sum((value - share) ** 2 for value in found) / len(found) if found else None


def forecasts(values: Values, share: float, bins: int = BINS) -> tuple[Forecast, ...] | None:
    """Return a game's forecasts, one for each bin of equal width in which it has values, ascending.

    Within a bin the positions of one game do not tell more than one of them would: they have the same result.
    """
    by_bin: dict[int, list[float]] = {}
    for value in known(values[:-1]):
        by_bin.setdefault(min(int(value * bins), bins - 1), []).append(value)
    found = tuple(Forecast(n, sum(some) / len(some), share) for n, some in sorted(by_bin.items()))
    return found or None


def calibration_error(games: Sequence[Sequence[Forecast]]) -> float:
    """Return the mean distance of a bin's mean value from its mean result, weighted by the games in it.

    Naeini, Cooper and Hauskrecht (2015), "Obtaining well calibrated probabilities using Bayesian binning", AAAI-15,
    call it the expected calibration error.
    """
    by_bin: dict[int, list[Forecast]] = {}
    for one in (forecast for game in games for forecast in game):
        by_bin.setdefault(one.bin, []).append(one)
    gaps = [abs(sum(one.value - one.result for one in some)) for some in by_bin.values()]
    return sum(gaps) / sum(map(len, by_bin.values()))
