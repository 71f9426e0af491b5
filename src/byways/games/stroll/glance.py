"""What a beginner sees on a Stroll board."""

from __future__ import annotations

from byways import defaults
from byways.games.stroll.series import length_soon
from byways.kernels import Ints, kernel

_FRAMES = 50  # of the search for a path: a person does not find every longest one either


@kernel(defaults.GLANCE)
def glance(geometry: Ints, state: Ints, player: int) -> int:
    """How long a path of the player's own stones is found soon."""
    return length_soon(geometry, state, player + 1, _FRAMES)
