"""Planning: the numbers of games that the formulas ask for do show the difference."""

import numpy as np
import pytest

from byways.errors import OptionError
from byways.statistics.intervals import Share, newcombe, wilson
from byways.statistics.moments import components
from byways.statistics.power import (
    detectable,
    detectable_between,
    games_for_half_width,
    games_to_compare,
    games_to_show,
    half_width,
)


def test_figures_that_designers_know():
    assert games_to_show(0.52) == 4904
    assert games_for_half_width(0.025) == 1537
    assert games_to_compare(0.55, 0.5) == 1565
    assert half_width(1537) == pytest.approx(0.025, abs=1e-5)
    assert games_to_show(0.52, design_effect=0.5) == 2452


def test_so_many_games_show_the_difference_so_often():
    rng, games = np.random.default_rng(1), games_to_show(0.6)
    shown = [not wilson(int(points), games).covers(0.5) for points in rng.binomial(games, 0.6, 2000)]
    assert 0.77 < np.mean(shown) < 0.83
    games = games_to_compare(0.6, 0.5)
    pairs = zip(rng.binomial(games, 0.6, 2000), rng.binomial(games, 0.5, 2000), strict=True)
    shown = [not newcombe(Share(int(a), games), Share(int(b), games)).interval.covers(0) for a, b in pairs]
    assert 0.77 < np.mean(shown) < 0.83


def test_what_so_many_games_show_is_the_inverse():
    for games in (50, 1000, 20_000):
        assert games_to_show(0.5 + detectable(games)) == games
        assert games_to_compare(0.5 + detectable_between(games), 0.5) == games
    assert detectable(2) == pytest.approx(0.5)


# Components of variance, on tables whose parts are known


def test_a_table_without_chance_is_rows_and_columns_alone():
    table = [[row + column for column in (0, 10, 20)] for row in (1, 2, 3, 4)]
    found = components(table)
    assert found == pytest.approx((np.var([1, 2, 3, 4], ddof=1), 100, 0), abs=1e-12)
    assert sum(found.shares) == pytest.approx(1)


def test_components_are_found_again():
    rng = np.random.default_rng(3)

    def table():
        return rng.normal(0, 2, (40, 1)) + rng.normal(0, 3, (1, 30)) + rng.normal(0, 1, (40, 30))

    assert np.mean([components(table()) for _ in range(60)], axis=0) == pytest.approx((4, 9, 1), rel=0.1)


def test_tables_without_variance_and_too_small_ones():
    assert components([[1, 1], [1, 1]]).shares == (0, 0, 0)
    with pytest.raises(OptionError):
        components([[1, 2]])
