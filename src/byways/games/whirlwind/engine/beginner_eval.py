"""The beginner's evaluation of a Whirlwind position."""

from __future__ import annotations

from byways.games.whirlwind.rules import SIZE
from byways.kernels import Ints, kernel
from byways.rules.boards.walk import gap


@kernel
def beginner(geometry: Ints, state: Ints, player: int) -> int:
    """Return minus the number of stones missing between the player's edges, whatever may touch at corners."""
    return -gap(geometry, state, player, int(geometry[SIZE]) ** 2)
