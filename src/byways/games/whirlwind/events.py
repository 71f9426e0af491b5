"""What the rules of Whirlwind bring about in play, for reports to count."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from byways.game.events import SHARE, Event
from byways.games.whirlwind.rules import EMPTY, is_single
from byways.kernels import Ints
from byways.rules.position import Position

_DIAGONALS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def placed(before: Position, after: Position) -> int:
    """Return how many stones a turn has placed."""
    return int(np.count_nonzero(before.board != after.board))


def is_pair(before: Position, after: Position) -> bool | None:
    """Return whether a turn has placed two stones; None where it could not."""
    return None if is_single(before.variant.geometry, before.vector) else placed(before, after) == 2


def touching_points(board: Ints, stone: int) -> NDArray[np.bool_]:
    """Return where `stone` alone would touch one of its colour only at a corner, (rows, columns)."""
    rows, columns = board.shape
    own = np.pad(board == stone, 1)
    found = np.zeros(board.shape, dtype=np.bool_)
    for down, right in _DIAGONALS:
        corner = own[1 + down : 1 + down + rows, 1 + right : 1 + right + columns]
        above_or_below = own[1 + down : 1 + down + rows, 1 : 1 + columns]
        beside = own[1 : 1 + rows, 1 + right : 1 + right + columns]
        found |= corner & ~above_or_below & ~beside
    return found


def banned(before: Position, after: Position) -> float:
    """Return the share of the empty points where the diagonal rule forbids the mover a stone alone."""
    empty = before.board == EMPTY
    return float((touching_points(before.board, before.mover + 1) & empty).sum() / empty.sum())


def banned_in_pairs(before: Position, after: Position) -> float | None:
    """Return the share of the empty points where it forbids the mover any stone, also one of two; None of one alone."""
    if is_single(before.variant.geometry, before.vector):
        return None
    cells = before.board.size
    legal = before.legal_actions()
    return 1.0 - float(np.count_nonzero(legal < cells) / (before.board == EMPTY).sum())


def is_mended(before: Position, after: Position) -> bool | None:
    """Return whether one of a turn's two stones could not have been placed alone; None for a turn of one stone."""
    if not is_pair(before, after):
        return None
    return bool((touching_points(before.board, before.mover + 1) & (before.board != after.board)).any())


EVENTS = (
    Event("Pairs", "Whether a turn places two stones, where it may place one or two.", is_pair, unit=SHARE),
    Event(
        "BannedPoints",
        "The share of the empty points on which the player to move may not place a stone alone, as it would touch "
        "another only at a corner.",
        banned,
        unit=SHARE,
    ),
    Event(
        "PointsBannedInPairs",
        "The share of the empty points on which the player to move may place no stone, even together with another.",
        banned_in_pairs,
        unit=SHARE,
    ),
    Event(
        "MendingPairs",
        "Of the turns of two stones, those of which one stone would have been illegal without the other.",
        is_mended,
        unit=SHARE,
    ),
)
