"""Background compilation of kernels when the site starts, on all cores, the most urgent first.

Of what somebody waits for, the kernel that takes longest comes first, so that all are ready soon. As long as nobody
waits, those come first that most games need, then short ones: the next visitor must not wait for a long one of another
game. A process compiles each helper once, so a kernel is left to the process that has most of its helpers. Worker
processes (`byways.interop.compile_worker`) compile into the cache, from which the engines read. Nothing is begun if
nothing is missing, and nothing more once it turns out that nothing can be kept.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from dataclasses import dataclass

from byways.errors import PlayerError
from byways.interop.compile_worker import Compiled, CompileKernel, ListMissing, Missing
from byways.kernels.cache import is_empty, say_nothing_is_kept, silenced
from byways.workers.conversation import Conversation
from byways.workers.lifetime import PYTHON

WORKER = (*PYTHON, "-m", "byways.interop.compile_worker")
LATER = "later"
USUAL = "3"
"""The level whose first turn is prepared before anybody says which it will be."""
_RATE = 3_200.0  # bytes of bytecode that a process compiles in a second, until that has been measured
_TRUST = 10_000.0  # bytes for which that guess counts
_LOADING = 1.0  # seconds that an engine needs to begin
LISTING = 30.0  # seconds that a process has to say what is missing: other authors' games are loaded for that
AGAIN = 30.0  # seconds until it is asked again, then with twice the time
LONGEST = 300.0  # seconds for a kernel
_NO_ANSWER = (PlayerError, ValueError, KeyError)  # what asking a process raises that died, hangs, or answers nonsense
_log = logging.getLogger("byways")


@dataclass(frozen=True)
class Wait:
    """The remaining compile time of an engine's machine code."""

    seconds: int
    share: float
    """Of the work that is done, from 0 to 1."""


