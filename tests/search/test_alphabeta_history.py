"""Proofs where positions may come again: a win counts only if what was played before cannot turn it into a draw."""

import numpy as np
import pytest

import byways
from byways.kernels.rng import seeded
from byways.search import alphabeta as ab
from byways.search.deepening import Deepening
from byways.search.driver import Budget, drive
from byways.search.random_game import random_turn
from games.playing import play
from games.stride.stride_positions import place, shuttling
from search.test_alphabeta import deepen, true_value


def searched(state, depth=7, megabytes=1):
    search = Deepening(state, megabytes=megabytes)
    deepen(search, depth)
    return search


def forget(state):
    """The same position as if nothing had been played."""
    return byways.start(state.variant.game.name, position=str(state))


ROUND = ("c3-e3", "f3-d3", "e3-c3", "d3-f3")  # the last would win, had its position not come before


@pytest.mark.parametrize(("repetition", "before"), [(2, ROUND[:3]), (3, ROUND + ROUND[:3])])
def test_a_win_through_a_position_that_has_come_too_often_is_not_proved(repetition, before):
    state = play(place("e2 d3 a4 f3 d5", "c3 e3", "black", repetition=repetition), *before)
    fresh = forget(state)
    assert true_value(fresh, "white", 3) == 1
    assert true_value(state, "white", 3) == 0
    assert searched(fresh).analysis().proved
    assert searched(fresh).analysis().best == "d3-f3"
    assert searched(state).value == 0
    assert not searched(state).analysis().proved


def test_a_win_through_a_position_that_may_come_once_more_is_proved_and_a_draw_by_repetition_never():
    state = play(place("e2 d3 a4 f3 d5", "c3 e3", "black", repetition=3), *ROUND[:3])
    assert true_value(state, "white", 3) == 1
    assert searched(state).analysis().proved
    assert searched(state).value == ab.WON - 3
    state = play(shuttling(repetition=2), "d2-b2", "d6-f6", "b2-d2")
    search = searched(state, depth=4)
    assert abs(search.value) <= ab.DECIDED
    assert not search.analysis().proved


@pytest.mark.parametrize("repetition", [2, 3])
def test_what_is_proved_after_much_shuttling_is_true(repetition):
    """The table mixes positions that were reached in different ways; plain search with the whole history does not."""
    proved = 0
    for seed in range(20):
        rng = seeded(seed)
        state = shuttling(repetition=repetition)
        for _ in range(20):
            state = state.apply_unchecked(random_turn(state, rng))
            if state.to_move is None:
                break
            value = searched(state, depth=5).value
            turns = ab.WON - abs(value)
            if turns <= 4:
                assert true_value(state, state.to_move, turns) == (1 if value > 0 else -1), str(state)
                proved += 1
    assert proved > 15


def test_the_table_grows_with_the_search_and_keeps_what_it_knows(monkeypatch):
    monkeypatch.setattr("byways.search.deepening._FIRST_SLOTS", 1 << 10)
    search = Deepening(byways.start("stride"), megabytes=1)
    sizes = [search.table.nbytes]
    drive(search, Budget(simulations=3_000))
    known = {int(key) for key in search.table[::2][search.table[1::2] != 0]}
    search._grow()
    grown = {int(key) for key in search.table[::2][search.table[1::2] != 0]}
    assert len(grown) > 0.95 * len(known)
    assert grown <= known
    for key in list(grown)[:200]:
        slot = ab.find(search.table, np.uint64(key))
        assert slot >= 0
        assert ab.action_of(ab.entry_at(search.table, slot)) >= 0
    drive(search, Budget(simulations=200_000))
    sizes.append(search.table.nbytes)
    assert sizes == [2**14, 2**20]
    assert abs(search.value) < ab.EVALUATED
