"""Listening for events and messages that other processes write to the same PostgreSQL database and announce there."""

from __future__ import annotations

import asyncio
import logging
import time

from byways.errors import BywaysError
from byways.site.play.presence_exchange import hear_presence
from byways.site.play.rooms import Rooms
from byways.site.storage.database_errors import StoreError, words_of
from byways.site.storage.game_store import CHANNEL, PRESENCE, Store

PAUSE = 1.0  # seconds until the next try to listen, and between looks while nothing can be heard
ECHO = 5.0  # seconds in which this process must hear itself
_log = logging.getLogger("byways")


class EventListener:
    """Brings this process's rooms up to date, by looking while it cannot listen. SQLite has one process.

    The connection comes from the pool of all others: where few are allowed, the pool has what is left of them.
    """

    def __init__(self, store: Store, rooms: Rooms) -> None:
        self._store = store
        self._rooms = rooms
        self.listening = asyncio.Event()
        self._said = False  # that the others cannot be heard
        self._tasks = [asyncio.create_task(task) for task in (self._run(), self._look())] if store.shared else []

    @property
    def deaf(self) -> bool:
        """Whether there may be other processes and they cannot be heard."""
        return self._store.shared and not self.listening.is_set()

    async def close(self) -> None:
        """Stop listening."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _run(self) -> None:
        from psycopg import Error
        from sqlalchemy.exc import SQLAlchemyError

        while True:
            try:
                await self._listen()
            except (Error, SQLAlchemyError, OSError, BywaysError) as error:
                if not self._said:  # and not once a second until it is mended
                    _log.warning("the other processes cannot be heard: %s", words_of(error))
                self._said = True
            except Exception:
                _log.exception("what another process wrote cannot be taken in")
            self.listening.clear()
            self._store.heard_since = None
            await asyncio.sleep(PAUSE)

    async def _listen(self) -> None:
        async with self._store.driver_connection() as connection:
            for channel in (CHANNEL, PRESENCE):
                await connection.execute(f"LISTEN {channel}")
            await self._rooms.catch_up()  # with what was written while nobody listened
            await self._store.write(lambda other: self._store.announce(other, "-"))  # of no game: to be heard here
            try:
                async with asyncio.timeout(ECHO) as echo:
                    async for told in connection.notifies():
                        if told.channel == PRESENCE:
                            hear_presence(self._rooms, told.payload, self._store.process)
                            continue
                        process, game_id, number, message = told.payload.split(" ")
                        if process != self._store.process:
                            await self._rooms.hear(game_id, int(number), int(message))
                        elif self.deaf:
                            echo.reschedule(None)
                            self.listening.set()
                            self._store.heard_since = time.monotonic()
                            self._said = False
            except TimeoutError as error:
                reason = "what is announced does not arrive; PgBouncer must pool by session"
                raise StoreError("store.deaf", reason) from error

    async def _look(self) -> None:
        """While nothing can be heard, take over once a second what the database has."""
        while True:
            await asyncio.sleep(PAUSE)
            try:
                if self.deaf:
                    await self._rooms.catch_up()
            except StoreError:
                pass  # the store has told the owner of the server
            except Exception:
                _log.exception("what another process wrote cannot be taken in")
