"""Answers to errors, as a page or as JSON."""

from __future__ import annotations

import logging
from http import HTTPStatus

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from byways.errors import BywaysError
from byways.site.engines.fair_queue import CrowdedError
from byways.site.i18n.languages import listen, render
from byways.site.web.rate_limits import RateError
from byways.site.web.requests import answer, status_of
from byways.site.web.response_headers import secure
from byways.site.web.templating import error_page
from byways.translatable import say

_log = logging.getLogger("byways")


async def _refuse(request: Request, error: Exception) -> Response:
    """Answer with an error that a person can act on."""
    code = error.code if isinstance(error, BywaysError) else "request.unreadable"
    fields = error.fields if isinstance(error, BywaysError) else {}
    message = error.sentence if isinstance(error, BywaysError) else str(error)
    said = await _say(request, status_of(error), code, message, {name: str(value) for name, value in fields.items()})
    if isinstance(error, RateError | CrowdedError):
        said.headers["Retry-After"] = str(error.wait)
    return said


async def _refuse_address(request: Request, error: Exception) -> Response:
    """Answer a request for an address, or with a method or values, that the site does not have."""
    assert isinstance(error, HTTPException)
    status = error.status_code
    message = say("there is nothing at this address") if status == HTTPStatus.NOT_FOUND else HTTPStatus(status).phrase
    return await _say(request, status, "request.address", message)


async def _hang_up(request: Request, error: Exception) -> Response:
    """Send no answer: the connection was cut before the request was complete, which is no fault of the server."""
    return Response(status_code=HTTPStatus.BAD_REQUEST)


async def _fail(request: Request, error: Exception) -> Response:
    """Answer with an internal error."""
    _log.error("a request failed: %s %s", request.method, request.url.path, exc_info=error)
    listen(request)  # this answer passes by the middleware
    message = say("the server made a mistake; it has been noted")
    said = await _say(request, HTTPStatus.INTERNAL_SERVER_ERROR, "server", message)
    secure(said.headers)
    return said


async def _say(
    request: Request, status: int, code: str, message: str, fields: dict[str, str] | None = None
) -> Response:
    """Return an error as a page or as JSON, whichever the request wants."""
    message = render(message)
    path = request.url.path.removeprefix(str(request.scope.get("root_path", "")))
    if path.startswith("/api/"):
        return answer({"error": {"code": code, "message": message, "fields": fields or {}}}, status)
    return await error_page(request, message, status)


HANDLERS = {
    BywaysError: _refuse,
    msgspec.DecodeError: _refuse,
    HTTPException: _refuse_address,
    ClientDisconnect: _hang_up,
    Exception: _fail,
}
"""What answers each kind of error."""
