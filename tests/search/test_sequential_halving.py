"""Comparing turns by games that are played on, here by games that are made up."""

import math

import byways
from byways.search import driver
from byways.search.driver import Budget, drive
from byways.search.sequential_halving import HalvingSearch


class Coins:
    """Two turns: the first wins every other game that goes on from it, the second none."""

    turns = ((0,), (1,))
    guesses = (0.5, 0.4)
    proved = False
    look_costs = 1

    def look(self, i):
        return self.guesses[i]

    def play(self, still, begin, end, sums, visits):
        for number in range(begin, end):
            turn = still[number % still.size]
            sums[turn] += (number // still.size) % 2 if turn == 0 else 0
            visits[turn] += 1


def analysis(simulations):
    search = HalvingSearch(byways.start("stride"), Coins())
    drive(search, Budget(simulations=simulations))
    return search.analysis()


def test_the_spread_is_the_standard_error_of_the_games():
    found = analysis(402)
    often, never = found.choices
    assert (found.line, often.line) == ((often.turn,), (often.turn,))
    mean = (often.visits // 2) / often.visits
    assert often.visits > 100
    assert found.spread == often.spread
    assert math.isclose(often.spread, math.sqrt(mean * (1 - mean) / (often.visits - 1)))
    assert never.spread == 0


def test_where_a_turn_has_few_games_all_of_them_tell_but_hardly_any_do_not():
    found = analysis(16)
    often, never = found.choices
    assert often.visits < 8
    variance = (often.visits // 2) * (1 - (often.visits // 2) / often.visits) / (often.visits + never.visits - 2)
    assert math.isclose(often.spread, math.sqrt(variance / often.visits))
    assert math.isclose(never.spread, math.sqrt(variance / never.visits))
    found = analysis(6)
    assert (found.spread, [choice.spread for choice in found.choices]) == (None, [None, None])


class Slow(Coins):
    """Many turns; looking at one takes a second, and so does a game."""

    turns = tuple((i,) for i in range(12))
    guesses = tuple(0.5 for _ in turns)

    def __init__(self):
        self.seen, self.games = [], 0

    @property
    def time(self):
        return float(len(self.seen) + self.games)

    def look(self, i):
        assert self.games == 0, "looks come first"
        self.seen.append(i)
        return self.guesses[i]

    def play(self, still, begin, end, sums, visits):
        self.games += end - begin
        super().play(still, begin, end, sums, visits)


def test_looks_come_first_at_every_turn_in_a_time_and_in_half_of_a_number_of_simulations(monkeypatch):
    timed, counted, short = Slow(), Slow(), Slow()
    monkeypatch.setattr(driver, "now", lambda: timed.time)
    drive(HalvingSearch(byways.start("stride"), timed), Budget(seconds=20))
    assert (timed.seen, timed.games) == (list(range(12)), 8)
    drive(HalvingSearch(byways.start("stride"), counted), Budget(simulations=16))
    assert (counted.seen, counted.games) == (list(range(8)), 8)
    monkeypatch.setattr(driver, "now", lambda: short.time)
    drive(HalvingSearch(byways.start("stride"), short), Budget(seconds=7))
    assert (short.seen, short.games) == (list(range(7)), 0)
