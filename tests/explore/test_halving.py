"""Goals, fronts and successive halving, and that who was chosen is measured without flattery."""

import math
import random
import statistics

import pytest

from byways.errors import OptionError
from byways.explore.goals import goal_of, goals_of
from byways.explore.halving import Sample, halve, misses, rounds_of
from byways.explore.pareto import dominates, front, ordered, surely_dominates
from byways.statistics.intervals import Interval, wilson

BALANCE, DECISIVE, LENGTH = map(goal_of, ("balance", "decisive", "length=20..40"))


def test_a_goal_is_missed_by_how_far_the_mean_lies_outside():
    assert (BALANCE.miss(0.56), BALANCE.miss(0.44)) == pytest.approx((0.06, 0.06))
    assert [LENGTH.miss(turns) for turns in (15, 20, 33, 44)] == [5, 0, 0, 4]
    assert DECISIVE.miss(0.2) == 0.2
    assert goal_of("Drama=high").miss(0.3) == -0.3
    assert goal_of("score=10..15").metric.name == "Score"


def test_the_miss_of_an_interval_covers_all_means_in_it():
    assert BALANCE.miss_interval(Interval(0.45, 0.58)) == pytest.approx((0, 0.08))
    assert BALANCE.miss_interval(Interval(0.55, 0.6)) == pytest.approx((0.05, 0.1))
    assert LENGTH.miss_interval(Interval(10, 50)) == (0, 10)
    assert DECISIVE.miss_interval(Interval(0.1, 0.2)) == (0.1, 0.2)
    assert goal_of("Drama=high").miss_interval(Interval(0.1, 0.2)) == (-0.2, -0.1)


@pytest.mark.parametrize(
    "text", ["balance", "decisive", "length=20..40", "choice", "BoardCoverage=low", "Score=1.5..2"]
)
def test_a_goal_is_written_as_it_is_read(text):
    assert goal_of(goal_of(text).text) == goal_of(text)
    assert goal_of(text).text == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("length", "there is no goal 'length'"),
        ("balance=0.5..0.6", "there is no goal"),
        ("length=40..20", "there is no goal"),
        ("length=soon", "there is no goal"),
        ("beauty", "there is no metric 'beauty'"),
        ("Reasons=low", "not a mean over games"),
    ],
)
def test_goals_that_cannot_be(text, said):
    with pytest.raises(OptionError, match=said):
        goal_of(text)


def test_a_game_for_one_has_no_balance():
    with pytest.raises(OptionError, match="name a goal"):
        goals_of([], 1)
    with pytest.raises(OptionError, match="no AdvantageP1"):
        goals_of(["balance"], 1)
    with pytest.raises(OptionError, match="twice"):
        goals_of(["balance", "AdvantageP1=high"], 2)
    assert [goal.name for goal in goals_of([], 2)] == ["balance", "decisive"]


def test_fronts():
    points = [(0, 3), (1, 1), (3, 0), (2, 2), (3, 3)]
    assert front(points) == [0, 1, 2]
    assert ordered(points)[3:] == [3, 4]
    assert ordered(points)[0] == 1, "it is second in both goals, the others first in one and last in the other"
    assert not dominates((1, 1), (1, 1))
    assert surely_dominates([Interval(0, 1), Interval(0, 1)], [Interval(1, 2), Interval(2, 3)])
    assert not surely_dominates([Interval(0, 1), Interval(0, 1)], [Interval(0.9, 2), Interval(2, 3)])


def test_rounds_halve_down_to_those_that_are_kept():
    found = rounds_of(16, 4, 200)
    assert [(one.random, one.rule_sets, one.games, one.kept) for one in found] == [
        (True, 16, 2048, 8), (False, 8, 100, 4), (False, 4, 200, 4),
    ]  # fmt: skip
    assert [(one.random, one.rule_sets) for one in rounds_of(7, 4, 50)] == [(False, 7), (False, 4)]
    assert [one.rule_sets for one in rounds_of(16, 1, 50, levels_only=True)] == [16, 8, 4, 2, 1]
    assert [one.rule_sets for one in rounds_of(3, 4, 50)] == [3], "there is nothing to choose"


def test_a_rule_set_without_values_comes_last_and_a_goal_without_any_is_passed_over():
    samples = [Sample({"AdvantageP1": ()}), Sample({"AdvantageP1": (0.0, 0.0)})]
    assert misses([BALANCE, goal_of("drama")], samples) == [[math.inf], [0.5]]


def finish(steps):
    """Run a generator to its end; return what it returns."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def explored(rng, share, games):
    """Explore sixteen rule sets whose first player truly has a share; return the winner's first mean and its last."""
    first = {}

    def play(one, left):
        yield from ()
        samples = []
        for number in left:
            played = Sample({"AdvantageP1": [float(rng.random() < share) for _ in range(one.games)]})
            first.setdefault(number, played.mean(BALANCE.metric))
            samples.append(played)
        return samples

    rounds = rounds_of(16, 1, games, levels_only=True)
    played, (last,) = finish(halve(rounds, [BALANCE], play))
    return first[played[-1][0]], last.mean(BALANCE.metric), last.interval(BALANCE.metric, 0.95)


def test_the_mean_by_which_a_winner_was_chosen_flatters_it_and_the_fresh_one_does_not():
    """Sixteen variants, all truly 56 %: who is nearest to 50 % was lucky."""
    rng = random.Random(56)
    found = [explored(rng, 0.56, 160) for _ in range(200)]
    chosen, fresh, intervals = zip(*found, strict=True)
    assert statistics.fmean(chosen) < 0.535, "on average, of only ten games each"
    assert statistics.fmean(fresh) == pytest.approx(0.56, abs=3 * math.sqrt(0.56 * 0.44 / 160 / 200))
    covered = sum(interval.covers(0.56) for interval in intervals)
    assert 0.91 <= covered / 200 <= 0.99
    assert intervals[0] == wilson(fresh[0] * 160, 160)
