"""Games that browsers have deleted: from their own lists only, as others may still have them; or altogether."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, delete, func, insert, select
from sqlalchemy.engine import Connection

from byways.site.storage.game_store import Store, aware
from byways.site.storage.tables import deleted, events, games


class DeletedGames:
    """What browsers have deleted, in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, holder: str, game_id: str, at: datetime) -> None:
        """Take a game out of a browser's lists, until something happens in it. Raises StoreError."""

        def keep(connection: Connection) -> None:
            connection.execute(select(games.c.id).where(games.c.id == game_id).with_for_update())
            connection.execute(delete(deleted).where(_of(holder, game_id)))
            number = _last_event(connection, game_id)
            connection.execute(insert(deleted).values(game_id=game_id, holder=holder, last_event=number, at=at))
            self._store.announce(connection, game_id)

        await self._store.write(keep)

    async def take_back(self, holder: str, game_id: str) -> None:
        """Put a game back into a browser's lists. Raises StoreError."""

        def forget(connection: Connection) -> None:
            connection.execute(delete(deleted).where(_of(holder, game_id)))
            self._store.announce(connection, game_id)

        await self._store.write(forget)

    async def times(self, holder: str) -> dict[str, datetime]:
        """Return when a browser deleted which games. Raises StoreError."""
        rows = await self._store.rows(select(deleted.c.game_id, deleted.c.at).where(deleted.c.holder == holder))
        return {row.game_id: aware(row.at) for row in rows}


async def remove(store: Store, game_id: str, number: int) -> bool:
    """Remove a game of any holder, unless an event came after that of a number. Raises StoreError."""

    def take_out(connection: Connection) -> bool:
        connection.execute(select(games.c.id).where(games.c.id == game_id).with_for_update())
        if _last_event(connection, game_id) != number:
            return False
        store.announce(connection, game_id, number=number + 1)  # so that other processes read it again
        return bool(connection.execute(delete(games).where(games.c.id == game_id)).rowcount)

    return await store.write(take_out)


def _of(holder: str, game_id: str) -> ColumnElement[bool]:
    return (deleted.c.holder == holder) & (deleted.c.game_id == game_id)


def _last_event(connection: Connection, game_id: str) -> int:
    last = select(func.max(events.c.number)).where(events.c.game_id == game_id)
    return int(connection.execute(last).scalar() or 0)
