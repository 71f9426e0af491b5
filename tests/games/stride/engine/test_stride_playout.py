"""Stride's quick playouts against the slow random game, exact probabilities, and the rules."""

from collections import Counter

import numpy as np
import pytest

import byways
from byways.games.stride.rules import CELLS
from byways.kernels import compiled, entry_point
from byways.kernels.rng import seeded
from byways.rules.state_vector import QUIET, REASON, TO_MOVE, WINNER
from byways.search.random_game import board_of, random_game, rules_of
from games.stride.stride_positions import place

GAMES = 4_000


def stacks(**options):
    """A position from which many random games are drawn."""
    return place("a1*6 a2*6 b2*6", "g7*6 g6*6 f6*6", **options)


def playouts(state, games, seed):
    """The final vectors of quick random games, each with its values."""
    variant, rng = state.variant, seeded(seed)
    playout = compiled(variant.kernels.playout)
    for _ in range(games):
        vector, values = state.vector.copy(), np.zeros(2)
        assert playout(variant.geometry, vector, rng, values) == 1
        yield vector, values


def slow_games(state, games, seed):
    """The same by listing every jump."""
    variant, rng, rules = state.variant, seeded(seed), rules_of(state.variant)
    game, board = entry_point(random_game), board_of(variant)
    for _ in range(games):
        vector, values = state.vector.copy(), np.zeros(2)
        game(rules, board, vector, rng, values)
        yield vector, values


def summary(games):
    """Means and deviations: how often White wins and the game is drawn, pieces left, quiet turns at the end."""
    rows = [
        (values[0] == 1, values[0] == 0.5, np.abs(vector[CELLS:]).sum(), vector[QUIET], vector[REASON] == 1)
        for vector, values in games
    ]
    return np.mean(rows, axis=0), np.std(rows, axis=0)


@pytest.mark.parametrize(
    "state",
    [
        lambda: byways.start("stride", side=4),
        lambda: byways.start("stride", side=5, repetition=2),
        stacks,
        lambda: stacks(repetition=2),
        lambda: byways.start("stride", side=5, goal="arrive"),
        lambda: place("g5 c3 d3", "b3 f4 f5 g4 e4", "black"),
        lambda: place("g4 g6 c3 d3", "b3 f4 f5 d6 e4", "black"),
    ],
    ids=["side 4", "side 5", "stacks", "stacks, repetition 2", "arrival wins", "a threat", "two threats"],
)
def test_playouts_end_as_slow_random_games_do(state):
    quick, deviation = summary(playouts(state(), GAMES, 1))
    slow, other = summary(slow_games(state(), GAMES, 2))
    assert (np.abs(quick - slow) <= 5 * np.hypot(deviation, other) / GAMES**0.5 + 1e-9).all(), (quick, slow)


def endings(state):
    """The exact probability of every (winner, reason) of a random game, by the tree of all games."""
    if state.outcome is not None:
        return Counter({(state.outcome.winner, state.outcome.reason): 1.0})
    turns = state.legal_turns()
    found = Counter()
    for turn in turns:
        for end, probability in endings(state.play(turn)).items():
            found[end] += probability / len(turns)
    return found


@pytest.mark.parametrize(
    "state",
    [
        lambda: place("b1 c1 d1", "f7 e7 d7", repetition=2),
        lambda: place("b1 c1 d1", "f7 e7 d7", repetition=3),
        lambda: place("b4 e6 d6 e3", "c5 b5 c2 e7", repetition=2),
        lambda: place("b2 d2 c2 e7", "d7 c5 f7 c6", repetition=2),
        lambda: place("b4 e6 d6 e3", "c5 b5 c2 e7", repetition=2, goal="arrive"),
    ],
    ids=["second time", "third time", "five endings", "five again", "arrival wins"],
)
def test_playouts_have_the_exact_probabilities(state):
    exact = endings(state())
    assert len(exact) > 1
    counts = Counter()
    for vector, _ in playouts(state(), 2 * GAMES, seed=3):
        winner = (None, "white", "black")[vector[WINNER]]
        counts[winner, ("goal", "no move", "repetition")[vector[REASON] - 1]] += 1
    assert counts.keys() <= exact.keys()
    for end, p in exact.items():
        assert abs(counts[end] / (2 * GAMES) - p) <= 5 * (p * (1 - p) / (2 * GAMES)) ** 0.5, (counts, exact)


def test_playouts_end_where_the_rules_end_the_game_and_keep_the_values_of_one_that_is_over():
    state = byways.start("stride", side=4)
    for vector, values in playouts(state, 100, seed=5):
        reason, winner = state.variant.game.reasons[vector[REASON] - 1], int(vector[WINNER]) - 1
        if reason != "repetition":
            judged = vector.copy()
            judged[TO_MOVE] = winner if reason == "goal" else 1 - winner
            state.variant.kernels.settle(state.variant.geometry, judged)
            assert np.array_equal(judged, vector)
            assert (values[winner], values.sum()) == (1, 1)
    ((vector, values),) = playouts(place("g5*2", "e4"), 1, seed=1)
    assert values.tolist() == [1, 0]
    assert vector[REASON] == 1


@pytest.mark.parametrize("state", [lambda: byways.start("stride", side=4, swap=True), lambda: stacks(repetition=2)])
def test_playouts_are_the_same_interpreted(state):
    variant, rng = state().variant, seeded(9)
    for machine, machine_values in playouts(state(), 6, seed=9):
        plain, values = state().vector.copy(), np.zeros(2)
        variant.kernels.playout(variant.geometry, plain, rng, values)
        assert np.array_equal(plain, machine)
        assert np.array_equal(values, machine_values)
