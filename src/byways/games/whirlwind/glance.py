"""What a beginner sees in a Whirlwind position."""

from __future__ import annotations

from byways import defaults
from byways.boards.walk import gap
from byways.games.whirlwind.rules import CELLS, NEAR, SIZE
from byways.kernels import Ints, kernel


@kernel(defaults.GLANCE)
def glance(geometry: Ints, state: Ints, player: int) -> int:
    """How few stones are missing between the own edges, whatever may touch at corners."""
    n = int(geometry[SIZE])
    return -gap(geometry, NEAR, state, CELLS, n, player + 1, player == 0, n * n)