class Compiling:
    """The kernels that are missing, and the processes that make them."""

    def __init__(self, workers: int) -> None:
        self.listeners: set[Callable[[], None]] = set()
        """Called whenever a kernel is ready."""
        self._workers = workers
        self._tasks: list[asyncio.Task[None]] = []
        self._listed = asyncio.Event()
        self._changed = asyncio.Condition()
        self._games: dict[str, dict[str, list[str]]] = {}
        self._parts: dict[str, dict[str, int]] = {}  # of all that was missing at first: bytes by function
        self._first: Counter[str] = Counter()  # of how many games' usual first turns they are
        self._missing: set[str] = set()
        self._begun: dict[str, float] = {}  # when, of those that are being made
        self._made: list[set[str]] = []  # by each process: the functions that it has compiled or is just compiling
        self._waiting: dict[tuple[str, str], int] = {}  # by game and level: how many wait
        self._opened: dict[str, None] = {}  # games, the one opened last at the end
        self._done = _TRUST  # bytes
        self._spent = _TRUST / _RATE  # seconds
        if workers == 0:
            self._listed.set()

    def has(self, game: str, level: object) -> bool:
        """Return whether it is known that everything is compiled that an engine of this level needs."""
        return self._listed.is_set() and not self._left(game, str(level))

    def start(self) -> None:
        """Start: list the missing kernels, then compile them."""
        if self._workers:
            self._tasks = [asyncio.create_task(self._run())]

    async def close(self) -> None:
        """Stop all processes; what is half made is lost."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def open(self, game: str) -> None:
        """Note that a browser has opened a game and may want to play it."""
        self._opened.pop(game, None)
        self._opened[game] = None

    async def ready(self, game: str, level: object = None) -> None:
        """Wait until everything is compiled that an engine of this level needs for its first turn."""
        await self._listed.wait()
        key = game, str(level or "")
        if not self._left(*key):
            return
        self._waiting[key] = self._waiting.get(key, 0) + 1
        try:
            async with self._changed:
                await self._changed.wait_for(lambda: not self._left(*key))
        finally:
            self._waiting[key] -= 1
            if not self._waiting[key]:
                del self._waiting[key]

    def wait(self, game: str, level: object = None) -> Wait | None:
        """Estimate how long `ready` will wait; None if it will not."""
        left = self._left(game, str(level or ""))
        if not left:
            return None
        rate = self._done / self._spent
        seconds = [self._seconds(name, rate) for name in left]
        others = [self._seconds(name, rate) for name in self._begun.keys() - left]
        begins = (
            min(others, default=0.0) if len(self._begun) >= self._workers and not left & self._begun.keys() else 0.0
        )
        needed = begins + max(*seconds, sum(seconds) / self._workers) + _LOADING
        whole = sum(self._cost(name, set()) for name in self._games[game][str(level or "")]) / rate
        return Wait(max(1, round(needed)), round(max(0.0, 1.0 - sum(seconds) / whole), 3))

    def _seconds(self, name: str, rate: float) -> float:
        """Estimate the seconds that a kernel still takes."""
        if name in self._begun:
            whole = self._cost(name, set()) / rate
            return max(whole - (time.monotonic() - self._begun[name]), 0.1 * whole)
        return min((self._cost(name, made) for made in self._made), default=self._cost(name, set())) / rate

    def _left(self, game: str, level: str) -> set[str]:
        return self._missing.intersection(self._games.get(game, {}).get(level, ()))

    async def _run(self) -> None:
        """Let one process say what is missing; then compile with all of them."""
        patience = LISTING
        early = self._workers - 1 if is_empty() else 0  # they load what they need meanwhile
        while not await self._compile_all(patience, early):
            patience = min(2 * patience, LONGEST)
            early = 0
            await asyncio.sleep(AGAIN)

    async def _compile_all(self, patience: float, early: int) -> bool:
        """Compile what is missing, `early` processes of which are begun at once; return whether that could be listed.

        As long as it could not, engines compile for themselves.
        """
        try:
            await asyncio.gather(self._lead(patience, self._workers - 1 - early), *(self._help() for _ in range(early)))
        except _NO_ANSWER:
            if patience == LISTING:
                _log.warning("engines are not compiled yet: the process that lists what is missing ended or hangs")
            return False
        finally:
            self._missing.clear()
            self._listed.set()
            await self._changed_now()
        return True

    async def _lead(self, patience: float, helpers: int) -> None:
        async with _process() as process:
            listed = await process.ask(ListMissing(), Missing, patience)
            self._games = listed.games
            self._parts = listed.parts
            self._first = Counter(name for parts in self._games.values() for name in parts[USUAL])
            self._missing = set(self._parts)
            if listed.trouble:
                self._give_up(listed.trouble)
            self._listed.set()
            self._tell()
            wanted = min(helpers, len(self._missing) - 1)
            await asyncio.gather(self._help(process), *(self._help() for _ in range(wanted)))

    async def _help(self, process: Conversation | None = None) -> None:
        """Compile in a process, and in another one if it dies, which costs only the kernel that it was compiling."""
        if process is not None and await self._work(process):
            return
        finished = False
        while not finished:
            async with _process() as another:
                await self._listed.wait()
                finished = await self._work(another)

    async def _work(self, process: Conversation) -> bool:
        """Let a process compile one kernel after another; return whether it lives until nothing is left."""
        made: set[str] = set()
        self._made.append(made)
        try:
            while (name := self._next(made)) is not None:
                cost = self._cost(name, made)
                made.update(self._parts[name])
                if not await self._compile(process, name, cost):
                    return False
            return True
        finally:
            self._made = [other for other in self._made if other is not made]

    async def _compile(self, process: Conversation, name: str, cost: int) -> bool:
        """Let a process compile a kernel; return whether it answers."""
        self._begun[name] = time.monotonic()
        try:
            answer = await process.ask(CompileKernel(name), Compiled, LONGEST)
        except _NO_ANSWER:
            _log.warning("%s is not compiled beforehand: the process ended or took too long", name)
            answer = None
        finally:
            del self._begun[name]
        self._missing.discard(name)
        if answer and answer.seconds:
            self._done = self._done + cost
            self._spent = self._spent + answer.seconds
        if answer and answer.trouble:
            self._give_up(answer.trouble)
        await self._changed_now()
        return answer is not None

    def _give_up(self, trouble: str) -> None:
        say_nothing_is_kept(OSError(0, trouble))
        self._missing.clear()

    def _next(self, made: set[str]) -> str | None:
        """Return the kernel that a process with these functions compiles next."""
        for names in self._wanted():
            free = self._missing.intersection(names) - self._begun.keys()
            if mine := [name for name in free if not self._is_left_to_another(name, made)]:
                return max(mine, key=lambda name: self._cost(name, made))
        free = self._missing - self._begun.keys()
        order = {name: (not self._first[name], -self._first[name], self._cost(name, made)) for name in free}
        mine = [name for name in free if not self._is_left_to_another(name, made)]
        return min(mine or free, key=order.__getitem__, default=None)

    def _cost(self, name: str, made: set[str]) -> int:
        """Return how much a process with these functions has to compile for a kernel."""
        return sum(size for part, size in self._parts[name].items() if part not in made)

    def _is_left_to_another(self, name: str, made: set[str]) -> bool:
        """Return whether another process has so many of a kernel's helpers that it takes less than half as long."""
        return any(2 * self._cost(name, other) < self._cost(name, made) for other in self._made if other is not made)

    def _wanted(self) -> Iterator[Iterable[str]]:
        """Yield names of kernels that are needed or may be soon, the most urgent first."""
        for game, level in self._waiting:
            yield self._games.get(game, {}).get(level, ())
        for game in reversed(self._opened):
            for part in (USUAL, LATER):
                yield self._games.get(game, {}).get(part, ())

    async def _changed_now(self) -> None:
        async with self._changed:
            self._changed.notify_all()
        self._tell()

    def _tell(self) -> None:
        for listener in tuple(self.listeners):
            listener()


@contextlib.asynccontextmanager
async def _process() -> AsyncIterator[Conversation]:
    """Start a worker process, which ends with the task that uses it. Raises PlayerError."""
    process = Conversation(WORKER, environment={**os.environ, **silenced()})
    try:
        yield process
    finally:
        await process.end()
