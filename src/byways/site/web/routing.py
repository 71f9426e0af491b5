"""Routes with typed parameters over Starlette, and the services that requests share."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, TypeAlias, TypeVar, cast, get_type_hints

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from byways.incoming import named_once

Endpoint: TypeAlias = Callable[..., Awaitable[Any]]
Check: TypeAlias = Callable[[Request], None]
T = TypeVar("T")
E = TypeVar("E", bound=Endpoint)


class Services(dict[type, Any]):
    """The one object of each class that all requests share, such as the rooms or the store."""

    def add(self, service: T) -> T:
        """Add a service and return it; it takes the place of one of the same class."""
        self[type(service)] = service
        return service


def service(connection: HTTPConnection, kind: type[T]) -> T:
    """Return the service of a class, for a request or a WebSocket. Raises KeyError."""
    return cast(T, connection.app.state.services[kind])


class Router:
    """The routes of one part of the site.

    An endpoint takes the connection, and by name the parts of its path and the values of its query, converted as their
    annotations say; `msgspec.Meta` may limit them. One without a default has to be given: else the answer is 422.
    One that is given twice is refused.
    """

    def __init__(self, prefix: str = "") -> None:
        self.routes: list[BaseRoute] = []
        self._prefix = prefix

    def get(self, path: str, *, checks: Sequence[Check] = ()) -> Callable[[E], E]:
        """Decorate the endpoint of a GET; the checks are made first, and may raise."""
        return self._http("GET", path, checks)

    def post(self, path: str, *, checks: Sequence[Check] = ()) -> Callable[[E], E]:
        """Decorate the endpoint of a POST; the checks are made first, and may raise."""
        return self._http("POST", path, checks)

    def websocket(self, path: str) -> Callable[[E], E]:
        """Decorate the endpoint of a WebSocket."""

        def add(endpoint: E) -> E:
            values = _values_of(endpoint)
            self.routes.append(WebSocketRoute(self._prefix + path, lambda socket: endpoint(socket, **values(socket))))
            return endpoint

        return add

    def include(self, other: Router) -> None:
        """Add the routes of another router."""
        self.routes += other.routes

    def _http(self, method: str, path: str, checks: Sequence[Check]) -> Callable[[E], E]:
        def add(endpoint: E) -> E:
            values = _values_of(endpoint)

            @functools.wraps(endpoint)
            async def answer(request: Request) -> Response:
                for check in checks:
                    check(request)
                return cast(Response, await endpoint(request, **values(request)))

            self.routes.append(Route(self._prefix + path, answer, methods=[method]))
            return endpoint

        return add


def _values_of(endpoint: Endpoint) -> Callable[[HTTPConnection], Mapping[str, Any]]:
    """Return a function that reads an endpoint's parameters, the first aside, from a connection's address."""
    hints = get_type_hints(endpoint, include_extras=True)
    parameters = list(inspect.signature(endpoint).parameters.values())[1:]
    fields = [_field(parameter, hints[parameter.name]) for parameter in parameters]
    kind = msgspec.defstruct(endpoint.__name__, fields)

    def read(connection: HTTPConnection) -> Mapping[str, Any]:
        named_once((name, value) for name, value in connection.query_params.multi_items() if name in hints)
        try:
            values = msgspec.convert({**connection.query_params, **connection.path_params}, kind, strict=False)
        except msgspec.ValidationError as error:
            raise HTTPException(HTTPStatus.UNPROCESSABLE_ENTITY, str(error)) from error
        return msgspec.structs.asdict(values)

    return read


def _field(parameter: inspect.Parameter, hint: Any) -> Any:
    has_default = parameter.default is not inspect.Parameter.empty
    return (parameter.name, hint, parameter.default) if has_default else (parameter.name, hint)
