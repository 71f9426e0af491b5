"""The beginner's evaluation of a Whirlwind position."""

from __future__ import annotations

from byways.boards.walk import gap
from byways.games.whirlwind.rules import CELLS, NEAR, SIZE
from byways.kernels import Ints, kernel


@kernel
def beginner(geometry: Ints, state: Ints, player: int) -> int:
    """Return minus the number of stones missing between the player's edges, whatever may touch at corners."""
    n = int(geometry[SIZE])
    return -gap(geometry, NEAR, state, CELLS, n, player + 1, player == 0, n * n)
