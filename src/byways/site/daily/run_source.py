"""A puzzle of a run as a source of positions: an answer is kept once, while the clock runs."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from starlette.requests import Request

from byways.errors import IllegalTurnError
from byways.site.board import wire
from byways.site.board.source import board_routes
from byways.site.daily.attempts import Attempt, Solved
from byways.site.daily.puzzle import FIRST_DAY, Daily
from byways.site.daily.run import Run, Runs
from byways.site.daily.source import PuzzleSource, played_in
from byways.site.storage.practice_store import PracticeStore
from byways.site.timeline.decisions import Decision, Refused
from byways.site.web.rate_limits import RateLimits, address_of
from byways.site.web.requests import HiddenError, MissingError
from byways.site.web.routing import service
from byways.site.web.sessions import holder_of


@dataclass
class RunSource(PuzzleSource):
    """A puzzle of a run after some turns that were right, each with its reply."""

    run: Run | None = None
    number: int = 1

    async def act(self, command: wire.PageCommand, key: str | None) -> Decision:
        """Decide a turn and judge it, as long as there is time; what was answered already is judged the same again."""
        assert self.run is not None, "a request names it"
        if self.number not in self.run.answers and not self.run.left:
            return Refused(IllegalTurnError("run.over", "the run is over"))
        return await super().act(command, key)

    async def keep(self, attempt: Attempt, key: str | None) -> None:
        """Keep the answer. Raises StoreError, RateError."""
        assert self.run is not None, "a request names it"
        assert self.request is not None, "a request has asked for it"
        service(self.request, RateLimits).tries.take(address_of(self.request))
        holder = str(holder_of(self.request))
        await runs_of(self.request).answer(holder, self.run, self.number, solved=isinstance(attempt, Solved))

    def look(self, at: str) -> wire.Patch:
        """Raise HiddenError: solutions are shown when the run is over."""
        raise HiddenError("run.hidden", "the solution is shown when the run is over")

    def puzzle_view(self) -> wire.PuzzleView | None:
        """Say nothing: the page tells how the run goes."""
        return None


def runs_of(request: Request) -> Runs:
    """Return the runs in the database."""
    return Runs(service(request, PracticeStore))


async def latest_run(request: Request) -> Run | None:
    """Return the run that a browser began last. Raises StoreError."""
    runs = await runs_of(request).of(holder_of(request))
    return runs[-1] if runs else None


def source_of(run: Run, number: int, played: tuple[str, ...] = (), request: Request | None = None) -> RunSource:
    """Return a puzzle of a run. Raises MissingError."""
    if not 1 <= number <= len(run.questions):
        raise MissingError("run.missing", "the run has no such puzzle")
    game, found = run.questions[number - 1]
    return RunSource(Daily(game, FIRST_DAY, found), found, played, request, run=run, number=number)


async def find_source(request: Request) -> RunSource:
    """Return the puzzle of a browser's latest run that an address names: the present one, or one that was answered."""
    run = await latest_run(request)
    number = str(request.path_params["number"])[:6]
    if run is None or not number.isdecimal() or int(number) > run.number:
        raise MissingError("run.missing", "the run has no such puzzle")
    source = source_of(run, int(number), played_in(request), request)
    await asyncio.to_thread(getattr, source, "state")
    return source


router = board_routes("/api/run/{number}", find_source)
