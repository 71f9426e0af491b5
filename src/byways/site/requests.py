"""Helpers for every request: find its room, read its body within limits, turn errors into status codes."""

from __future__ import annotations

import msgspec
from fastapi import Request
from starlette.requests import HTTPConnection

from byways.errors import BywaysError, GameError, IllegalTurnError
from byways.site.database import StoreError
from byways.site.dealings import NotYoursError
from byways.site.engines import EngineError
from byways.site.rate import RateError
from byways.site.room import Room
from byways.site.rooms import Rooms
from byways.site.security import same_origin
from byways.site.store import ConflictError, GoneError

LONGEST_BODY = 20_000  # bytes


class MissingError(BywaysError):
    """Raised when the requested thing does not exist."""


class ForeignError(BywaysError):
    """Raised for a write from another site's page."""


class TooLongError(BywaysError):
    """Raised for a request whose body is too long."""


class HiddenError(BywaysError):
    """Raised when the requested thing may not be seen yet."""


class BusyError(BywaysError):
    """Raised when too many others ask for the same just now."""


_STATUS: dict[type[Exception], int] = {
    ForeignError: 403,
    NotYoursError: 403,
    HiddenError: 403,
    MissingError: 404,
    GoneError: 404,
    ConflictError: 409,
    TooLongError: 413,
    IllegalTurnError: 422,
    BusyError: 429,
    RateError: 429,
    StoreError: 503,
    EngineError: 503,
    GameError: 503,
    BywaysError: 400,
    msgspec.DecodeError: 400,
}


def status_of(error: Exception) -> int:
    """Return the HTTP status of an error that a person can act on."""
    return next(status for kind, status in _STATUS.items() if isinstance(error, kind))


async def find_room(connection: HTTPConnection, game_id: str) -> Room:
    """Return the room of a game. Raises MissingError."""
    rooms: Rooms = connection.app.state.rooms
    room = await rooms.open(game_id)
    if room is None:
        raise MissingError("game.missing", "there is no such game")
    return room


def check_key(key: str | None) -> None:
    """Raise BywaysError for a key that not every kind of database can keep."""
    if key is not None and not (len(key) <= 64 and key.isprintable()):
        raise BywaysError("request.key", "a key has at most 64 characters, all of them visible")


async def body_of(request: Request, most: int = LONGEST_BODY) -> bytes:
    """Return the body of a write. Raises ForeignError if a page of another site sends it, TooLongError."""
    if not same_origin(request):
        raise ForeignError("request.origin", "only pages of this site may send this")
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise TooLongError("request.size", "a request has at most {most} bytes", most=most)
    return body
