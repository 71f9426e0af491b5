"""Metrics of what there is to choose from, where the values of all legal turns are known.

All take `choices`: for each position before a turn, the expected share of the player to move after every legal turn,
from 0 to 1, by the turn's text; None where it is not known. Positions with a single legal turn count like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from byways.lab.metrics.course import EVEN, ROUNDING, variance

Choices = Sequence[Mapping[str, float] | None]
NARROW = 0.75
"""How far above the mean, on the way to the best, a turn has to be for Ludii's ClarityNarrowness."""


def clarity_narrowness(choices: Choices) -> float | None:
    """Return the mean share of turns whose value is at least three quarters of the way from the mean to the best."""

    def narrow(values: Sequence[float]) -> float:
        mean = sum(values) / len(values)
        least = mean + NARROW * (max(values) - mean) - ROUNDING
        return sum(value >= least for value in values) / len(values)

    return _mean(choices, narrow)


def clarity_variance(choices: Choices) -> float | None:
    """Return the mean variance of the values of a position's turns."""
    return _mean(choices, variance)


def good_turns(choices: Choices) -> float | None:
    """Return the mean share of turns after which the player to move expects at least half of the game."""
    return _mean(choices, lambda values: sum(value >= EVEN for value in values) / len(values))


def effective_turns(choices: Choices, loss: float) -> float | None:
    """Return the mean share of turns that lose at most `loss` against the best of their position."""

    def effective(values: Sequence[float]) -> float:
        least = max(values) - loss - ROUNDING
        return sum(value >= least for value in values) / len(values)

    return _mean(choices, effective)


def _mean(choices: Choices, of: Callable[[Sequence[float]], float]) -> float | None:
    """Return the mean of a figure over the positions whose turns are known; None where there is none."""
    figures = [of(list(values.values())) for values in choices if values]
    return sum(figures) / len(figures) if figures else None
