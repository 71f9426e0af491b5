"""Engines in worker processes: a few of them, shared by all games, each answering one request at a time."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from byways.errors import BywaysError
from byways.search.watch import ENDLESS
from byways.site.play.compiling import Compiling
from byways.site.play.worker_lines import write_line
from byways.worker_processes import PYTHON

PATIENCE = "10"  # seconds that a kernel has to come to an end
WORKER = (*PYTHON, "-m", "byways.interop.engine", PATIENCE)
LONGEST_ANSWER = 4_000_000  # bytes
_PATIENCE = 1.0  # seconds that a cancelled worker has to answer before it is replaced
_LONGEST = 600.0  # seconds that a worker may take for an answer, compiling and all


class EngineError(BywaysError):
    """Raised when an engine could not answer."""

    status = 503


class EnginePool:
    """At most `size` worker processes, started when first needed; they are asked when their kernels are compiled."""

    def __init__(self, size: int, compiling: Compiling | None = None) -> None:
        self.compiling = compiling or Compiling(0)
        self._free = asyncio.Semaphore(size)
        self._idle: list[_Worker] = []
        self._ids = itertools.count(1)

    async def ask(
        self,
        request: Mapping[str, Any],
        report: Callable[[dict[str, Any]], None] = lambda answer: None,
        hurry: asyncio.Event | None = None,
    ) -> dict[str, Any]:
        """Answer a request of `byways.interop.engine` without its id; `report` is called with interim answers.

        Cancelling the awaiting task cancels the search; setting `hurry` ends it with the best so far. A worker that
        dies or falls silent is replaced, and the next one is asked once more. Raises EngineError where the request is
        refused or the engine fails twice.
        """
        if "task" not in request:  # a judge's machine code is for big boards only, and not made beforehand
            await self._compiled(request["game"], request.get("level"))
        for last in (False, True):
            try:
                async with self._worker() as worker, asyncio.timeout(_LONGEST):
                    return await worker.ask({"id": next(self._ids), **request}, report, hurry)
            except (OSError, ValueError, KeyError) as error:  # it is gone, or silent, or what it says is no answer
                if last:
                    raise EngineError("engine.died", "the engine stopped working twice in a row") from error
        raise AssertionError("unreachable")

    async def _compiled(self, game: str, level: object) -> None:
        """Wait for the kernels of a first turn; a worker starts meanwhile."""
        if self.compiling.wait(game, level) and not self._idle:
            self._idle.append(await _Worker.start())
        await self.compiling.ready(game, level)

    async def close(self) -> None:
        """End all idle workers; busy ones end with the requests that hold them."""
        while self._idle:
            await self._idle.pop().stop()

    @asynccontextmanager
    async def _worker(self) -> AsyncIterator[_Worker]:
        """Yield an idle worker, or a new one; put it back only if it is in order."""
        async with self._free:
            worker = await self._next_worker()
            try:
                yield worker
            finally:
                if worker.in_order:
                    self._idle.append(worker)
                else:
                    await worker.stop()

    async def _next_worker(self) -> _Worker:
        """Return an idle worker that is alive, or a new one."""
        while self._idle:
            worker = self._idle.pop()
            if worker.process.returncode is None:
                return worker
        return await _Worker.start()


class _Worker:
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.in_order = True

    @classmethod
    async def start(cls) -> _Worker:
        process = await asyncio.create_subprocess_exec(
            *WORKER,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_ANSWER,
        )
        return cls(process)

    async def ask(
        self, request: Mapping[str, Any], report: Callable[[dict[str, Any]], None], hurry: asyncio.Event | None
    ) -> dict[str, Any]:
        self.in_order = False
        await write_line(self.process, request)
        hurrying = asyncio.create_task(self._hurry(request["id"], hurry)) if hurry else None
        try:
            answer = await self._answer(report)
        except asyncio.CancelledError:
            with contextlib.suppress(OSError, ValueError, KeyError):
                await write_line(self.process, {"id": request["id"], "cancel": True})
                async with asyncio.timeout(_PATIENCE):
                    answer = await self._answer(lambda answer: None)
                    self.in_order = "best" in answer  # otherwise it is still busy with something that cannot be left
            raise
        finally:
            if hurrying is not None:
                hurrying.cancel()
        self.in_order = "cancelled" not in answer or "best" in answer
        if "errors" in answer:
            self.in_order = all(problem["code"] != ENDLESS for problem in answer["errors"])
            reason = "; ".join(problem["message"] for problem in answer["errors"])
            raise EngineError("engine.refused", "the engine cannot help: {reason}", reason=reason)
        return answer

    async def _hurry(self, id: int, hurry: asyncio.Event) -> None:
        await hurry.wait()
        with contextlib.suppress(OSError):
            await write_line(self.process, {"id": id, "cancel": True})

    async def _answer(self, report: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
        assert self.process.stdout is not None
        while True:
            answer = msgspec.json.decode(await self.process.stdout.readline(), type=dict[str, Any])
            if answer["done"]:
                return answer
            report(answer)

    async def stop(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()
