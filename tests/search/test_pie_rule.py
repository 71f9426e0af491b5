"""The pie rule: a first turn leaves the better side to the other, and whoever swaps takes it."""

from dataclasses import replace

import pytest

import byways
from byways.search import pie_rule
from byways.search.answer import Analysis
from byways.search.driver import Budget, Search, drive
from byways.search.pie_rule import DRAWN, Opening, PieReply, asks_for_pie, without_pie

GAMES = ("stroll", "troll", "whirlwind", "stride")


class Oracle(Search):
    """A search that knows what every position is worth, and how long it was asked to search."""

    asked, done = 0, False

    def __init__(self, state, value, budget, proved=False):
        self.state, self.value, self.simulations, self.budget = state, value, 0, budget
        self.proved = proved

    def step(self, simulations, spent=0.0):
        self.simulations += simulations
        Oracle.asked += simulations
        return simulations

    def analysis(self):
        turn = "a1"
        return Analysis(turn, self.value, self.proved, (turn,), (), self.simulations, 0.0, 3)


@pytest.mark.parametrize("game", GAMES)
def test_the_pie_rule_bears_on_the_first_two_turns_alone(game):
    state = byways.start(game, swap=True)
    assert asks_for_pie(state)
    assert not asks_for_pie(byways.start(game))
    state = state.play(state.legal_turns()[3])
    assert asks_for_pie(state)
    assert not asks_for_pie(state.play("swap"))
    assert not asks_for_pie(state.play(state.legal_turns()[0]))
    same = without_pie(state)
    assert same.legal_turns() == [turn for turn in state.legal_turns() if turn != "swap"]
    assert same.to_move == state.to_move


def test_a_lost_side_is_swapped_away_and_a_won_one_is_kept_so_whoever_begins_loses():
    start = byways.start("troll", size=4, swap=True)
    for first, swaps in (("b1", True), ("b2", False)):
        known = byways.analyse(start.play(first), None, simulations=20_000, seed=1)
        assert (known.proved, known.value, known.best == "swap") == (True, 1.0, swaps)
        swap = next(choice for choice in known.choices if choice.turn == "swap")
        assert (swap.value, swap.proved) == (float(swaps), True)
    known = byways.analyse(start, None, simulations=200_000, seed=1)
    assert (known.value, known.proved) == (0.0, True)


@pytest.mark.parametrize(("size", "value", "proved"), [(4, 0.0, True), (4, 0.5, True), (8, 0.0, False), (8, 0.5, True)])
def test_a_first_turn_is_proved_best_only_if_none_that_was_not_looked_at_could_be_better(size, value, proved):
    start = byways.start("troll", size=size, swap=True)
    search = Opening(start, lambda state, budget: Oracle(state, value, budget, proved=True), 1)
    drive(search, Budget(simulations=10_000))
    known = search.analysis()
    assert (known.value, known.proved) == (value, proved)
    assert all(choice.proved for choice in known.choices), "of each turn that was looked at the value is proved"
    assert (len(known.choices) < len(start.legal_turns())) == (size == 8)


def test_the_first_turn_is_the_one_that_leaves_most():
    start = byways.start("whirlwind", size=10, swap=True)
    worth = {}

    def begin(state, budget):
        value = worth.setdefault(str(state.turn), 0.95 - 0.03 * len(worth))
        return Oracle(state, value, budget)

    Oracle.asked = 0
    search = Opening(start, begin, 1)
    drive(search, Budget(simulations=10_000))
    known = search.analysis()
    assert len(worth) == DRAWN
    assert worth[known.best] == pytest.approx(0.5), "0.95, 0.92, …, 0.50, … 0.26 were on offer"
    assert known.value == pytest.approx(0.5)
    assert [choice.value for choice in known.choices] == [min(worth[c.turn], 1 - worth[c.turn]) for c in known.choices]
    assert known.choices[0].visits > known.choices[-1].visits
    assert Oracle.asked <= 10_000


def test_a_first_turn_too_strong_expects_to_be_swapped_and_a_stop_is_heard_at_once():
    start = byways.start("whirlwind", size=10, swap=True)
    search = Opening(start, lambda state, budget: Oracle(state, 0.1, budget), 1)
    drive(search, Budget(simulations=1000))
    best, *_ = search.analysis().choices
    assert best.line == (best.turn, "swap", "a1")
    search = Opening(start, lambda state, budget: Oracle(state, 0.5, budget), 1)
    drive(search, stop=lambda: True)
    assert len(search.analysis().choices) == 1


@pytest.mark.parametrize("game", GAMES)
def test_engines_play_with_the_pie_rule(game):
    state = byways.start(game, swap=True)
    reports = []
    known = byways.analyse(
        state, None, simulations=300, seed=1, report=lambda search: reports.append(search.analysis())
    )
    assert 0.0 <= known.value <= 0.5 + 1e-9
    assert state.is_legal(known.best)
    assert all(state.is_legal(report.best) for report in reports)
    after = state.play(known.best)
    answer = byways.analyse(after, None, simulations=300, seed=1)
    assert after.is_legal(answer.best)
    assert answer.value >= 0.5
    same = byways.analyse(after, None, simulations=300, seed=1)
    assert replace(same, seconds=0.0) == replace(answer, seconds=0.0)


def test_the_reply_reports_itself_while_it_searches():
    state = byways.start("troll", swap=True).play("b2")
    told = []
    search = PieReply(state, lambda state, budget: Oracle(state, 0.4, budget))
    drive(search, Budget(simulations=5), report=lambda search: told.append(search.analysis().best))
    assert set(told) == {"swap"}


def test_where_every_first_turn_ends_the_game_there_is_nobody_to_swap(monkeypatch):
    monkeypatch.setattr(pie_rule, "_drawn", lambda state, seed: [])
    known = byways.analyse(byways.start("troll", size=5, swap=True), None, simulations=300, seed=1)
    assert known.best
