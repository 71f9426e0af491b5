import time

import numpy as np
import pytest

import byways
from byways.errors import OptionError
from byways.kernels.rng import seeded
from byways.search import alphabeta as ab
from byways.search.deepening import Deepening
from byways.search.driver import Budget, drive
from byways.search.random_game import random_turn
from byways.testing import random_line


def true_value(state, player, depth):
    """The result for `player` by plain search of so many turns: 1, 0, -1, or None where it is not decided."""
    if state.to_move is None:
        return 0 if state.outcome.winner is None else 1 if state.outcome.winner == player else -1
    if depth == 0:
        return None
    values = {true_value(state.play(turn), player, depth - 1) for turn in state.legal_turns()}
    best = 1 if state.to_move == player else -1
    if best in values or None in values:
        return best if best in values else None
    return max(values) if best == 1 else min(values)


def deepen(search, depth):
    """Search so many actions deep."""
    search.deepest = depth
    drive(search)


def late_states(game, plies, count, **options):
    """States of random games a few turns before their ends."""
    for seed in range(count):
        *_, end = line = list(random_line(byways.find(game).variant(options), seed))
        assert end.to_move is None
        yield line[max(0, len(line) - 1 - plies)]


@pytest.mark.parametrize(
    ("game", "plies", "options"),
    [("troll", 3, {"size": 4}), ("stride", 3, {"side": 4}), ("stride", 2, {"side": 4, "repetition": 2})],
)
def test_it_proves_what_plain_search_finds(game, plies, options):
    proved = 0
    for state in late_states(game, plies, 12, **options):
        truth = true_value(state, state.to_move, plies)
        search = Deepening(state, megabytes=1)
        deepen(search, plies + 3)  # late moves are reduced at first, so the whole depth is seen a little later
        if truth == 0:
            assert search.value == 0
        elif truth is not None:
            assert search.value * truth > ab.DECIDED, str(state)
            proved += 1
    assert proved > 3


def test_a_proved_win_is_played_out():
    """Troll on 4×4 is a win for White; against random replies the proved line keeps its promise."""
    rng = seeded(5)
    state = byways.start("troll", size=4)
    left = None
    while state.to_move is not None:
        if state.to_move == "white":
            search = Deepening(state, megabytes=4)
            drive(search, Budget(simulations=2_000_000))
            assert search.analysis().proved
            assert search.analysis().value == 1.0
            assert left is None or ab.WON - search.value < left
            left = ab.WON - search.value
            state = state.play(search.analysis().best)
        else:
            state = state.apply_unchecked(random_turn(state, rng))
    assert state.outcome.winner == "white"


def test_interpreted_and_compiled_searches_are_the_same(monkeypatch):
    state = byways.start("stride", side=4).play("b1-b3")
    machine = Deepening(state, megabytes=1)
    deepen(machine, 3)
    for name in ("compiled", "entry_point"):
        monkeypatch.setattr(f"byways.search.deepening.{name}", lambda kernel: kernel)
    plain = Deepening(state, megabytes=1)
    deepen(plain, 3)
    assert (plain.nodes, plain.value, plain.best) == (machine.nodes, machine.value, machine.best)
    assert np.array_equal(plain.table, machine.table)


@pytest.mark.parametrize("part", ab.PARTS)
def test_every_part_changes_what_is_looked_at_and_none_but_reductions_the_value(part):
    state = byways.start("stride", side=4).play("b1-b3")
    exact = ab.ALL & ~ab.REDUCTIONS
    searches = {}
    for parts in (ab.ALL, ab.ALL & ~ab.PARTS[part], exact, exact & ~ab.PARTS[part]):
        searches[parts] = search = Deepening(state, megabytes=16, parts=parts)
        deepen(search, 5)
    assert searches[ab.ALL].nodes != searches[ab.ALL & ~ab.PARTS[part]].nodes
    assert searches[exact].values == searches[exact & ~ab.PARTS[part]].values


def test_a_repetition_is_a_draw_in_the_search_too():
    """With repetition 2 the shuttle back to the start draws at once, so a player who is losing takes it."""
    state = byways.start("stride", side=4, repetition=2)
    search = Deepening(state, megabytes=1)
    deepen(search, 4)
    assert search.depth == 4
    assert abs(search.value) <= ab.DECIDED


