"""A puzzle run: as many puzzles as one can solve in three minutes, easy ones first; three wrong answers end it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import cached_property, lru_cache

from byways import registry
from byways.game import Game
from byways.learning.puzzles import Found, number_of, puzzles_of, shuffled
from byways.site.daily.puzzle import today
from byways.site.storage.practice_store import Done, PracticeStore
from byways.site.timeline import clocks

SECONDS = 180
MOST_WRONG = 3
BEGUN, SOLVED, MISSED = "begun", "solved", "missed"
_OF_GRADE = 4  # puzzles of each difficulty but the last, of which there is no end
_GRADES = range(1, 6)
_SOON = 14  # days whose puzzles are left out
_RUN = "run "
"""Before the id of a run among what a browser practises."""

Question = tuple[Game, Found]


@dataclass(frozen=True)
class Run:
    """A run of a browser."""

    id: str
    began: datetime
    seed: int
    day: str
    """On which it was begun: the daily puzzles from then on, for two weeks, are left out."""
    answers: Mapping[int, bool] = field(default_factory=dict)
    """By the number of the puzzle, from 1: whether it was solved."""

    @property
    def solved(self) -> int:
        """The number of puzzles that were solved."""
        return sum(self.answers.values())

    @property
    def wrong(self) -> int:
        """The number of wrong answers."""
        return len(self.answers) - self.solved

    @property
    def number(self) -> int:
        """The number of the puzzle that is to be solved."""
        return len(self.answers) + 1

    @cached_property
    def questions(self) -> Sequence[Question]:
        """The puzzles of the run, in order."""
        return questions(self.seed, self.day)

    @property
    def ends(self) -> datetime:
        """The moment at which the time is up."""
        return self.began + timedelta(seconds=SECONDS)

    @property
    def left(self) -> float:
        """The seconds that are left; 0 if the run is over."""
        done = self.wrong >= MOST_WRONG or self.number > len(self.questions)
        return 0.0 if done else max(0.0, (self.ends - clocks.now()).total_seconds())


@lru_cache(maxsize=64)
def questions(seed: int, day: str) -> tuple[Question, ...]:
    """Return the puzzles of a run begun on a day: some of each difficulty, then hard ones without end."""
    found: list[Question] = []
    for grade in _GRADES:
        stock = [(game, puzzle) for game, puzzle in _stock(day) if puzzle.grade == grade]
        mixed = [stock[i] for i in shuffled(range(len(stock)), seed + grade)]
        found += mixed if grade == _GRADES[-1] else mixed[:_OF_GRADE]
    return tuple(found)


def _stock(day: str) -> list[Question]:
    """Return the wins to be found in all games, but those of a day and of the days after it; paths take too long."""
    first = date.fromisoformat(day)
    found: list[Question] = []
    for game in map(registry.find, registry.names()):
        puzzles = puzzles_of(game)
        if puzzles:
            soon = {number_of(puzzles, game.name, first + timedelta(days=after)) for after in range(_SOON)}
            found += [(game, puzzle) for i, puzzle in enumerate(puzzles) if puzzle.turns and i not in soon]
    return found


def fold(entries: Sequence[Done]) -> list[Run]:
    """Return the runs that entries tell of, the oldest first."""
    begun = {entry.what: entry for entry in entries if entry.kind == BEGUN}
    answers: dict[str, dict[int, bool]] = {what: {} for what in begun}
    for entry in entries:
        if entry.kind != BEGUN and entry.what in answers:
            answers[entry.what][entry.number] = entry.kind == SOLVED
    return [
        Run(what.removeprefix(_RUN), entry.at, entry.data["seed"], entry.data["day"], answers[what])
        for what, entry in begun.items()
    ]


class Runs:
    """The runs in the database."""

    def __init__(self, practice: PracticeStore) -> None:
        self._practice = practice

    async def of(self, holder: str | None) -> list[Run]:
        """Return the runs of a browser, the oldest first. Raises StoreError."""
        return fold(await self._practice.all_of(holder, _RUN))

    async def begin(self, holder: str) -> None:
        """Begin a run. Raises StoreError."""
        data = {"seed": secrets.randbits(31), "day": today().isoformat()}
        await self._practice.keep(holder, Done(_RUN + secrets.token_urlsafe(9), 0, BEGUN, data, clocks.now()))

    async def answer(self, holder: str, run: Run, number: int, *, solved: bool) -> None:
        """Keep an answer; only the first to each puzzle counts. Raises StoreError."""
        kind = SOLVED if solved else MISSED
        await self._practice.keep(holder, Done(_RUN + run.id, number, kind, {}, clocks.now()))


def best_of(runs: Sequence[Run]) -> int:
    """Return the personal best among runs; 0 without any."""
    return max((run.solved for run in runs), default=0)
