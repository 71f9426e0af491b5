"""Routes: parameters from addresses, checks, services."""

from typing import Annotated

import msgspec
import pytest
from site_world import Site
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.websockets import WebSocket

from byways.errors import BywaysError
from byways.site.web.routing import Router, Services, service

Width = Annotated[int, msgspec.Meta(ge=16)]


def refuse(request: Request) -> None:
    if "refused" in request.headers:
        raise BywaysError("test", "not today")


async def cell(request: Request, name: str, ply: int, width: Width = 80, aloud: bool = False) -> Response:
    return JSONResponse([name, ply, width, aloud])


async def count(request: Request) -> Response:
    return JSONResponse(len(service(request, list)))


async def listen(socket: WebSocket, name: str, has: str = "") -> None:
    await socket.accept()
    await socket.send_text(f"{name} {has}")
    await socket.close()


async def say(request: Request, error: Exception) -> Response:
    return JSONResponse(str(error), 400)


def site():
    router, inner = Router("/api"), Router()
    router.get("/{name}/at/{ply}", checks=[refuse])(cell)
    router.websocket("/{name}/live")(listen)
    inner.post("/count")(count)
    router.include(inner)
    app = Starlette(routes=router.routes, exception_handlers={BywaysError: say})
    app.state.services = Services()
    app.state.services.add([1, 2, 3])
    return Site(app)


async def test_parameters_come_from_path_and_query_as_annotated():
    async with site().browser() as browser:
        assert (await browser.get("/api/troll/at/3")).json() == ["troll", 3, 80, False]
        assert (await browser.get("/api/troll/at/3?width=16&aloud=true&other=1")).json() == ["troll", 3, 16, True]
        assert (await browser.get("/api/troll/at/3?name=stride")).json()[0] == "troll", "the path wins"


@pytest.mark.parametrize("address", ["three", "3?width=15", "3?aloud=perhaps"])
async def test_values_that_do_not_fit_are_422(address):
    async with site().browser() as browser:
        assert (await browser.get(f"/api/troll/at/{address}")).status_code == 422


async def test_checks_come_first():
    async with site().browser() as browser:
        answer = await browser.get("/api/troll/at/3", headers={"refused": "1"})
        assert (answer.status_code, answer.json()) == (400, "not today")


async def test_a_service_is_found_by_its_class():
    async with site().browser() as browser:
        assert (await browser.post("/count")).json() == 3
        assert (await browser.get("/count")).status_code == 405


async def test_a_websocket_has_parameters_too():
    sent = []
    scope = {"type": "websocket", "path": "/api/troll/live", "query_string": b"has=a1", "headers": []}

    async def receive():
        return {"type": "websocket.connect"}

    async def send(message):
        sent.append(message)

    await site().app(scope, receive, send)
    assert [message.get("text") for message in sent] == [None, "troll a1", None]
