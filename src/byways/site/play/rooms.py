"""The rooms of this process: one for each game, as long as anybody holds it.

Idle ones are held here, until they are the least recently used: the database has their games.

Players read what they wrote from every process: an answer to what was accepted leaves in a cookie, for some seconds in
which the news is still on its way to the other processes, the events up to which a browser has seen its games. Programs
may name the `version` of a position in the query instead.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakValueDictionary

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from byways import registry
from byways.errors import BywaysError
from byways.position.state import State
from byways.records import Limits
from byways.records.begin import read_start
from byways.site.engines.pool import EnginePool
from byways.site.play.room import Room
from byways.site.plug_ins.processes import awaited
from byways.site.storage.database_errors import StoreError
from byways.site.storage.deleted_games import remove
from byways.site.storage.game_settings import GameSettings
from byways.site.storage.game_store import GoneError, Store
from byways.site.storage.stored_games import DailyEntry, Seat, StoredGame, is_id
from byways.site.timeline import clocks
from byways.site.timeline.keys import KeyLog, fold
from byways.site.timeline.new_games import new_game
from byways.site.timeline.timeline import Timeline
from byways.site.web.live import Followers
from byways.site.web.requests import MissingError
from byways.site.web.routing import service
from byways.site.web.sessions import keep_cookie

MOST_IDLE = 64  # rooms in which nobody is, kept in memory
MOST_STATES = 10_000  # of all idle rooms, about a kilobyte each
SEEN = "byways-seen"
"""The cookie of what a browser has seen."""
VERSION = "version"
PATIENCE = 0.15  # seconds that an answer waits for the news: whoever names what never comes gets no more of them
_KEPT = 10  # seconds in which a process hears of an event, or is asked less often than it looks for itself
_GAMES = 8  # that a cookie names, the latest: somebody may play many at a time
NO_FILES = Limits(files=False)
"""What people send must not decide which files of the server are read, as an option like a set of tiles may."""


@dataclass
class Heard:
    """The last event and the last message of a game of which other processes have told while it is being opened."""

    number: int = 0
    message: int = 0


class Rooms:
    """Finds the room of a request's game, or opens it."""

    def __init__(self, store: Store, engines: EnginePool, most: int = MOST_IDLE) -> None:
        self.store = store
        self._engines = engines
        self._most = most
        self._rooms: WeakValueDictionary[str, Room] = WeakValueDictionary()
        self._held: dict[str, Room] = {}  # the one used last comes last
        self._opening: dict[str, asyncio.Task[Room | None]] = {}
        self._heard: dict[str, Heard] = {}  # of games that are being opened
        self.followers = Followers()
        self.before_opening: Callable[[StoredGame], Awaitable[str]] = _leave_as_it_is
        """What is done to a stored game before it is opened; returns what its players are told if it changed it."""
        engines.compiling.listeners.add(self._tell_of_kernels)

    async def open(self, game_id: str) -> Room | None:
        """Return the room of a game; None if there is no such game. Raises StoreError.

        Raises OptionError or IllegalTurnError for a game that this version of Byways cannot play: its module is gone.
        """
        room = self._rooms.get(game_id)
        if room is None and not is_id(game_id):
            return None
        if room is not None and room.gone:
            del self._rooms[game_id]
            self._held.pop(game_id, None)
            await room.job.close()
            room = self._rooms.get(game_id)
        if room is None:
            if game_id not in self._opening:
                self._opening[game_id] = asyncio.create_task(self._open(game_id))
            # Whoever goes away while it is opened leaves it to the others who wait for it.
            room = await asyncio.shield(self._opening[game_id])
        return room and self._use(room)

    async def _open(self, game_id: str) -> Room | None:
        """Return a room for a game, as of all that has been heard of it; None if there is no such game."""
        heard = self._heard[game_id] = Heard()
        notice = ""
        try:
            while True:
                stored = await self.store.load(game_id)
                if stored is None:
                    return None
                if told := await self.before_opening(stored):
                    notice = told
                    continue
                folded = await asyncio.to_thread(fold, stored)  # other games need not wait for a long one
                if folded[0].number >= heard.number:
                    break
            room = self._add(stored, folded)
            room.messages = heard.message
            room.notice = notice
            return room
        finally:
            del self._heard[game_id], self._opening[game_id]

    async def create(
        self,
        game: str,
        options: Mapping[str, Any],
        seats: Sequence[Seat],
        position: str | None,
        settings: GameSettings | None = None,
        entry: DailyEntry | None = None,
        name: str | None = None,
    ) -> Room:
        """Create a game; with an entry it is a browser's sheet of a day, and the entry's data gets the game's id.

        Raises OptionError where the options or the position are not allowed, LimitError where they name a file,
        ConflictError where there is a game of that id or the browser has a sheet of that day, StoreError.
        """
        found = registry.find(game)
        state = await awaited(found, begin, game, options, position)
        if {seat.player for seat in seats} != set(state.players):
            raise ValueError("seats must name every player once")
        settings = settings or GameSettings()
        stored, timeline = await awaited(found, new_game, state, seats, position, settings, clocks.now(), name)
        await self.store.create(stored, entry and replace(entry, data={**entry.data, "game": stored.id}))
        folded = timeline, KeyLog()
        room = self._add(stored, folded)
        room.wrote = True
        room.tell()
        return self._use(room)

    def agreed(self) -> list[Room]:
        """Return the games in progress, with players here, that others may watch from the first page."""
        asked = [room for room in list(self._rooms.values()) if room.stored.settings.shown and room.here]
        return [room for room in asked if not (room.timeline.over or room.timeline.waiting)]

    def known(self, game_id: str) -> Room | None:
        """Return the room of a game if it is open here."""
        return self._rooms.get(game_id)

    def all(self) -> list[Room]:
        """Return all rooms of this process."""
        return list(self._rooms.values())

    async def hear(self, game_id: str, number: int, message: int = 0) -> None:
        """Take over an event or a message that another process has written. Raises StoreError."""
        if game_id in self._heard:
            heard = self._heard[game_id]
            heard.number, heard.message = max(heard.number, number), max(heard.message, message)
        room = self._rooms.get(game_id)
        if self.followers and (room is None or not (number or message)):
            self.followers.tell(await self.store.holders(game_id))
        if room is None:
            return
        if message > room.messages:
            room.messages = message
            room.tell()
        if number > room.timeline.number:
            try:
                await room.read_again()
            except StoreError:
                raise
            except BywaysError:
                pass  # the room has told those who watch, and other games go on

    async def remove(self, game_id: str, number: int) -> None:
        """Remove a game, unless an event came after that of a number; its pages are told. Raises StoreError."""
        if await remove(self.store, game_id, number) and (room := self._rooms.get(game_id)):
            with suppress(GoneError):
                await room.read_again()

    async def catch_up(self) -> None:
        """Take over all that other processes may have written. Raises StoreError."""
        known = [*self._rooms, *self._heard]
        for game_id, (number, message) in (await self.store.numbers(known)).items():
            await self.hear(game_id, number, message)
        self.followers.tell_all()

    async def close(self) -> None:
        """Stop all that workers do, and open no more games."""
        for opening in self._opening.values():
            opening.cancel()
        await asyncio.gather(*(room.job.close() for room in list(self._rooms.values())))

    def _tell_of_kernels(self) -> None:
        """Tell rooms in which an engine plays that one more kernel is compiled."""
        for room in list(self._rooms.values()):
            if room.watchers and any(seat.engine for seat in room.timeline.seats.values()):
                room.tell()

    def _add(self, stored: StoredGame, folded: tuple[Timeline, KeyLog]) -> Room:
        """Hold a new room, and let go of idle ones, so that they stay few and light however many games there were."""
        room = Room(stored, folded, self.store, self._engines, self.followers)
        idle = [other for other in reversed(self._held.values()) if not other.busy]
        states = len(room.timeline.states)
        for count, other in enumerate(idle, 1):
            states += len(other.timeline.states)
            if count >= self._most or states > MOST_STATES:
                del self._held[other.id]
        self._rooms[room.id] = self._held[room.id] = room
        return room

    def _use(self, room: Room) -> Room:
        """Mark a room as the one used last and return it."""
        self._held.pop(room.id, None)
        self._held[room.id] = room
        room.job.attend(room)
        return room


