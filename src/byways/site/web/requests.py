"""Helpers for every request: find its game, read its body within limits, turn errors into status codes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from byways import registry
from byways.errors import BywaysError, GameError, IllegalTurnError, OptionError
from byways.game import Game
from byways.incoming import decode_json
from byways.site.i18n.languages import to_json
from byways.site.web.sessions import same_origin

LONGEST_BODY = 20_000  # bytes
T = TypeVar("T")


class MissingError(BywaysError):
    """Raised when the requested thing does not exist."""

    status = 404


class ForeignError(BywaysError):
    """Raised for a write from another site's page."""

    status = 403


class TooLongError(BywaysError):
    """Raised for a request whose body is too long."""

    status = 413


class HiddenError(BywaysError):
    """Raised when the requested thing may not be seen yet."""

    status = 403


class BusyError(BywaysError):
    """Raised when too many others ask for the same just now."""

    status = 429


_STATUS: dict[type[Exception], int] = {IllegalTurnError: 422, GameError: 503}  # of the library's errors


def status_of(error: Exception) -> int:
    """Return the HTTP status of an error that a person can act on: the site's own errors say theirs."""
    own = getattr(error, "status", None)
    return own or next((status for kind, status in _STATUS.items() if isinstance(error, kind)), 400)


def check_key(key: str | None) -> None:
    """Raise BywaysError for a key that not every kind of database can keep."""
    if key is not None and not (len(key) <= 64 and key.isprintable()):
        raise BywaysError("request.key", "a key has at most 64 characters, all of them visible")


async def body_of(request: Request, most: int = LONGEST_BODY) -> bytes:
    """Return the body of a write. Raises ForeignError if a page of another site sends it, TooLongError."""
    if not same_origin(request):
        raise ForeignError(
            "request.origin", "only pages of this site may send this, and no proxy may hide its name (Host)"
        )
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise TooLongError("request.size", "a request has at most {most} bytes", most=most)
    return body


async def decoded(request: Request, kind: type[T], most: int = LONGEST_BODY) -> T:
    """Return the JSON body of a write. Raises msgspec.DecodeError, and what `body_of` and `check_key` raise."""
    body = await body_of(request, most)
    try:
        found: T = decode_json(body, kind)
    except RecursionError:
        raise msgspec.DecodeError("JSON is nested too deeply") from None
    check_key(getattr(found, "key", None))
    return found


def answer(data: object, status: int = 200, cookies: Iterable[tuple[bytes, bytes]] = ()) -> Response:
    """Return data as a JSON response that is not to be cached, with the headers of what the browser is to keep."""
    response = Response(to_json(data), status, {"Cache-Control": "no-store"}, "application/json")
    response.raw_headers.extend(cookies)
    return response


def find_game(game: str) -> Game:
    """Return the game with an id. Raises MissingError."""
    try:
        return registry.find(game)
    except OptionError as error:
        raise MissingError("game.unknown", "there is no game called {name}", name=game[:40]) from error
