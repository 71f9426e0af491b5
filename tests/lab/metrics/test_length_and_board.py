"""Metrics of length and of the board, by hand on games of Troll; each count of turns stands beside the game."""

import math

import pytest
from shared_games import CONNECTED, DICE, FIVE, HEAD, SWAPPED, figure, sample, samples, value

import byways
from byways.lab.metrics import GameSample, sample as module
from byways.lab.metrics.sample import count_legal_turns
from byways.records import Record

COUNTS = (8, 7, 7, 6, 6, 6, 5, 5)


def test_duration_by_hand():
    games = samples(*FIVE)  # 8, 3, 2, 1, 2 turns
    assert value("DurationTurns", games) == 16 / 5
    assert value("DurationTurnsNotTimeouts", games) == 15 / 4
    # Off the mean 3.2 by 4.8, -0.2, -1.2, -2.2, -1.2: the squares add up to 30.8.
    assert value("DurationTurnsStdDev", games) == pytest.approx(math.sqrt(30.8 / 5))
    assert figure("DurationTurns", games).quartiles == (1, 2, 2, 3, 8)
    # Student with 4 degrees of freedom: 2.776 times the standard error, sqrt(30.8 / 4 / 5); no game has less than 0.
    assert figure("DurationTurns", games).interval == pytest.approx((0, 3.2 + 2.7764 * math.sqrt(30.8 / 20)), abs=1e-3)
    assert figure("DurationTurns", games[:1]).interval is None
    assert (value("ShortestWin", games), figure("ShortestWin", games).n) == (8, 1), "of wins by the rules"


def test_rolls_of_dice_are_no_turns_but_a_swap_is_one():
    (game,) = samples(DICE)
    assert game.movers == ("player 1", "player 2", "chance", "player 1", "player 2")
    assert (value("DurationTurns", [game]), len(game.legal_turns)) == (4, 4)
    assert value("DurationTurns", samples(SWAPPED)) == 3


def test_actions_are_what_turns_are_made_of_and_one_that_must_be_is_no_decision():
    assert value("DurationActions", samples(CONNECTED)) == 8
    state = byways.start("whirlwind", size=6).play("b1")  # one stone, then pairs
    pair = next(turn for turn in state.legal_turns() if "," in turn)
    assert value("DurationActions", [GameSample.of(Record.from_state(state.play(pair)))]) == 3
    start = byways.start("longway", players=1)
    while not (start.to_move in start.players and len(start.legal_actions()) == 1):
        start = start.play(start.legal_turns()[0])
    game = GameSample.of(Record.from_state(start.play(start.legal_turns()[0])))
    single = game.legal_turns.count(1)
    assert single >= 1
    assert value("DecisionMoves", [game]) == 1 - single / len(game.legal_turns)


def test_branching_by_hand():
    (game,) = samples(CONNECTED)
    assert game.legal_turns == COUNTS
    assert value("BranchingFactor", [game]) == 50 / 8
    assert value("BranchingFactorMedian", [game]) == 6
    assert value("BranchingFactorMax", [game]) == 8
    assert value("DecisionMoves", [game]) == 1
    assert value("GameTreeComplexity", [game]) == pytest.approx(8 * math.log10(6.25))
    both = [game, sample(HEAD + "b3 a2")]
    assert value("BranchingFactor", both) == (6.25 + 7.5) / 2, "first over a game, then over games"
    assert value("BranchingFactorMedian", both) == (6 + 7.5) / 2
    rows = figure("BranchingByPly", [game, sample(HEAD + "b3 a2")]).rows
    assert [(row.label, row.value, row.n) for row in rows[:3]] == [("1", 8, 2), ("2", 7, 2), ("3", 7, 1)]
    assert rows[2].interval is None


SMALL = [("troll", {"size": 5}), ("stroll", {"size": 6}), ("whirlwind", {"size": 6}), ("longway", {"players": 1})]


@pytest.mark.parametrize(("game", "options"), SMALL)
def test_turns_are_counted_as_they_are_listed(game, options):
    state, states = byways.start(game, **options), []
    for _ in range(3):
        states.append(state)
        state = state.play(state.legal_turns()[-1])
    assert count_legal_turns(states) == [len(state.legal_turns()) for state in states]


@pytest.mark.slow
def test_machine_code_counts_the_same(monkeypatch):
    state = byways.start("stroll", size=6)
    turns = len(state.legal_turns())
    monkeypatch.delattr(module, "perft")
    monkeypatch.setattr(module, "_WORTH_COMPILING", 0)
    assert count_legal_turns([state]) == [turns]


def test_machine_code_counts_where_rules_are_machine_code(monkeypatch):
    state, counted = byways.start("stroll", size=6), []
    monkeypatch.setattr(module, "compiled", lambda kernel: kernel)
    monkeypatch.setattr(module, "perft_by", lambda kernel, state, depth: counted.append(state) or 7)
    monkeypatch.setattr(module, "_interpreted", 0)
    monkeypatch.setattr(type(state.variant.rules), "compiled", False)
    turns = len(state.legal_turns())
    assert count_legal_turns([state]) == [turns], "neither many turns nor machine code"
    monkeypatch.setattr(type(state.variant.rules), "compiled", True)
    assert (count_legal_turns([state]), counted) == ([7], [state])


def test_coverage_by_hand_and_a_cell_that_is_empty_again_was_visited():
    (game,) = samples(CONNECTED)
    assert value("BoardCoverage", [game]) == 8 / 16
    rows = figure("VisitedCells", [game, sample(HEAD + "b3 a2")]).rows
    assert {row.label: row.value for row in rows} == {
        **dict.fromkeys(("a2", "b3"), 1),
        **dict.fromkeys(("b2", "c2", "d2", "c3", "b4", "c4"), 0.5),
    }
    assert [row.label for row in rows[:2]] == ["a2", "b3"], "the most frequent first"
    assert [row.label for row in figure("WinnersCells", [game]).rows] == ["a2", "b2", "c2", "d2"]
    assert figure("WinnersCells", samples(FIVE[2], FIVE[3])).n == 0, "nobody won"

    def stood(state):
        return {cell for cell, owner in state.cells.items() if owner}

    start = byways.start("stride", side=4)
    after = next(after for after in map(start.play, start.legal_turns()) if stood(after) - stood(start))
    game = GameSample.of(Record.from_state(after))
    assert stood(start) - stood(after), "a piece has left a cell"
    assert game.visited == stood(start) | stood(after)
    assert value("BoardCoverage", [game]) == len(game.visited) / 37


def test_first_turns_and_that_only_the_end_of_a_game_may_be_known():
    rows = figure("FirstTurns", samples(*FIVE)).rows
    assert [(row.label, row.value, row.n) for row in rows] == [("b3", 0.8, 5), ("c3", 0.2, 5)]
    game = GameSample(("white", "black"), ("white",), "connection", 30)
    assert (value("AdvantageP1", [game]), value("DurationTurns", [game])) == (1, 30)
    for name in ("BranchingFactor", "DurationActions", "BoardCoverage", "VisitedCells", "FirstTurns", "WinnersCells"):
        assert figure(name, [game]).n == 0
