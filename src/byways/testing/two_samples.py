"""Comparing two samples of equal size by the largest gap between their distributions (Kolmogorov and Smirnov).

A gap is a difference of shares: at some number x, how much more often one sample has x or less than the other. If both
come from one distribution, whichever it is, a gap of g or more among n and n numbers has probability 2 exp(-n g²) at
the most, from n = 458 on (Wei and Dudley, "Two-sample Dvoretzky-Kiefer-Wolfowitz inequalities", Statistics &
Probability Letters 82, 2012): a bound, where the usual formulas are limits for large samples.
"""

from __future__ import annotations

import math

import numpy as np

from byways.kernels import Reals

SMALLEST = 458
"""The sample size from which the bound holds."""
_Z_95 = 1.645  # standard errors, of which a normal error exceeds so many in 5 of 100 cases


def largest_gap(first: Reals, second: Reals) -> float:
    """Return the largest difference between the cumulative distributions of two samples."""
    first, second = np.sort(first), np.sort(second)
    at = np.concatenate((first, second))
    below = np.searchsorted(first, at, "right") / first.size, np.searchsorted(second, at, "right") / second.size
    return float(np.abs(below[0] - below[1]).max())


def chance_of_gap(gap: float, size: int) -> float:
    """Return the most probable that such a gap or a larger one can be between two samples of one distribution."""
    return min(1.0, 2 * math.exp(-size * gap * gap))


def convincing_gap(size: int, error: float) -> float:
    """Return the gap that samples of one distribution reach with probability `error` at the most."""
    return math.sqrt(math.log(2 / error) / size)


def detectable_gap(size: int, error: float) -> float:
    """Return the gap between two distributions of which samples reach the convincing gap in 95 of 100 cases.

    The shares at the largest gap are taken to be near one half, where they vary most.
    """
    return convincing_gap(size, error) + _Z_95 * math.sqrt(0.5 / size)
