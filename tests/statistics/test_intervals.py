"""Intervals of shares and means, of differences, and of figures by ply."""

import math

import numpy as np
import pytest

from byways.statistics.bootstrap import bootstrap_by_game, bootstrap_difference
from byways.statistics.distributions import incomplete_beta, normal_quantile, student_quantile
from byways.statistics.intervals import (
    Share,
    bonferroni,
    design_effect,
    holm,
    is_no_less,
    mean_interval,
    newcombe,
    welch,
    wilson,
    wilson_of_pairs,
)
from byways.statistics.moments import Moments


def test_quantiles_are_those_of_tables():
    assert normal_quantile(0.95) == pytest.approx(1.959964, abs=1e-6)
    table = {(0.95, 1): 12.7062, (0.95, 2): 4.30265, (0.95, 10): 2.22814, (0.99, 30): 2.75000, (0.9, 5): 2.01505}
    for (level, degrees), value in table.items():
        assert student_quantile(level, degrees) == pytest.approx(value, abs=1e-5)
    assert student_quantile(0.95, 1e6) == pytest.approx(1.959966, abs=1e-6)
    assert student_quantile(0.95, math.inf) == normal_quantile(0.95)
    # Cauchy's quantile, and that of two degrees, have closed forms.
    assert student_quantile(0.999, 1) == pytest.approx(math.tan(math.pi * 0.4995))
    assert student_quantile(0.8, 2) == pytest.approx(0.8 * math.sqrt(2 / (1 - 0.64)))
    assert incomplete_beta(2, 3, 0.4) == pytest.approx(0.5248)  # 1 − (0.6⁴ + 4 · 0.4 · 0.6³)


def test_wilsons_interval_and_the_difference_of_shares_are_those_of_the_literature():
    # Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I: 81 of 263, and 0 of 20.
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert wilson(0, 20) == pytest.approx((0, 0.1611), abs=1e-4)
    assert wilson(0, 0) == (0, 1)
    # Newcombe (1998), "Interval estimation for the difference", table II, method 10: 56/70 − 48/80, 9/10 − 3/10.
    assert newcombe(Share(56, 70), Share(48, 80)).interval == pytest.approx((0.0524, 0.3339), abs=1e-4)
    assert newcombe(Share(9, 10), Share(3, 10)).interval == pytest.approx((0.1705, 0.8090), abs=1e-4)
    assert newcombe(Share(10, 10), Share(0, 20)).interval == pytest.approx((0.6791, 1.0), abs=1e-4)


def test_pairs_count_by_what_they_tell():
    split, alike = [1] * 100, [0, 2] * 50
    assert design_effect(split) < 0.05
    assert design_effect(alike) == pytest.approx(2, abs=0.05)
    assert design_effect([0, 1, 1, 2] * 25) == pytest.approx(1, abs=0.02)
    assert design_effect([2] * 100) == 1
    assert wilson_of_pairs([2] * 100).low == pytest.approx(wilson(200, 200).low, abs=1e-3)
    assert design_effect([1]) == 1
    assert wilson_of_pairs([1]).half_width > 0.45
    assert wilson_of_pairs([]) == (0, 1)
    assert Share.of_pairs(alike).effective_games == pytest.approx(100, rel=0.03)


@pytest.mark.parametrize(("uneven", "by_player"), [(0.0, True), (0.3, True), (0.3, False), (0.48, True)])
@pytest.mark.parametrize("pairs", [8, 60])
def test_intervals_of_pairs_cover_the_truth(uneven, by_player, pairs):
    """Openings of which half favour White, half Black: counted by player, or by colour."""
    rng, covered, runs = np.random.default_rng(pairs), 0, 300
    for _ in range(runs):
        favour = np.where(rng.random(pairs) < 0.5, uneven, -uneven)
        first = rng.random(pairs) < 0.5 + favour
        second = rng.random(pairs) < 0.5 + (-favour if by_player else favour)
        covered += wilson_of_pairs([float(points) for points in first + 1 * second]).covers(0.5)
    assert covered / runs > 0.92


def test_independent_games_in_place_of_pairs_would_not_cover():
    rng, covered, runs = np.random.default_rng(1), 0, 300
    for _ in range(runs):
        won = rng.random(60) < 0.5 + np.where(rng.random(60) < 0.5, 0.48, -0.48)
        covered += wilson(2 * int(won.sum()), 120).covers(0.5)
    assert covered / runs < 0.88


