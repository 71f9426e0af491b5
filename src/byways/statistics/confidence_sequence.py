"""Confidence sequences: intervals of a mean that hold however often one looks, and whenever one stops.

Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024), "Time-uniform central limit theory and asymptotic confidence
sequences", The Annals of Statistics 52: the boundary is Robbins' normal mixture, with the sample's variance in place of
the true one. A plain interval that is looked at again and again errs far more often than its level says; this one errs
at most so often over all looks together, and is wider at each: 1.55 times at the planned number for 95 %.
"""

from __future__ import annotations

import functools
import math

from byways.statistics.checks import require_at_least, require_fraction
from byways.statistics.intervals import Interval
from byways.statistics.moments import Moments

FIRST = 10
"""Values before which nothing is said: the theory holds for many of them."""
UNIT = (0.0, 1.0)
"""The bounds of a share."""


def confidence_sequence(
    sample: Moments,
    *,
    planned: float,
    level: float = 0.95,
    bounds: tuple[float, float] | None = None,
    first: int = FIRST,
) -> Interval:
    """Return the interval of the mean after the values so far; all such intervals hold together with `level`.

    `planned` is the number of values at which it should be narrowest, chosen before the first look. Values must be
    independent: the share of a pair of games (`bounds=UNIT`), the length of a game. If they have `bounds`, the
    interval keeps within them, and the variance counts one value more at half their width from the mean, for a
    few values that happen to be alike prove nothing. Before `first` values the interval is all there is.
    """
    low, high = bounds or (-math.inf, math.inf)
    if sample.n < max(2, first):
        require_fraction("level", level)
        return Interval(low, high)
    squares = sample.squares + (((high - low) / 2) ** 2 if bounds else 0.0)
    half = math.sqrt(squares / (sample.n - (not bounds))) * radius(sample.n, planned, level)
    return Interval(max(low, sample.mean - half), min(high, sample.mean + half))


def radius(n: float, planned: float, level: float = 0.95) -> float:
    """Return half the width after n values of variance 1 (Theorem 2.2 of the paper)."""
    require_at_least("n", n, 1)
    mixed = n * _mixture(planned, level) + 1
    return math.sqrt(mixed / (n * (mixed - 1)) * math.log(mixed / (1 - level) ** 2))


def values_for_half_width(half_width: float, deviation: float, level: float = 0.95) -> int:
    """Return how many values of a standard deviation give ± `half_width`, if that number is `planned`."""
    require_at_least("half_width", half_width, 1e-9)
    # At the planned number the radius is a constant over √n.
    return math.ceil((radius(1, 1, level) * deviation / half_width) ** 2)


@functools.lru_cache(maxsize=256)
def _mixture(planned: float, level: float) -> float:
    """Return the variance ρ² of the mixture that makes the radius smallest after `planned` values.

    With y = planned ρ² the radius is smallest where y = ln(1 + y) − 2 ln α, which is solved by repetition.
    """
    require_fraction("level", level)
    require_at_least("planned", planned, 1)
    errors = -2 * math.log(1 - level)
    y = errors
    for _ in range(100):
        y = math.log1p(y) + errors
    return y / planned
