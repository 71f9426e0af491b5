"""What a beginner sees in a Troll position."""

from __future__ import annotations

from byways import defaults
from byways.boards.walk import gap
from byways.games.troll.rules import CELLS, NEAR, SIZE
from byways.kernels import Ints, kernel

_ENEMY = 2  # cells that an enemy's disc counts in a gap, for it must be flipped


@kernel(defaults.GLANCE)
def glance(geometry: Ints, state: Ints, player: int) -> int:
    """How little is missing between the own edges; where that is equal, how many discs are the player's."""
    n = int(geometry[SIZE])
    discs = 0
    for cell in range(n * n):
        discs += int(state[CELLS + cell] == player + 1)
    return discs - n * n * gap(geometry, NEAR, state, CELLS, n, player + 1, player == 0, _ENEMY)
