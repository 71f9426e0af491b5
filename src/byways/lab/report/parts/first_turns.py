"""First turns: what an engine expects after each of them."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from byways.arena.openings import canonical
from byways.arena.run import Runner
from byways.arena.schedule import RuleSet
from byways.arena.seeds import seed_of
from byways.game import Variant
from byways.lab.metrics.metric import Row
from byways.lab.report.figures import BALANCE, BOUND, COMPLEXITY, Figure, rows
from byways.lab.report.parts import Part
from byways.position.state import State
from byways.search.levels import level_of
from byways.solve.analysis import analyse
from byways.statistics.intervals import Interval


class _Searched(NamedTuple):
    """A first turn, by its number, and its value for the first player."""

    number: int
    value: float
    proved: bool

    @property
    def interval(self) -> Interval | None:
        """The value itself where it is proved; a search has none."""
        return Interval(self.value, self.value) if self.proved else None


class FirstTurns(Part):
    """The engine's value of the position after each first turn, of those that are no images of each other.

    The pie rule is left out of account: values are of colours, and tell which first turn is fair if it may be swapped.
    """

    name = "first turns"

    def __init__(self, variant: Variant, level: int, most: int, seed: int) -> None:
        """Take the level whose simulations are used for each turn, and how many turns are searched at most."""
        plain = variant.without_pie
        self._start = State(plain, plain.start())
        self._rules = RuleSet(plain.game.name, dict(plain.options))
        self._level = level
        self._most = most
        self._seed = seed
        self._simulations = level_of(plain.game.levels_file, level).simulations
        self._turns: list[str] = []
        self._found: list[_Searched] = []
        self._every = 0
        self.games = most

    @property
    def source(self) -> str:
        """The source of its figures."""
        return f"level {self._level}, {self._simulations:,} simulations"

    def play(self, folder: Path | None, run: Runner) -> Iterator[int]:
        """Search the turns, in any order; yield how many are searched. Nothing is kept in the folder."""
        self._turns = self._chosen()
        work = functools.partial(_search, self._rules, self._level, self._seed)
        tasks = list(enumerate(self._turns))
        for result in run(work, tasks):
            self._found.append(result)
            yield len(self._found)
        self._found.sort()

    def _chosen(self) -> list[str]:
        """Return the first turns that are searched: all of them, or those that a search of the start visits most."""
        distinct: dict[bytes, str] = {}
        turns = self._start.legal_turns()
        if len(turns) > self._most:
            found = analyse(self._start, None, level=self._level, seed=self._seed, choices=self._most)
            likely = [choice.turn for choice in found.choices]
            turns = likely + [turn for turn in turns if turn not in set(likely)]
        for turn in turns:
            distinct.setdefault(canonical(self._start.variant, self._start.play(turn).vector), turn)
        self._every = len(distinct)
        return list(distinct.values())[: self._most]

    def figures(self) -> Iterator[Figure]:
        """Yield the value of each turn, the best for the first player first."""
        found = sorted(self._found, key=lambda one: (-one.value, one.number))
        values = (Row(self._turns[one.number], one.value, 0, one.interval) for one in found)
        yield Figure(COMPLEXITY, "DistinctFirstTurns", "", float(self._every), None, None, 0, "moves", BOUND)
        yield from rows("FirstTurnValue", values, "share", self.source, BALANCE)


def _search(rules: RuleSet, level: int, seed: int, task: tuple[int, str]) -> _Searched:
    """Search the position after a first turn."""
    number, turn = task
    variant = rules.variant
    after = State(variant, variant.start()).play(turn)
    first = variant.players[0]
    if after.to_move is None:
        assert after.outcome is not None
        points = float(after.outcome.winner == first) if after.outcome.winner else 0.5
        return _Searched(number, points, True)
    found = analyse(after, None, level=level, seed=seed_of(seed, "first turn", number), choices=0)
    return _Searched(number, found.value if after.to_move == first else 1 - found.value, found.proved)