async def _leave_as_it_is(stored: StoredGame) -> str:
    return ""


async def find_room(connection: HTTPConnection, game_id: str) -> Room:
    """Return the room of a game, with what the browser has seen of it elsewhere. Raises MissingError."""
    rooms = service(connection, Rooms)
    room = await rooms.open(game_id)
    if room is None:
        raise MissingError("game.missing", "there is no such game")
    await wait_for_seen(connection, room)
    return room


def begin(game: str, options: Mapping[str, Any], position: str | None) -> State:
    """Return a game's start. Raises OptionError; LimitError if the options or the position name a file."""
    return read_start(game, options, position, None, NO_FILES, lambda tag: nullcontext())


def name_seen(request: Request, response: Response, room: Room) -> None:
    """Let a browser name the last event of a game, where other processes may still have to hear of it."""
    if room.store.shared:
        seen = _seen(request)
        seen.pop(room.id, None)
        latest = [*seen.items(), (room.id, str(room.timeline.number))][-_GAMES:]
        keep_cookie(request, response, SEEN, "~".join(map(".".join, latest)), _KEPT)


async def wait_for_seen(connection: HTTPConnection, room: Room) -> None:
    """Wait for the events of a game that a browser has seen."""
    if room.store.shared:
        seen = _count(_seen(connection).get(room.id, ""))
        version = _count(connection.query_params.get(VERSION, ""))
        await room.reach(number=seen, version=version, seconds=PATIENCE)


def _seen(connection: HTTPConnection) -> dict[str, str]:
    """Return the numbers of events that a browser names, by game; whatever else it names matches none."""
    named = [entry.rpartition(".")[::2] for entry in connection.cookies.get(SEEN, "").split("~")]
    return {game_id: number for game_id, number in named if game_id and _count(number)}


def _count(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
