"""Stroll's longest path on boards that take long: stopped, taken up again, bounded, and by either code."""

import random
import time

import numpy as np
import pytest

import byways
from byways.games.stroll import hunt as hunting
from byways.games.stroll.hunt import Hunt
from byways.games.stroll.longest_path import FINE, UNIT, new_search
from byways.games.stroll.paths import longest
from byways.games.stroll.series import BOUND, REPORT, STONES, longest_path
from byways.games.stroll.shares import LEVY, sharpen
from byways.games.stroll.sight import END, FAR, MATE, SHARE, TO, VIA, sight
from byways.header import TO_MOVE
from byways.kernels import compiled
from byways.state import State
from games.stroll_boards import CROSS, position


def full_state(size, seed):
    """The end of a random game; its paths are not compared."""
    variant, rng = byways.find("stroll").variant({"size": size}), random.Random(seed)
    rules = variant.kernels
    legal, apply = compiled(rules.legal_actions), compiled(rules.apply)
    vector, out = variant.start(), np.empty(variant.num_actions, dtype=np.int16)
    while count := legal(variant.geometry, vector, out):
        apply(variant.geometry, vector, int(out[rng.randrange(count)]))
    return State(variant, vector)


def is_path(state, path, player):
    """Whether the rules of claims take it."""
    variant = state.variant.game.variant({**state.variant.options, "ending": "claim"})
    vector = variant.blank()
    vector[: state.vector.size] = state.vector
    variant.kernels.settle(variant.geometry, vector)
    vector[TO_MOVE] = state.players.index(player)
    return State(variant, vector).is_legal(f"path {path}")


def test_a_small_board_is_hunted_down():
    hunt = Hunt(position(CROSS), "white")
    assert hunt.run()
    assert (hunt.length, hunt.bound, str(hunt.path)) == (7, 7, "e3 c1 c5")
    assert hunt.steps > 0


def test_no_stones_have_no_path():
    hunt = Hunt(byways.start("stroll", size=5), "black")
    assert hunt.proved
    assert (hunt.length, hunt.path.stones) == (0, ())


@pytest.mark.parametrize(("size", "seed"), [(8, 1), (11, 2), (13, 3), (16, 4), (19, 6)])
def test_hunting_finds_what_the_solver_finds(size, seed):
    state = full_state(size, seed)
    for player in state.players:
        hunt = Hunt(state, player)
        assert hunt.run()
        assert hunt.length == hunt.bound == hunt.path.length == longest(state, player)[1]
        assert is_path(state, hunt.path, player)


def test_a_hunt_can_be_stopped_and_goes_on_where_it_was(monkeypatch):
    """Whatever is known at any time is a path, and a bound that no path exceeds."""
    state = full_state(20, 5)
    truth = longest(state, "white")[1]
    monkeypatch.setattr(hunting, "CHUNK_SECONDS", 0.0)  # a step at a time
    hunt = Hunt(state, "white")
    lengths, bounds = [], []
    for _ in range(400):
        hunt.run(stop=lambda: True)
        assert hunt.path.length == hunt.length <= truth <= hunt.bound
        lengths.append(hunt.length)
        bounds.append(hunt.bound)
    assert lengths == sorted(lengths)
    assert bounds == sorted(bounds, reverse=True)
    assert not hunt.proved
    assert is_path(state, hunt.path, "white")
    monkeypatch.undo()
    assert hunt.run()
    assert hunt.length == truth


def test_the_largest_board_is_stopped_at_once():
    hunt = Hunt(full_state(26, 1), "white")
    began = time.perf_counter()
    hunt.run(stop=lambda: True)
    assert not hunt.proved
    assert time.perf_counter() - began < 1  # two chunks of 0.02 s, on a machine that may be busy
    hunt.run(seconds=0.1)
    assert 0 < hunt.length < hunt.bound


@pytest.mark.parametrize("barred", [0, 4])
def test_sharp_bounds_are_the_same_by_either_code(barred):
    state = full_state(22, 7)
    size = state.options["size"]
    off = (np.arange(size * size) % size < barred).astype(np.int16)
    found = []
    for solve in (longest_path, compiled(longest_path)):
        out, report = np.zeros(size * size, dtype=np.int16), np.zeros(REPORT, dtype=np.int64)
        solve(state.variant.geometry, state.vector.copy(), 1, off, 400, out, report)
        found.append((out.tolist(), report.tolist()))
    assert found[0] == found[1]
    assert found[0][1][BOUND] > 0
    assert not np.any(off[found[0][0][: found[0][1][STONES]]])


def test_shares_add_up_to_the_lengths_and_levies_to_the_tolls():
    state = full_state(20, 5)
    _, roads, clashes = sight(state.variant.geometry, state.vector.copy(), 1)
    work, book = new_search(roads, clashes, np.zeros(roads.shape[0] // 8, dtype=np.int64))
    assert book[UNIT] == FINE
    tolls, half = 0, clashes.shape[1] // 2
    for _ in range(3):
        sharpen(roads, clashes, work, 10)
        for v in range(roads.shape[0] // 8):
            for i in range(8 * v, roads[8 * v, END]):
                mate = roads[i, MATE]
                assert roads[mate, TO] == v
                assert roads[mate, VIA] == roads[i, VIA]
                assert roads[i, SHARE] + roads[mate, SHARE] == FINE * roads[i, FAR]
        for e, (count, *row) in enumerate(clashes.tolist()):
            quarters = row[half : half + count]
            assert work[e, LEVY] == sum(quarters)
            assert all(quarter >= 0 for quarter in quarters)
            tolls += sum(quarters)
    assert tolls > 0
