"""What engines think of a Stroll board before it is full: whose longest path is longer now, and who is to move."""

from __future__ import annotations

import numpy as np

from byways import defaults
from byways.games.stroll.board import SIZE
from byways.games.stroll.hints import LEAD, TEMPO, weight
from byways.games.stroll.longest_path import new_search, next_path
from byways.games.stroll.sight import sight
from byways.header import TO_MOVE
from byways.kernels import Ints, Reals, helper, kernel

FRAMES = 400  # of the search for a path; enough for a proof on boards of up to 12 × 12 cells, mostly


@helper
def length_now(geometry: Ints, state: Ints, mark: int) -> int:
    """The longest path of a side that is soon found."""
    stones, roads, clashes = sight(geometry, state, mark)
    work, book = new_search(roads, clashes, np.zeros(stones.size, dtype=np.int64))
    best = 0
    while True:
        found = next_path(roads, clashes, work, book, clashes[:0], best + 1, FRAMES)
        if found <= 0:
            return best
        best = found


@kernel(defaults.EVALUATE)
def evaluate(geometry: Ints, state: Ints, values: Reals) -> int:
    """The lead of one path over the other, beside the board's size, as a chance to win."""
    lead = float(length_now(geometry, state, 1) - length_now(geometry, state, 2)) / float(geometry[SIZE])
    x = lead * weight(geometry, LEAD) / 100.0
    if state[TO_MOVE] >= 0:
        x += (1.0 - 2.0 * float(state[TO_MOVE])) * weight(geometry, TEMPO) / 100.0
    values[0] = 0.5 + 0.5 * x / (1.0 + abs(x))
    values[1] = 1.0 - values[0]
    return 1
