"""News of a game: the whole of it or what the page still lacks, then what changes."""

from __future__ import annotations

import asyncio
from functools import partial

from starlette.websockets import WebSocket

from byways.site.play import attendance
from byways.site.play.page.views import forget, viewer_of, views_of
from byways.site.play.room import Room
from byways.site.play.rooms import find_room
from byways.site.plug_ins.processes import awaited
from byways.site.web.live import Topic
from byways.site.web.sessions import holder_of

RELOAD = 2.0  # seconds in which a page may come again before the others hear that it went


class GameTopic(Topic):
    """A game, as the browser of a page may see it."""

    def __init__(self, socket: WebSocket, room: Room) -> None:
        super().__init__()
        self._socket, self._room, self._holder = socket, room, holder_of(socket)
        self._idle = bool(socket.state.idle)
        attendance.note(room, self._holder, 1, int(not self._idle))
        room.watchers.add(self.changed.set)
        room.job.attend(room)

    async def news(self, shown: str) -> tuple[str, bytes]:
        """Return the tag of what the page should show, and the message with the way there. Raises BywaysError."""
        room = self._room
        if room.gone:
            raise room.gone
        await room.arrive(self._holder)
        seat = self._socket.state.seat
        game = room.timeline.state.variant.game
        return await awaited(game, lambda: views_of(room).news(room, viewer_of(room, self._holder, seat), shown))

    def rest(self, *, idle: bool) -> None:
        """Let the others know."""
        if idle != self._idle:
            self._idle = idle
            attendance.note(self._room, self._holder, 0, -1 if idle else 1)

    def close(self) -> None:
        """Leave the room, though the others hear of it only if the page does not come again."""
        room = self._room
        room.watchers.discard(self.changed.set)
        if not room.watchers:
            forget(room)
        left = partial(attendance.note, room, self._holder, -1, -int(not self._idle))
        asyncio.get_running_loop().call_later(RELOAD, left)


async def open_game(socket: WebSocket, name: str) -> Topic:
    """Return the topic of a game. Raises MissingError."""
    return GameTopic(socket, await find_room(socket, name))
