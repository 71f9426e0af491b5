"""Retention: removing games that are older than the server's owner wants to keep."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, func, select, tuple_
from sqlalchemy.engine import Connection

from byways.errors import BywaysError
from byways.site.storage.deleted_games import remove
from byways.site.storage.game_store import Store, aware
from byways.site.storage.tables import daily, events, games, practice, records
from byways.site.timeline.timeline import load


@dataclass(frozen=True)
class Pruned:
    """Counts of games removed (or to be removed) and of games kept."""

    finished: int
    abandoned: int
    kept: int
    daily: int = 0
    """Daily puzzles of a browser of which nothing is kept any more."""


async def prune(
    store: Store, now: datetime, finished: timedelta | None, abandoned: timedelta | None, *, dry: bool = False
) -> Pruned:
    """Remove the games in which nothing has happened for so long, by whether they are over; None keeps all of a kind.

    A game whose clock runs stays. One that this version of Byways cannot play counts as abandoned unless it is known to
    be over. A game that goes on while this looks at it stays. What browsers did with daily puzzles goes with the
    finished games. With `dry` nothing is removed. Raises StoreError.
    """
    ages = [age for age in (finished, abandoned) if age is not None]
    removed = {True: 0, False: 0}
    for game_id, last, number, known in await _quiet(store, now - min(ages)) if ages else []:
        over = await _is_over(store, game_id, known)
        age = finished if over else abandoned
        if age is not None and last < now - age and (dry or await remove(store, game_id, number)):
            removed[over] += 1
    there = await store.read(
        lambda connection: connection.execute(select(func.count()).select_from(games)).scalar_one()
    )
    days = 0 if finished is None else await _forget_days(store, now - finished, dry)
    return Pruned(removed[True], removed[False], there - sum(removed.values()) if dry else there, days)


async def _quiet(store: Store, before: datetime) -> list[tuple[str, datetime, int, bool | None]]:
    """Return (id, time of the last event, its number, whether it is over, if known) of games idle since a moment."""
    last = func.coalesce(func.max(events.c.at), games.c.created)
    number = func.coalesce(func.max(events.c.number), 0)
    query = (
        select(games.c.id, last.label("last"), number.label("number"), games.c.last_event, games.c.over)
        .join(events, events.c.game_id == games.c.id, isouter=True)
        .where(games.c.deadline.is_(None))
        .group_by(games.c.id, games.c.created, games.c.last_event, games.c.over)
        .having(last < before)
        .order_by(games.c.id)
    )
    return [
        (row.id, aware(row.last), row.number, row.over if row.last_event == row.number else None)
        for row in await store.rows(query)
    ]


async def _is_over(store: Store, game_id: str, known: bool | None) -> bool:
    """Return whether nothing more is to be played; fold the game where that is not known."""
    said = select(records.c.game_id).where(records.c.game_id == game_id)
    if await store.read(lambda connection: connection.execute(said).first()) is not None:
        return True  # it came as a record, and nobody plays it
    if known is not None:
        return known
    stored = await store.load(game_id)
    try:
        return stored is not None and load(stored).over
    except BywaysError:
        return False


async def _forget_days(store: Store, before: datetime, dry: bool) -> int:
    """Remove what browsers did last before a moment, daily puzzles and practice; count the puzzles."""
    of = (daily.c.game, daily.c.day, daily.c.holder)
    old = select(*of).group_by(*of).having(func.max(daily.c.at) < before)

    what = (practice.c.holder, practice.c.what)
    past = select(*what).group_by(*what).having(func.max(practice.c.at) < before)

    def forget(connection: Connection) -> int:
        count = connection.execute(select(func.count()).select_from(old.subquery())).scalar_one()
        if not dry:
            connection.execute(delete(daily).where(tuple_(*of).in_(old)))
            connection.execute(delete(practice).where(tuple_(*what).in_(past)))
        return count

    return await store.write(forget)
