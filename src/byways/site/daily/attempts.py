"""Attempts at the daily puzzles: an append-only list per browser, game and day, in the JSON that databases hold.

Sent again with the same key, an entry changes nothing; the number of an entry decides every race.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import partial, reduce
from typing import Any, TypeAlias, get_args

import msgspec
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from byways.errors import BywaysError
from byways.site.storage.game_store import Store, aware, insert_entry
from byways.site.storage.stored_games import DailyEntry
from byways.site.storage.tables import daily
from byways.site.timeline import clocks
from byways.site.timeline.projection import SCORE
from byways.site.timeline.refusals import used_before

BEGUN = "begun"
MOST = 300
"""Entries of one browser for one puzzle."""


class _Attempt(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    """Something that a browser did."""


class Try(_Attempt, frozen=True, tag="try"):
    """A turn that was not the one asked for; what it scored, where scores are asked for."""

    turn: str
    score: int | None = None


class Hint(_Attempt, frozen=True, tag="hint"):
    """A hint was asked for."""

    number: int


class Solved(_Attempt, frozen=True, tag="solved"):
    """The answer was given."""

    turn: str
    score: int | None = None


class Shown(_Attempt, frozen=True, tag="shown"):
    """The solution was asked for."""


class Begun(_Attempt, frozen=True, tag=BEGUN):
    """A sheet was begun: a game."""

    game: str


class Scored(_Attempt, frozen=True, tag=SCORE):
    """The game of a sheet was played to its end; its score is a column."""

    game: str


Attempt: TypeAlias = Try | Hint | Solved | Shown | Begun | Scored
_KINDS: Mapping[str, type[Attempt]] = {kind.__struct_config__.tag: kind for kind in get_args(Attempt)}


@dataclass(frozen=True)
class Progress:
    """The progress of one browser with one puzzle."""

    tries: int = 0
    """Turns that were not the one asked for, before it was solved or the solution was shown."""
    hints: int = 0
    best: int | None = None
    """The highest score of those tries."""
    solved: bool = False
    """By oneself: before the solution was shown."""
    shown: bool = False
    sheet: str | None = None
    """The id of the game that is the sheet."""
    score: int | None = None
    """Of the sheet."""
    in_time: bool = False
    """Whether it was done on its day."""
    count: int = 0
    keys: Mapping[str, Attempt | None] = field(default_factory=dict)
    """What each entry says that has a key."""

    @property
    def open(self) -> bool:
        """Whether the answer is still to be found."""
        return not (self.solved or self.shown)

    @property
    def done(self) -> bool:
        """Whether there is a result."""
        return self.solved or self.score is not None


def fold(entries: Iterable[DailyEntry]) -> Progress:
    """Fold the entries of one browser for one puzzle into its progress."""
    return reduce(_after, entries, Progress())


def _after(before: Progress, entry: DailyEntry) -> Progress:
    """Return the progress after one more entry; nothing counts after the answer is known."""
    attempt = _read(entry)
    keys = {**before.keys, entry.key: attempt} if entry.key else before.keys
    progress = replace(before, count=entry.number, keys=keys)
    in_time = entry.at.date().isoformat() == entry.day
    match attempt:
        case Try(score=score) if before.open:
            best = before.best if score is None else max(score, before.best or 0)
            return replace(progress, tries=before.tries + 1, best=best)
        case Hint(number) if before.open:
            return replace(progress, hints=max(before.hints, number))
        case Solved() if before.open:
            return replace(progress, solved=True, in_time=in_time)
        case Shown():
            return replace(progress, shown=True)
        case Begun(game):
            return replace(progress, sheet=game)
        case Scored():
            return replace(progress, score=entry.score, in_time=in_time)
        case _:
            return progress


def _read(entry: DailyEntry) -> Attempt | None:
    """Return what an entry says; None for what this version does not know, which counts for nothing."""
    try:
        return msgspec.convert(entry.data, _KINDS[entry.kind])
    except (KeyError, msgspec.ValidationError):
        return None


class Attempts:
    """The entries in the database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, holder: str | None, game: str, day: str) -> Progress:
        """Return the progress of a browser with a day's puzzle. Raises StoreError."""
        if holder is None:
            return Progress()
        return fold(await self._entries(daily.c.holder == holder, daily.c.game == game, daily.c.day == day))

    async def all_of(self, holder: str | None) -> dict[tuple[str, str], Progress]:
        """Return a browser's progress by game and day. Raises StoreError."""
        if holder is None:
            return {}
        sorted_out: dict[tuple[str, str], list[DailyEntry]] = {}
        for entry in await self._entries(daily.c.holder == holder):
            sorted_out.setdefault((entry.game, entry.day), []).append(entry)
        return {of: fold(entries) for of, entries in sorted_out.items()}

    async def write(self, holder: str, game: str, day: str, attempt: Attempt, key: str | None = None) -> Progress:
        """Keep what a browser did, and say how far it has come; nothing is kept twice under one key.

        Raises StoreError, BywaysError where that is too much for one puzzle, ConflictError for a key of something else.
        """
        before = await self.of(holder, game, day)
        data = msgspec.to_builtins(attempt)
        kind = data.pop("kind")
        while True:
            if key is not None and key in before.keys:
                if before.keys[key] != attempt:
                    raise used_before()
                return before
            if before.count >= MOST:
                raise BywaysError("daily.too_much", "you have no tries left; you can look at the solution")
            entry = DailyEntry(game, day, holder, before.count + 1, kind, data, clocks.now(), None, key)
            try:
                await self._store.write(partial(insert_entry, entry=entry))
            except IntegrityError:
                last = before
                before = await self.of(holder, game, day)
                if before.count == last.count:
                    raise  # no other request was quicker: the database refuses for another reason
            else:
                return await self.of(holder, game, day)

    async def scores(self, game: str, day: str) -> dict[int, int]:
        """Count the browsers that reached each score on a day's sheet, lowest score first. Raises StoreError."""
        query = (
            select(daily.c.score, func.count().label("sheets"))
            .where(daily.c.game == game, daily.c.day == day, daily.c.kind == SCORE)
            .group_by(daily.c.score)
            .order_by(daily.c.score)
        )
        return {row.score: row.sheets for row in await self._store.rows(query)}

    async def _entries(self, *where: Any) -> list[DailyEntry]:
        query = select(daily).where(*where).order_by(daily.c.game, daily.c.day, daily.c.number)
        rows = await self._store.read(lambda connection: connection.execute(query).mappings().all())
        return [DailyEntry(**{**row, "at": aware(row["at"])}) for row in rows]


def streak(by_puzzle: Mapping[tuple[str, str], Progress], today: date) -> int:
    """Count the consecutive days, up to today or yesterday, on which at least one puzzle was solved on its day."""
    days = _days(by_puzzle)
    day = today if today.isoformat() in days else today - timedelta(days=1)
    count = 0
    while day.isoformat() in days:
        count += 1
        day -= timedelta(days=1)
    return count


def longest_streak(by_puzzle: Mapping[tuple[str, str], Progress]) -> int:
    """Count the most consecutive days on which at least one puzzle was solved on its day."""
    most = count = 0
    before: date | None = None
    for day in sorted(map(date.fromisoformat, _days(by_puzzle))):
        count = count + 1 if before == day - timedelta(days=1) else 1
        most = max(most, count)
        before = day
    return most


def _days(by_puzzle: Mapping[tuple[str, str], Progress]) -> set[str]:
    """Return the days on which at least one puzzle was solved on its day."""
    return {day for (_, day), progress in by_puzzle.items() if progress.done and progress.in_time}
