"""Fitting weights to positions of games: logistic regression (ridge, by Newton's method)."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from byways.kernels import Reals, Table

_STEPS = 30  # of Newton's, which settle in fewer than ten


def fit(rows: Table, targets: Reals, ridge: float, known: Reals | float = 0.0) -> Reals:
    """Return the weights, in logits, that best predict the targets (0 to 1) from the features, a row each.

    `known` are the logits to which these weights only add; `ridge` is the price of large weights, for features of
    spread 1.
    """
    spread = rows.std(axis=0) + 1e-9
    scaled = rows / spread
    found = np.zeros(rows.shape[1])
    for _ in range(_STEPS):
        guess = 1 / (1 + np.exp(-known - scaled @ found))
        slope = (scaled * (guess * (1 - guess))[:, None]).T @ scaled + ridge * len(rows) * np.eye(len(found))
        step = np.linalg.solve(slope, scaled.T @ (targets - guess) - ridge * len(rows) * found)
        found += step
        if np.abs(step).max() < 1e-9:
            break
    return np.asarray(found / spread)


def loss(guess: Reals, result: Reals, least: float = 1e-3) -> float:
    """Return the mean log loss of predictions, clipped to `least` … 1 - `least`."""
    guess = np.clip(guess, least, 1 - least)
    return float(-(result * np.log(guess) + (1 - result) * np.log(1 - guess)).mean())


def add(kept: dict[str, np.ndarray], new: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the stored positions followed by new ones, whose game numbers ("g") continue the count."""
    if not kept:
        return new
    new = {**new, "g": new["g"] + kept["g"].max() + 1 - new["g"].min()}
    return {name: np.concatenate([kept[name], new[name]]) for name in new}


def kept_in(file: Path) -> dict[str, np.ndarray]:
    """Return the positions stored in a file; none if there is no such file."""
    return dict(np.load(file)) if file.exists() else {}
