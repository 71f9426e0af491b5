"""The game that the first page shows live: one whose players agreed to that, else one of engines that everybody shares.

The engines' games are numbered, so that several processes at one database cannot begin the same one twice. They go on
only while there are viewers, as all games of engines do, and few of them are kept.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import replace

from sqlalchemy import delete, func, select
from sqlalchemy.exc import IntegrityError

from byways import registry
from byways.errors import BywaysError
from byways.game import Game
from byways.games import BUILT_IN
from byways.site.engines.compiling import Compiling
from byways.site.i18n import phrases
from byways.site.play.room import Room
from byways.site.play.rooms import Rooms, begin
from byways.site.storage.database_errors import StoreError
from byways.site.storage.game_settings import EngineLimits, GameSettings
from byways.site.storage.game_store import Store
from byways.site.storage.stored_games import Seat
from byways.site.storage.tables import games
from byways.site.timeline import clocks
from byways.site.timeline.new_games import new_game

PREFIX = "live."
"""Of the engines' games, before their numbers; no other game's id has a dot."""
LEVELS = (3, 4)
"""Of the engines, which take turns with the first move: gentle ones, which cost little."""
KEPT = 20
"""The engines' games that stay, so that they can still be reviewed for a while."""
PATIENCE = 0.25
"""Seconds that a page waits for a game to be found."""
_log = logging.getLogger("byways")


class LiveGames:
    """Finds the game to be shown."""

    def __init__(self, store: Store, rooms: Rooms, compiling: Compiling) -> None:
        self._store = store
        self._rooms = rooms
        self._compiling = compiling
        self._shared: Room | None = None
        self._finding: asyncio.Task[None] | None = None

    async def now(self, holder: str | None) -> Room | None:
        """Return a game in progress in which a browser does not play; None where there is none, or it takes too long.

        The engines' next game begins on demand after the last one has ended.
        """
        agreed = [room for room in self._rooms.agreed() if holder not in room.timeline.people.values()]
        if agreed:
            return max(agreed, key=lambda room: room.stored.created)
        if not _goes_on(self._shared):
            if self._finding is None or self._finding.done():
                self._finding = asyncio.create_task(self._find())
            await asyncio.wait({self._finding}, timeout=PATIENCE)
        return self._shared if _goes_on(self._shared) else None

    async def close(self) -> None:
        """Stop looking for a game."""
        if self._finding is not None:
            self._finding.cancel()
            await asyncio.gather(self._finding, return_exceptions=True)

    async def _find(self) -> None:
        """Open the last of the engines' games, or begin another after it."""
        try:
            number, over = await self._last()
            room = None if over else await self._open(number)
            game = None if _goes_on(room) else self._next(number)
            if game is not None:
                room = await self._begin(number + 1, game)
            self._shared = room
        except BywaysError:
            self._shared = None  # the store has told the owner of the server
        except Exception:
            _log.exception("no game can be shown live")

    async def _last(self) -> tuple[int, bool]:
        """Return the number of the last game, and whether it is over; (0, True) for none. Raises StoreError."""
        query = select(games.c.id, games.c.over).where(games.c.id.startswith(PREFIX))
        rows = await self._store.rows(query.order_by(func.length(games.c.id).desc(), games.c.id.desc()).limit(1))
        return (int(rows[0].id.removeprefix(PREFIX)), bool(rows[0].over)) if rows else (0, True)

    async def _open(self, number: int) -> Room | None:
        """Return the room of a game; None for one that this version of Byways cannot play. Raises StoreError."""
        try:
            room = await self._rooms.open(f"{PREFIX}{number}")
        except StoreError:
            raise
        except BywaysError:
            return None
        if room is not None:
            room.set_pace("slow")
        return room

    def _next(self, number: int) -> Game | None:
        """Return the game to follow upon one with a number; None while no engine is ready, which is made for others."""
        order = [BUILT_IN[(number + i) % len(BUILT_IN)] for i in range(len(BUILT_IN))]
        ready = (name for name in order if all(self._compiling.has(name, level) for level in LEVELS))
        name = next(ready, None)
        return registry.find(name) if name else None

    async def _begin(self, number: int, game: Game) -> Room | None:
        """Begin a game, unless another process has, and forget an old one. Raises StoreError."""
        count = phrases.players_option(game)
        options = {**game.ui.defaults, **({count.name: count.low} if count else {})}
        state = begin(game.name, options, None)
        levels = [EngineLimits(level=LEVELS[(number + i) % len(LEVELS)]) for i in range(len(state.players))]
        seats = [Seat(player, engine=level) for player, level in zip(state.players, levels, strict=True)]
        stored, _ = new_game(state, seats, None, GameSettings(), clocks.now())
        old = delete(games).where(games.c.id == f"{PREFIX}{number - KEPT}")
        with suppress(IntegrityError):
            await self._store.create(replace(stored, id=f"{PREFIX}{number}"))
            await self._store.write(lambda connection: connection.execute(old))
        return await self._open(number)


def _goes_on(room: Room | None) -> bool:
    return room is not None and not (room.timeline.over or room.gone or room.job.trouble)
