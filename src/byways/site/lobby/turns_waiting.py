"""News of how many games wait for a browser's turn, which the frame of every page says."""

from __future__ import annotations

import msgspec
from starlette.websockets import WebSocket

from byways.site.i18n.languages import render, to_json
from byways.site.play.rooms import Rooms
from byways.site.storage.game_store import Store
from byways.site.web.live import Followed, Followers, Topic
from byways.site.web.requests import MissingError
from byways.site.web.routing import service
from byways.site.web.sessions import holder_of
from byways.site.web.templating import turns_said


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
