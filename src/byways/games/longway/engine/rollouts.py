"""The turns that the search compares, looked at over all dice and played on to the end by the learnt value."""

from __future__ import annotations

import time
from typing import ClassVar

import numpy as np

from byways.games.longway.engine.candidates import candidates, still_in
from byways.games.longway.engine.choices import foresee, promising, read_sheet
from byways.games.longway.engine.policy import Tried, expect, try_out
from byways.games.longway.engine.score_bound import most_points
from byways.games.longway.engine.value_network import early_weights, weights
from byways.games.longway.engine.worth import SCORES, worth_of
from byways.games.longway.layout import PLAYERS
from byways.games.longway.tiles import FACES
from byways.kernels import Kernel, Reals, Wide, compiled
from byways.rules.position import Position
from byways.rules.state_vector import CHANCE, TO_MOVE


class Rollouts:
    """A `RolloutComparison` of the promising turns of one state, by what was learnt from so many games (0: all)."""

    kernels: ClassVar[tuple[Kernel, ...]] = (most_points, read_sheet, foresee, promising, expect, try_out)
    look_costs = FACES  # it meets 36 rolls, which takes about as long as six games

    def __init__(self, state: Position, seed: int | None = None, learnt: int = 0) -> None:
        self.geometry, vector = state.variant.geometry, state.vector.copy()
        self.net = (early_weights(learnt) if learnt else weights()).copy()  # machine code takes no read-only arrays
        self.seed = ((time.time_ns() if seed is None else seed) % (1 << 30)) << 24
        player = 0 if vector[TO_MOVE] == CHANCE else int(vector[TO_MOVE])
        self.in_play = len(still_in(self.geometry, vector, player))
        self.worth = worth_of(state.variant, vector, player, self.net)
        found = candidates(self.geometry, vector, player, self.net)
        self.turns = [candidate.actions for candidate in found]
        self.guesses = [self._worth(candidate.guess) for candidate in found]
        self.compacts = np.array([candidate.compact for candidate in found])
        self.plans = np.array([candidate.plan for candidate in found], dtype=np.int64)
        alone = int(self.geometry[PLAYERS]) == 1
        self.proved = alone and len(found) == 1 and found[0].final

    def look(self, i: int) -> float:
        """Return the value of a turn, averaged over every roll of the dice with the best turn after each."""
        points = compiled(expect)(self.geometry, self.net, self.compacts[i].copy(), self.plans[i].copy())
        return self._worth(points)

    def play(self, still: Wide, begin: int, end: int, sums: Reals, visits: Wide) -> None:
        """Play on; see `policy.try_out`."""
        tried = Tried(self.compacts, self.plans, sums, visits)
        compiled(try_out)(self.geometry, self.net, tried, still, begin, end, self.seed, self.in_play, self.worth)

    def _worth(self, points: float) -> float:
        """Return the value of a score that need not be a whole number, by interpolation."""
        return float(np.interp(points, SCORES, self.worth))
