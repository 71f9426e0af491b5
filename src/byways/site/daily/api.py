"""HTTP calls of a puzzle's page: its board, hints, the solution. Attempts are stored before they are answered."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from byways.site.board import wire
from byways.site.board.source import board_routes
from byways.site.daily.attempts import Attempts, Hint, Shown
from byways.site.daily.hints import HINTS, hint_of
from byways.site.daily.source import PuzzleSource, find_source
from byways.site.storage.game_store import Store
from byways.site.web.requests import MissingError, answer, decoded
from byways.site.web.routing import Router, service
from byways.site.web.sessions import holder_of

_PREFIX = "/api/puzzles/{name}/{day}"
router = Router(_PREFIX)
router.include(board_routes(_PREFIX, find_source))


class PuzzleQuestion(msgspec.Struct):
    """A hint, or the solution, is asked for."""

    number: int = 1
    key: str | None = None


@router.post("/hint")
async def hint(request: Request) -> Response:
    """Return a hint: the first says where to look, the second more."""
    wanted = await decoded(request, PuzzleQuestion)
    source = await find_source(request)
    if not 1 <= wanted.number <= HINTS:
        raise MissingError("daily.hint", "there is no such hint")
    said = await asyncio.to_thread(hint_of, source.daily, source.played, wanted.number)
    await source.keep(Hint(wanted.number), wanted.key)
    return answer(wire.Hint(**msgspec.structs.asdict(said), puzzle=_progress(source)), cookies=source.cookies)


@router.post("/solution")
async def solution(request: Request) -> Response:
    """Return all lines of the solution. Asking before solving counts as not solved."""
    wanted = await decoded(request, PuzzleQuestion)
    source = await find_source(request)
    names = source.daily.game.name, source.daily.day
    source.progress = await Attempts(service(request, Store)).of(holder_of(request), *names)
    if source.progress.open:
        await source.keep(Shown(), wanted.key)
    return answer(wire.Solution(source.found.solution, _progress(source)), cookies=source.cookies)


def _progress(source: PuzzleSource) -> wire.PuzzleView:
    found = source.puzzle_view()
    assert found is not None, "what was kept says how far it is"
    return found
