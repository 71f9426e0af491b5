"""Confidence sequences hold over all looks together, which plain intervals do not."""

import math

import numpy as np
import pytest

from byways.errors import OptionError
from byways.statistics.confidence_sequence import UNIT, confidence_sequence, radius, values_for_half_width
from byways.statistics.intervals import wilson
from byways.statistics.moments import Moments

LOOKS = range(10, 401, 10)
RUNS = 400


def share_of_runs_with_a_false_verdict(interval, rng, share=0.5):
    """How often the interval leaves out the truth at any of the looks."""
    false = 0
    for points in (rng.random((RUNS, LOOKS[-1])) < share).cumsum(axis=1):
        false += any(not interval(int(points[n - 1]), n).covers(share) for n in LOOKS)
    return false / RUNS


def sequence(points, n):
    return confidence_sequence(Moments(n, points / n, points - points * points / n), planned=200, bounds=UNIT)


def test_looking_every_ten_games_errs_at_most_in_one_of_twenty():
    assert share_of_runs_with_a_false_verdict(sequence, np.random.default_rng(1)) < 0.06
    assert share_of_runs_with_a_false_verdict(sequence, np.random.default_rng(1), share=0.8) < 0.06
    assert share_of_runs_with_a_false_verdict(wilson, np.random.default_rng(1)) > 0.2


def test_it_is_narrowest_at_the_planned_number():
    at_planned = radius(1000, 1000)
    assert at_planned * math.sqrt(1000) == pytest.approx(1.549 * 1.95996, rel=1e-3)
    assert all(radius(1000, other) > at_planned for other in (500, 900, 1100, 2000))
    assert values_for_half_width(0.025, 0.5) == 3685
    assert radius(3685, 3685) * 0.5 == pytest.approx(0.025, rel=1e-3)


def test_the_radius_is_that_of_the_paper():
    def theorem(n, rho2, alpha):
        return np.sqrt((n * rho2 + 1) / (n * n * rho2) * np.log((n * rho2 + 1) / alpha**2))

    candidates = np.geomspace(1e-4, 10, 100_001)
    best = candidates[theorem(300, candidates, 0.1).argmin()]
    for n in (20, 300, 5000):
        assert radius(n, 300, 0.9) == pytest.approx(theorem(n, best, 0.1), rel=1e-3)


def test_values_that_are_all_alike_prove_little():
    alike = confidence_sequence(Moments.of([0.5] * 50), planned=100, bounds=UNIT)
    assert 0.02 < alike.half_width < 0.06
    assert confidence_sequence(Moments.of([1] * 9), planned=100, bounds=UNIT) == (0, 1)
    assert confidence_sequence(Moments.of([1] * 9), planned=100) == (-math.inf, math.inf)
    assert confidence_sequence(Moments.of([30, 40] * 20), planned=100).covers(35)


def test_what_cannot_be_is_said():
    with pytest.raises(OptionError, match="level must be a number between 0 and 1, not 95"):
        confidence_sequence(Moments.of([1, 2] * 10), planned=20, level=95)
    with pytest.raises(OptionError, match="planned must be at least 1, not 0"):
        confidence_sequence(Moments.of([1, 2] * 10), planned=0)
