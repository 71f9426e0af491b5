"""Metrics of how games end, by hand: of five games of Troll Black wins one, White two, one is drawn, one stops."""

import math
from dataclasses import replace

import pytest
from shared_games import ABANDONED, AGREED, CONNECTED, DICE, FIVE, SWAPPED, figure, sample, samples, value

import byways
from byways.lab.metrics.games import balance
from byways.lab.metrics.sample import GameSample, points_of
from byways.records import Record


def test_the_five_games_by_hand():
    games = samples(*FIVE)
    assert [game.first_share for game in games] == [0, 1, 0.5, None, 1]
    assert value("AdvantageP1", games) == 2.5 / 4, "the abandoned game does not count"
    assert value("FirstPlayerEdge", games) == 0.125
    assert value("FirstColourShare", games) == 2.5 / 4
    assert value("Balance", games) == 1 - (2.5 - 1.5) / 4
    # White's results -1, 1, 0, 1 have the mean 1/4 and the variance (25 + 9 + 1 + 9) / 16 / 4; Black's the same.
    assert value("OutcomeUniformity", games) == pytest.approx(1 - 44 / 64)
    assert value("Completion", games) == 3 / 5
    assert value("Drawishness", games) == 1 / 5
    assert value("Timeouts", games) == 1 / 5
    assert [figure(name, games).n for name in ("AdvantageP1", "Balance", "Completion", "Drawishness")] == [4, 4, 5, 5]


def test_reasons_are_those_of_the_rules_and_of_records():
    rows = figure("Reasons", samples(*FIVE, CONNECTED)).rows
    once = dict.fromkeys(("resignation", "agreement", "abandoned", "time"), 1 / 6)
    assert [(row.label, row.value) for row in rows] == [("connection", 2 / 6), *once.items()]
    assert all(row.n == 6 and row.interval.covers(row.value) for row in rows)
    assert figure("Reasons", samples(ABANDONED.replace('[Termination "abandoned"]', ""))).rows[0].label == "unfinished"


def test_after_swap_the_first_player_has_the_other_colour():
    games = samples(SWAPPED)
    names = ("AdvantageP1", "FirstPlayerEdge", "FirstColourShare")
    assert [value(name, games) for name in names] == [0, -0.5, 1]
    both = [*games, sample(SWAPPED.replace("swap a2", "a2 c3").replace('"white"', '"black"'))]
    assert value("Balance", both) == 0, "the person who began has lost both, once as each colour"
    assert value("FirstColourShare", both) == 0.5
    assert value("Swaps", [*games, sample(SWAPPED.replace("swap a2", "a2 c3"))]) == 0.5
    assert figure("Swaps", samples(CONNECTED)).n == 0, "the pie rule is not offered there"


def test_intervals_are_those_of_shares_and_there_are_none_without_games():
    # Wilson at 95 % of 0 of 1: from 0 to z² / (1 + z²).
    edge = figure("FirstPlayerEdge", samples(CONNECTED)).interval
    assert edge == pytest.approx((-0.5, 1.959964**2 / (1 + 1.959964**2) - 0.5), abs=1e-6)
    assert figure("AdvantageP1", samples(CONNECTED)).interval == pytest.approx((0, edge.high + 0.5))
    for name in ("AdvantageP1", "Reasons", "Balance"):
        found = figure(name, [])
        assert (found.n, found.value, found.rows) == (0, None, ())
    assert figure("AdvantageP1", samples(AGREED)).value == 0.5


@pytest.mark.parametrize(
    ("winners", "scores", "points"),
    [
        (("a",), {"a": 9, "b": 5, "c": 5}, (1, 0.25, 0.25)),  # two share ranks 2 and 3
        (("a", "b"), {"a": 9, "b": 9, "c": 5}, (0.75, 0.75, 0)),
        (("c",), {"a": 3, "b": 4, "c": 1}, (0, 0.5, 1)),  # who won is first whatever the scores
        (("a", "b", "c"), {}, (0.5, 0.5, 0.5)),
        ((), {}, (0.5, 0.5, 0.5)),
        (None, {}, None),
    ],
)
def test_points_of_three_go_by_rank(winners, scores, points):
    assert points_of(("a", "b", "c"), winners, scores) == points


def test_a_single_player_is_ahead_of_nobody_and_a_first_place_that_all_share_is_a_draw():
    solo = GameSample(("player 1",), ("player 1",), "score", 20, scores={"player 1": 31})
    lost = replace(solo, winners=(), scores={"player 1": 12})
    assert (value("Completion", [solo, lost]), value("Score", [solo, lost])) == (0.5, 21.5)
    assert [figure(name, [solo]).n for name in ("AdvantageP1", "Balance", "Drawishness", "ScoreMargin")] == [0] * 4
    shared = GameSample(("a", "b", "c"), ("a", "b", "c"), "score", 20)
    two = replace(shared, winners=("a", "c"))
    assert [value(name, [shared, two, two]) for name in ("Completion", "Drawishness")] == [2 / 3, 1 / 3]


def test_scores_are_those_of_games_that_count():
    (dice,) = samples(DICE)
    assert dice.winners is None
    game = replace(dice, winners=("player 2",), scores={"player 1": 30, "player 2": 34})
    assert (value("Score", [game]), value("ScoreMargin", [game])) == (32, 4)
    assert figure("Score", samples(CONNECTED)).n == 0, "Troll's -1 and 1 are no scores"
    state = byways.start("longway", players=1)
    while state.to_move is not None:
        state = state.play(next((turn for turn in ("stop",) if state.is_legal(turn)), state.legal_turns()[0]))
    alone = GameSample.of(Record.from_state(state))
    assert alone.scores == state.outcome.scores
    assert value("Score", [alone]) == state.outcome.scores["player 1"]


def test_balance_looks_at_all_pairs_of_players_and_of_ten_even_games_is_three_quarters_by_chance_alone():
    ten = [(math.comb(10, wins), [(1.0, 0.0)] * wins + [(0.0, 1.0)] * (10 - wins)) for wins in range(11)]
    assert sum(weight * balance(games) for weight, games in ten) / 2**10 == pytest.approx(0.754, abs=0.001)
    assert balance([(1, 0, 0.5), (1, 0.5, 0)]) == 1 - (1 - 0.25)
