"""How many games wait for a browser's turn, which the frame of every page says."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from byways.site.storage.database import StoreError
from byways.site.storage.game_store import Store
from byways.site.web.routing import service
from byways.site.web.sessions import holder_of
from byways.site.web.templating import root_of

PATIENCE = 0.25
"""Seconds that a page waits for the count; without it, it says nothing."""
_GAME = "/play/"


class TurnsWaiting:
    """Middleware that counts before a page is answered, beside the game that the page shows."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "GET":
            request = Request(scope)
            if "text/html" in request.headers.get("accept", "") and (holder := holder_of(request)):
                with suppress(StoreError, TimeoutError, KeyError):  # the store is there once the site has started
                    request.state.turns = await _count(request, holder)
        await self.app(scope, receive, send)


async def _count(request: Request, holder: str) -> int:
    path = request.url.path.removeprefix(root_of(request))
    shown = path.removeprefix(_GAME) if path.startswith(_GAME) else ""
    async with asyncio.timeout(PATIENCE):
        return await service(request, Store).turns_waiting(holder, shown)
