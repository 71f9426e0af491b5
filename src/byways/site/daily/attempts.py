"""Attempts at the daily puzzles: an append-only list per browser, game and day.

    try     {"turn": text, "score": n}  a turn that was not the one asked for
    hint    {"number": n}               a hint was asked for
    solved  {"turn": text}              the answer was given
    shown   {}                          the solution was asked for
    begun   {"game": id}                a sheet was begun
    score   {"game": id}                and played to its end; its score is a column

Sent again with the same key, an entry changes nothing; the number of an entry decides every race.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import partial, reduce
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from byways.errors import BywaysError
from byways.site.storage.game_store import DailyEntry, Store, aware, insert_entry
from byways.site.storage.tables import daily
from byways.site.timeline import clocks
from byways.site.timeline.day_sheet import SCORE
from byways.site.timeline.refusals import used_before

TRY, HINT, SOLVED, SHOWN = "try", "hint", "solved", "shown"
MOST = 300
"""Entries of one browser for one puzzle."""


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
    keys: Mapping[str, tuple[str, Mapping[str, Any]]] = field(default_factory=dict)
    """The kind and the data of each entry that has a key."""

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
    keys = {**before.keys, entry.key: (entry.kind, entry.data)} if entry.key else before.keys
    progress = replace(before, count=entry.number, keys=keys)
    in_time = entry.at.date().isoformat() == entry.day
    match entry.kind:
        case "try" if before.open:
            score = entry.data.get("score")
            best = before.best if score is None else max(score, before.best or 0)
            return replace(progress, tries=before.tries + 1, best=best)
        case "hint" if before.open:
            return replace(progress, hints=max(before.hints, entry.data["number"]))
        case "solved" if before.open:
            return replace(progress, solved=True, in_time=in_time)
        case "shown":
            return replace(progress, shown=True)
        case "begun":
            return replace(progress, sheet=entry.data["game"])
        case "score":
            return replace(progress, score=entry.score, in_time=in_time)
        case _:
            return progress


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

    async def write(
        self, holder: str, game: str, day: str, kind: str, data: Mapping[str, Any], key: str | None
    ) -> Progress:
        """Keep what a browser did, and say how far it has come; nothing is kept twice under one key.

        Raises StoreError, BywaysError where that is too much for one puzzle, ConflictError for a key of something else.
        """
        before = await self.of(holder, game, day)
        while True:
            if key is not None and key in before.keys:
                if before.keys[key] != (kind, data):
                    raise used_before()
                return before
            if before.count >= MOST:
                raise BywaysError("daily.too_much", "you have no tries left; you can look at the solution")
            entry = DailyEntry(game, day, holder, before.count + 1, kind, data, clocks.now(), None, key)
            try:
                await self._store.write(partial(insert_entry, entry=entry))
            except IntegrityError:
                last, before = before, await self.of(holder, game, day)
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
        most, before = max(most, count), day
    return most


def _days(by_puzzle: Mapping[tuple[str, str], Progress]) -> set[str]:
    """Return the days on which at least one puzzle was solved on its day."""
    return {day for (_, day), progress in by_puzzle.items() if progress.done and progress.in_time}
