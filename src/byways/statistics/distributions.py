"""Quantiles of the normal and of Student's distribution."""

from __future__ import annotations

import functools
import math
from statistics import NormalDist

from byways.statistics.checks import require_at_least, require_fraction

STANDARD = NormalDist()
NORMAL_FROM = 1e7
"""Degrees of freedom from which Student's quantile is the normal one to seven digits."""


def normal_quantile(level: float) -> float:
    """Return how many standard errors lie to either side in a two-sided interval of a level; 1.96 for 0.95."""
    require_fraction("level", level)
    return STANDARD.inv_cdf((1 + level) / 2)


@functools.lru_cache(maxsize=1024)
def student_quantile(level: float, degrees: float) -> float:
    """Return the same for Student's distribution; `degrees` of freedom need not be whole and may be infinite.

    By bisection of the distribution function, to eight digits.
    """
    low = normal_quantile(level)  # Student's tails are the heavier ones
    require_at_least("degrees", degrees, 1)
    if degrees >= NORMAL_FROM:
        return low
    high = 2 * low
    while student_inside(high, degrees) < level:
        low, high = high, 2 * high
    while high - low > 1e-11 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if student_inside(middle, degrees) < level else (low, middle)
    return (low + high) / 2


def student_inside(t: float, degrees: float) -> float:
    """Return the probability that Student's variable is between −t and t (Abramowitz and Stegun 26.7.1, 26.5.27)."""
    return 1 - incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t))


def incomplete_beta(a: float, b: float, x: float) -> float:
    """Return the regularised incomplete beta function I_x(a, b).

    By its continued fraction (NIST Digital Library of Mathematical Functions 8.17.22), which converges quickly where
    x < (a + 1) / (a + b + 2); elsewhere I_x(a, b) = 1 − I_{1−x}(b, a).
    """
    if x <= 0 or x >= 1:
        return float(x > 0)
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(b, a, 1 - x)
    scale = a * math.log(x) + b * math.log1p(-x) - math.lgamma(a) - math.lgamma(b) + math.lgamma(a + b)
    return math.exp(scale) / a * _beta_fraction(a, b, x)


def _beta_fraction(a: float, b: float, x: float) -> float:
    """Evaluate 1/(1 + d1/(1 + d2/(1 + …))) from the front, by the ratios of successive numerators and denominators."""
    up = 1.0
    down = 1 / (1 - (a + b) * x / (a + 1))
    value = down
    for m in range(1, 10_000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        before = value
        for term in (even, odd):
            up = 1 + term / up
            down = 1 / (1 + term * down)
            value *= up * down
        if abs(value - before) <= 1e-15 * abs(value):
            break
    return value
