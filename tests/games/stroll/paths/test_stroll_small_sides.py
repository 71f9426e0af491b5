"""Stroll's longest path among few stones: against trying everything, and against the search for many stones."""

import random
from itertools import product

import numpy as np

import byways
from byways.games.stroll.paths.further_paths import BOUND, REPORT, STONES, best_series, longest_path
from byways.games.stroll.paths.longest_path import OUT_OF_BUDGET
from byways.games.stroll.paths.small_sides import (
    COUNTERS,
    MOST,
    WORDS,
    begin_small_side,
    next_of_small_side,
    read_small_side,
    second_of_small_side,
)
from byways.kernels import Ints, Wide, compiled, kernel
from byways.rules.state_vector import HEADER
from games.stroll.paths.test_stroll_paths import BOTH_WAYS, boards, nowhere, random_board
from games.stroll.paths.test_stroll_resumable_search import full_state
from oracles.stroll import length

ENDLESS = 1_000_000_000  # a budget that is never spent: with one, `longest_path` searches as for many stones


@kernel
def begin(geometry: Ints, state: Ints, mark: int, barred: Ints, work: Wide, counters: Wide) -> int:
    return int(begin_small_side(geometry, state, mark, barred, work, counters))


@kernel
def go_on(work: Wide, counters: Wide, at_least: int, budget: int) -> int:
    return next_of_small_side(work, counters, at_least, budget)


@kernel
def read(work: Wide, counters: Wide, out: Ints) -> int:
    return read_small_side(work, counters, out)


@kernel
def second(work: Wide, counters: Wide, length: int) -> int:
    return second_of_small_side(work, counters, length)


def ways():
    """The three kernels, interpreted and compiled."""
    return [[way(kernel) for kernel in (begin, go_on, read)] for way in BOTH_WAYS]


def fresh():
    return np.empty(WORDS, dtype=np.int64), np.empty(COUNTERS, dtype=np.int64)


def test_every_path_is_met_once_in_one_direction():
    for oracle, vector, geometry in boards(60):
        white = [cell for cell, colour in oracle.stones.items() if colour == "white"]
        every = set(oracle.paths("white", white))
        for start, go, name in ways():
            (work, counters), out, met = fresh(), nowhere(oracle.size), []
            assert start(geometry, vector, 1, nowhere(oracle.size), work, counters)
            while (found := go(work, counters, 1, 0)) > 0:
                cells = out[: name(work, counters, out)].tolist()
                met.append(tuple((cell % oracle.size, cell // oracle.size) for cell in cells))
                assert length(met[-1]) == found
            assert go(work, counters, 1, 0) == 0  # what is over stays so
            assert len(met) == len({frozenset((path, path[::-1])) for path in every})
            assert {*met, *(path[::-1] for path in met)} == every


def test_barred_stones_are_on_no_path_but_stand_in_the_way():
    rng, shorter = random.Random(5), 0
    for oracle, vector, geometry in boards(60):
        white = [cell for cell, colour in oracle.stones.items() if colour == "white"]
        left = rng.sample(white, rng.randint(1, len(white)))
        barred = nowhere(oracle.size)
        for x, y in set(white) - set(left):
            barred[oracle.size * y + x] = 1
        most = max(map(length, oracle.paths("white", left)))
        for start, go, _ in ways():
            (work, counters), longest = fresh(), 0
            assert start(geometry, vector, 1, barred, work, counters)
            while (found := go(work, counters, longest + 1, 0)) > 0:
                longest = found
            assert longest == most
        shorter += most < oracle.longest("white")
    assert shorter > 10


def test_a_search_that_ran_out_of_budget_goes_on_where_it_was():
    for _, vector, geometry in boards(30):
        runs = []
        for (start, go, _), budget in product(ways(), (0, 1)):
            (work, counters), lengths = fresh(), []
            start(geometry, vector, 1, nowhere(int(geometry[1])), work, counters)
            while (found := go(work, counters, 2, budget)) != 0:
                if found == OUT_OF_BUDGET:
                    budget += 1
                else:
                    lengths.append(found)
            runs.append(lengths)
        assert all(lengths == runs[0] for lengths in runs)


def test_both_searches_find_paths_of_the_same_length():
    solve, report = compiled(longest_path), np.zeros(REPORT, dtype=np.int64)
    rng, lengths = random.Random(9), set()
    for seed in range(150):
        size = rng.choice((8, 10, 12, 14))
        stones = rng.randint(5, 24)
        if seed % 2:
            state = full_state(size, seed)
            vector, geometry = state.vector, state.variant.geometry
        else:
            _, vector, geometry = random_board(rng, size, stones, stones)
        for mark in (1, 2):
            out, found = nowhere(size), []
            for budget in (0, ENDLESS):
                found.append(solve(geometry, vector.copy(), mark, nowhere(size), budget, out, report))
                cells = [(cell % size, cell // size) for cell in out[: report[STONES]].tolist()]
                assert length(cells) == found[-1] == report[BOUND]
            assert found[0] == found[1]
            lengths.add(found[0])
    assert len(lengths) > 25


def test_too_many_stones_or_connections_are_left_to_the_other_search():
    variant = byways.find("stroll").variant({"size": 20})
    dense, sparse, crowded = (variant.blank() for _ in range(3))
    for cell in range(MOST + 1):
        dense[HEADER + 20 * (cell // 10) + cell % 10] = 1  # side by side: too many stones, hardly a connection
    for cell in range(36):
        sparse[HEADER + 20 * (3 * (cell // 6)) + 3 * (cell % 6)] = 1  # a lattice: 110 connections
    for cell in range(MOST):
        crowded[HEADER + 20 * (cell // 10) + cell % 10] = 1
    for start, *_ in ways():
        assert not start(variant.geometry, dense, 1, nowhere(20), *fresh())
        assert not start(variant.geometry, sparse, 1, nowhere(20), *fresh())
        assert start(variant.geometry, crowded, 1, nowhere(20), *fresh())
    out, report = nowhere(20), np.zeros(REPORT, dtype=np.int64)
    assert compiled(longest_path)(variant.geometry, sparse, 1, nowhere(20), 0, out, report) > 30


def test_second_paths_agree_with_trying_everything():
    for oracle, vector, geometry in boards(100):
        first, *others = oracle.series("white")
        for way in BOTH_WAYS:
            work, counters = fresh()
            way(begin)(geometry, vector, 1, nowhere(oracle.size), work, counters)
            assert way(second)(work, counters, first) == (others[0] if others else 0)


def test_second_paths_agree_with_the_series_on_large_boards_or_are_left_to_it():
    start, after, series = compiled(begin), compiled(second), compiled(best_series)
    found = []
    for seed in range(60):
        state = full_state(10, seed)
        work, counters = fresh()
        start(state.variant.geometry, state.vector.copy(), 1, nowhere(10), work, counters)
        out = np.zeros(200, dtype=np.int16)
        series(state.variant.geometry, state.vector.copy(), 1, nowhere(10), 2, out)
        lengths = [length(path_of(out, number)) for number in (1, 2)]
        found.append(after(work, counters, lengths[0]))
        assert found[-1] in (-1, lengths[1])
    assert found.count(-1) < 6


def path_of(out, number):
    """The cells of a path of a series, from end to end."""
    numbers, places = out.reshape(2, -1)
    cells = sorted(np.flatnonzero(numbers == number).tolist(), key=lambda cell: places[cell])
    return [(cell % 10, cell // 10) for cell in cells]
