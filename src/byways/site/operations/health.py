"""Health checks: whether games can be read, turns be written and other processes be heard, for the monitoring."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Awaitable, Callable, Collection

from sqlalchemy import delete, insert, select
from sqlalchemy.engine import Connection
from starlette.requests import Request
from starlette.responses import Response

from byways.site.i18n.languages import render
from byways.site.play.event_listener import EventListener
from byways.site.storage.database_errors import StoreError
from byways.site.storage.game_store import Store
from byways.site.storage.tables import events, games
from byways.site.timeline.clocks import now
from byways.site.web.requests import answer
from byways.site.web.routing import Router, service

router = Router()

WHAT = ("reading", "writing")
PATIENCE = 5.0  # seconds that the database has to answer
KEPT = 2.0  # seconds for which an answer counts: however often somebody asks, the database has little to do
CHECKED = 600.0  # seconds after which an SQLite file is looked through for damage again
BRIEF = 0.25  # seconds that an answer waits for what its status does not depend on


class _Test:
    """Something that the database must be able to do, tried on request and remembered for KEPT seconds."""

    def __init__(self, attempt: Callable[[], Awaitable[None]]) -> None:
        self._attempt = attempt
        self._task: asyncio.Task[None] | None = None
        self._begun = self._ended = float("-inf")
        self._trouble: StoreError | None = None

    async def trouble(self, seconds: float) -> StoreError | None:
        """Return the error, if any, waiting so long; what is not known by then is as it was until PATIENCE is over.

        A late attempt goes on: PostgreSQL would have to be told of its end.
        """
        moment = time.monotonic()
        if self._task is None or (self._task.done() and moment - self._ended > KEPT):
            self._task = asyncio.create_task(self._try())
            self._begun = moment
        left = self._begun + PATIENCE - moment
        await asyncio.wait([self._task], timeout=max(0.0, min(seconds, left)))
        if not self._task.done() and left <= seconds:  # not by the clock once more: timers come a moment early
            return StoreError("store.silent", "the server's database does not answer")
        return self._trouble

    async def _try(self) -> None:
        try:
            await self._attempt()
        except StoreError as error:
            self._trouble = error
        else:
            self._trouble = None
        finally:
            self._ended = time.monotonic()


class DatabaseHealth:
    """The state of the database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._checked = float("-inf")
        self._check: asyncio.Task[None] | None = None
        self._tests = dict(zip(WHAT, map(_Test, (self._read, self._write)), strict=True))

    async def troubles(self, needed: Collection[str] = WHAT) -> dict[str, StoreError]:
        """Return the errors of "reading" games and of "writing" turns; only what is needed may take its time.

        Into a database that is damaged no turn should be written, though it may take them.
        """
        self._look_for_damage()
        seconds = [PATIENCE if what in needed else BRIEF for what in self._tests]
        found = await asyncio.gather(*map(_Test.trouble, self._tests.values(), seconds))
        told = {what: trouble for what, trouble in zip(WHAT, found, strict=True) if trouble}
        if self._store.damage is not None:
            told["writing"] = self._store.damage
        return told

    def _look_for_damage(self) -> None:
        """Begin to look through the database now and then, which may take long."""
        if time.monotonic() - self._checked > CHECKED and (self._check is None or self._check.done()):
            self._checked = time.monotonic()
            self._check = asyncio.create_task(self._try_check())

    async def _try_check(self) -> None:
        with contextlib.suppress(StoreError):  # the store keeps what was found
            await self._store.check()

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


@router.get("/health")
async def health(request: Request) -> Response:
    """Answer 200 if games can be read and turns be written, else 503; the body says which of them fails, and why."""
    return await _health(request, WHAT)


@router.get("/health/reading")
async def health_of_reading(request: Request) -> Response:
    """Answer as `health`, but with 200 if games can at least be read."""
    return await _health(request, ("reading",))


async def _health(request: Request, needed: tuple[str, ...]) -> Response:
    database = service(request, DatabaseHealth)
    troubles = await database.troubles(needed)
    listener = service(request, EventListener)
    if listener.deaf:  # it looks instead, so its pages are late and not wrong
        deaf = StoreError("store.deaf", "the server gets no news from the others right now, so it checks once a second")
        troubles = {**troubles, "listening": deaf}
    can = {what: what not in troubles for what in (*WHAT, "listening")}
    said = {what: {"code": trouble.code, "message": render(trouble.sentence)} for what, trouble in troubles.items()}
    return answer({**can, "why": said}, 200 if all(can[what] for what in needed) else 503)
