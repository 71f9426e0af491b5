"""How promising a stone looks before any search: what players look for in one."""

from __future__ import annotations

import numpy as np

from byways import defaults
from byways.games.stroll.board import CELLS, EMPTY, SIZE
from byways.games.stroll.hints import FEATURES, PHASES
from byways.games.stroll.lines import phase_shares
from byways.games.stroll.preferences import A_STONE, describe_stone, mark_taken, preference_table
from byways.header import PART, TO_MOVE
from byways.kernels import Ints, Wide, kernel

_MOST = 1000  # the promise of the best stone
_STEP = 10  # thousandths of a logit


@kernel(defaults.ORDER)
def order(geometry: Ints, state: Ints, legal: Ints, count: int, scores: Wide) -> None:
    """The promise of each stone, in hundredths of a logit below the best one's; all of it for what is no stone.

    So a swap is looked at, and claims are all alike.
    """
    cells = int(geometry[SIZE]) ** 2
    taken = np.zeros(cells, dtype=np.int64)
    shares = np.empty(PHASES, dtype=np.float64)
    phase_shares(mark_taken(geometry, state, taken), cells, shares)
    table, found = np.empty(FEATURES, dtype=np.int64), np.empty(A_STONE, dtype=np.int64)
    preference_table(geometry, state[PART] > 0, shares, table)
    highest = -1_000_000
    for i in range(count):
        action = int(legal[i])
        if action < cells and state[CELLS + action] == EMPTY:
            describe_stone(geometry, state, taken, action, int(state[TO_MOVE]), found)
            scores[i] = 0
            for j in range(A_STONE):
                scores[i] += table[found[j]]
            highest = max(highest, int(scores[i]))
    for i in range(count):
        action = int(legal[i])
        if action < cells and state[CELLS + action] == EMPTY:
            scores[i] = max(_MOST - (highest - scores[i]) // _STEP, 0)
        else:
            scores[i] = _MOST
