"""A game that its author is working on: whenever its file is saved, the next edition takes over in all rooms."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from byways.errors import BywaysError, GameError
from byways.site.engines.pool import EnginePool
from byways.site.play.page import wording
from byways.site.play.page.views import forget
from byways.site.play.room import Room
from byways.site.play.rooms import Rooms
from byways.site.plug_ins.processes import PlugIns
from byways.site.storage.stored_games import SameTransaction, StoredGame
from byways.site.timeline.projection import project
from byways.site.timeline.revisions import Refold, revised
from byways.translatable import say

PERIOD = 0.3
"""Seconds between looks at the files."""
_KINDS = (".py", ".md", ".toml", ".json", ".po")  # files beside the game's that may belong to it
_log = logging.getLogger("byways")


class RulesReloader:
    """Looks at a game's file and those beside it, and loads the game anew when one of them changes."""

    def __init__(self, plug_ins: PlugIns, rooms: Rooms, engines: EnginePool, file: str) -> None:
        self._plug_ins = plug_ins
        self._rooms = rooms
        self._engines = engines
        self._file = file
        self.number = 1
        """Of the present edition."""
        self._task: asyncio.Task[None] | None = None

    @property
    def name(self) -> str | None:
        """The id of the game; None as long as its file cannot be loaded."""
        game = self._plug_ins.game(self._file)
        return game.name if game else None

    def start(self) -> None:
        """Begin to look."""
        self._rooms.before_opening = self._revised
        self._task = asyncio.create_task(self._watch(self._ages()))

    async def close(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _watch(self, known: Mapping[str, tuple[int, int]]) -> None:
        while True:
            await asyncio.sleep(PERIOD)
            ages = self._ages()
            if ages != known:
                known = ages
                try:
                    await self.load()
                except Exception:
                    _log.exception("an edition of %s could not take over", self._file)

    def _ages(self) -> dict[str, tuple[int, int]]:
        """Return when each file was changed last, and its size."""
        found = {}
        for path in Path(self._file).parent.iterdir():
            if path.suffix in _KINDS and not path.name.startswith("test_"):
                with suppress(OSError):
                    about = path.stat()
                    found[path.name] = about.st_mtime_ns, about.st_size
        return found

    async def load(self) -> None:
        """Let the next edition take over; one that cannot be loaded or fails is told of, and the present one stays."""
        try:
            former = await asyncio.to_thread(self._plug_ins.reload, self._file)
        except GameError as error:
            where = self._place(error)
            _log.warning("edition %d goes on, for the file cannot be loaded: %s", self.number, where)
            self._tell(
                say("Your file cannot be loaded: {where}. Edition {number} goes on.", where=where, number=self.number)
            )
            return
        try:
            for room in self._played():
                await room.try_rules()
        except BywaysError as error:
            if former is not None:
                self._plug_ins.put_back(self._file, former)
            where = self._place(error)
            _log.warning("edition %d goes on, for the rules in the file fail: %s", self.number, where)
            self._tell(
                say("The rules in your file fail: {where}. Edition {number} goes on.", where=where, number=self.number)
            )
            return
        self.number += 1
        await self._engines.close()  # they know the former rules
        for room in self._played():
            with suppress(BywaysError):  # the room has told those who watch
                plies = room.timeline.ply
                found = await room.revise()
                forget(room)
                room.notice = await asyncio.to_thread(self._said, found, plies)
                room.tell()
        if former is not None:
            former.close()

    async def _revised(self, stored: StoredGame) -> str:
        """Let a game that is about to be opened go on under the present rules; return what its players are told.

        Raises StoreError, and BywaysError where the game cannot even begin.
        """
        if stored.game != self.name:
            return ""
        found = await asyncio.to_thread(revised, stored)
        if found.exchanged:
            rows = [recorded.row() for recorded in found.exchanged]
            projection = await asyncio.to_thread(project, found.timeline)
            await self._rooms.store.exchange(stored.id, rows, SameTransaction(projection))
            plies = stored.projection.ply if stored.projection else found.timeline.ply
            return await asyncio.to_thread(self._said, found, plies)
        return ""

    def _played(self) -> list[Room]:
        """Return the rooms in which the game is played."""
        return [room for room in self._rooms.all() if room.stored.game == self.name]

    def _place(self, error: BywaysError) -> str:
        """Return where a file fails, without its folder."""
        return str(error.fields.get("where", error)).removeprefix(f"{Path(self._file).parent}/")

    def _tell(self, notice: str) -> None:
        for room in self._played():
            room.notice = notice
            room.tell()

    def _said(self, found: Refold, plies: int) -> str:
        """Return what the players of a game that had so many turns are told."""
        refused = found.refused
        if refused is not None:
            return say(
                "Edition {number} of the rules: move {turn}, {text}, is no longer possible. You are back before it.",
                number=self.number,
                turn=wording.next_number(found.timeline.states[: refused.ply + 1], refused.turn),
                text=refused.turn,
            )
        if found.timeline.ply > plies:
            return say("Edition {number} of the rules. The moves that were not possible are back.", number=self.number)
        return say("Edition {number} of the rules.", number=self.number)
