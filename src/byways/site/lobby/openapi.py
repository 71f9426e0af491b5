"""The part of the site's API by which programs play, as OpenAPI 3.1 (docs/guides/bots.md).

Parameters come from the signatures of the routes, bodies and answers from the structs that they are decoded into and
encoded from: what is written here is only which belongs to which.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Iterator
from typing import Any, TypeAlias, get_type_hints

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import byways
from byways.site.board import wire
from byways.site.play import multiplayer_api, source
from byways.site.web import live
from byways.site.web.requests import answer
from byways.site.web.routing import Router

router = Router()
JSON: TypeAlias = dict[str, Any]
GAME = "/api/games/{game_id}"
TYPES: dict[tuple[str, str], tuple[Any, Any]] = {
    ("POST", f"{GAME}/invitation"): (multiplayer_api.Invitation, multiplayer_api.Welcome),
    ("POST", f"{GAME}/sit"): (multiplayer_api.SeatClaim, multiplayer_api.Welcome),
    ("POST", f"{GAME}/name"): (multiplayer_api.Renaming, multiplayer_api.Named),
    ("GET", f"{GAME}/position"): (None, source.Known),
    ("GET", f"{GAME}/view"): (None, wire.News),
    ("POST", f"{GAME}/act"): (wire.Act, wire.Answer),
    ("GET", f"{GAME}/preview"): (None, wire.Preview),
    ("GET", f"{GAME}/why"): (None, wire.Why),
    ("GET", f"{GAME}/chat"): (None, multiplayer_api.ChatLines),
    ("POST", f"{GAME}/chat"): (multiplayer_api.Saying, multiplayer_api.ChatLines),
}
"""The body and the answer of each operation."""


class ErrorText(msgspec.Struct, frozen=True):
    """What was wrong."""

    code: str
    """Stays the same; the message may be in the language that `Accept-Language` asks for."""
    message: str
    fields: dict[str, str]


class Error(msgspec.Struct, frozen=True):
    """The answer to a request that cannot be carried out."""

    error: ErrorText


class Told(msgspec.Struct, frozen=True, tag_field="kind", tag="news"):
    """A message of the WebSocket /api/live: what is shown now of a topic, such as "game:ID"."""

    topic: str
    view: wire.BoardView
    patch: wire.Patch


SENT = (live.Follow, live.Leave, live.Seated, live.Idle)
HEARD = (Told, live.Gone, live.Alive)
STATUSES = {
    "400": "What is asked for cannot be, or the body cannot be read.",
    "401": "The token is none.",
    "403": "The seat is somebody else's, or another site's page asks.",
    "404": "There is no such game, or no such turn.",
    "409": "The game has gone on meanwhile.",
    "413": "The body is too long.",
    "422": "The rules, or the limits of a parameter, do not allow it.",
    "429": "Too many requests at once; Retry-After says for how many seconds to wait.",
    "503": "The database does not answer; nothing is lost, try again.",
}


@router.get("/api/openapi.json")
async def openapi(request: Request) -> Response:
    """Return the description of the API for programs."""
    return answer(description())


@functools.cache
def description() -> JSON:
    """Return the OpenAPI document."""
    structs = [kind for pair in TYPES.values() for kind in pair if kind is not None]
    kinds = [*structs, Error, *SENT, *HEARD]
    schemas, parts = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    for part in parts.values():
        part["description"] = inspect.cleandoc(part.get("description", ""))
    known = dict(zip(map(repr, kinds), schemas, strict=True))
    paths: JSON = {}
    for route in _routes():
        (method,) = (route.methods or set()) - {"HEAD"}
        if (method, route.path) in TYPES:
            body, said = TYPES[method, route.path]
            operation = _operation(route, known.get(repr(body)), known[repr(said)])
            paths.setdefault(route.path, {})[method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Byways", "version": byways.__version__, "description": "Playing as a program."},
        "paths": paths,
        "components": {
            "schemas": parts,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"token": []}],
        "x-websocket": {
            "/api/live": {"sends": [known[repr(kind)] for kind in HEARD], "hears": [known[repr(kind)] for kind in SENT]}
        },
    }


def _routes() -> Iterator[Route]:
    for one in (multiplayer_api, source):
        yield from (route for route in one.router.routes if isinstance(route, Route))


def _operation(route: Route, body: JSON | None, said: JSON) -> JSON:
    """Describe what one route takes and answers."""
    endpoint = inspect.unwrap(route.endpoint)
    operation: JSON = {
        "operationId": endpoint.__name__,
        "summary": (endpoint.__doc__ or "").splitlines()[0],
        "parameters": list(_parameters(route, endpoint)),
        "responses": {"200": {"description": "It worked.", "content": {"application/json": {"schema": said}}}},
    }
    if body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    error = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}}
    refused = {status: {"description": text, **error} for status, text in STATUSES.items()}
    if endpoint.__name__ == "act":  # a refusal of a turn brings along what is shown now
        for status in ("400", "403", "409", "422"):
            schemas = [said, {"$ref": "#/components/schemas/Error"}]
            refused[status]["content"] = {"application/json": {"schema": {"anyOf": schemas}}}
    operation["responses"] |= refused
    return operation


def _parameters(route: Route, endpoint: Any) -> Iterator[JSON]:
    """Yield the parts of the path and the values of the query that an endpoint takes."""
    hints = get_type_hints(endpoint, include_extras=True)
    names = list(inspect.signature(endpoint).parameters.values())[1:]
    taken = {parameter.name for parameter in names}
    for name in route.param_convertors.keys() - taken:
        yield {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
    for parameter in names:
        within = "path" if parameter.name in route.param_convertors else "query"
        required = within == "path" or parameter.default is inspect.Parameter.empty
        schema = msgspec.json.schema(hints[parameter.name])
        yield {"name": parameter.name, "in": within, "required": required, "schema": schema}
