"""Engines in worker processes: a few of them, shared by all games, each answering one request at a time."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import math
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import TypeVar

import msgspec

from byways.errors import BywaysError, PlayerError
from byways.interop.request import Problem, Request
from byways.site.engines.compiling import Compiling
from byways.site.engines.fair_queue import SHORT, FairQueue, Kind
from byways.workers.call import ENDLESS
from byways.workers.conversation import Conversation
from byways.workers.lifetime import PYTHON

PATIENCE = "10"  # seconds that a kernel has to come to an end
WORKER = (*PYTHON, "-m", "byways.interop.engine", PATIENCE)
_PATIENCE = 1.0  # seconds that a cancelled worker has to answer before it is replaced
_FAST_LEVELS = range(1, 6)  # they answer within half a second on any usual board
_PACES = 1_000  # kinds of requests whose seconds are kept
_NO_ANSWER = (PlayerError, ValueError)  # what asking a worker raises that died, hangs, or answers nonsense
_LONGEST = 600.0  # seconds that a worker may take for an answer, compiling and all


T = TypeVar("T")


class EngineError(BywaysError):
    """Raised when an engine could not answer."""

    status = 503


class HurriedError(EngineError):
    """Raised when a search was to end before it had found anything: it was still compiling."""


class _Head(msgspec.Struct, frozen=True):
    """The part of an answer that says which kind of answer it is."""

    done: bool
    cancelled: bool = False
    best: str | msgspec.UnsetType | None = msgspec.UNSET
    errors: tuple[Problem, ...] = ()


class EnginePool:
    """At most `size` worker processes, started when first needed; they are asked when their kernels are compiled."""

    def __init__(self, size: int, compiling: Compiling | None = None) -> None:
        self.compiling = compiling or Compiling(0)
        self.queue = FairQueue(size)
        self._pace: dict[tuple[object, ...], float] = {}
        """The seconds that the last request of a kind took, by what decides them: game, options, limits."""
        self._idle: list[_Worker] = []
        self._ids = itertools.count(1)

    async def ask(
        self, request: Request, kind: type[T], hurry: asyncio.Event | None = None, *, rest: bool = False
    ) -> T:
        """Return the last answer to a request, whose id does not matter, as a value of `kind`.

        It waits for its turn in a fair queue, behind all that people wait for where it is the `rest`. Cancelling the
        awaiting task cancels the search; setting `hurry` ends it with the best so far. A worker that dies or falls
        silent is replaced, and the next one is asked once more. Raises EngineError where the request is refused or the
        engine fails twice, HurriedError where there is no best so far, CrowdedError for one request too many of an
        address.
        """
        if request.task != "judge":  # a judge's machine code is for big boards only, and not made beforehand
            await self._compiled(request.game, request.level)
        of = (request.game, _heading(request), request.seconds, request.simulations, request.level)
        expected = self._pace.get(of) or _presumed(request)
        work = Kind.REST if rest else Kind.QUICK if expected < SHORT else Kind.LONG
        for last in (False, True):
            try:
                async with self.queue.place(work), self._worker() as worker:
                    with self._timed(of):
                        return await worker.ask(msgspec.structs.replace(request, id=next(self._ids)), kind, hurry)
            except _NO_ANSWER as error:  # it is gone, or silent, or what it says is no answer
                if last:
                    raise EngineError("engine.died", "the engine stopped working twice in a row") from error
        raise AssertionError("unreachable")

    async def _compiled(self, game: str, level: object) -> None:
        """Wait for the kernels of a first turn; a worker starts meanwhile."""
        if self.compiling.wait(game, level) and not self._idle:
            self._idle.append(_Worker())
        await self.compiling.ready(game, level)

    async def close(self) -> None:
        """End all idle workers; busy ones end with the requests that hold them."""
        while self._idle:
            await self._idle.pop().process.end()

    @contextlib.contextmanager
    def _timed(self, of: tuple[object, ...]) -> Iterator[None]:
        """Keep how long a worker takes for a kind of request; one that is cancelled would have taken longer."""
        begun = time.monotonic()
        known = 0.0
        try:
            yield
        except asyncio.CancelledError:
            known = self._pace.get(of, 0.0)
            raise
        finally:
            self._pace[of] = max(known, time.monotonic() - begun)
            while len(self._pace) > _PACES:
                del self._pace[next(iter(self._pace))]

    @asynccontextmanager
    async def _worker(self) -> AsyncIterator[_Worker]:
        """Yield an idle worker, or a new one; put it back only if it is in order."""
        worker = await self._next_worker()
        try:
            yield worker
        finally:
            if worker.in_order:
                self._idle.append(worker)
            else:
                await worker.process.end()

    async def _next_worker(self) -> _Worker:
        """Return an idle worker that is alive, or a new one."""
        while self._idle:
            worker = self._idle.pop()
            if worker.process.goes_on:
                return worker
            await worker.process.end()
        return _Worker()


class _Worker:
    def __init__(self) -> None:
        self.process = Conversation(WORKER)
        self.in_order = True

    async def ask(self, request: Request, kind: type[T], hurry: asyncio.Event | None) -> T:
        self.in_order = False
        self.process.send(_line(request))
        hurrying = asyncio.create_task(self._hurry(request, hurry)) if hurry else None
        try:
            head, answer = await self._answer(_LONGEST)
        except asyncio.CancelledError:
            with contextlib.suppress(*_NO_ANSWER):
                self._cancel(request)
                head, _ = await self._answer(_PATIENCE)
                # Without a best turn it is still busy with something that cannot be left.
                self.in_order = head.best is not msgspec.UNSET
            raise
        finally:
            if hurrying is not None:
                hurrying.cancel()
        if head.errors:
            self.in_order = all(problem.code != ENDLESS for problem in head.errors)
            reason = "; ".join(problem.message for problem in head.errors)
            raise EngineError("engine.refused", "the engine cannot help: {reason}", reason=reason)
        if head.cancelled and head.best is msgspec.UNSET:
            raise HurriedError("engine.hurried", "the engine has found nothing yet")
        found = msgspec.json.decode(answer, type=kind)
        self.in_order = True
        return found

    async def _hurry(self, request: Request, hurry: asyncio.Event) -> None:
        await hurry.wait()
        self._cancel(request)

    def _cancel(self, request: Request) -> None:
        self.process.send(_line(Request(request.id, cancel=True)))

    async def _answer(self, seconds: float) -> tuple[_Head, bytes]:
        """Return the last answer, as it came."""
        until = time.monotonic() + seconds
        while True:
            line = await self.process.answer(until)
            head = msgspec.json.decode(line, type=_Head)
            if head.done:
                return head, line


def _line(request: Request) -> bytes:
    return msgspec.json.encode(request) + b"\n"


def _presumed(request: Request) -> float:
    """Return the seconds that a request may take, of whose kind none has been answered yet."""
    if request.seconds is not None:
        return request.seconds
    return 0.0 if request.level in _FAST_LEVELS or request.simulations == 1 else math.inf


def _heading(request: Request) -> object:
    """Return what says the size of a request's board."""
    return request.position.partition("\n")[0] if request.position else tuple(sorted(request.options.items()))
