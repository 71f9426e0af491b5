"""Goals: what is wanted of a metric, by how much it is missed, and which difference is none."""

import pytest

from byways.errors import OptionError
from byways.lab.explore.goals import goal_of, goals_of, tolerances_of
from byways.statistics.intervals import Interval

BALANCE, DECISIVE, LENGTH = map(goal_of, ("balance", "decisive", "length=20..40"))


def test_a_goal_is_missed_by_how_far_the_mean_or_its_interval_lies_outside():
    assert (BALANCE.miss(0.56), BALANCE.miss(0.44)) == pytest.approx((0.06, 0.06))
    assert [LENGTH.miss(turns) for turns in (15, 20, 33, 44)] == [5, 0, 0, 4]
    assert DECISIVE.miss(0.2) == 0.2
    assert goal_of("Drama=high").miss(0.3) == -0.3
    assert goal_of("score=10..15").metric.name == "Score"
    assert BALANCE.miss_interval(Interval(0.45, 0.58)) == pytest.approx((0, 0.08))
    assert BALANCE.miss_interval(Interval(0.55, 0.6)) == pytest.approx((0.05, 0.1))
    assert LENGTH.miss_interval(Interval(10, 50)) == (0, 10)
    assert DECISIVE.miss_interval(Interval(0.1, 0.2)) == (0.1, 0.2)
    assert goal_of("Drama=high").miss_interval(Interval(0.1, 0.2)) == (-0.2, -0.1)


def test_a_goal_is_written_as_it_is_read():
    for text in ("balance", "decisive", "length=20..40", "choice", "BoardCoverage=low", "Score=1.5..2"):
        assert goal_of(goal_of(text).text) == goal_of(text)
        assert goal_of(text).text == text


def test_tolerances_that_cannot_be():
    for text, said in (
        ("drama=0.1", "no goal 'drama' is wanted"),
        ("", "no goal '' is wanted"),
        ("balance", "0 or more, not ''"),
        ("balance=-0.1", "0 or more, not '-0.1'"),
        ("balance=nan", "0 or more, not 'nan'"),
        ("balance=0.1,balance=0.2", "twice"),
    ):
        with pytest.raises(OptionError, match=said):
            tolerances_of([text], [BALANCE])


def test_goals_that_cannot_be():
    for text, said in (
        *((text, "there is no goal") for text in ("balance=0.5..0.6", "length=40..20", "length=soon")),
        ("length", "there is no goal 'length'"),
        ("beauty", "there is no metric 'beauty'"),
        ("Reasons=low", "not a mean over games"),
    ):
        with pytest.raises(OptionError, match=said):
            goal_of(text)
    assert [goal.name for goal in goals_of([], 2)] == ["balance", "decisive"]
    for texts, players, said in (
        ([], 1, "name a goal"),
        (["balance"], 1, "no AdvantageP1"),
        (["balance", "AdvantageP1=high"], 2, "twice"),
    ):
        with pytest.raises(OptionError, match=said):
            goals_of(texts, players)


def test_a_tolerance_is_as_given_or_five_points_or_five_percent_of_what_is_usual():
    choice = goal_of("choice")
    goals = (BALANCE, LENGTH, choice)
    assert tolerances_of([], goals) == [None, None, None]
    assert tolerances_of(["length=2,balance=0.03"], goals) == tolerances_of(["length=2", "balance=.03"], goals)
    assert tolerances_of(["length=2,balance=0.03"], goals) == [0.03, 2.0, None]
    assert BALANCE.tolerance([0.7]) == 0.05
    assert LENGTH.tolerance([90.0]) == pytest.approx(1.5), "of 20 to 40 turns"
    assert choice.tolerance([8.0, 12.0]) == pytest.approx(0.5), "of 10 turns, the mean of the means"
