"""Move ordering for stones: what each adds to the value of its player's lines of sight."""

from __future__ import annotations

import numpy as np

from byways.games.stroll.board import CELLS, EMPTY, SIZE
from byways.games.stroll.engine.line_features import count_free, phase_shares, stone_worth, worths
from byways.games.stroll.engine.weights import PHASES
from byways.kernels import Ints, Wide, kernel
from byways.rules.state_vector import TO_MOVE

_NOTHING = 200  # the promise of a stone that adds nothing; most add something
_STEP = 2  # thousandths of a logit


@kernel
def order(geometry: Ints, state: Ints, legal: Ints, count: int, scores: Wide) -> None:
    """Score each stone on an empty cell; claims score 0."""
    cells = int(geometry[SIZE]) ** 2
    shares = np.empty(PHASES, dtype=np.float64)
    phase_shares(count_free(geometry, state), cells, shares)
    table = worths(geometry, shares)
    for i in range(count):
        action = int(legal[i])
        scores[i] = 0
        if action < cells and state[CELLS + action] == EMPTY:
            worth = stone_worth(geometry, state, action, int(state[TO_MOVE]), table)
            scores[i] = min(max(_NOTHING + worth // _STEP, 0), 1000)
