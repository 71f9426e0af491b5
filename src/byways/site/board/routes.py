"""The five routes of every board: view, act, preview, gallery, why."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from starlette.requests import Request
from starlette.responses import Response

from byways.errors import OptionError
from byways.game import Game
from byways.site.board import wire
from byways.site.board.source import (
    PositionSource,
    answer_to,
    explain,
    gallery_for,
    news,
    preview_for,
    read_turn,
)
from byways.site.plug_ins.processes import awaited
from byways.site.timeline.decisions import Accepted, Refused
from byways.site.web.rate_limits import QUERIES
from byways.site.web.requests import answer, decoded, status_of
from byways.site.web.routing import Router

Find: TypeAlias = Callable[[Request], Awaitable[PositionSource]]
"""Returns the source that a request's address names. Raises MissingError."""

LONGEST_QUERY = 2_000  # characters of what is pointed out in an address
LONGEST_PLACE = 100  # characters of the name of another place


def board_routes(
    prefix: str, find: Find, *, visit: Find | None = None, live: Callable[[Any], Game] | None = None
) -> Router:
    """Return the five routes under an address. Drawing takes long, and others must not wait for it: threads do it.

    `visit` finds the source for who comes to see it, where that is to be noted.
    With `live`, which returns a source's game, pages are told of what is accepted as it happens. Unless the game lives
    in another process the event loop draws it for them, and the answer too: a thread would draw the same once more.
    """
    router = Router(prefix)

    @router.get("/view", checks=QUERIES)
    async def get_view(request: Request, shown: str = "", at: str = "") -> Response:
        """Return what is to be seen now, or at another place."""
        source = await (visit or find)(request)
        return answer(await asyncio.to_thread(news, source, shown, at[:LONGEST_PLACE]), cookies=source.cookies)

    @router.post("/act")
    async def act(request: Request) -> Response:
        """Do something. What is accepted is on disk before this answers."""
        wanted = await decoded(request, wire.Act)
        source = await find(request)
        decision = await source.act(wanted.command, wanted.key)
        status = status_of(decision.error) if isinstance(decision, Refused) else 200
        if live and isinstance(decision, Accepted):
            told = await awaited(live(source), answer_to, source, decision, wanted.shown)
            return answer(told, status, source.cookies)
        return answer(await asyncio.to_thread(answer_to, source, decision, wanted.shown), status, source.cookies)

    @router.get("/preview", checks=QUERIES)
    async def get_preview(request: Request, actions: str, aloud: bool = False) -> Response:
        """Return what the actions (comma-separated numbers) would put on the board; with `aloud`, in words too."""
        source = await find(request)
        return await answer_preview(source, actions, aloud=aloud)

    @router.get("/gallery", checks=QUERIES)
    async def get_gallery(request: Request) -> Response:
        """Return everything that dice may bring, as it is for the viewer now."""
        source = await find(request)
        return answer(await asyncio.to_thread(gallery_for, source))

    @router.get("/why", checks=QUERIES)
    async def get_why(request: Request, clicks: str = "", typed: str = "") -> Response:
        """Explain why clicks (comma-separated), or a turn that was typed, are no turn; or return the actions meant."""
        return await answer_why(await find(request), clicks, typed)

    return router


async def answer_preview(source: PositionSource, actions: str, *, aloud: bool) -> Response:
    """Return what actions would put on the board."""
    return answer(await asyncio.to_thread(preview_for, source, read_actions(actions), aloud=aloud))


async def answer_why(source: PositionSource, clicks: str, typed: str) -> Response:
    """Return why clicks, or a turn that was typed, are no turn; or the actions meant. Raises OptionError."""
    if not (typed or clicks):
        raise OptionError("request.nothing", "clicks, or a move that was typed, must be given", option="clicks")
    if typed:
        return answer(await asyncio.to_thread(read_turn, source, typed[:LONGEST_QUERY]))
    return answer(await asyncio.to_thread(explain, source, clicks[:LONGEST_QUERY].split(",")))


def read_actions(text: str) -> list[int]:
    """Parse actions from an address, as numbers with commas between. Raises OptionError."""
    words = [word for word in text[:LONGEST_QUERY].split(",") if word]
    if not all(word.isascii() and word.isdigit() for word in words):
        raise OptionError("request.actions", "actions must be numbers with commas between", option="actions")
    return [int(word) for word in words]
