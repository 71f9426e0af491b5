"""What engines think of a Stroll board: a logistic regression over its lines, its cells and whose move it is."""

from __future__ import annotations

import math

import numpy as np

from byways import defaults
from byways.games.stroll.board import SIZE
from byways.games.stroll.cells import cells_worth, look_around, sight_worths
from byways.games.stroll.hints import PHASES, PLAYOUTS, SECOND, TEMPO, UNITS, blend, weight
from byways.games.stroll.lines import board_worth, phase_shares, worths
from byways.header import PART, TO_MOVE
from byways.kernels import Ints, Reals, kernel

FRAMES = 400  # of the search for a path; enough for a proof on boards of up to 12 × 12 cells, mostly


@kernel(defaults.EVALUATE)
def evaluate(geometry: Ints, state: Ints, values: Reals) -> int:
    """See `Kernels.evaluate`. Until few first stones are left to be placed a random game would add little but noise."""
    cells = int(geometry[SIZE]) ** 2
    rows, beside, free = look_around(geometry, state)
    shares = np.empty(PHASES, dtype=np.float64)
    phase_shares(free, cells, shares)
    x = board_worth(geometry, state, worths(geometry, shares))
    x += cells_worth(geometry, state, rows, beside, sight_worths(geometry, shares))
    if state[TO_MOVE] >= 0:
        x += (1 - 2 * int(state[TO_MOVE])) * blend(geometry, TEMPO if state[PART] == 0 else SECOND, shares)
    values[0] = 1.0 / (1.0 + math.exp(-x / UNITS))
    values[1] = 1.0 - values[0]
    return 2 if free > weight(geometry, PLAYOUTS) else 1
