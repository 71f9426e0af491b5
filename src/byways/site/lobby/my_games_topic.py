"""News of a browser's games: that their list is another one."""

from __future__ import annotations

import asyncio
import time

import msgspec
from starlette.websockets import WebSocket

from byways.site.i18n.languages import to_json
from byways.site.lobby.my_games import list_games
from byways.site.play.rooms import Rooms
from byways.site.web.live import Topic
from byways.site.web.requests import MissingError
from byways.site.web.routing import service
from byways.site.web.sessions import holder_of

PAUSE = 1.0  # seconds between news of one list


class ListNews(msgspec.Struct, frozen=True, tag_field="kind", tag="list"):
    """The tag of the list as it is now: a page that shows another asks for it."""

    tag: str


class MyGames(Topic):
    """The games and records of a browser."""

    def __init__(self, socket: WebSocket, holder: str) -> None:
        super().__init__()
        self._socket, self._holder = socket, holder
        self._followers = service(socket, Rooms).followers
        self._followers.add(holder, self.changed.set)
        self._told = -PAUSE

    async def news(self, shown: str) -> tuple[str, bytes]:
        """Return the tag of the list, at most once a second. Raises StoreError."""
        await asyncio.sleep(self._told + PAUSE - time.monotonic())
        self.changed.clear()
        self._told = time.monotonic()
        tag = (await list_games(self._socket, self._holder)).tag
        return tag, to_json(ListNews(tag))

    def close(self) -> None:
        """Follow the games no more."""
        self._followers.discard(self._holder, self.changed.set)


async def open_my_games(socket: WebSocket, name: str) -> Topic:
    """Return the topic of the browser's own games. Raises MissingError where it has never had any."""
    holder = holder_of(socket)
    if holder is None or name:
        raise MissingError("mine.none", "this browser has no games here yet")
    return MyGames(socket, holder)
