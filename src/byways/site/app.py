"""The ASGI application."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import msgspec
from fastapi import FastAPI, Request, Response

from byways.errors import BywaysError
from byways.site import api, pages, schema
from byways.site.engines import EnginePool
from byways.site.rooms import Rooms
from byways.site.security import HEADERS
from byways.site.settings import Settings
from byways.site.store import Store, StoreError


def create_app(settings: Settings) -> FastAPI:
    """The site over one database."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = Store(settings.database)
        engines = EnginePool(settings.engines)
        try:
            await schema.upgrade(store)
            app.state.store = store
            app.state.rooms = Rooms(store, engines)
            yield
            await app.state.rooms.close()
        finally:
            await engines.close()
            await store.close()

    app = FastAPI(title="Byways", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.include_router(api.router)
    app.include_router(pages.router)
    app.mount("/static", pages.static)
    app.middleware("http")(_add_headers)
    app.add_exception_handler(BywaysError, _refuse)
    return app


async def _add_headers(request: Request, answer: Callable[[Request], Awaitable[Response]]) -> Response:
    response = await answer(request)
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


async def _refuse(request: Request, error: Exception) -> Response:
    """An error as a page or as JSON, by who asked."""
    assert isinstance(error, BywaysError)
    found = next((status for kind, status in api.STATUS.items() if isinstance(error, kind)), 400)
    status = 503 if isinstance(error, StoreError) else found
    if not request.url.path.removeprefix(request.scope.get("root_path", "")).startswith("/api/"):
        return pages.error_page(request, str(error), status)
    fields = {name: str(value) for name, value in error.fields.items()}
    body = {"error": {"code": error.code, "message": str(error), "fields": fields}}
    return Response(msgspec.json.encode(body), status, media_type="application/json")
