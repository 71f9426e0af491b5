"""Listening for events and messages that other processes write to the same PostgreSQL database and announce there."""

from __future__ import annotations

import asyncio
import logging

from byways.errors import BywaysError
from byways.site.play.rooms import Rooms
from byways.site.storage.database import patience
from byways.site.storage.game_store import CHANNEL, Store

PAUSE = 1.0  # seconds until the next try to listen
_log = logging.getLogger("byways")


class Ears:
    """Brings this process's rooms up to date, also after it could not listen for a while. SQLite has one process."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        self._store, self._rooms = store, rooms
        self._task = asyncio.create_task(self._run()) if store.shared else None
        self.listening = asyncio.Event()
        self._deaf = False  # whether it has been said that the others cannot be heard

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        from psycopg import Error

        while True:
            try:
                await self._listen()
            except (Error, OSError, BywaysError) as error:
                if not self._deaf:  # and not once a second until it is mended
                    _log.warning("the other processes cannot be heard: %s", str(error).partition("\n")[0])
                self._deaf = True
            except Exception:
                _log.exception("what another process wrote cannot be taken in")
            self.listening.clear()
            await asyncio.sleep(PAUSE)

    async def _listen(self) -> None:
        from psycopg import AsyncConnection

        url = self._store.url
        address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        async with await AsyncConnection.connect(address, autocommit=True, **patience(url)) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            await self._rooms.catch_up()  # with what was written while nobody listened
            self.listening.set()
            self._deaf = False
            async for told in connection.notifies():
                process, game_id, number, message = told.payload.split(" ")
                if process != self._store.process:
                    await self._rooms.hear(game_id, int(number), int(message))
