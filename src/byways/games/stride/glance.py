"""What a beginner sees in a Stride position."""

from __future__ import annotations

from byways import defaults
from byways.games.stride.rules import CELLS, SIDE, colour, row_length
from byways.kernels import Ints, kernel


@kernel(defaults.GLANCE)
def glance(geometry: Ints, state: Ints, player: int) -> int:
    """By how many rows the own pieces have gone ahead of the enemy's; what was captured has gone nowhere."""
    side, cell, total = int(geometry[SIDE]), CELLS, 0
    last = 2 * side - 2
    for row in range(last + 1):
        for _ in range(row_length(side, row)):
            height = int(state[cell])
            total += height * (row if height > 0 else last - row)
            cell += 1
    return total * colour(player)
