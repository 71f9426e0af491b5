"""Parts of reports beside the games of random players and levels: rules, strategies, sizes, dice."""

import math

import pytest
from examples import hex
from msgspec.structs import replace

from byways.arena.run import runner
from byways.batch.random_games import random_games
from byways.errors import OptionError
from byways.lab.report.compare import differences, values_of_knobs
from byways.lab.report.figures import Figure
from byways.lab.report.parts.by_size import BySize, sizes_of
from byways.lab.report.parts.depth import SimpleStrategies
from byways.lab.report.parts.random_games import RulesInPlay, samples_of
from byways.lab.report.parts.same_dice import SameDice, can_split
from byways.lab.report.plan import ReportPlan
from byways.lab.report.report import RuleSetReport
from byways.registry import find


def played(part, folder=None, jobs=1):
    """The figures of a part by name, label and source; it must do as much as it promised."""
    steps = list(part.play(folder, runner(jobs)))
    assert steps == sorted(steps)
    assert steps[-1:] == [part.games] * bool(part.games)
    return {(one.name, one.label, one.source): one for one in part.figures()}


def test_the_events_of_random_games_have_intervals():
    troll = find("troll").variant({"size": 4})
    found = played(RulesInPlay(troll, 6, 1))
    assert [name for name, _, _ in found] == [event.name for event in troll.game.events]
    flips = found["Flips", "", "random"]
    assert (flips.section, flips.n, flips.unit) == ("events", 6, "discs a move")
    assert flips.low < flips.value < flips.high
    assert played(RulesInPlay(troll, 6, 1)) == found
    assert played(RulesInPlay(hex.GAME.variant({}), 6, 1)) == {}


def test_strategies_meet_their_opponents_from_both_sides(tmp_path):
    troll = find("troll").variant({"size": 5})
    opponents = {"random": "random", "the edge": "edge"}
    found = played(SimpleStrategies(troll, opponents, 4, 1), tmp_path)
    assert {label for _, label, _ in found} == {"mirror", "stalling", "edge"}
    assert found["StrategyShare", "edge", "the edge"].value == 0.5
    assert found["StrategyShare", "mirror", "random"].n == 4
    assert played(SimpleStrategies(troll, opponents, 4, 1), tmp_path) == found, "kept games are not played again"
    assert SimpleStrategies(find("longway").variant({}), opponents, 4, 1).games == 0


def test_sizes_reach_a_little_beyond_the_default():
    assert sizes_of(find("troll").variant({})) == [4, 6, 8, 9, 11]
    assert sizes_of(find("stride").variant({})) == [4, 5, 6, 7]
    assert 20 in sizes_of(find("troll").variant({"size": 20}))
    assert sizes_of(find("longway").variant({"players": 2})) == []


def test_figures_by_size_are_those_of_a_board_of_that_size():
    found = played(BySize(find("stride").variant({"side": 4}), 64, 0, 3))
    (batch,) = random_games(find("stride").variant({"side": 5}), 64, 3)
    samples = samples_of(batch)
    assert found["LengthBySize", "5", "random"].value == pytest.approx(sum(one.turns for one in samples) / 64)
    share = found["ShareBySize", "5", "random"]
    assert (share.value, share.n) == (sum(one.first_seat_share for one in samples) / 64, 64)


def test_ablation_compares_all_values_of_a_knob_with_the_one_in_force():
    whirlwind = find("whirlwind")
    assert values_of_knobs(whirlwind, ["stones", "swap"], {}) == {"stones": ["2", "1"], "swap": ["false", "true"]}
    assert values_of_knobs(whirlwind, ["setup"], {"setup": "reversed"}) == {"setup": ["reversed", "standard"]}
    for wrong in ("size", "sise"):
        with pytest.raises(OptionError, match=f"takes setup or stones or swap, not '{wrong}'"):
            values_of_knobs(whirlwind, [wrong], {})


def test_the_same_dice_for_players_of_different_strength():
    longway = find("longway").variant({})
    found = played(SameDice(longway, {"random": "random", "one turn ahead": "greedy"}, 5, 2))
    assert sum(found["ScoreVariance", label, "same dice"].value for label in ("dice", "players", "rest")) == (
        pytest.approx(1)
    )
    assert (
        found["ScoreOnSameDice", "one turn ahead", "same dice"].value
        > found["ScoreOnSameDice", "random", "same dice"].value
    )
    assert can_split(longway)
    assert not can_split(find("longway").variant({"players": 2}))
    assert not can_split(find("troll").variant({}))


def test_events_are_compared_between_rule_sets():
    one = Figure("events", "Flips", "", 0.5, 0.4, 0.6, 9, "discs a move", "random")
    reports = []
    for figure in (one, replace(one, value=0.8, low=0.75, high=0.9)):
        report = RuleSetReport(find("troll").variant({}), ReportPlan(1, True, 9, ()))
        report.figures = [figure]
        reports.append(report.facts())
    (found,) = differences(*reports)
    assert (found.name, found.value) == ("Flips", pytest.approx(0.3))
    # Down by 0.05 of the second and 0.1 of the first, up by 0.1 of each.
    assert (found.low, found.high) == pytest.approx((0.3 - math.hypot(0.05, 0.1), 0.3 + math.hypot(0.1, 0.1)))
