"""Metrics of how long games are and how many turns there are to choose from."""

from __future__ import annotations

import math
from collections.abc import Sequence

from byways.lab.metrics.sample import GameSample


def duration_turns(sample: GameSample) -> float:
    """Return how many turns players made."""
    return float(sample.turns)


def duration_turns_with_result(sample: GameSample) -> float | None:
    """Return the same; None for a game without a result."""
    return None if sample.winners is None else float(sample.turns)


def turns_to_win(sample: GameSample) -> float | None:
    """Return how many turns players made in a game that by the rules some of them won, but not all of several."""
    won = sample.winners is not None and 0 < len(sample.winners) < max(2, len(sample.players))
    if sample.record is not None and sample.record.termination:
        return None
    return float(sample.turns) if won else None


def duration_actions(sample: GameSample) -> float | None:
    """Return how many actions players took."""
    return None if sample.actions is None else float(sample.actions)


def standard_deviation(values: Sequence[float]) -> float:
    """Return the standard deviation of values, by their number (not less one), as Ludii does."""
    mean = sum(values) / len(values)
    return math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))


def branching_factor(sample: GameSample) -> float | None:
    """Return the mean number of legal turns that a player had."""
    counts = sample.legal_turns
    return sum(counts) / len(counts) if counts else None


def branching_factor_median(sample: GameSample) -> float | None:
    """Return the median number of legal turns that a player had; of an even number, the mean of the middle two."""
    return median(sample.legal_turns)


def branching_factor_max(sample: GameSample) -> float | None:
    """Return the largest number of legal turns that a player had."""
    return float(max(sample.legal_turns)) if sample.legal_turns else None


def decision_moves(sample: GameSample) -> float | None:
    """Return the share of a game's turns in which a player had more than one legal turn."""
    counts = sample.legal_turns
    return sum(count > 1 for count in counts) / len(counts) if counts else None


def game_tree_complexity(sample: GameSample) -> float | None:
    """Return the number of turns times the decimal logarithm of the mean number of legal turns."""
    mean = branching_factor(sample)
    return None if mean is None else len(sample.legal_turns) * math.log10(mean)


def legal_turns(sample: GameSample) -> tuple[int, ...] | None:
    """Return how many legal turns a player had, turn by turn."""
    return sample.legal_turns or None


def median(values: Sequence[float]) -> float | None:
    """Return the median of values in any order; of an even number, the mean of the middle two; None of none."""
    ordered = sorted(values)
    middle = len(ordered) // 2
    if not ordered:
        return None
    return float(ordered[middle]) if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
