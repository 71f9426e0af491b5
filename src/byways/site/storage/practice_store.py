"""What browsers practise, by holder: exercises from their own games, and puzzles against the clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from byways.site.storage.game_store import Store, aware
from byways.site.storage.tables import practice


@dataclass(frozen=True)
class Done:
    """What a browser did: entry `number` of something that it practises; the first of a number counts."""

    what: str
    number: int
    kind: str
    data: Mapping[str, Any]
    at: datetime


class PracticeStore:
    """The entries in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def keep(self, holder: str, done: Done) -> bool:
        """Keep an entry, and return whether it is the first of its number. Raises StoreError."""
        row = {"holder": holder, **asdict(done), "data": dict(done.data)}
        try:
            await self._store.write(lambda connection: connection.execute(insert(practice).values(row)))
        except IntegrityError:
            return False
        return True

    async def all_of(self, holder: str | None, what: str = "") -> Sequence[Done]:
        """Return what a browser did with all that is called `what`, or begins so, in order. Raises StoreError."""
        if holder is None:
            return ()
        of = (practice.c.holder == holder) & practice.c.what.startswith(what, autoescape=True)
        query = select(practice).where(of).order_by(practice.c.at, practice.c.what, practice.c.number)
        return [Done(row.what, row.number, row.kind, row.data, aware(row.at)) for row in await self._store.rows(query)]