def test_means_are_compared_by_welch():
    first, second = [27.5, 21.0, 19.0, 23.6, 17.0, 17.9], [27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0]
    result = welch(Moments.of(first), Moments.of(second))
    # scipy.stats.ttest_ind(first, second, equal_var=False).confidence_interval(0.95), SciPy 1.17.1
    assert result.interval == pytest.approx((-6.696094052160, 1.696094052160), abs=1e-9)
    assert result.value == pytest.approx(-2.5)
    assert welch(Moments.of([3]), Moments.of(second)).interval == (-math.inf, math.inf)
    assert welch(Moments.of([3, 3]), Moments.of([1, 1])).interval == (2, 2)


def test_the_interval_of_a_mean_covers_it_with_few_values():
    rng = np.random.default_rng(2)
    covered = [mean_interval(Moments.of(rng.normal(7, 3, 4))).interval.covers(7) for _ in range(500)]
    assert 0.92 < np.mean(covered) < 0.98
    assert mean_interval(Moments.of([5])).interval == (-math.inf, math.inf)


def test_moments_add_up():
    values = np.random.default_rng(3).normal(50, 9, 100)
    whole = Moments.of(values[:30]) + Moments.of(values[30:])
    assert whole.n == 100
    assert (whole.mean, whole.variance) == pytest.approx((values.mean(), values.var(ddof=1)))
    assert Moments() + Moments() == Moments()
    counted, listed = Moments.of_counts([0, 1, 2], [3, 0, 5]), Moments.of([0, 0, 0, 2, 2, 2, 2, 2])
    assert (counted.n, counted.mean) == (8, 1.25)
    assert counted.squares == pytest.approx(listed.squares)
    assert Moments.of_counts([1], [0]) == Moments()
    assert Share.of_moments(listed) == Share.of_pairs([0, 0, 0, 2, 2, 2, 2, 2])


def test_no_less_has_a_margin_and_several_at_once_are_judged_more_strictly():
    close = newcombe(Share(1500, 3000), Share(1510, 3000))
    assert (is_no_less(close, 0.03), is_no_less(close, 0.02)) == (True, False)
    assert bonferroni(0.95, 10) == pytest.approx(0.995)
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []


def mean_by_ply(games):
    return float(np.concatenate(games).mean())


def games_of(rng, games):
    """Games of 20 to 60 plies whose values depend on the game more than on the ply; their mean is 0."""
    return [rng.normal(rng.normal(0, 1), 0.5, rng.integers(20, 60)) for _ in range(games)]


def test_whole_games_are_drawn_again():
    rng, by_game, by_ply, runs = np.random.default_rng(1), 0, 0, 80
    for _ in range(runs):
        games = games_of(rng, 15)
        by_game += bootstrap_by_game(games, mean_by_ply, rng, samples=200).interval.covers(0)
        by_ply += mean_interval(Moments.of(np.concatenate(games).tolist())).interval.covers(0)
    assert by_game / runs > 0.87
    assert by_ply / runs < 0.5


def test_the_same_generator_gives_the_same_interval_by_ply_and_one_game_says_nothing():
    games = games_of(np.random.default_rng(2), 12)
    one, same = (bootstrap_by_game(games, mean_by_ply, np.random.default_rng(3)) for _ in range(2))
    assert one == same
    assert one.value == mean_by_ply(games)
    alone = bootstrap_by_game([np.ones(5)], mean_by_ply, np.random.default_rng(1))
    assert alone.interval == (-np.inf, np.inf)


def test_differences_of_two_sets_of_games():
    rng = np.random.default_rng(4)
    first, second = [game + 3 for game in games_of(rng, 40)], games_of(rng, 40)
    result = bootstrap_difference(first, second, mean_by_ply, rng)
    assert result.value == pytest.approx(mean_by_ply(first) - mean_by_ply(second))
    assert result.interval.low > 2
    assert result.interval.covers(result.value)


def test_a_figure_that_some_draws_do_not_have():
    def ratio(games):
        captures, turns = np.sum(games, axis=0)
        return captures / turns if turns else np.nan

    result = bootstrap_by_game([(0, 0), (1, 4), (0, 0), (3, 4)], ratio, np.random.default_rng(1))
    assert result.value == 0.5
    assert 0.25 <= result.interval.low <= result.interval.high <= 0.75
