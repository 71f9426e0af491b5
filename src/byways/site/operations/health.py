"""Health checks: whether games can be read, turns be written and other processes be heard, for the monitoring."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any

from sqlalchemy import delete, insert, select
from sqlalchemy.engine import Connection
from starlette.requests import Request
from starlette.responses import Response

from byways.site.i18n.languages import render
from byways.site.play.api import answer
from byways.site.play.event_listener import Ears
from byways.site.storage.database import StoreError
from byways.site.storage.game_store import Store
from byways.site.storage.tables import events, games
from byways.site.timeline.clocks import now
from byways.site.web.routing import Router, service

router = Router()

WHAT = ("reading", "writing")
PATIENCE = 5.0  # seconds that the database has to answer
KEPT = 2.0  # seconds for which an answer counts: however often somebody asks, the database has little to do


class Pulse:
    """The state of the database, tested on request and remembered for KEPT seconds."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._alone = asyncio.Lock()
        self._attempts: dict[str, asyncio.Task[StoreError | None]] = {}
        self._felt = float("-inf")
        self._troubles: dict[str, StoreError] = {}

    async def troubles(self) -> dict[str, StoreError]:
        """Return the errors of "reading" games and of "writing" turns; empty if all is well."""
        async with self._alone:
            if time.monotonic() - self._felt > KEPT:
                attempts = (self._read, self._write)
                found = await asyncio.gather(*map(self._trouble, WHAT, attempts))
                self._troubles = {what: trouble for what, trouble in zip(WHAT, found, strict=True) if trouble}
                self._felt = time.monotonic()
        return self._troubles

    async def _trouble(self, what: str, attempt: Callable[[], Coroutine[Any, Any, None]]) -> StoreError | None:
        """Return the error of an attempt, if any. A late one goes on: PostgreSQL would have to be told of its end."""
        task = self._attempts.get(what)
        if task is None or task.done():
            task = self._attempts[what] = asyncio.create_task(_outcome(attempt))
        done, _ = await asyncio.wait([task], timeout=PATIENCE)
        return task.result() if done else StoreError("store.silent", "the server's database does not answer")

    async def _read(self) -> None:
        await self._store.read(lambda connection: connection.execute(select(games.c.id).limit(1)).first())

    async def _write(self) -> None:
        """Write a game and a turn, which need as much room as others, and remove them before anybody can see them."""
        name, at = f"pulse-{secrets.token_hex(9)}", now()
        turn = {"game_id": name, "number": 1, "kind": "turn", "data": {"turn": "a1"}, "at": at, "key": name}

        def attempt(connection: Connection) -> None:
            connection.execute(insert(games).values(id=name, game="pulse", options={}, created=at))
            connection.execute(insert(events).values(**turn))
            connection.execute(delete(games).where(games.c.id == name))

        await self._store.write(attempt)


async def _outcome(attempt: Callable[[], Coroutine[Any, Any, None]]) -> StoreError | None:
    try:
        await attempt()
    except StoreError as error:
        return error
    return None


@router.get("/health")
async def health(request: Request) -> Response:
    """Answer 200 if games can be read and turns be written, else 503; the body says which of them fails, and why."""
    return await _health(request, WHAT)


@router.get("/health/reading")
async def health_of_reading(request: Request) -> Response:
    """Answer as `health`, but with 200 if games can at least be read."""
    return await _health(request, ("reading",))


async def _health(request: Request, needed: tuple[str, ...]) -> Response:
    pulse = service(request, Pulse)
    troubles = await pulse.troubles()
    ears = service(request, Ears)
    if ears.deaf:  # it looks instead, so its pages are late and not wrong
        deaf = StoreError("store.deaf", "the server does not hear the others just now, and looks once a second instead")
        troubles = {**troubles, "listening": deaf}
    can = {what: what not in troubles for what in (*WHAT, "listening")}
    said = {what: {"code": trouble.code, "message": render(trouble.sentence)} for what, trouble in troubles.items()}
    return answer({**can, "why": said}, 200 if all(can[what] for what in needed) else 503)
