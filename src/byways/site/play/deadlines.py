"""Deadlines: games are judged on time even when nobody is connected; one task watches the deadlines in the database."""

from __future__ import annotations

import asyncio
import logging

from byways.errors import BywaysError, GameError
from byways.site.play.rooms import Rooms
from byways.site.storage.database import StoreError
from byways.site.storage.game_store import Store
from byways.site.timeline.clocks import now

PAUSE = 1.0  # seconds between looks at the database, at most
SHORTEST = 0.05
_log = logging.getLogger("byways")


class Timekeeper:
    """Ends games on time, beginning with those whose time ran out while no server was running."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        self._store, self._rooms = store, rooms
        self._unplayable: set[str] = set()
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop looking."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def look(self) -> float:
        """Judge what is due; give the seconds until the next look."""
        soonest = PAUSE
        for game_id, deadline in await self._store.deadlines(50 + len(self._unplayable)):
            left = (deadline - now()).total_seconds()
            if left > 0:
                return max(SHORTEST, min(soonest, left))
            if game_id not in self._unplayable:
                await self._judge(game_id)
        return soonest

    async def _judge(self, game_id: str) -> None:
        try:
            room = await self._rooms.open(game_id)
            if room is not None:
                await room.judge_time()
                if not room.course.over and (room.course.deadline is None or room.course.deadline > now()):
                    await room.read_again()  # it is the room that is late: another process has gone on
                    await room.judge_time()
        except StoreError:
            raise
        except GameError:  # it may be mended
            return
        except BywaysError as error:  # its module is gone
            _log.warning("the time in game %s cannot be judged: %s", game_id, error)
            self._unplayable.add(game_id)

    async def _run(self) -> None:
        while True:
            try:
                pause = await self.look()
            except StoreError:
                pause = PAUSE  # the store has told the owner of the server
            except Exception:
                _log.exception("the clocks cannot be judged")
                pause = PAUSE
            await asyncio.sleep(pause)
