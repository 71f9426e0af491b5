"""Players read what they wrote from every process: their browser names the event up to which it has seen a game.

An answer to what was accepted leaves the name in a cookie for some seconds, in which the news is still on its way to
the other processes. Programs may name the `version` of a position in the query instead.
"""

from __future__ import annotations

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from byways.site.play.room import Room
from byways.site.web.sessions import keep_cookie

COOKIE = "byways-seen"
VERSION = "version"
PATIENCE = 0.15  # seconds that an answer waits for the news: whoever names what never comes gets no more of them
_KEPT = 10  # seconds in which a process hears of an event, or is asked less often than it looks for itself


def name_seen(request: Request, response: Response, room: Room) -> None:
    """Let a browser name the last event of a game, where other processes may still have to hear of it."""
    if room.store.shared:
        keep_cookie(request, response, COOKIE, f"{room.id}.{room.timeline.number}", _KEPT)


async def wait_for_seen(connection: HTTPConnection, room: Room) -> None:
    """Wait for the events of a game that a browser has seen."""
    game_id, _, number = connection.cookies.get(COOKIE, "").rpartition(".")
    version = connection.query_params.get(VERSION, "")
    seen = _count(number) if game_id == room.id else 0
    if room.store.shared:
        await room.reach(number=seen, version=_count(version), seconds=PATIENCE)


def _count(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
