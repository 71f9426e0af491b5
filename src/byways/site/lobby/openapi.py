"""The part of the site's API by which programs play, as OpenAPI 3.1 (docs/guides/bots.md).

Parameters come from the signatures of the routes, bodies and answers from the structs that they are decoded into and
encoded from: what is written here is only which belongs to which.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Iterator
from typing import Any, get_type_hints

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import byways
from byways.interop.request import JSON
from byways.site.board import wire
from byways.site.play import multiplayer_api, source
from byways.site.web import live
from byways.site.web.requests import answer
from byways.site.web.routing import Router

router = Router()
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


# The document


class Parameter(msgspec.Struct, frozen=True, rename={"within": "in"}):
    """A part of the path, or a value of the query."""

    name: str
    within: str
    required: bool
    schema: JSON


class Media(msgspec.Struct, frozen=True):
    """What a body holds."""

    schema: JSON


class Body(msgspec.Struct, frozen=True):
    """The body of a request."""

    content: dict[str, Media]
    required: bool = True


class Said(msgspec.Struct, frozen=True):
    """The body of an answer, and what its status means."""

    description: str
    content: dict[str, Media]


class Operation(msgspec.Struct, frozen=True, rename="camel"):
    """A call: a method of an address."""

    operation_id: str
    summary: str
    parameters: list[Parameter]
    responses: dict[str, Said]
    request_body: Body | msgspec.UnsetType = msgspec.UNSET


class Info(msgspec.Struct, frozen=True):
    """What is described."""

    title: str
    version: str


class Scheme(msgspec.Struct, frozen=True):
    """How requests say from whom they are."""

    type: str = "http"
    scheme: str = "bearer"


class Components(msgspec.Struct, frozen=True, rename="camel"):
    """The types of messages."""

    schemas: dict[str, JSON]
    security_schemes: dict[str, Scheme]


class Socket(msgspec.Struct, frozen=True):
    """The messages of the WebSocket."""

    sends: list[JSON]
    hears: list[JSON]


class Document(msgspec.Struct, frozen=True, rename={"sockets": "x-websocket"}):
    """An OpenAPI document."""

    openapi: str
    info: Info
    paths: dict[str, dict[str, Operation]]
    components: Components
    security: list[dict[str, list[str]]]
    sockets: dict[str, Socket]


# Messages that have no struct elsewhere


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
def description() -> Document:
    """Return the OpenAPI document."""
    structs = [kind for pair in TYPES.values() for kind in pair if kind is not None]
    kinds = [*structs, Error, *SENT, *HEARD]
    found, schemas = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    for schema in schemas.values():
        schema["description"] = inspect.cleandoc(schema.get("description", ""))
    known = dict(zip(map(repr, kinds), found, strict=True))
    paths: dict[str, dict[str, Operation]] = {}
    for route in _routes():
        (method,) = (route.methods or set()) - {"HEAD"}
        if (method, route.path) in TYPES:
            body, said = TYPES[method, route.path]
            paths.setdefault(route.path, {})[method.lower()] = _operation(
                route, known.get(repr(body)), known[repr(said)], known[repr(Error)]
            )
    socket = Socket([known[repr(kind)] for kind in HEARD], [known[repr(kind)] for kind in SENT])
    return Document(
        openapi="3.1.0",
        info=Info("Byways: playing as a program", byways.__version__),
        paths=paths,
        components=Components(schemas, {"token": Scheme()}),
        security=[{"token": []}],
        sockets={"/api/live": socket},
    )


def _routes() -> Iterator[Route]:
    for one in (multiplayer_api, source):
        yield from (route for route in one.router.routes if isinstance(route, Route))


def _operation(route: Route, body: JSON | None, said: JSON, error: JSON) -> Operation:
    """Describe what one route takes and answers."""
    endpoint = inspect.unwrap(route.endpoint)
    responses = {"200": Said("It worked.", _json(said))}
    for status, meaning in STATUSES.items():
        # A refusal of a turn brings along what is shown now.
        shown = {"anyOf": [said, error]} if endpoint.__name__ == "act" else error
        responses[status] = Said(meaning, _json(shown))
    return Operation(
        operation_id=endpoint.__name__,
        summary=(endpoint.__doc__ or "").splitlines()[0],
        parameters=list(_parameters(route, endpoint)),
        responses=responses,
        request_body=msgspec.UNSET if body is None else Body(_json(body)),
    )


def _json(schema: JSON) -> dict[str, Media]:
    return {"application/json": Media(schema)}


def _parameters(route: Route, endpoint: Any) -> Iterator[Parameter]:
    """Yield the parts of the path and the values of the query that an endpoint takes."""
    hints = get_type_hints(endpoint, include_extras=True)
    taken = list(inspect.signature(endpoint).parameters.values())[1:]
    for name in route.param_convertors.keys() - {parameter.name for parameter in taken}:
        yield Parameter(name, "path", True, {"type": "string"})
    for parameter in taken:
        in_path = parameter.name in route.param_convertors
        required = in_path or parameter.default is inspect.Parameter.empty
        schema = msgspec.json.schema(hints[parameter.name])
        yield Parameter(parameter.name, "path" if in_path else "query", required, schema)
