"""Races: what is dropped is worse, what is best is so of all that were tried, and ties are told as ties."""

import math

import numpy as np
import pytest

from byways.errors import OptionError
from byways.lab.explore.goals import goal_of
from byways.lab.explore.racing import Race, beats, front, surely_beats
from byways.statistics.intervals import Estimate, Interval

BALANCE, LENGTH = goal_of("balance"), goal_of("length=10..12")
GOALS = (BALANCE, LENGTH)


def raced(rng, shares, lengths, budget, batch=50, tolerances=(0.05, 1.0)):
    """Return a race of rule sets whose truth is known, played to its end."""
    race = Race(len(shares), GOALS, tolerances)
    while left := race.ask(batch, budget):
        for i in left:
            won = rng.random(batch) < shares[i]
            turns = rng.normal(lengths[i], 3, batch)
            race.tell(i, {"AdvantageP1": won.astype(float).tolist(), "DurationTurns": turns.tolist()}, batch)
        race.drop()
    return race


def test_one_beats_another_beyond_tolerances_alone():
    tolerances = (0.05, 1.0)
    assert beats((0.1, 2.0), (0.2, 2.5), tolerances)
    assert not beats((0.1, 2.0), (0.14, 2.9), tolerances), "no difference is beyond its tolerance"
    assert not beats((0.1, 4.0), (0.2, 2.5), tolerances), "a trade-off"
    assert beats((0.1, 2.0), (0.2, math.inf), tolerances), "a rule set without a value"
    assert front([(0.2, 2.5), (0.1, 2.0), (0.11, 1.5), (0.4, 0.0)], tolerances) == [1, 2, 3]
    ring = [(0.0, 1.5, 0.9), (1.5, 0.9, 0.0), (0.9, 0.0, 1.5)]
    assert all(beats(ring[i], ring[j], (1.0,) * 3) for i, j in ((0, 1), (1, 2), (2, 0)))
    assert front(ring, (1.0,) * 3) == [0, 1, 2], "where tolerances go round in a ring the means decide"


def test_a_difference_within_its_interval_shows_nothing():
    def seen(value, half):
        return [Estimate(value, Interval(value - half, value + half))]

    assert surely_beats(seen(0.1, 0.02), seen(0.2, 0.02), (0.05,))
    assert not surely_beats(seen(0.1, 0.1), seen(0.2, 0.1), (0.05,))
    assert not surely_beats(seen(0.1, math.inf), seen(0.9, 0.01), (0.05,)), "of one that is unknown"


def test_of_equal_rule_sets_hardly_one_is_dropped_in_however_many_looks():
    """One goal and no tolerance: each look could drop one by any difference at all."""
    rng = np.random.default_rng(1)
    full = 0
    for _ in range(40):
        race = Race(6, [LENGTH], [0.0])
        for _ in range(12):
            for i in race.left:
                race.tell(i, {"DurationTurns": rng.normal(16, 3, 40).tolist()}, 40)
            race.drop()
        full += len(race.left) == 6
    assert full >= 36, "38 of 40 are expected at 95 %"


def test_a_much_worse_rule_set_is_dropped_early_and_what_is_left_plays_on():
    race = raced(np.random.default_rng(2), [0.51, 0.95, 0.5], [11.0, 20.0, 11.0], 1_200)
    assert race.left == [0, 2] == race.best()
    assert race.entrants[1].games <= 150
    assert race.entrants[1].beaten_by in (0, 2)
    assert 1_100 < race.games <= 1_200, "another batch of both would be more than the budget"


def test_the_best_compromise_of_a_grid_is_kept_and_a_worse_rule_set_is_not_called_best():
    """The grid is like Troll's of two sizes, both readings of edges and of joins; number 5 is best beyond doubt."""
    shares = [0.887, 0.99, 0.98, 0.99, 0.648, 0.692, 0.70, 0.751]
    lengths = [11.7, 6.9, 11.3, 6.8, 16.4, 9.6, 16.3, 9.0]
    rng = np.random.default_rng(3)
    races = [raced(rng, shares, lengths, 1_600) for _ in range(40)]
    assert all(5 in race.left for race in races), "none drops it"
    assert sum(5 in race.best() for race in races) >= 38
    assert all({1, 3}.isdisjoint(race.left) for race in races), "they are shown to be worse"
    assert all(set(race.best()) <= set(race.left) for race in races)


def test_a_longer_race_begins_as_a_shorter_one():
    short, long = (raced(np.random.default_rng(4), [0.5, 0.55, 0.9], [11.0] * 3, budget) for budget in (900, 3_000))
    for one, other in zip(short.entrants, long.entrants, strict=True):
        assert other.values["AdvantageP1"][: one.games] == one.values["AdvantageP1"]
        assert one.beaten_by in (None, other.beaten_by)
    assert long.games > short.games


def test_one_drawn_game_of_three_hundred_is_no_trade_off():
    race = Race(2, [BALANCE, goal_of("decisive")], [None, None])
    for i, drawn in enumerate((1, 0)):
        balance = [1.0, 0.0] * 150 if i == 0 else [1.0, 1.0, 1.0, 0.0] * 75
        race.tell(i, {"AdvantageP1": balance, "Drawishness": [1.0] * drawn + [0.0] * (300 - drawn)}, 300)
    assert (race.drop(), race.best(), race.tolerances) == ([1], [0], (0.05, 0.05))


def test_a_goal_without_values_drops_none_and_its_rule_set_is_not_best():
    race = Race(2, [goal_of("drama")], [None])
    race.tell(0, {"Drama": [0.1, 0.3] * 200}, 400)
    race.tell(1, {}, 400)
    assert (race.drop(), race.best()) == ([], [0])
    for tolerances in ((0.05,), (-0.1, 1), (math.nan, 1), (math.inf, 1)):
        with pytest.raises(OptionError, match="tolerance of 0 or more"):
            Race(3, GOALS, tolerances)
