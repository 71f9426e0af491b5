"""What the rules of Stride bring about in play, for reports to count."""

from __future__ import annotations

import numpy as np

from byways.game.events import SHARE, Event
from byways.games.stride.rules import CELLS, HEXES, UP
from byways.kernels import Ints
from byways.rules.position import Position


def _heights(state: Position) -> Ints:
    """Return the heights of White's stacks, and negative ones of Black's, hex by hex."""
    return state.vector[CELLS : CELLS + int(state.variant.geometry[HEXES])]


def _landed_on(before: Position, after: Position) -> int:
    """Return the height of what the mover's piece has landed on: negative of an enemy stack, 0 of an empty hex."""
    sign = 1 if before.mover == 0 else -1
    change = sign * (_heights(after).astype(int) - _heights(before))
    return int(sign * _heights(before)[np.argmax(change)])


def captured(before: Position, after: Position) -> int:
    """Return how many pieces a turn has captured."""
    return max(0, -_landed_on(before, after))


def is_forward(before: Position, after: Position) -> bool:
    """Return whether a turn goes diagonally forward, where every jump is free."""
    (action,) = before.actions(str(after.turn))
    return action % 6 // 2 == UP - 2 * before.mover


def is_repeated(before: Position, after: Position) -> bool | None:
    """Return whether a turn brings about a position that has come up before; None where repetitions are not counted."""
    return after.line.count(after.line[-1]) > 1 if before.variant.repetition else None


EVENTS = (
    Event("Captures", "Whether a move captures.", lambda before, after: captured(before, after) > 0, unit=SHARE),
    Event("CapturedPieces", "The pieces that a move captures.", captured, over="sum", unit="pieces a game"),
    Event(
        "StackingTurns",
        "Whether a move lands on a piece or stack of one's own.",
        lambda before, after: _landed_on(before, after) > 0,
        unit=SHARE,
    ),
    Event(
        "TallestStack",
        "The height of the tallest stack after a move.",
        lambda before, after: int(abs(_heights(after)).max()),
        over="most",
        unit="pieces",
    ),
    Event("ForwardTurns", "Whether a move goes diagonally forward, where every jump is free.", is_forward, unit=SHARE),
    Event(
        "RepeatedPositions",
        "Whether a move brings about a position that has come up before.",
        is_repeated,
        unit=SHARE,
    ),
)
