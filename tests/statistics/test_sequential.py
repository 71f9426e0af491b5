"""The sequential test: its likelihoods, its errors, and the games that it takes; and confidence sequences."""

import functools
import math

import numpy as np
import pytest

from byways.errors import OptionError
from byways.statistics.confidence_sequence import UNIT, confidence_sequence, radius, values_for_half_width
from byways.statistics.intervals import wilson
from byways.statistics.moments import Moments
from byways.statistics.sequential import (
    GSPRT,
    NELO,
    SHARES,
    nelo_likelihood,
    pentanomial,
    share_likelihood,
    share_of,
    strength,
)

COUNTS = ([7, 12, 40, 20, 9], [1, 3, 90, 5, 2], [30, 2, 11, 1, 60], [2, 40, 1, 3, 4])


def completed(free, condition):
    """Rows of five probabilities with p[0], p[1], p[3] given, and p[2], p[4] such that the condition holds.

    By bisection; rows for which there are none are NaN.
    """
    left = 1 - free.sum(axis=1)

    def at(x):
        return np.stack([free[:, 0], free[:, 1], left - x, free[:, 2], x], axis=1)

    low, high = np.zeros(len(free)), left
    possible = (free.min(axis=1) > 0) & (left > 0) & (condition(at(low)) < 0) & (condition(at(high)) > 0)
    for _ in range(50):
        middle = (low + high) / 2
        under = condition(at(middle)) < 0
        low, high = np.where(under, middle, low), np.where(under, high, middle)
    return np.where(possible[:, None], at((low + high) / 2), np.nan)


def maximised(counts, condition):
    """The greatest likelihood under a condition, by steps in random directions."""

    def best_of(free):
        with np.errstate(invalid="ignore", divide="ignore"):
            values = np.nan_to_num(np.log(completed(free, condition)) @ counts, nan=-1e99)
        return values.max(), free[values.argmax()]

    rng = np.random.default_rng(1)
    best, free = best_of(rng.dirichlet([1] * 5, 500)[:, :3])
    step = 0.1
    while step > 1e-6:
        value, better = best_of(free + step * rng.normal(size=(30, 3)))
        if value > best:
            best, free = value, better
        else:
            step *= 0.7
    return best


def of_share(probabilities, share):
    return probabilities @ SHARES - share


def of_nelo(probabilities, nelo):
    """A game's standard deviation is that of a pair's share times √2."""
    mean = probabilities @ SHARES
    deviation = np.sqrt(np.maximum(0, probabilities @ np.square(SHARES) - mean * mean)) * np.sqrt(2)
    return (mean - 0.5) - nelo / NELO * deviation


@pytest.mark.parametrize("counts", COUNTS)
def test_likelihoods_are_those_of_a_direct_search(counts):
    low, high = (maximised(counts, functools.partial(of_share, share=share)) for share in (0.48, 0.56))
    assert share_likelihood(counts, 0.48) == pytest.approx(low, abs=1e-4)
    assert GSPRT(0.48, 0.56).ratio(counts) == pytest.approx(high - low, abs=2e-4)
    low, high = (maximised(counts, functools.partial(of_nelo, nelo=nelo)) for nelo in (-10, 30))
    assert nelo_likelihood(counts, -10) == pytest.approx(low, abs=1e-4)
    assert GSPRT(-10, 30, scale="nelo").ratio(counts) == pytest.approx(high - low, abs=2e-4)


@pytest.mark.parametrize("nelo", [-400, 200, 600])
def test_normalised_elo_far_from_the_counts(nelo):
    counts = COUNTS[0]
    assert nelo_likelihood(counts, nelo) == pytest.approx(
        maximised(counts, functools.partial(of_nelo, nelo=nelo)), abs=1e-3
    )
    reflected = nelo_likelihood(counts[::-1], -nelo)
    assert nelo_likelihood(counts, nelo) == pytest.approx(reflected)


def test_kinds_that_were_not_seen_may_still_have_a_probability():
    # All pairs won: a share of one half leaves half of the pairs lost.
    assert share_likelihood([0, 0, 0, 0, 9], 0.5) == pytest.approx(9 * math.log(0.5))
    # All pairs split: 0.6 leaves a fifth of them won.
    assert share_likelihood([0, 0, 9, 0, 0], 0.6) == pytest.approx(9 * math.log(0.8))
    assert math.isfinite(nelo_likelihood([0, 0, 0, 0, 9], 0))
    assert GSPRT(0, 20, scale="nelo").ratio([0, 0, 0, 0, 9]) > 0


def test_any_counts_have_a_ratio():
    rng = np.random.default_rng(1)
    for _ in range(150):
        counts = (rng.integers(0, 2, 5) * rng.integers(0, 10 ** rng.integers(1, 7), 5)).tolist()
        free = sum(n * math.log(n / sum(counts)) for n in counts if n)
        share, nelo = rng.uniform(0.01, 0.99), rng.uniform(-1000, 1000)
        assert share_likelihood(counts, share) <= free + 1e-9 * abs(free)
        if any(counts):
            assert math.isfinite(GSPRT(0.01, 0.99).ratio(counts))
            assert math.isfinite(nelo_likelihood(counts, nelo))


def test_the_ratio_is_about_the_normal_one_for_many_pairs():
    # Van den Bergh: LLR ≈ n (s1 − s0)(2 mean − s0 − s1) / (2 variance).
    counts = [200, 500, 1700, 540, 210]
    n = sum(counts)
    mean = np.dot(counts, SHARES) / n
    variance = np.dot(counts, np.square(SHARES)) / n - mean * mean
    normal = n * 0.01 * (2 * mean - 1.01) / (2 * variance)
    assert GSPRT(0.5, 0.51).ratio(counts) == pytest.approx(normal, rel=0.01)


