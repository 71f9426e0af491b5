"""Comparing turns by games played on from each, which all meet the same dice; the best are played on ever more often.

First each turn in question is looked at, one step ahead over all that the dice may show; then the finalists are played
on, and their number is halved as the time goes by (Karnin, Koren and Somekh, ICML 2013). Under the same dice
(common random numbers) differences show after fewer games. The game says which turns there are and plays them on
(`RolloutComparison`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from byways.kernels import Reals, Wide
from byways.rules.position import Position
from byways.rules.state_vector import CHANCE, TO_MOVE
from byways.search.answer import Analysis, Choice, answer_of
from byways.search.driver import Search

PRIOR = 8.0  # games that a guess counts for
LOOKED = 20.0  # games that a look counts for
FINALISTS = 8  # turns that are played on after the looks
_LOOKING = 0.5  # of a number of simulations at most; of a time, as much as it takes
_FEWEST_LOOKS = 6  # turns; with less time all are played on at once
_HALVINGS = 5.0  # in the time there is
_FEWEST = 2  # turns that are compared to the end
_ENDLESS = 4_000  # games in which a search without a limit has done half its halving
_TELLING = 8  # games that tell how much they differ


class RolloutComparison(Protocol):
    """The promising turns of one state. All values are the mover's, from 0 to 1."""

    @property
    def turns(self) -> Sequence[tuple[int, ...]]:
        """Their actions, the most promising turn first; one that is empty where dice are to be rolled."""

    @property
    def guesses(self) -> Sequence[float]:
        """An estimate of each turn's value at first sight."""

    @property
    def proved(self) -> bool:
        """Whether there is one turn only, which is known to be best, and its guess is its exact value."""

    @property
    def look_costs(self) -> int:
        """The number of simulations that a look counts as."""

    def look(self, i: int) -> float:
        """Return an estimate of a turn's value from one step ahead."""

    def play(self, still: Wide, begin: int, end: int, sums: Reals, visits: Wide) -> None:
        """Play games number `begin` to `end` - 1; add their values to `sums` and 1 each to `visits`, both by turn.

        Game n goes on from turn `still[n % size]` under dice number n // size.
        """


class HalvingSearch(Search):
    """A search from one state; if `brief`, its answer is the best turn alone."""

    def __init__(self, state: Position, rollouts: RolloutComparison, *, brief: bool = False) -> None:
        self.state = state
        self.brief = brief
        self.rollouts = rollouts
        count = len(rollouts.turns)
        self.guesses = np.array(rollouts.guesses, dtype=np.float64)
        self.sums, self.squares = np.zeros(count), np.zeros(count)  # of the values of games played on
        self.visits = np.zeros(count, dtype=np.int64)
        self.still = np.arange(count)
        self.looked = 0  # how many of them have been looked at
        self.next = 0  # the number of the next game

    @property
    def simulations(self) -> int:
        """Games so far, and what the looks count as."""
        return int(self.visits.sum()) + self.rollouts.look_costs * self.looked

    @property
    def means(self) -> Reals:
        """The estimated value of each turn."""
        trust = np.where(np.arange(len(self.visits)) < self.looked, LOOKED, PRIOR)
        result: Reals = (trust * self.guesses + self.sums) / (trust + self.visits)
        return result

    @property
    def done(self) -> bool:
        return self.rollouts.proved

    def step(self, simulations: int, spent: float = 0.0) -> int:
        """Look at a turn, or play games, to the end of a round at most."""
        before = self.simulations
        if self.looked < self._looks(self.budget.simulations) and self.next == 0:
            self._look()
        else:
            if self.next % len(self.still) == 0:
                self._narrow(max(spent, before / (before + _ENDLESS)))
            self._play(min(simulations, len(self.still) - self.next % len(self.still)))
        return self.simulations - before

    def _looks(self, simulations: int | None) -> int:
        """Return the number of turns to be looked at."""
        count = len(self.visits)
        most = count if simulations is None else int(_LOOKING * simulations) // self.rollouts.look_costs
        return min(most, count) if most >= min(_FEWEST_LOOKS, count) else 0

    def _look(self) -> None:
        """Look at the next turn; go on with the finalists among those that have been looked at."""
        self.guesses[self.looked] = self.rollouts.look(self.looked)
        self.looked += 1
        best = np.argsort(-self.guesses[: self.looked], kind="stable")[:FINALISTS]
        self.still = np.sort(best)

    def _play(self, games: int) -> None:
        """Play some games, no turn more than once."""
        before = self.sums.copy()
        self.rollouts.play(self.still, self.next, self.next + games, self.sums, self.visits)
        self.squares += (self.sums - before) ** 2
        self.next += games

    def _narrow(self, spent: float) -> None:
        """Between two rounds: go on with fewer turns, when a part of the time is spent."""
        wanted = max(_FEWEST, math.ceil(len(self.visits) * 0.5 ** (_HALVINGS * spent)))
        if wanted < len(self.still):
            rounds = self.next // len(self.still)
            best = np.argsort(-self.means[self.still], kind="stable")[:wanted]
            self.still = np.sort(self.still[best])
            self.next = rounds * len(self.still)

    def _spread(self, i: int) -> float | None:
        """Return the standard error of the mean of a turn's games; None where too few games tell it.

        Where the turn's own games are few, it comes from how much all games differ from their turns' means.
        """
        if self.rollouts.proved:
            return 0.0
        mine = int(self.visits[i])
        rows = np.array([i]) if mine >= _TELLING else np.flatnonzero(self.visits)
        games = self.visits[rows]
        sums = self.sums[rows]
        squares = self.squares[rows]
        free = int((games - 1).sum())
        if mine == 0 or free < _TELLING - 1:
            return None
        variance = float((squares - sums * sums / games).sum()) / free
        return math.sqrt(max(variance, 0.0) / mine)

    def analysis(self) -> Analysis:
        means = self.means
        games = self.simulations
        proved = self.rollouts.proved
        if self.state.vector[TO_MOVE] == CHANCE:
            return Analysis(None, float(means[0]), False, (), (), games, self.seconds, 0, self._spread(0))
        # One of those still compared: what was left early has met fewer dice.
        best = int(self.still[np.argmax(means[self.still])])
        told = [best] if self.brief else range(len(self.rollouts.turns))
        turns = {i: self.state.write(self.rollouts.turns[i]) for i in told}
        choices = {
            i: Choice(turn, float(means[i]), int(self.visits[i]), proved, self._spread(i), (turn,))
            for i, turn in turns.items()
        }
        chosen = choices.pop(best)
        others = sorted(choices.values(), key=lambda choice: (-choice.visits, -choice.value))
        return answer_of((chosen, *others), games, self.seconds, len(self.rollouts.turns[best]))
