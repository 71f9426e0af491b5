"""Deadlines: games are judged on time even without any connection; one task watches the deadlines in the database."""

from __future__ import annotations

import asyncio
import logging
import time
from datetime import timedelta

from sqlalchemy import func, select
from sqlalchemy.engine import Connection

from byways.errors import BywaysError, GameError
from byways.site.play.rooms import Rooms
from byways.site.storage.database_errors import StoreError
from byways.site.storage.game_store import Store
from byways.site.timeline.clocks import MACHINE, now

PAUSE = 1.0  # seconds between looks at the database, at most
SHORTEST = 0.05
SIDE_BY_SIDE = 5  # games judged at a time, each on a connection
QUICK = 0.25  # seconds that the next look waits for judgements
PATIENCE = 5.0  # seconds for judging one game, which another process may have locked
COMPARED = 10.0  # seconds after which this machine's clock is compared again with the database's
NOTED = 0.5  # seconds of a new difference of which the owner of the server is told
_log = logging.getLogger("byways")


async def compare_clocks(store: Store) -> None:
    """Find how far this machine's clock is ahead of the database's, where that may be on another. Raises StoreError."""
    if not store.shared:
        return

    def ask(connection: Connection) -> None:
        before = MACHINE.read()
        there = connection.execute(select(func.clock_timestamp())).scalar_one()
        MACHINE.compare(before, there, MACHINE.read())

    known = MACHINE.ahead
    await store.read(ask)
    if abs(MACHINE.ahead - known).total_seconds() > NOTED:
        seconds = MACHINE.ahead.total_seconds()
        _log.warning("this machine's clock differs by %+.1f s from the database's, by which games go", seconds)


class Deadlines:
    """Ends games on time, beginning with those whose time ran out while no server was running."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        self._store = store
        self._rooms = rooms
        self._unplayable: set[str] = set()
        self._judging: dict[str, asyncio.Task[None]] = {}
        self._side_by_side = asyncio.Semaphore(SIDE_BY_SIDE)
        self._steps = timedelta(0)
        """How far this machine's clock has been set forward, as the owner of the server has been told."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop looking."""
        tasks = [self._task, *self._judging.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def look(self) -> float:
        """Judge what is due, but wait for nothing slow; give the seconds until the next look."""
        soonest = PAUSE
        for game_id, deadline in await self._store.deadlines(50 + len(self._unplayable)):
            left = (deadline - now()).total_seconds()
            if left > 0:
                soonest = max(SHORTEST, min(soonest, left))
                break
            if game_id not in self._unplayable and game_id not in self._judging:
                self._judging[game_id] = asyncio.create_task(self._judge(game_id))
        if self._judging:
            await asyncio.wait(self._judging.values(), timeout=QUICK)
        return soonest

    async def _judge(self, game_id: str) -> None:
        """Judge one game. Where that cannot be done now it is due at the next look too."""
        try:
            async with self._side_by_side, asyncio.timeout(PATIENCE):
                await self._judge_time(game_id)
        except (StoreError, GameError):
            pass  # the store has told the owner of the server; a game may be mended
        except TimeoutError:
            _log.warning("the time in game %s cannot be judged yet: another process has it", game_id)
        except BywaysError as error:  # its module is gone
            _log.warning("the time in game %s cannot be judged: %s", game_id, error)
            self._unplayable.add(game_id)
        except Exception:
            _log.exception("the time in game %s cannot be judged", game_id)
        finally:
            self._judging.pop(game_id, None)

    async def _judge_time(self, game_id: str) -> None:
        room = await self._rooms.open(game_id)
        if "writing" in self._store.troubles:
            await self._store.write(lambda connection: None)  # else nobody may write, and no flag would ever fall
        if room is not None:
            await room.judge_time()
            if not room.timeline.over and (room.timeline.deadline is None or room.timeline.deadline > now()):
                await room.read_again()  # it is the room that is late: another process has gone on
                await room.judge_time()

    def _note_steps(self) -> None:
        """Tell the owner of the server that the machine's clock was set, after which games go on by the former time."""
        if not self._store.shared and abs(MACHINE.steps - self._steps).total_seconds() > NOTED:
            self._steps = MACHINE.steps
            seconds = self._steps.total_seconds()
            _log.warning(
                "this machine's clock was set by %+.1f s; games follow when the server is started again", seconds
            )

    async def _run(self) -> None:
        compared = float("-inf")
        while True:
            try:
                if time.monotonic() - compared > COMPARED:
                    await compare_clocks(self._store)
                    self._note_steps()
                    compared = time.monotonic()
                pause = await self.look()
            except StoreError:
                pause = PAUSE  # the store has told the owner of the server
            except Exception:
                _log.exception("the clocks cannot be judged")
                pause = PAUSE
            await asyncio.sleep(pause)
