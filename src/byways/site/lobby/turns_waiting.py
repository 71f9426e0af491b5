"""How many games wait for a browser's turn, which the frame of every page says, and the news of it."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from byways.site.i18n.languages import render, to_json
from byways.site.play.rooms import Rooms
from byways.site.storage.database_errors import StoreError
from byways.site.storage.game_store import Store
from byways.site.storage.stored_games import WaitingGames
from byways.site.web.followers import Followers
from byways.site.web.live import Followed, Topic
from byways.site.web.requests import MissingError
from byways.site.web.routing import service
from byways.site.web.sessions import TokenError, holder_of
from byways.site.web.templating import root_of, turns_said

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
            with suppress(
                StoreError, TimeoutError, KeyError, TokenError
            ):  # the store is there once the site has started
                if "text/html" in request.headers.get("accept", "") and (holder := holder_of(request)):
                    shown = _shown(request)
                    waiting = await _count(request, holder, shown)
                    request.state.turns = waiting.turns
                    request.state.turns_topic = f"turns:{shown}" if waiting.running else ""
        await self.app(scope, receive, send)


def _shown(request: Request) -> str:
    """Return the id of the game whose page this is; "" for other pages."""
    path = request.url.path.removeprefix(root_of(request))
    return path.removeprefix(_GAME) if path.startswith(_GAME) else ""


async def _count(request: Request, holder: str, shown: str) -> WaitingGames:
    async with asyncio.timeout(PATIENCE):
        return await service(request, Store).waiting(holder, shown)


class TurnsNews(msgspec.Struct, frozen=True, tag_field="kind", tag="turns"):
    """In how many games it is a browser's turn, as a number and in words; the number is the tag."""

    turns: int
    said: str


class Turns(Followed):
    """The games of a browser, whose holder is the name that is followed, other than the one that its page shows."""

    pause = 1.0

    def __init__(self, socket: WebSocket, followers: Followers, name: str, shown: str) -> None:
        super().__init__(socket, followers, name)
        self._shown = shown

    async def news(self, shown: str) -> tuple[str, bytes]:
        """Return how many wait for a turn. Raises StoreError."""
        waiting = await service(self._socket, Store).waiting(self._name, self._shown)
        return str(waiting.turns), to_json(TurnsNews(waiting.turns, render(turns_said(waiting.turns))))


async def open_turns(socket: WebSocket, name: str) -> Topic:
    """Return the topic of a browser's turns, beside the game with a name. Raises MissingError where it has no games."""
    holder = holder_of(socket)
    if holder is None:
        raise MissingError("mine.none", "this browser has no games here yet")
    return Turns(socket, service(socket, Rooms).followers, holder, name)
