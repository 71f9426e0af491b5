"""The search of The Long Way: promising turns are played on to the end, and the best of them ever more often.

Two ideas: all turns that are compared meet the same dice (common random numbers), and the number of those still
compared is halved as the time goes by (Karnin, Koren and Somekh, ICML 2013).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable

import numpy as np

from byways.games.longway.engine.candidates import candidates, still_in
from byways.games.longway.engine.network import weights
from byways.games.longway.engine.policy import expect, try_out
from byways.games.longway.engine.worth import SCORES, worth_of
from byways.games.longway.layout import PLAYERS
from byways.games.longway.tiles import FACES
from byways.header import CHANCE, TO_MOVE
from byways.kernels import Reals, compiled
from byways.search.analysis import Analysis, Choice, Search
from byways.state import State

PRIOR = 2.0  # games that the learnt value counts for
LOOKED = 20.0  # games that the expectation over all dice counts for
ROLLS = FACES * FACES  # simulations that it counts as
FINALISTS = 8  # turns that are played on after that
_LOOKING = 0.5  # of the time at most
_FEWEST_LOOKS = 6  # turns; with less time all are played on at once
_HALVINGS = 5.0  # in the time there is
_FEWEST = 2  # turns that are compared to the end
_ENDLESS = 4_000  # games in which a search without a limit has done half its halving
_CHUNK_SECONDS = 0.02  # between looks at the clock and at `stop`


class Trials:
    """A search from one state."""

    def __init__(self, state: State, seed: int | None = None, net: Reals | None = None) -> None:
        self.state = state
        self.geometry, vector = state.variant.geometry, state.vector.copy()
        self.net = (weights() if net is None else net).copy()  # machine code takes no read-only arrays
        self.seed = ((time.time_ns() if seed is None else seed) % (1 << 30)) << 24
        self.rolling = int(vector[TO_MOVE]) == CHANCE
        player = 0 if self.rolling else int(vector[TO_MOVE])
        self.in_play = len(still_in(self.geometry, vector, player))
        self.worth = worth_of(state.variant, vector, player, self.net)
        self.found = candidates(self.geometry, vector, player, self.net)
        alone = int(self.geometry[PLAYERS]) == 1
        self.proved = alone and len(self.found) == 1 and self.found[0].final
        self.sketches = np.array([candidate.sketch for candidate in self.found])
        self.plans = np.array([candidate.plan for candidate in self.found], dtype=np.int64)
        self.guesses = np.array([self._worth(candidate.guess) for candidate in self.found])
        self.sums, self.visits = np.zeros(len(self.found)), np.zeros(len(self.found), dtype=np.int64)
        self.still = np.arange(len(self.found))
        self.looked = 0  # how many of them have met every roll of the dice
        self.next = 0  # the number of the next game
        self.seconds = 0.0

    @property
    def simulations(self) -> int:
        """Games so far, and rolls of the dice that were looked at."""
        return int(self.visits.sum()) + ROLLS * self.looked

    @property
    def means(self) -> Reals:
        """What each turn seems to be worth."""
        trust = np.where(np.arange(len(self.found)) < self.looked, LOOKED, PRIOR)
        result: Reals = (trust * self.guesses + self.sums) / (trust + self.visits)
        return result

    def run(
        self,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
        stop: Callable[[], bool] = lambda: False,
        report: Callable[[Search], None] = lambda search: None,
    ) -> None:
        """Search until a limit is reached or `stop()`; `report` is called between chunks."""
        began, before = time.perf_counter(), self.simulations
        looks = len(self.found) if simulations is None else int(_LOOKING * simulations) // ROLLS
        looks = min(looks, len(self.found)) if looks >= min(_FEWEST_LOOKS, len(self.found)) else 0
        chunk = 1
        while True:
            done = self.simulations - before
            spent = max(
                done / (done + _ENDLESS),
                0.0 if seconds is None else (time.perf_counter() - began) / max(seconds, 1e-9),
                0.0 if simulations is None else done / simulations,
            )
            if done and (stop() or spent >= 1.0 or self.proved):
                break
            report(self)
            if self.looked < looks and spent < _LOOKING and self.next == 0:
                self._look()
                continue
            if self.next % len(self.still) == 0:
                self._narrow(spent)
            chunk = min(chunk, len(self.still) - self.next % len(self.still))  # to the end of a round at most
            if simulations is not None:
                chunk = min(chunk, simulations - done)
            took = self._try_out(chunk)
            chunk = max(1, int(chunk * _CHUNK_SECONDS / max(took, 1e-6)))
        self.seconds += time.perf_counter() - began

    def _look(self) -> None:
        """Let the next turn meet every roll of the dice; after the last one go on with the finalists."""
        i = self.looked
        points = compiled(expect)(self.geometry, self.net, self.sketches[i].copy(), self.plans[i].copy())
        self.guesses[i] = self._worth(points)
        self.looked += 1
        best = np.argsort(-self.guesses[: self.looked], kind="stable")[:FINALISTS]
        self.still = np.sort(best)

    def _try_out(self, games: int) -> float:
        """Play some games; return how many seconds they took."""
        start = time.perf_counter()
        compiled(try_out)(
            self.geometry, self.net, self.sketches, self.plans, self.still, self.next, self.next + games,
            self.seed, self.in_play, self.worth, self.sums, self.visits,
        )  # fmt: skip
        self.next += games
        return time.perf_counter() - start

    def _worth(self, points: float) -> float:
        """What a score is worth that need not be a whole number."""
        return float(np.interp(points, SCORES, self.worth))

    def _narrow(self, spent: float) -> None:
        """Between two rounds: go on with fewer turns, when a part of the time is spent."""
        wanted = max(_FEWEST, math.ceil(len(self.found) * 0.5 ** (_HALVINGS * spent)))
        if wanted < len(self.still):
            rounds = self.next // len(self.still)
            best = np.argsort(-self.means[self.still], kind="stable")[:wanted]
            self.still = np.sort(self.still[best])
            self.next = rounds * len(self.still)

    def analysis(self) -> Analysis:
        """What is known now."""
        means, games = self.means, self.simulations
        if self.rolling:
            return Analysis(None, float(means[0]), False, (), (), games, self.seconds, 0)
        # One of those still compared: what was left early has met fewer dice.
        best = int(self.still[np.argmax(means[self.still])])
        turns = [self.state.write(candidate.actions) for candidate in self.found]
        choices = [Choice(turns[i], float(means[i]), int(self.visits[i]), self.proved) for i in range(len(turns))]
        others = sorted(choices[:best] + choices[best + 1 :], key=lambda choice: (-choice.visits, -choice.value))
        found = choices[best]
        depth = len(self.found[best].actions)
        everything = (found, *others)
        return Analysis(found.turn, found.value, self.proved, (found.turn,), everything, games, self.seconds, depth)
