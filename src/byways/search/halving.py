"""Comparing turns by games played on from each, which all meet the same dice; the best are played on ever more often.

First each turn in question is looked at, one step ahead over all that the dice may show; then the finalists are played
on, and their number is halved as the time goes by (Karnin, Koren and Somekh, ICML 2013). Under the same dice
(common random numbers) differences show after fewer games. The game says which turns there are and plays them on
(`byways.game.Rivals`).
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from byways.game import Rivals
from byways.header import CHANCE, TO_MOVE
from byways.kernels import Reals
from byways.search.analysis import Analysis, Choice, Search
from byways.search.clock import now
from byways.state import State

PRIOR = 8.0  # games that a guess counts for
LOOKED = 20.0  # games that a look counts for
FINALISTS = 8  # turns that are played on after the looks
_LOOKING = 0.5  # of a number of simulations at most; of a time, as much as it takes
_FEWEST_LOOKS = 6  # turns; with less time all are played on at once
_HALVINGS = 5.0  # in the time there is
_FEWEST = 2  # turns that are compared to the end
_ENDLESS = 4_000  # games in which a search without a limit has done half its halving
_TELLING = 8  # games that tell how much they differ
_CHUNK_SECONDS = 0.02  # between looks at the clock and at `stop`


class Halving:
    """A search from one state."""

    def __init__(self, state: State, rivals: Rivals) -> None:
        self.state = state
        self.rivals = rivals
        count = len(rivals.turns)
        self.guesses = np.array(rivals.guesses, dtype=np.float64)
        self.sums, self.squares = np.zeros(count), np.zeros(count)  # of the values of games played on
        self.visits = np.zeros(count, dtype=np.int64)
        self.still = np.arange(count)
        self.looked = 0  # how many of them have been looked at
        self.next = 0  # the number of the next game
        self.seconds = 0.0

    @property
    def simulations(self) -> int:
        """Games so far, and what the looks count as."""
        return int(self.visits.sum()) + self.rivals.look_costs * self.looked

    @property
    def means(self) -> Reals:
        """What each turn seems to be worth."""
        trust = np.where(np.arange(len(self.visits)) < self.looked, LOOKED, PRIOR)
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
        began, before = now(), self.simulations
        looks, chunk = self._looks(simulations), 1
        while True:
            done = self.simulations - before
            spent = max(
                done / (done + _ENDLESS),
                0.0 if seconds is None else (now() - began) / max(seconds, 1e-9),
                0.0 if simulations is None else done / simulations,
            )
            if done and (stop() or spent >= 1.0 or self.rivals.proved):
                break
            report(self)
            if self.looked < looks and self.next == 0:
                self._look()
                continue
            if self.next % len(self.still) == 0:
                self._narrow(spent)
            chunk = min(chunk, len(self.still) - self.next % len(self.still))  # to the end of a round at most
            if simulations is not None:
                chunk = min(chunk, simulations - done)
            took = self._play(chunk)
            chunk = max(1, int(chunk * _CHUNK_SECONDS / max(took, 1e-6)))
        self.seconds += now() - began

    def _looks(self, simulations: int | None) -> int:
        """How many turns are to be looked at."""
        count = len(self.visits)
        most = count if simulations is None else int(_LOOKING * simulations) // self.rivals.look_costs
        return min(most, count) if most >= min(_FEWEST_LOOKS, count) else 0

    def _look(self) -> None:
        """Look at the next turn; go on with the finalists among those that have been looked at."""
        self.guesses[self.looked] = self.rivals.look(self.looked)
        self.looked += 1
        best = np.argsort(-self.guesses[: self.looked], kind="stable")[:FINALISTS]
        self.still = np.sort(best)

    def _play(self, games: int) -> float:
        """Play some games, no turn more than once; return how many seconds they took."""
        start, before = now(), self.sums.copy()
        self.rivals.play(self.still, self.next, self.next + games, self.sums, self.visits)
        self.squares += (self.sums - before) ** 2
        self.next += games
        return now() - start

    def _narrow(self, spent: float) -> None:
        """Between two rounds: go on with fewer turns, when a part of the time is spent."""
        wanted = max(_FEWEST, math.ceil(len(self.visits) * 0.5 ** (_HALVINGS * spent)))
        if wanted < len(self.still):
            rounds = self.next // len(self.still)
            best = np.argsort(-self.means[self.still], kind="stable")[:wanted]
            self.still = np.sort(self.still[best])
            self.next = rounds * len(self.still)

    def _spread(self, i: int) -> float | None:
        """The standard error of the mean of a turn's games: by how much they differ, or, where they are few, by how
        much all games differ from their turns' means. None where that does not tell either."""
        if self.rivals.proved:
            return 0.0
        mine = int(self.visits[i])
        rows = np.array([i]) if mine >= _TELLING else np.flatnonzero(self.visits)
        games, sums, squares = self.visits[rows], self.sums[rows], self.squares[rows]
        free = int((games - 1).sum())
        if mine == 0 or free < _TELLING - 1:
            return None
        variance = float((squares - sums * sums / games).sum()) / free
        return math.sqrt(max(variance, 0.0) / mine)

    def analysis(self) -> Analysis:
        """What is known now."""
        means, games, proved = self.means, self.simulations, self.rivals.proved
        if self.state.vector[TO_MOVE] == CHANCE:
            return Analysis(None, float(means[0]), False, (), (), games, self.seconds, 0, self._spread(0))
        # One of those still compared: what was left early has met fewer dice.
        best = int(self.still[np.argmax(means[self.still])])
        turns = [self.state.write(actions) for actions in self.rivals.turns]
        choices = [
            Choice(turn, float(means[i]), int(self.visits[i]), proved, self._spread(i), (turn,))
            for i, turn in enumerate(turns)
        ]
        others = sorted(choices[:best] + choices[best + 1 :], key=lambda choice: (-choice.visits, -choice.value))
        found, depth = choices[best], len(self.rivals.turns[best])
        everything = (found, *others)
        return Analysis(
            found.turn, found.value, proved, found.line, everything, games, self.seconds, depth, found.spread
        )  # fmt: skip
