"""Fitting weights to positions: against weights that are known."""

import numpy as np
import pytest

from fitting import add, fit, kept_in, loss


def positions(rows, weights, known=0.0):
    """What is seen, and how likely a win is."""
    seen = np.random.default_rng(1).normal(size=(rows, len(weights))) * [1.0, 20.0, 0.05]
    return seen, 1 / (1 + np.exp(-known - seen @ weights))


def test_the_weights_that_made_the_targets_are_found_and_what_is_known_is_only_added_to():
    weights, known = np.array([0.7, -0.1, 12.0]), np.linspace(-2, 3, 400)
    assert fit(*positions(400, weights), ridge=0) == pytest.approx(weights, rel=1e-6)
    seen, targets = positions(400, weights, known)
    assert fit(seen, targets, 0, known) == pytest.approx(weights, rel=1e-6)
    assert fit(seen, targets, 0) != pytest.approx(weights, rel=0.1)


def test_the_loss_is_that_of_the_guesses_and_bounded():
    assert loss(np.array([0.5, 0.5]), np.array([0.0, 1.0])) == pytest.approx(np.log(2))
    assert loss(np.array([1.0]), np.array([0.0])) == pytest.approx(-np.log(1e-3))


def test_a_ridge_keeps_weights_small_and_what_was_never_seen_weighs_nothing():
    seen, targets = positions(400, np.array([0.7, -0.1, 12.0]))
    assert all(np.abs(fit(seen, targets, 0.1)) < np.abs(fit(seen, targets, 0)))
    assert fit(np.column_stack([seen, np.zeros(400)]), targets, 1e-4)[3] == 0


def test_games_are_counted_on_behind_those_that_were_kept(tmp_path):
    first, second = ({"g": np.array(g), "z": np.array(z)} for g, z in (([0, 0, 1], [1, 1, 0]), ([250, 251], [0, 1])))
    assert add({}, first) is first
    both = add(first, second)
    assert both["g"].tolist() == [0, 0, 1, 2, 3]
    assert both["z"].tolist() == [1, 1, 0, 0, 1]
    assert kept_in(tmp_path / "none.npz") == {}
    np.savez_compressed(tmp_path / "some.npz", **both)
    assert kept_in(tmp_path / "some.npz")["g"].tolist() == both["g"].tolist()
