"""What engines think of a Stroll board before it is full: whose longest path is longer now, and who is to move."""

from __future__ import annotations

from byways import defaults
from byways.games.stroll.board import SIZE
from byways.games.stroll.hints import LEAD, TEMPO, weight
from byways.games.stroll.series import length_soon
from byways.header import TO_MOVE
from byways.kernels import Ints, Reals, kernel

FRAMES = 400  # of the search for a path; enough for a proof on boards of up to 12 × 12 cells, mostly


@kernel(defaults.EVALUATE)
def evaluate(geometry: Ints, state: Ints, values: Reals) -> int:
    """The lead of one path over the other, beside the board's size, as a chance to win."""
    lead = length_soon(geometry, state, 1, FRAMES) - length_soon(geometry, state, 2, FRAMES)
    x = lead / float(geometry[SIZE]) * weight(geometry, LEAD) / 100.0
    if state[TO_MOVE] >= 0:
        x += (1.0 - 2.0 * float(state[TO_MOVE])) * weight(geometry, TEMPO) / 100.0
    values[0] = 0.5 + 0.5 * x / (1.0 + abs(x))
    values[1] = 1.0 - values[0]
    return 1
