"""Stroll's longest path against OR-tools' CP-SAT, which knows nothing of roots, arms, shares and tolls."""

import random

import pytest

from byways.games.stroll.paths.best_paths import longest
from byways.games.stroll.paths.resumable_search import PathSearch
from byways.rules.state_vector import HEADER
from byways.search.driver import drive
from games.stroll.paths.test_stroll_resumable_search import full_state, is_path
from oracles.stroll import Stroll

pytest.importorskip("ortools")

from oracles import stroll_cp


def oracle_of(state):
    """The oracle with a state's stones."""
    size = state.options["size"]
    oracle = Stroll(size)
    for cell, mark in enumerate(state.vector[HEADER : HEADER + size * size].tolist()):
        if mark:
            oracle.stones[cell % size, cell // size] = ("white", "black")[mark - 1]
    return oracle


def compare(size, seed):
    state = full_state(size, seed)
    oracle = oracle_of(state)
    for player in state.players:
        path, bound = longest(state, player)
        assert path.length == bound == stroll_cp.longest(oracle, player), f"size {size}, seed {seed}, {player}"


@pytest.mark.parametrize(
    ("size", "count"), [(5, 15), (6, 15), (7, 15), (8, 15), (9, 10), (10, 10), (12, 5), (14, 2), (16, 1)]
)
def test_cp_sat_finds_no_longer_path(size, count):
    for seed in range(count):
        compare(size, seed)


@pytest.mark.torture
def test_cp_sat_finds_no_longer_path_where_bounds_are_sharpened():
    state = full_state(19, 1)
    search = PathSearch(state, "white")
    assert drive(search).proved
    assert is_path(state, search.path, "white")
    assert search.length == stroll_cp.longest(oracle_of(state), "white")


@pytest.mark.torture
def test_cp_sat_finds_no_longer_path_on_hundreds_of_boards():
    rng = random.Random(9)
    for seed in range(300):
        compare(rng.choice((8, 10, 12, 14, 16, 18)), 1_000 + seed)
