"""Figures by ply: games are drawn again, not plies."""

import numpy as np
import pytest

from byways.errors import OptionError
from byways.statistics.bootstrap import bootstrap_by_game, bootstrap_difference
from byways.statistics.intervals import mean_interval
from byways.statistics.moments import Moments


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


def test_the_same_generator_gives_the_same_interval():
    games = games_of(np.random.default_rng(2), 12)
    one, same = (bootstrap_by_game(games, mean_by_ply, np.random.default_rng(3)) for _ in range(2))
    assert one == same
    assert one.value == mean_by_ply(games)


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


def test_one_game_says_nothing_and_none_is_an_error():
    one = bootstrap_by_game([np.ones(5)], mean_by_ply, np.random.default_rng(1))
    assert one.interval == (-np.inf, np.inf)
    with pytest.raises(OptionError, match="games must be at least 1, not 0"):
        bootstrap_by_game([], mean_by_ply, np.random.default_rng(1))
