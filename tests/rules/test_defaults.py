"""What the rules of a game are where it leaves a kernel out."""

import numpy as np
import pytest

from byways.kernels.rng import seeded
from byways.rules import defaults
from byways.rules.state_vector import HEADER, QUIET, REASON, WINNER

BOARD = np.zeros(4, np.int16)


def state(**words):
    vector = np.arange(HEADER + 3, dtype=np.int16)
    vector[[WINNER, REASON]] = words.get("winner", 0), words.get("reason", 0)
    return vector


@pytest.mark.parametrize(("winner", "values"), [(0, [0.5, 0.5]), (1, [1, 0]), (2, [0, 1])])
def test_the_winner_takes_all_and_a_draw_is_shared(winner, values):
    found = np.full(2, 9.0)
    assert defaults.outcome(BOARD, state(winner=winner, reason=3), found) == 3
    assert found.tolist() == values


def test_outcomes_of_dice_are_equally_likely_and_actions_as_good_as_another():
    weights, scores, legal = np.zeros(6, np.int64), np.full(3, 9, np.int64), np.array([4, 7, 9], np.int16)
    defaults.chances(BOARD, state(), weights)
    assert weights.tolist() == [1] * 6
    defaults.order(BOARD, state(), legal, 2, scores)
    assert scores.tolist() == [0, 0, 9]
    rng = seeded(1)
    assert {defaults.choose(BOARD, state(), legal, 2, rng) for _ in range(40)} == {4, 7}


def test_a_game_has_no_opinion():
    values, out = np.zeros(2), np.zeros(3, np.int16)
    assert defaults.allows(BOARD, state(), 1) == -1
    assert defaults.playout(BOARD, state(), seeded(1), values) == 0
    assert defaults.playout_trace(BOARD, state(), seeded(1), values, out) == -1
    assert defaults.evaluate(BOARD, state(), values) == 0
    assert defaults.forcing(BOARD, state(), out) == 0
    assert defaults.beginner(BOARD, state(), 0) == 0
    efforts = np.zeros(2, np.int64)
    assert (defaults.estimate(BOARD, state(), efforts), efforts.tolist()) == (0, [1, 1])
    assert defaults.mask(BOARD, state(), np.zeros(3, bool)) == -1


def test_a_position_is_observed_as_it_is_and_is_its_only_image():
    vector = state(winner=1)
    planes = np.zeros((1, vector.size), np.float32)
    defaults.observe(BOARD, vector, 0, planes)
    assert planes[0].tolist() == vector.tolist()
    image, actions = np.zeros_like(vector), np.zeros(4, np.int16)
    defaults.symmetry(BOARD, vector, 0, image, actions)
    assert (image.tolist(), actions.tolist()) == (vector.tolist(), [0, 1, 2, 3])


def test_a_key_tells_positions_apart_but_for_how_long_nothing_has_happened():
    keys = set()
    for word in range(HEADER + 3):
        other = state()
        other[word] += 1
        keys.add(int(defaults.key(BOARD, other)))
        assert (defaults.key(BOARD, other) == defaults.key(BOARD, state())) == (word == QUIET)
    assert len(keys) == HEADER + 3
