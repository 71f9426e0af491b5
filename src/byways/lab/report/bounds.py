"""What follows from the rules alone: bounds."""

from __future__ import annotations

import math

from byways.game import Variant
from byways.lab.report.figures import BOUND, Figure
from byways.lab.report.sections import COMPLEXITY


def bounds(variant: Variant, *, pieces_are_known: bool) -> list[Figure]:
    """Return what follows from the rules alone, if no cell holds anything but the declared pieces."""
    found = []
    if (positions := board_positions(variant)) is not None and pieces_are_known:
        found.append(Figure(COMPLEXITY, "BoardPositionsBound", "", positions, None, None, 0, "log10", BOUND))
    if (longest := variant.longest) is not None:
        found.append(Figure(COMPLEXITY, "LongestGame", "", float(longest), None, None, 0, "actions", BOUND))
    return found


def board_positions(variant: Variant) -> float | None:
    """Return log10 of players × (1 + kinds of pieces) ^ cells; None for a game without a common board of pieces."""
    kinds = len(variant.game.all_pieces)
    cells = len(variant.reading.words)
    if not kinds or not cells or variant.game.ui.sheets is not None:
        return None
    return math.log10(len(variant.players)) + cells * math.log10(1 + kinds)
