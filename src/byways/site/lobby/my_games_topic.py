"""News of a browser's games: that their list is another one."""

from __future__ import annotations

import msgspec
from starlette.websockets import WebSocket

from byways.site.i18n.languages import to_json
from byways.site.lobby.my_games import list_games
from byways.site.play.rooms import Rooms
from byways.site.web.live import Followed, Topic
from byways.site.web.requests import MissingError
from byways.site.web.routing import service
from byways.site.web.sessions import holder_of


class ListNews(msgspec.Struct, frozen=True, tag_field="kind", tag="list"):
    """The tag of the list as it is now: a page that shows another asks for it."""

    tag: str


class MyGames(Followed):
    """The games and records of a browser, whose holder is the name that is followed."""

    pause = 1.0

    async def news(self, shown: str) -> tuple[str, bytes]:
        """Return the tag of the list. Raises StoreError."""
        tag = (await list_games(self._socket, self._name)).tag
        return tag, to_json(ListNews(tag))


async def open_my_games(socket: WebSocket, name: str) -> Topic:
    """Return the topic of the browser's own games. Raises MissingError where it has never had any."""
    holder = holder_of(socket)
    if holder is None or name:
        raise MissingError("mine.none", "this browser has no games here yet")
    return MyGames(socket, service(socket, Rooms).followers, holder)
