"""Fair use of the engines: start-time fair queueing by address (Goyal, Vin and Cheng, 1996).

Of those who wait, the address that has used the fewest seconds goes first; one that comes anew starts level with those
being served. A search is charged by the seconds that it took, known only afterwards.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from enum import IntEnum

from byways.errors import BywaysError

asking: ContextVar[str] = ContextVar("asking", default="")
"""The address for which this task works, inherited by the tasks that it begins; "" for the server's own work.

An address counts and not a browser's cookie, which anyone can throw away. Addresses are not stored, so an engine's
turn in a game of a former process is on the account of the browser that opens that game first.
"""


class Kind(IntEnum):
    """Kinds of work; an earlier one goes first."""

    QUICK = 0
    """A person waits for an answer that takes less than `SHORT`."""
    LONG = 1
    """A person waits for a longer one."""
    REST = 2
    """No person waits at a board: analyses, and games of engines."""


SHORT = 0.5
"""Seconds below which an answer is quick."""
MOST_WAITING = {Kind.QUICK: 100, Kind.LONG: 100, Kind.REST: 16}
"""The requests of one address that may wait, by their kind; behind one address there may be a school."""


class CrowdedError(BywaysError):
    """Raised for one request too many of an address."""

    status = 503
    wait = 10
    """Seconds until it is worth trying again."""


class FairQueue:
    """`size` places for work. The last free one of several is for quick work, which so never waits for long work."""

    def __init__(self, size: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.free = self._size = size
        self._clock = clock
        self._waiting: dict[Kind, dict[str, deque[asyncio.Future[None]]]] = {kind: {} for kind in Kind}
        self._used: dict[str, float] = {}
        """Virtual seconds; an address that is not named has used as much as the one served last."""
        self._now = 0.0
        self._long = 0  # places that work has which is not quick

    @asynccontextmanager
    async def place(self, kind: Kind) -> AsyncIterator[None]:
        """Wait for a place and hold it, on the account of the address that is `asking`. Raises CrowdedError."""
        account = asking.get()
        line = self._waiting[kind].setdefault(account, deque())
        if len(line) >= MOST_WAITING[kind]:
            raise CrowdedError("engine.crowded", "too many requests of your address are waiting; try again in a minute")
        turn = asyncio.get_running_loop().create_future()
        line.append(turn)
        self._used[account] = max(self._used.get(account, 0.0), self._now)
        self._serve()
        begun = None
        try:
            await turn
            begun = self._clock()
            yield
        finally:
            if turn in line:  # given up while it waited
                line.remove(turn)
            elif turn.done() and not turn.cancelled():  # cancelled in the step in which it got its place, it had one
                self.free += 1
                self._long -= kind != Kind.QUICK
                spent = 0.0 if begun is None else self._clock() - begun
                self._used[account] = self._used.get(account, self._now) + spent
            self._serve()

    def _serve(self) -> None:
        """Give free places to those whose turn it is."""
        while self.free and any(self._start_next(kind) for kind in self._admitted()):
            pass
        if self.free == self._size:  # nobody is served, so all are level again
            self._used.clear()

    def _admitted(self) -> tuple[Kind, ...]:
        room = self._long < max(1, self._size - 1)
        return tuple(Kind) if room else (Kind.QUICK,)

    def _start_next(self, kind: Kind) -> bool:
        """Start the next work of a kind; return whether there was any."""
        lines = self._waiting[kind]
        for account in sorted(lines, key=lambda account: self._used.get(account, self._now)):
            line = lines[account]
            while line and line[0].done():  # cancelled while it waited
                line.popleft()
            if not line:
                del lines[account]
                continue
            self._now = max(self._now, self._used.get(account, self._now))
            self.free -= 1
            self._long += kind != Kind.QUICK
            line.popleft().set_result(None)
            return True
        return False
