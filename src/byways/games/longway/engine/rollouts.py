"""The turns that the search compares, looked at over all dice and played on to the end by the learnt value."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from byways.game import Variant
from byways.games.longway.actions import REROLL_DARK, REROLL_LIGHT, STOP, begins
from byways.games.longway.engine.best_turns import WORST
from byways.games.longway.engine.choices import foresee, promising, read_sheet
from byways.games.longway.engine.compact_sheet import COMPACT_WORDS, MADE, NONE, PURSE
from byways.games.longway.engine.policy import LOWEST, Tried, expect, try_out
from byways.games.longway.engine.score_bound import most_points
from byways.games.longway.engine.value_network import early_weights, weights
from byways.games.longway.layout import ACTIVE, DARK, LIGHT, PLAYERS, PLAYING, seen_sheet
from byways.games.longway.result import HIGHEST_WORTH, LOWEST_WORTH, in_proportion
from byways.games.longway.sheet import FREE, STOPPED
from byways.games.longway.space_sets import count
from byways.games.longway.tiles import FACES
from byways.kernels import Ints, Kernel, Reals, Wide, compiled
from byways.rules.position import Position
from byways.rules.state_vector import CHANCE, PART, TO_MOVE


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


CANDIDATES = 24
BREADTH = 24  # displays that are tried with every bonus


@dataclass(frozen=True)
class Candidate:
    """A turn to be tried."""

    actions: tuple[int, ...]
    """Empty where the dice are to be rolled."""
    guess: float
    """The final score that the learnt value promises."""
    compact: Wide
    final: bool = False
    """Whether it is the last turn, so that the sheet stays as it is."""
    dice: tuple[int, int] = (0, 0)
    """The light and the dark die as they lie, 0: to be rolled."""
    wait: int = 0
    """Rounds until the dice are the player's own."""

    @property
    def plan(self) -> tuple[int, int, int, int]:
        """The row of a plan that `policy.try_out` reads."""
        return int(self.final), *self.dice, self.wait


def still_in(geometry: Ints, state: Ints, player: int) -> list[int]:
    """Return the players still in, and `player`, in the order in which the dice come to them from now on."""
    count = int(geometry[PLAYERS])
    active = int(state[ACTIVE]) if state[PLAYING] else 0
    order = [(active + i) % count for i in range(count)]
    return [p for p in order if p == player or not state[seen_sheet(geometry, p) + STOPPED]]


def candidates(geometry: Ints, state: Ints, player: int, net: Reals) -> list[Candidate]:
    """Return the turns worth trying for the player to move, the most promising first.

    Where the dice are to be rolled that is the one way on, and where no more can be won, to stop.
    """
    compact = np.zeros(COMPACT_WORDS, dtype=np.int64)
    now = float(compiled(read_sheet)(geometry, state, player, compact))
    order = still_in(geometry, state, player)
    wait = order.index(player)
    light, dark = int(state[LIGHT]), int(state[DARK])
    if state[TO_MOVE] == CHANCE:
        return [Candidate((), now, compact, dice=(light, dark), wait=wait)]
    values = np.empty(CANDIDATES)
    rows = np.zeros((CANDIDATES, COMPACT_WORDS), dtype=np.int64)
    playing = state[PLAYING] == 1
    whole = state[PART] == 0
    if playing and whole and compiled(most_points)(geometry, compact) <= now:
        return [Candidate((begins(geometry, STOP),), now, compact, final=True)]
    compiled(promising)(geometry, state, net, BREADTH, values, rows)
    later = (wait - 1) % len(order) if playing else wait
    found = [
        Candidate(tuple(int(action) for action in row[MADE:] if action != NONE), float(value), row, wait=later)
        for value, row in zip(values, rows, strict=True)
        if value > WORST
    ]
    if playing and whole:
        most = max((candidate.guess for candidate in found), default=now)
        found.append(Candidate((begins(geometry, STOP),), now, compact, final=True))
        if wait == 0 and compact[PURSE] > 0:
            poorer = compact.copy()
            poorer[PURSE] -= 1
            found.append(Candidate((begins(geometry, REROLL_LIGHT),), most, poorer, dice=(0, dark)))
            found.append(Candidate((begins(geometry, REROLL_DARK),), most, poorer, dice=(light, 0)))
    return sorted(found, key=lambda candidate: -candidate.guess)


SCORES = np.arange(LOWEST, 50)

_SPREAD = 0.45  # of a final score about its forecast, for the root of each empty space
_START = 3.0  # the same before anything is drawn, when all depends on the dice
_NUDGE = 1e-3  # a point's worth where nothing else tells two turns apart


def worth_of(variant: Variant, vector: Ints, player: int, net: Reals) -> Reals:
    """Return the worth of each of SCORES to a player, from 0 to 1 and growing with the score."""
    players = int(variant.geometry[PLAYERS])
    highest = in_proportion(variant.geometry, HIGHEST_WORTH)
    alone = np.clip((SCORES - LOWEST_WORTH) / (highest - LOWEST_WORTH), 0.0, 1.0)
    if players == 1:
        return alone
    ahead = np.ones(len(SCORES))
    for other in range(players):
        if other != player:
            ahead *= _chance_ahead(variant, vector, other, net)
    worth: Reals = (1.0 - _NUDGE) * ahead + _NUDGE * alone
    return worth


def _chance_ahead(variant: Variant, vector: Ints, other: int, net: Reals) -> Reals:
    """Return, for each of SCORES, the chance that it beats another player's final score; a tie counts half."""
    compact = np.zeros(COMPACT_WORDS, dtype=np.int64)
    sheet = seen_sheet(variant.geometry, other)
    forecast = float(compiled(foresee)(variant.geometry, vector, sheet, net, compact))
    if vector[sheet + STOPPED]:
        result: Reals = 0.5 + 0.5 * np.sign(SCORES - forecast)
        return result
    spread = _SPREAD * math.sqrt(count(int(compact[FREE])) + 1) if vector[PLAYING] else _START
    return np.array([0.5 + 0.5 * math.erf((score - forecast) / (spread * math.sqrt(2.0))) for score in SCORES])
