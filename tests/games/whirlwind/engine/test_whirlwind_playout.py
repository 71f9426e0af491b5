"""Whirlwind's quick playouts against the exact probabilities of the random game."""

from collections import Counter

import numpy as np
import pytest

import byways
from byways.games.whirlwind.engine import playout as quick
from byways.games.whirlwind.rules import CELLS
from byways.kernels import compiled, entry_point
from byways.kernels.rng import seeded
from byways.kernels.signatures import BoardArrays
from byways.rules.state_vector import NOBODY, TO_MOVE, WINNER
from byways.search.random_game import random_game, rules_of

LATE = """
   a b c d e f
 1 X O O X X O
 2 X O O O X .
 3 X X X O X O
 4 O X . . X .
 5 O O . O . O
 6 O X X O . X
to move: white
"""
# Without set-up stones: about one random game in five ends because somebody is stuck.
LATE_AND_BARE = """
   a b c d e f
 1 O O O X X O
 2 X X . X O O
 3 X X O . . X
 4 X X X X . O
 5 O O . O . .
 6 X O X X . O
to move: black
"""


def following(variant, vector):
    """What the random player does, by the rules' words: (probability, vector after the action)."""
    *stones, last = variant.legal_actions(vector)
    if last != vector.size - CELLS - 1:
        stones, end = [*stones, last], 0.0
    else:
        end = 0.5 if stones else 1.0
        yield end, variant.apply(vector, last)
    for stone in stones:
        yield (1 - end) / len(stones), variant.apply(vector, stone)


def ends(variant, vector, known):
    """The probability of every final state vector, exactly."""
    if vector[TO_MOVE] == NOBODY:
        return {vector.tobytes(): 1.0}
    if vector.tobytes() not in known:
        total = Counter()
        for probability, after in following(variant, vector):
            for end, share in ends(variant, after, known).items():
                total[end] += probability * share
        known[vector.tobytes()] = total
    return known[vector.tobytes()]


def assert_plays_the_random_game(play, variant, start, games):
    """The final states of `games` playouts have the exact probabilities of the random game (a chi-square test)."""
    exact, found, values = ends(variant, start, {}), Counter(), np.zeros(2)
    rng = seeded(1)
    for _ in range(games):
        vector = start.copy()
        assert play(variant.geometry, vector, rng, values) == 1
        found[vector.tobytes()] += 1
        winner = [0.0, 0.0]
        winner[vector[WINNER] - 1] = 1.0
        assert values.tolist() == winner
    assert found.keys() <= exact.keys()
    rare = {end for end, probability in exact.items() if probability * games < 5}
    bins = [(games * p, found[end]) for end, p in exact.items() if end not in rare]
    bins.append((games * sum(exact[end] for end in rare) + 1e-9, sum(found[end] for end in rare)))
    distance = sum((seen - expected) ** 2 / expected for expected, seen in bins)
    assert distance < len(bins) + 5 * (2 * len(bins)) ** 0.5


@pytest.mark.parametrize("stones", [1, 2])
@pytest.mark.parametrize("text", [LATE, LATE_AND_BARE, LATE_AND_BARE.rstrip() + "; no turn played"])
def test_playouts_end_as_the_random_game_does(text, stones):
    state = byways.start("whirlwind", position=text, stones=stones)
    assert_plays_the_random_game(compiled(quick.playout), state.variant, state.vector, 8_000)


def test_so_does_the_slow_way():
    state = byways.start("whirlwind", position=LATE)
    variant, rules = state.variant, rules_of(state.variant)

    def play(geometry, vector, rng, values):
        entry_point(random_game)(rules, BoardArrays(geometry, variant.num_actions, 0), vector, rng, values)
        return 1

    assert_plays_the_random_game(play, variant, state.vector, 3_000)


@pytest.mark.parametrize("text", [LATE, LATE_AND_BARE])
def test_playouts_go_on_from_the_middle_of_a_turn(text):
    state = byways.start("whirlwind", position=text)
    for first in state.variant.legal_actions(state.vector):
        vector = state.variant.apply(state.vector, first)
        assert_plays_the_random_game(compiled(quick.playout), state.variant, vector, 1_000)


@pytest.mark.parametrize(("tries", "stones"), [(0, 2), (2, 2), (0, 1)])
def test_it_makes_no_difference_whether_points_are_drawn_or_listed(monkeypatch, tries, stones):
    monkeypatch.setattr(quick, "TRIES", tries)
    state = byways.start("whirlwind", position=LATE, stones=stones)
    assert_plays_the_random_game(quick.playout, state.variant, state.vector, 1_500)


@pytest.mark.parametrize("size", [6, 14])
def test_playouts_are_the_same_both_ways(size):
    variant = byways.start("whirlwind", size=size).variant
    for seed in range(3):
        plain, machine, values = variant.start(), variant.start(), np.zeros(2)
        quick.playout(variant.geometry, plain, seeded(seed), values)
        compiled(quick.playout)(variant.geometry, machine, seeded(seed), values)
        assert np.array_equal(plain, machine)


def test_a_playout_of_a_finished_game_only_writes_its_values_and_a_short_trace_the_beginning():
    variant = byways.start("whirlwind", size=6).variant
    vector, values, again = variant.start(), np.zeros(2), np.zeros(2)
    quick.playout(variant.geometry, vector, seeded(1), values)
    end = vector.copy()
    assert quick.playout(variant.geometry, vector, seeded(2), again) == 1
    assert np.array_equal(vector, end)
    assert again.tolist() == values.tolist()
    assert sorted(values) == [0, 1]
    long, short = np.zeros(200, dtype=np.int16), np.zeros(10, dtype=np.int16)
    quick.playout_trace(variant.geometry, variant.start(), seeded(5), np.zeros(2), long)
    assert quick.playout_trace(variant.geometry, variant.start(), seeded(5), np.zeros(2), short) == 5
    assert np.array_equal(short, long[:10])


@pytest.mark.parametrize("stones", [1, 2])
@pytest.mark.parametrize("text", [LATE, LATE_AND_BARE, ""])
def test_a_trace_is_a_game_that_ends_as_the_playout_does(text, stones):
    given = {"position": text} if text else {"size": 8}
    state = byways.start("whirlwind", **given, stones=stones)
    variant = state.variant
    begun = [variant.apply(state.vector, first) for first in variant.legal_actions(state.vector)]
    for seed, start in enumerate([state.vector, *begun]):
        end, again, machine = start.copy(), start.copy(), start.copy()
        trace, same = np.zeros(400, dtype=np.int16), np.zeros(400, dtype=np.int16)
        heard = quick.playout_trace(variant.geometry, end, seeded(seed), np.zeros(2), trace)
        quick.playout(variant.geometry, again, seeded(seed), np.zeros(2))
        assert np.array_equal(end, again)
        assert compiled(quick.playout_trace)(variant.geometry, machine, seeded(seed), np.zeros(2), same) == heard
        assert np.array_equal(trace, same)
        replayed = start
        for player, action in trace[: 2 * heard].reshape(heard, 2).tolist():
            assert replayed[TO_MOVE] == player
            assert action in variant.legal_actions(replayed)
            replayed = variant.apply(replayed, action)
        assert np.array_equal(replayed, end)