def pairs_of(rng, runs, pairs, share, uneven):
    """Points of the first player in pairs whose openings favour one colour by so much, shape (runs, pairs)."""
    off = share - 0.5
    return (rng.random((runs, pairs)) < 0.5 + uneven + off) + 1 * (rng.random((runs, pairs)) < 0.5 - uneven + off)


def played(verdict_of, points, every=4):
    """The verdict of a run, looked at every few pairs, and the games that it took."""
    for pairs in range(every, len(points) + 1, every):
        lost, split, won = np.bincount(points[:pairs], minlength=3)
        verdict = verdict_of([lost, 0, split, 0, won])
        if verdict:
            return verdict, 2 * pairs
    raise AssertionError("no verdict")


def by_single_games(low, high):
    """The verdict of the test of version 0.1, which took games as independent of each other."""

    def verdict(counts):
        won, lost = 2 * counts[4] + counts[2], 2 * counts[0] + counts[2]
        mean = (won + 1) / (won + lost + 2)
        ratio = (won + lost) * (high - low) * (2 * mean - low - high) / (2 * mean * (1 - mean))
        return None if abs(ratio) < np.log(19) else "high" if ratio > 0 else "low"

    return verdict


@pytest.mark.parametrize("uneven", [0.0, 0.31])
def test_both_errors_are_about_what_they_should_be(uneven):
    test, rng = GSPRT(0.45, 0.55, alpha=0.1, beta=0.1), np.random.default_rng(5)
    for share, wrong in ((0.45, "high"), (0.55, "low")):
        verdicts = [played(test.verdict, points, every=8)[0] for points in pairs_of(rng, 250, 1500, share, uneven)]
        assert 0.03 < verdicts.count(wrong) / 250 < 0.16  # a tenth, less what the last look goes over the bound


def test_uneven_openings_take_clearly_fewer_games_than_one_by_one():
    # Openings that favour one colour by 31 points: the test by single games needed 592 games where 328 do.
    points = pairs_of(np.random.default_rng(3), 80, 3000, 0.5, 0.31)
    by_pairs = [played(GSPRT(0.5, 0.55).verdict, run) for run in points]
    by_games = [played(by_single_games(0.5, 0.55), run) for run in points]
    assert np.mean([games for _, games in by_pairs]) < 0.75 * np.mean([games for _, games in by_games])
    assert sum(verdict == "high" for verdict, _ in by_pairs) < 0.15 * 80


def test_the_estimate_of_a_stopped_test_covers_the_truth():
    test, rng, covered = GSPRT(0.5, 0.56, 0.1, 0.1), np.random.default_rng(8), 0
    for points in pairs_of(rng, 150, 1500, 0.56, 0.2):
        _, games = played(test.verdict, points)
        lost, split, won = np.bincount(points[: games // 2], minlength=3)
        covered += strength([lost, 0, split, 0, won], planned_pairs=150).share.interval.covers(0.56)
    assert covered >= 0.95 * 150 - 4


def test_strength_says_share_elo_and_normalised_elo():
    counts = [59, 1751, 4800, 3267, 169]
    result = strength(counts)
    # The same counts as published by the Reckless engine's wiki: Elo 30.09 ± 2.56, nElo 56.71 ± 4.80.
    assert result.elo.value == pytest.approx(30.09, abs=0.01)
    assert result.elo.interval.half_width == pytest.approx(2.56, abs=0.02)
    assert result.nelo.value == pytest.approx(56.71, abs=0.03)
    assert result.nelo.interval.half_width == pytest.approx(4.80, abs=0.1)
    assert share_of(result.elo.value) == pytest.approx(result.share.value)
    assert strength(counts, planned_pairs=10_000).share.interval.half_width > result.share.interval.half_width


def test_pairs_are_counted_by_their_points_and_a_test_says_what_it_cannot_be():
    assert pentanomial([0, 0.5, 1, 1, 1.5, 2, 2, 2]) == [1, 1, 2, 1, 3]
    assert GSPRT(0.5, 0.55).bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert GSPRT(0.5, 0.55).verdict([0] * 5) is None
    for bad in ((0.55, 0.5), (0.5, 1.2), (0.5, 0.55, 0.6, 0.6), (0, 1001, 0.05, 0.05, "nelo")):
        with pytest.raises(OptionError):
            GSPRT(*bad)


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


def test_looking_at_a_confidence_sequence_every_ten_games_errs_at_most_in_one_of_twenty():
    assert share_of_runs_with_a_false_verdict(sequence, np.random.default_rng(1)) < 0.06
    assert share_of_runs_with_a_false_verdict(sequence, np.random.default_rng(1), share=0.8) < 0.06
    assert share_of_runs_with_a_false_verdict(wilson, np.random.default_rng(1)) > 0.2


def test_a_confidence_sequence_is_narrowest_at_the_planned_number_with_the_radius_of_the_paper():
    at_planned = radius(1000, 1000)
    assert at_planned * math.sqrt(1000) == pytest.approx(1.549 * 1.95996, rel=1e-3)
    assert all(radius(1000, other) > at_planned for other in (500, 900, 1100, 2000))
    assert values_for_half_width(0.025, 0.5) == 3685
    assert radius(3685, 3685) * 0.5 == pytest.approx(0.025, rel=1e-3)

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