@pytest.mark.parametrize("simulations", [1, 600, 5_000])
def test_a_search_keeps_to_its_number_of_positions_and_always_has_a_turn(simulations):
    """Low levels are limited in this way; the weakest still looks at every action and at what it forces."""
    state = byways.start("stride", side=4)
    search = Deepening(state, megabytes=1)
    drive(search, Budget(simulations=simulations))
    assert state.is_legal(search.analysis().best)
    assert simulations <= search.nodes < max(simulations + 20, 400)
    assert search.depth >= 1
    again = Deepening(state, megabytes=1)
    drive(again, Budget(simulations=simulations))
    assert (again.nodes, again.best, again.value) == (search.nodes, search.best, search.value)


def test_a_search_without_time_has_a_turn_and_reports_only_when_there_is_something_to_tell():
    """The first look at every action of a large board takes longer than a chunk, and before it there is no turn."""
    state, told = byways.start("stride"), []
    search = Deepening(state, megabytes=1)
    drive(search, Budget(seconds=0.0), stop=lambda: True)
    assert state.is_legal(search.analysis().best)
    search = Deepening(byways.start("troll", size=20), megabytes=1)
    drive(search, Budget(simulations=1_000), report=lambda search: told.append(search.analysis().best))
    assert told
    assert all(told)


def test_it_looks_at_the_clock_often_where_positions_take_long():
    looks = []

    def stop():
        looks.append(time.thread_time())
        return len(looks) > 30

    drive(Deepening(byways.start("troll", size=20), megabytes=1), stop=stop)
    assert np.median(np.diff(looks)) < 0.1


def test_where_the_table_grows_does_not_depend_on_the_clock(monkeypatch):
    """Otherwise the same seed and the same number of positions would not give the same answer."""
    found = []
    for nodes in (50, 3_000):
        monkeypatch.setattr("byways.search.driver._next_size", lambda *given, nodes=nodes: nodes)
        search = Deepening(byways.start("stride"), megabytes=8)
        drive(search, Budget(simulations=100_000))
        found.append((search.nodes, search.values, search.table.size, search.table.tobytes()))
    assert found[0] == found[1]


def test_the_spread_says_how_far_the_value_moved_over_the_last_depths():
    state = byways.start("stride", side=4)
    search = Deepening(state)
    deepen(search, 1)
    assert search.analysis().spread is None
    deepen(search, 5)
    analysis = search.analysis()
    shares = [0.5 + 0.5 * value / ab.EVALUATED for value in search.values[-4:]]
    assert analysis.spread == pytest.approx(max(shares) - min(shares))
    assert analysis.choices[0].line == analysis.line


@pytest.mark.parametrize("limits", [{"simulations": 60_000}, {"seconds": 1.0}])
def test_several_turns_are_valued_when_they_are_asked_for(limits):
    state = byways.start("stride", side=4)
    analysis = byways.analyse(state, **{"seconds": None, **limits}, choices=4)
    assert len(analysis.choices) == 4
    assert analysis.choices[0].turn == analysis.best
    assert len({choice.turn for choice in analysis.choices}) == 4
    others = [choice.value for choice in analysis.choices[1:]]
    assert others == sorted(others, reverse=True)
    for choice in analysis.choices:
        assert choice.line[0] == choice.turn
        assert state.is_legal(choice.turn)
    if "simulations" in limits:
        assert analysis.simulations <= 1.2 * limits["simulations"]


def test_turns_that_lose_or_end_the_game_are_told_as_proved():
    (before,) = late_states("stride", 1, 1, side=4)
    analysis = byways.analyse(before, None, simulations=200_000, choices=100)
    assert len(analysis.choices) == len(before.legal_turns())
    outcomes = {choice: before.play(choice.turn).outcome for choice in analysis.choices}
    assert any(outcomes.values())
    for choice, outcome in outcomes.items():
        if outcome and choice.turn != analysis.best:
            assert choice.proved
            assert choice.value == {before.to_move: 1.0, None: 0.5}.get(outcome.winner, 0.0)


def test_a_game_with_dice_is_refused():
    for players in (1, 2):
        with pytest.raises(OptionError, match="games of two players without dice only"):
            Deepening(byways.start("longway", players=players))
