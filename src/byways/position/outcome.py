"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from byways.kernels import Reals
from byways.rules.position import Position


@dataclass(frozen=True)
class Outcome:
    """The end of a game."""

    winner: str | None
    """A player's name; None for a draw or a shared first place."""
    winners: tuple[str, ...]
    """Who won or shares the first place; empty for a draw."""
    reason: str
    scores: dict[str, int]
    """By player: what the game counts (path lengths, points), or 1 for a win, -1 for a loss, 0 for a draw."""


def judged(state: Position) -> Outcome:
    """Return how a finished game ended, counted anew."""
    variant = state.variant
    values = np.zeros(len(variant.players))
    reason = variant.outcome(state.vector, values)
    winners, scores = variant.game.ui.tally(state) if variant.game.ui.tally else _tally(variant.players, values)
    sole = winners[0] if len(winners) == 1 else None
    return Outcome(sole, winners, variant.game.reasons[reason - 1], scores)


def _tally(players: tuple[str, ...], values: Reals) -> tuple[tuple[str, ...], dict[str, int]]:
    winners = tuple(name for name, value in zip(players, values, strict=True) if value == 1.0)
    return winners, {name: (name in winners) * 2 - 1 if winners else 0 for name in players}
