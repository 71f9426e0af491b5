"""What no figure can be calculated of is said."""

import numpy as np
import pytest

from byways.errors import OptionError
from byways.statistics.bootstrap import bootstrap_by_game
from byways.statistics.confidence_sequence import confidence_sequence
from byways.statistics.intervals import wilson, wilson_of_pairs
from byways.statistics.moments import Moments, components
from byways.statistics.plackett_luce import Table, rate_tables
from byways.statistics.power import games_to_show
from byways.statistics.ratings import Result, rate
from byways.statistics.sequential import pentanomial

PAIR = [Result("a", "b", 1.0)]


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: games_to_show(0.5), "no number of games shows a difference of 0"),
        (lambda: games_to_show(0.52, power=80), "power must be a number between 0 and 1, not 80"),
        (lambda: confidence_sequence(Moments.of([1, 2] * 10), planned=20, level=95), "level must .* and 1, not 95"),
        (lambda: confidence_sequence(Moments.of([1, 2] * 10), planned=0), "planned must be at least 1, not 0"),
        (lambda: wilson(11, 10), "11 points in 10 games cannot be"),
        (lambda: wilson_of_pairs([3]), "a pair has from 0 to 2 points, not 3"),
        (lambda: wilson(1, 2, level=1), "level must be a number between 0 and 1, not 1"),
        (lambda: bootstrap_by_game([], len, np.random.default_rng(1)), "games must be at least 1, not 0"),
        (lambda: rate([Result("a", "b", 0.7)]), "no game of two: a against b, 0.7 points"),
        (lambda: rate([Result("a", "a", 1.0)]), "no game of two: a against a, 1.0 points"),
        (lambda: rate([]), "games must be at least 1, not 0"),
        (lambda: rate(PAIR).rating("c"), "c is not among the players"),
        (lambda: rate_tables([Table([(n, 1) for n in "abcdefg"])]), "a table has 1 to 6 players, not 7"),
        (lambda: rate_tables([]), "tables must be at least 1, not 0"),
        (lambda: pentanomial([0.25]), "a pair has 0, 0.5, 1, 1.5 or 2 points, not 0.25"),
        (lambda: components([[1, 2]]), ""),
    ],
)
def test_what_cannot_be_is_said(ask, said):
    with pytest.raises(OptionError, match=said) as error:
        ask()
    assert "10 games" not in said or error.value.fields["allowed"] == "0 to 10"
