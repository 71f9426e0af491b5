"""Choices among alternatives whose log-odds are sums of parameters: the likelihood behind all ratings here.

A game of two is a choice among "the first wins", "the second wins" and "drawn"; a table is a choice of its winner, then
of its second … (McFadden 1974, "Conditional logit analysis of qualitative choice behavior"). The log-likelihood is
concave, so that Newton's method finds its maximum.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from byways.errors import OptionError

Reals = NDArray[np.float64]
Whole = NDArray[np.int64]
ITERATIONS = 100
DIVERGED = 15.0
"""Log-odds, 2,600 Elo, that without a prior are taken for a sign that the likelihood has no maximum."""
PRIOR_CLUSTERS = 2
"""With what weight, in clusters, a covariance by clusters is drawn to the one of independent choices."""


@dataclass(frozen=True)
class Choices:
    """Some choices among the same number of alternatives.

    The log-odds of alternative a in choice c are `weights[a] @ values[parameters[c]]`: weights (alternatives, slots),
    parameters (choices, slots), chosen (choices,), and clusters (choices,), numbered from 0. Choices of one cluster may
    depend on each other.
    """

    weights: Reals
    parameters: Whole
    chosen: Whole
    clusters: Whole


@dataclass(frozen=True)
class Fit:
    """Parameters of greatest likelihood, their covariance, and in how many clusters each of them occurs."""

    values: Reals
    covariance: Reals
    clusters: Whole


def fit(blocks: Sequence[Choices], number: int, prior: float) -> Fit:
    """Return the `number` parameters that make the choices most likely, with a covariance clustered as they say.

    `prior` regularises: for each parameter so many imaginary choices between it and 0 that went half one way, half the
    other, which are data like all others. So a player who has won everything has a finite rating. With 0 there is none;
    then parameters that can all be moved together are centred on 0, and OptionError is raised where the likelihood has
    no maximum.

    The covariance is the sandwich of Liang and Zeger (1986), "Longitudinal data analysis using generalized linear
    models", Biometrika 73. A sandwich of few clusters that happen to be alike is too thin, so each parameter's is drawn
    to the covariance of independent choices with the weight of `PRIOR_CLUSTERS` clusters.
    """
    counted = [_counted(block) for block in blocks]
    values = np.zeros(number)
    likelihood, gradient, information = _derivatives(counted, values, prior)
    for _ in range(ITERATIONS):
        step = np.linalg.pinv(information, rcond=1e-10, hermitian=True) @ gradient
        gain = float(gradient @ step)
        if gain < 1e-16 * (1 + abs(likelihood)):
            break
        scale = 1.0
        while True:
            found = _derivatives(counted, values + scale * step, prior)
            if found[0] >= likelihood or scale < 1e-9:
                break
            scale /= 2
        values = values + scale * step
        likelihood, gradient, information = found
    if prior == 0:
        _require_maximum(values, information)
    return _with_covariance(blocks, values, information, prior)


def _require_maximum(values: Reals, information: Reals) -> None:
    """Raise OptionError if a parameter has run away, or more than one direction is free (the one of all together)."""
    size = np.linalg.eigvalsh(information)
    if np.abs(values).max() > DIVERGED or (size < 1e-9 * size.max()).sum() > 1:
        raise OptionError(
            "statistics.separate",
            "without a prior, players must be connected by wins and losses both ways",
            option="prior",
            allowed="a number above 0",
        )


def _counted(block: Choices) -> tuple[Choices, Reals]:
    """Return the different choices of a block, and how often each occurs."""
    rows, counts = np.unique(np.column_stack([block.parameters, block.chosen]), axis=0, return_counts=True)
    distinct = Choices(block.weights, rows[:, :-1], rows[:, -1], np.zeros(len(rows), np.int64))
    return distinct, counts.astype(float)


def _probabilities(block: Choices, values: Reals) -> tuple[Reals, Reals]:
    """Return the probability of each alternative, (choices, alternatives), and the log of the chosen one's."""
    odds = values[block.parameters] @ block.weights.T
    odds -= odds.max(axis=1, keepdims=True)
    total = np.log(np.exp(odds).sum(axis=1, keepdims=True))
    logs = odds - total
    return np.exp(logs), np.take_along_axis(logs, block.chosen[:, None], axis=1)[:, 0]


def _derivatives(blocks: Sequence[tuple[Choices, Reals]], values: Reals, prior: float) -> tuple[float, Reals, Reals]:
    """Return the log-likelihood, its gradient, and minus its second derivatives."""
    half = 1 / (1 + np.exp(-values))
    likelihood = float(prior / 2 * np.sum(np.log(half) + np.log1p(-half)))
    gradient = prior * (0.5 - half)
    information = np.diag(prior * half * (1 - half))
    for block, counts in blocks:
        chances, logs = _probabilities(block, values)
        expected = chances @ block.weights
        likelihood += float(counts @ logs)
        np.add.at(gradient, block.parameters, (block.weights[block.chosen] - expected) * counts[:, None])
        spread = np.einsum("ca,as,at->cst", chances, block.weights, block.weights, optimize=True)
        spread -= expected[:, :, None] * expected[:, None, :]
        rows = block.parameters
        np.add.at(information, (rows[:, :, None], rows[:, None, :]), spread * counts[:, None, None])
    return likelihood, gradient, information


def _with_covariance(blocks: Sequence[Choices], values: Reals, information: Reals, prior: float) -> Fit:
    number = len(values)
    clusters = 1 + max((int(block.clusters.max(initial=-1)) for block in blocks), default=-1)
    scores = np.zeros((clusters, number))
    seen = np.zeros((clusters, number), bool)
    for block in blocks:
        chances, _ = _probabilities(block, values)
        where = block.clusters[:, None], block.parameters
        np.add.at(scores, where, block.weights[block.chosen] - chances @ block.weights)
        seen[where] = True
    half = 1 / (1 + np.exp(-values))
    imaginary = np.diag((prior / 2) ** 2 * (half**2 + (1 - half) ** 2))
    middle = scores.T @ scores * clusters / max(1, clusters - 1) + imaginary
    count = seen.sum(axis=0)
    trust = np.sqrt(count / (count + PRIOR_CLUSTERS))
    rest = np.sqrt(1 - trust**2)
    middle = middle * np.outer(trust, trust) + information * np.outer(rest, rest)
    bread = np.linalg.pinv(information, rcond=1e-10, hermitian=True)
    return Fit(values, bread @ middle @ bread, count)
