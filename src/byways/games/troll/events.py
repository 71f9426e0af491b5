"""What the rules of Troll bring about in play, for reports to count."""

from __future__ import annotations

import numpy as np

from byways.game.events import SHARE, Event
from byways.games.troll.rules import must_flip
from byways.rules.position import Position


def flips(before: Position, after: Position) -> int:
    """Return how many discs a turn has flipped."""
    return int(np.count_nonzero((before.board != 0) & (before.board != after.board)))


def is_edge_capture(before: Position, after: Position) -> bool:
    """Return whether a turn has placed a disc where it must flip one: on the opponent's edges or in a corner."""
    placed = np.flatnonzero((before.board == 0) & (after.board != 0))
    return bool(placed.size) and must_flip(before.variant.geometry, int(placed[0]), before.mover)


EVENTS = (
    Event("Flips", "The discs that a move flips.", flips, unit="discs a move"),
    Event("FlippingTurns", "Whether a move flips a disc.", lambda before, after: flips(before, after) > 0, unit=SHARE),
    Event("MostFlips", "The discs that a move flips.", flips, over="most", unit="discs"),
    Event(
        "EdgeCaptures",
        "Whether a move places a disc on the opponent's edges or in a corner, which must flip one.",
        is_edge_capture,
        unit=SHARE,
    ),
    Event(
        "Passes",
        "Whether a player has to pass.",
        lambda before, after: np.array_equal(before.board, after.board),
        unit=SHARE,
    ),
)
