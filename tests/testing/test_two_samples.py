"""The largest gap between two samples, and how probable it is."""

import math

import numpy as np
import pytest

from byways.testing.playouts import SMALLEST, chance_of_gap, convincing_gap, detectable_gap, largest_gap


@pytest.mark.parametrize(
    ("first", "second", "gap"),
    [
        ([1, 2, 3, 4], [1, 2, 3, 4], 0.0),
        ([1, 2, 3, 4], [5, 6, 7, 8], 1.0),
        ([1, 2, 3, 4], [1.5, 2.5, 3.5, 4.5], 0.25),
        ([0, 0, 0, 1], [0, 1, 1, 1], 0.5),
        ([0, 0.5, 0.5, 1], [0, 0, 0.5, 1], 0.25),
        ([3, 1, 2, 0], [9, 9, 0, 9], 0.75),
    ],
)
def test_the_gap_is_the_largest_difference_of_shares(first, second, gap):
    assert largest_gap(np.array(first, float), np.array(second, float)) == gap
    assert largest_gap(np.array(second, float), np.array(first, float)) == gap


# c(error) in the criterion D > c sqrt((n + m) / (n m)) of Smirnov's tables (1948), here with n = m
@pytest.mark.parametrize(
    ("error", "c"), [(0.10, 1.224), (0.05, 1.358), (0.025, 1.480), (0.01, 1.628), (0.005, 1.731), (0.001, 1.949)]
)
def test_convincing_gaps_are_those_of_the_tables(error, c):
    size = 10_000
    assert convincing_gap(size, error) == pytest.approx(c * math.sqrt(2 / size), abs=0.0005 * math.sqrt(2 / size))
    assert chance_of_gap(convincing_gap(size, error), size) == pytest.approx(error)
    assert chance_of_gap(0.0, size) == 1.0


def rate(error, size, runs, draw):
    """How often two samples of one distribution have a convincing gap."""
    gaps = np.array([largest_gap(draw(size), draw(size)) for _ in range(runs)])
    return float((gaps >= convincing_gap(size, error)).mean())


def test_samples_of_one_distribution_differ_as_often_as_the_bound_says_and_those_with_few_values_less():
    share = rate(0.05, SMALLEST, 4_000, np.random.default_rng(1).random)
    assert 0.03 < share < 0.05 + 3 * math.sqrt(0.05 * 0.95 / 4_000)
    rng = np.random.default_rng(2)
    assert rate(0.05, 600, 2_000, lambda size: rng.integers(0, 3, size).astype(float)) < 0.05


def test_the_detectable_gap_is_found_in_95_of_100_cases():
    size, error, runs = 5_000, 1e-4, 2_000
    rng, half = np.random.default_rng(3), detectable_gap(size, error) / 2
    gaps = rng.binomial(size, 0.5 + half, runs) / size - rng.binomial(size, 0.5 - half, runs) / size
    assert 0.935 < float((np.abs(gaps) > convincing_gap(size, error)).mean()) < 0.965
