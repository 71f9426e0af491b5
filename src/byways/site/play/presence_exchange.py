"""Processes that share a PostgreSQL database tell each other whose browsers watch their games."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Mapping

from byways.site.play import attendance
from byways.site.play.room import Room
from byways.site.play.rooms import Rooms
from byways.site.storage.database_errors import StoreError
from byways.site.storage.game_store import Store

PAUSE = 1.0  # seconds between looks at who has come and gone
REPEATED = 10.0  # seconds after which everything is told again: others forget it after three times as many
_log = logging.getLogger("byways")


class PresenceExchange:
    """Tells the other processes who is at the boards of this one, when that changes and again after a while."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        self._store = store
        self._rooms = rooms
        self._told: dict[str, Mapping[str, bool]] = {}
        """By game: what the others know."""
        self._repeated = time.monotonic()
        self._task = asyncio.create_task(self._run()) if store.shared else None

    async def close(self) -> None:
        """Tell no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def tell(self) -> None:
        """Tell what is new. Raises StoreError."""
        there: dict[str, Mapping[str, bool]] = {room.id: told for room in self._rooms.all() if (told := _told_of(room))}
        again = time.monotonic() - self._repeated >= REPEATED
        changed = (name for name, told in there.items() if again or told != self._told.get(name))
        news = {name: there[name] for name in changed}
        news |= {name: {} for name in self._told.keys() - there.keys()}
        if news:
            payloads = [f"{self._store.process} {name} {json.dumps(told)}" for name, told in news.items()]
            await self._store.announce_presence(payloads)
        self._told = there
        if again:
            self._repeated = time.monotonic()

    async def _run(self) -> None:
        while True:
            try:
                for room in self._rooms.all():
                    attendance.forget_others(room)
                await self.tell()
            except StoreError:
                pass  # the store has told the owner of the server
            except Exception:
                _log.exception("who watches cannot be told to other processes")
            await asyncio.sleep(PAUSE)


def hear_presence(rooms: Rooms, payload: str, own: str) -> None:
    """Take over what a process tells, unless it is this one."""
    process, game_id, told = payload.split(" ", 2)
    room = rooms.known(game_id)
    if process != own and room is not None:
        attendance.hear(room, process, json.loads(told))


def _told_of(room: Room) -> dict[str, bool]:
    """Return who is at a board, as far as others at it want to know."""
    people = set(room.timeline.people.values())
    if len(people) < 2 or room.timeline.over:
        return {}
    return {holder: awake for holder, awake in room.presence.local.items() if holder in people}
