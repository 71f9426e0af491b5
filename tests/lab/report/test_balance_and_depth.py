"""Parts of a report: the pie rule, a second engine, first turns, depth."""

import math

import pytest

from byways.arena.run import runner
from byways.arena.score import Score
from byways.lab.report.parts.depth import Depth, distance, log_odds
from byways.lab.report.parts.first_turns import FirstTurns
from byways.lab.report.parts.self_play import PieRule, SecondEngine, SelfPlay, verdict
from byways.lab.report.plan import Ladder, Strength, level
from byways.registry import find
from byways.statistics.intervals import Share, newcombe


def played(part):
    done = list(part.play(None, runner(1)))
    assert done == sorted(done)
    return part, list(part.figures())


@pytest.fixture(scope="module")
def board():
    return find("troll").variant({"size": 4})


@pytest.fixture(scope="module")
def main(board):
    return played(SelfPlay(board, level(1, 8), 3))[0]


def test_both_settings_of_the_pie_rule_stand_side_by_side(board, main):
    part, figures = played(PieRule(main, board, 6, 3))
    with_it, without, difference = figures
    assert (with_it.label, with_it.n) == ("with the pie rule", 6)
    assert (without.label, without.n, without.value) == ("without the pie rule", 8, main.share.value)
    assert part.played().source == "level 1 with the pie rule"
    expected = newcombe(Share(with_it.value * 6, 6), main.share)
    assert (difference.value, difference.low) == pytest.approx((expected.value, expected.interval.low))
    own, _ = played(SelfPlay(find("troll").variant({"size": 4, "swap": True}), level(1, 6), 3))
    assert own.share.value == with_it.value, "the games are those that a report on the other rule set begins with"
    turned = PieRule(main, find("troll").variant({"size": 4, "swap": True}), 6, 3)
    assert turned.name == "level 1 without the pie rule"


def test_two_engines_are_compared_and_verdicts_follow_from_the_interval(board, main):
    _, figures = played(SecondEngine(main, board, Strength("plain", "plain:simulations=20", 6), 3))
    assert [figure.name for figure in figures] == ["AdvantageP1", "EngineDifference", "EnginesAgree"]
    assert figures[0].source == "plain"
    assert figures[1].value == pytest.approx(main.share.value - figures[0].value)
    assert [verdict(Share(points, 100)) for points in (70, 50, 30)] == [1, 0, -1]
    assert verdict(Share(7, 10)) == 0


def test_first_turns_that_are_images_of_each_other_are_searched_once(board):
    _, (count, *values) = played(FirstTurns(board, 10, 20, 3))
    assert count.value == len(values) == 2  # beside a corner, and in the middle
    assert [one.value for one in values] == sorted((one.value for one in values), reverse=True)
    few = FirstTurns(find("troll").variant({"size": 5}), 1, 2, 3)
    assert list(few.play(None, runner(1))) == [1, 2]
    assert next(few.figures()).value > 2


def test_the_distance_of_a_chain_is_the_sum_of_its_log_odds():
    steps = [Score(75, 0, 25), Score(60, 0, 40)]
    found = distance(steps)
    assert found.odds == pytest.approx(math.log(75.5 / 25.5) + math.log(60.5 / 40.5))
    assert found.variance == pytest.approx(1 / 75.5 + 1 / 25.5 + 1 / 60.5 + 1 / 40.5)
    levels, (low, high) = found.levels(0.6)
    assert levels == pytest.approx(found.odds / log_odds(0.6))
    assert low < levels < high
    assert distance([Score(20, 0, 0)]).odds == pytest.approx(math.log(41))  # always won: finite


def test_a_ladder_says_what_each_doubling_gains(board):
    part, figures = played(Depth(board, Ladder((4, 8, 16), 4), 3))
    labels = [(figure.name, figure.label) for figure in figures]
    assert labels[:3] == [("DoublingGain", "4 to 8"), ("DoublingGain", "8 to 16"), ("RandomAgainst", "4")]
    assert ("BeginnerShare", "random") in labels
    assert part.games == part.played().games == 4 * 5
    levels = [figure.value for figure in figures if figure.name == "Levels6075"]
    assert levels == sorted(levels, reverse=True)
