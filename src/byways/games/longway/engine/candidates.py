"""The turns that the search compares, each with the sheet it leaves and the dice that come next."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from byways.games.longway.actions import REROLL_DARK, REROLL_LIGHT, STOP, begins
from byways.games.longway.engine.best_turns import WORST
from byways.games.longway.engine.choices import promising, read_sheet
from byways.games.longway.engine.compact_sheet import COMPACT_WORDS, MADE, NONE, PURSE
from byways.games.longway.engine.score_bound import most_points
from byways.games.longway.layout import ACTIVE, DARK, LIGHT, PLAYERS, PLAYING, seen_sheet
from byways.games.longway.sheet import STOPPED
from byways.kernels import Ints, Reals, Wide, compiled
from byways.rules.state_vector import CHANCE, PART, TO_MOVE

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
