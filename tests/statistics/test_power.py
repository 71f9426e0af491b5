"""Planning: the numbers of games that the formulas ask for do show the difference."""

import numpy as np
import pytest

from byways.errors import OptionError
from byways.statistics.intervals import Share, newcombe, wilson
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


def test_what_cannot_be_is_said():
    with pytest.raises(OptionError, match="no number of games shows a difference of 0"):
        games_to_show(0.5)
    with pytest.raises(OptionError, match="power must be a number between 0 and 1, not 80"):
        games_to_show(0.52, power=80)
