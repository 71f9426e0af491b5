"""Players read what they wrote from every process: their browser names the events up to which it has seen its games.

An answer to what was accepted leaves the names in a cookie for some seconds, in which the news is still on its way to
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


_GAMES = 8  # that a cookie names, the latest: somebody may play many at a time


def name_seen(request: Request, response: Response, room: Room) -> None:
    """Let a browser name the last event of a game, where other processes may still have to hear of it."""
    if room.store.shared:
        seen = _seen(request)
        seen.pop(room.id, None)
        latest = [*seen.items(), (room.id, str(room.timeline.number))][-_GAMES:]
        keep_cookie(request, response, COOKIE, "~".join(map(".".join, latest)), _KEPT)


async def wait_for_seen(connection: HTTPConnection, room: Room) -> None:
    """Wait for the events of a game that a browser has seen."""
    version = connection.query_params.get(VERSION, "")
    seen = _count(_seen(connection).get(room.id, ""))
    if room.store.shared:
        await room.reach(number=seen, version=_count(version), seconds=PATIENCE)


def _seen(connection: HTTPConnection) -> dict[str, str]:
    """Return the numbers of events that a browser names, by game; whatever else it names matches none."""
    named = [entry.rpartition(".")[::2] for entry in connection.cookies.get(COOKIE, "").split("~")]
    return {game_id: number for game_id, number in named if game_id and _count(number)}


def _count(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
