"""Background analysis: engines look at one position after another; each result is stored as soon as it is known."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

import msgspec
from starlette.requests import HTTPConnection

from byways.errors import BywaysError
from byways.interop.request import Request
from byways.position.state import State
from byways.search.answer import Analysis
from byways.site.engines.fair_queue import asking
from byways.site.engines.jobs import looked_at
from byways.site.plug_ins.processes import awaited
from byways.site.review.findings import known
from byways.site.review.review import Review
from byways.site.storage.analysis_store import AnalysisStore, stored
from byways.site.timeline.refusals import NotYoursError
from byways.site.web.live import Followers
from byways.site.web.requests import BusyError
from byways.site.web.sessions import asker_of, holder_of
from byways.translatable import say

MOST_JOBS = 16  # of one address, those that wait included
_LOOKED_AT = 200
T = TypeVar("T")
_log = logging.getLogger("byways")


class Engines(Protocol):
    """Answers engine requests, as `EnginePool` does."""

    async def ask(self, request: Request, kind: type[T], *, rest: bool) -> T: ...


@dataclass
class AnalysisJob:
    """The analysis of a game, running or finished."""

    seconds: float
    total: int
    done: int = 0
    trouble: str = ""
    address: str = field(default_factory=asking.get)
    """For which it works."""
    asker: str = ""
    """The browser that began it, by its holder; by its address where it has none."""
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    @property
    def running(self) -> bool:
        """Whether there is more to come."""
        return self.task is not None and not self.task.done()


class AnalysisJobs:
    """Analyses games, one position at a time each, when no game being played needs the engines."""

    def __init__(self, engines: Engines, kept: AnalysisStore) -> None:
        self.engines = engines
        self._kept = kept
        self._jobs: dict[str, AnalysisJob] = {}
        self.followers = Followers()
        """Of jobs, by their names."""

    def job(self, game_id: str) -> AnalysisJob | None:
        """Return the current or latest job for a game."""
        return self._jobs.get(game_id)

    def start(self, review: Review, seconds: float, asker: str = "") -> AnalysisJob:
        """Analyse all positions that have no analysis of this length yet. Raises BusyError."""
        job = AnalysisJob(seconds, len(review.states), asker=asker)
        return self._begin(review.room.id, job, lambda: self._look(review, job))

    def do(
        self, name: str, total: int, work: Callable[[Callable[[int], None]], Coroutine[Any, Any, None]], asker: str = ""
    ) -> AnalysisJob:
        """Start other work with engines, of so many steps, which reports how many are done. Raises BusyError."""
        job = AnalysisJob(0.0, total, asker=asker)

        def report(done: int) -> None:
            job.done = done
            self.followers.tell([name])

        return self._begin(name, job, lambda: work(report))

    def _begin(self, name: str, job: AnalysisJob, work: Callable[[], Coroutine[Any, Any, None]]) -> AnalysisJob:
        """Begin a job, unless one of the name is running."""
        running = self._jobs.get(name)
        if running is not None and running.running:
            return running
        self._jobs = {other: one for other, one in self._jobs.items() if one.running}
        if sum(other.address == job.address for other in self._jobs.values()) >= MOST_JOBS:
            raise BusyError("review.busy", "too many games are being analysed right now; try again in a minute")
        self._jobs[name] = job
        job.task = asyncio.create_task(self._run(name, job, work))
        job.task.add_done_callback(lambda _: self.followers.tell([name]))
        self.followers.tell([name])
        return job

    async def cancel_for(self, request: HTTPConnection, review: Review, name: str) -> None:
        """Stop a job for the browser that began it, or that sits in the game. Raises NotYoursError."""
        job = self._jobs.get(name)
        sits = review.room.timeline.players_of(holder_of(request))
        if job is not None and job.running and not (sits or job.asker == asker_of(request)):
            raise NotYoursError("review.not_yours", "only who began this, or plays in the game, may stop it")
        await self.cancel(name)

    async def cancel(self, name: str) -> None:
        """Stop looking at a game, or other work of that name; what is known stays."""
        job = self._jobs.get(name)
        if job is not None and job.task is not None and job.running:
            job.task.cancel()
            await asyncio.wait([job.task])

    async def close(self) -> None:
        """Stop everything."""
        await asyncio.gather(*(self.cancel(game_id) for game_id in tuple(self._jobs)))

    async def ask(self, state: State, seconds: float, *, rest: bool = True) -> Analysis:
        """Analyse a position; it is no `rest` where a person waits for it. Raises EngineError, CrowdedError."""
        request = await awaited(state.variant.game, looked_at, state)
        request = msgspec.structs.replace(request, seconds=seconds, best=_LOOKED_AT)
        return await self.engines.ask(request, Analysis, rest=rest)

    async def _look(self, review: Review, job: AnalysisJob) -> None:
        game_id = review.room.id
        earlier = await self._kept.of_game(game_id)
        have = known(review.states, earlier)
        turns = review.states[-1].turns
        for ply in range(len(review.states)):
            if ply not in have or (earlier[ply].seconds < job.seconds and not have[ply].proved):
                played = turns[ply] if ply < len(turns) else None
                found = await self.ask(review.states[ply], job.seconds)
                await self._kept.keep(game_id, stored(review.states[ply], job.seconds, found, played))
            job.done = ply + 1
            self.followers.tell([game_id])

    async def _run(self, name: str, job: AnalysisJob, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        try:
            await work()
        except BywaysError as error:
            job.trouble = error.sentence
        except asyncio.CancelledError:
            raise
        except Exception:  # whatever a worker answers, the page must hear of it
            _log.exception("the analysis of game %s failed", name)
            job.trouble = say("the engine failed")
