"""The evaluation of a Stroll board: a logistic regression over its lines, its cells and the player to move."""

from __future__ import annotations

import math

import numpy as np

from byways.games.stroll.board import COUNTING, SIZE
from byways.games.stroll.engine.cell_features import cells_worth, look_around, sight_worths
from byways.games.stroll.engine.line_features import board_worth, phase_shares, worths
from byways.games.stroll.engine.weights import PHASES, PLAYOUTS, SECOND, TEMPO, UNITS, blend
from byways.games.stroll.paths.further_paths import length_soon
from byways.kernels import Ints, Reals, kernel
from byways.rules.state_vector import PART, TO_MOVE
from byways.turns import weight

FRAMES = 400  # of the search for a path; enough for a proof on boards of up to 12 × 12 cells, mostly
_BEGINNERS_FRAMES = 50  # a person does not find every longest path either


@kernel
def evaluate(geometry: Ints, state: Ints, values: Reals) -> int:
    """Estimate both players' values; while many first stones are still to come, random games add only noise.

    No opinion where only stones count: the weights were learnt from lengths in cells.
    """
    if geometry[COUNTING] == 1:
        return 0
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


@kernel
def beginner(geometry: Ints, state: Ints, player: int) -> int:
    """Return the length of a path of the player's own stones that is found soon."""
    return length_soon(geometry, state, player + 1, _BEGINNERS_FRAMES)
