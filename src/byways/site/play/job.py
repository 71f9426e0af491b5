"""A room's job: an engine's turn, or the judgement of an expensive end, one at a time and in a worker process.

A search never waits for its room. What it finds is delivered by a task of its own, so the search can be cancelled at
any time, also by the very turn that it led to.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeAlias

from byways.errors import BywaysError
from byways.position.state import Move, State
from byways.site.engines import jobs
from byways.site.engines.compiling import Wait
from byways.site.engines.jobs import Ending
from byways.site.engines.pool import EnginePool
from byways.site.play.pace import Pace
from byways.site.plug_ins.processes import awaited
from byways.site.storage.database_errors import StoreError
from byways.site.storage.game_settings import EngineLimits
from byways.site.timeline import refusals
from byways.site.timeline.commands import take_move
from byways.site.timeline.decisions import Decision, Refused
from byways.site.timeline.timeline import Timeline
from byways.translatable import say

if TYPE_CHECKING:
    from byways.site.play.room import Room

TAKEOVER = 5.0  # seconds, beside an engine's own, after which its turn is not left to another process any more
AGAIN = 2.0  # seconds until an engine's turn that could not be kept is tried again
Work: TypeAlias = "Callable[[Room], Awaitable[None]]"
_log = logging.getLogger("byways")


class RoomJob:
    """What is due at the present version of a room's timeline; it is dropped when the game goes on."""

    def __init__(self, engines: EnginePool) -> None:
        self.trouble = ""
        """Why an engine does not play, or the end is not judged."""
        self.ending: Ending | None = None
        """The judgement of a game whose end is expensive, once it is made."""
        self.pace = Pace()
        """For engines that play each other."""
        self._engines = engines
        self._version = 0
        self._task: asyncio.Task[None] | None = None
        self._deliveries: set[asyncio.Task[None]] = set()
        self._hurry = asyncio.Event()

    @property
    def working(self) -> bool:
        """Whether an engine thinks, or an end is judged."""
        return self._task is not None

    def preparing(self, game: Timeline) -> Wait | None:
        """Return how long the machine code of the engines that play is still being made."""
        engines = () if game.over else game.engines
        waits = [self._engines.compiling.wait(game.state.game, engine.level) for engine in engines]
        return max((wait for wait in waits if wait), key=lambda wait: wait.seconds, default=None)

    def preparing_coach(self, game: Timeline) -> Wait | None:
        """Return how long the machine code of the coach's engine is still being made."""
        return self._engines.compiling.wait(game.state.game)

    def attend(self, room: Room) -> None:
        """Begin what is due, unless it has begun or failed; see `retry`."""
        if room.timeline.version != self._version:
            self._drop()
            self._version = room.timeline.version
            self.trouble = ""
            self.ending = None
        if self._task is None and not self.trouble:
            work = self._due(room)
            self._task = asyncio.create_task(self._run(room, work)) if work else None

    def retry(self, room: Room) -> None:
        """Try again what failed."""
        self.trouble = ""
        self.attend(room)
        room.tell()

    def hurry(self) -> None:
        """Let the engine that thinks play the best that it has found."""
        self._hurry.set()

    async def close(self) -> None:
        """Stop what is being done."""
        stopped = [self._task] if self._task else []
        self._drop()
        for delivery in self._deliveries:
            delivery.cancel()
        await asyncio.gather(*stopped, *self._deliveries, return_exceptions=True)

    def _drop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _due(self, room: Room) -> Work | None:
        """Return what is to be done; engines play each other only while there are viewers."""
        game = room.timeline
        if game.end is None and costly_end(game.state):
            return None if self.ending else self._judge
        mover = game.mover
        if mover is None or mover.engine is None or not (room.watchers or not game.unmanned):
            return None
        return self._play

    async def _run(self, room: Room, work: Work) -> None:
        """Do some work. Where it is cancelled, something else may be due already."""
        try:
            await work(room)
        except BywaysError as error:
            self.trouble = say("The engine cannot continue: {reason}.", reason=error.sentence)
        except Exception:  # whatever a worker answers, people must be able to go on
            _log.exception("an engine failed in game %s", room.id)
            self.trouble = say("The engine failed.")
        self._task = None
        self.attend(room)
        room.tell()

    async def _judge(self, room: Room) -> None:
        self.ending = await jobs.count_end(self._engines, room.timeline.state)
        await room.project()

    async def _play(self, room: Room) -> None:
        game = room.timeline
        assert game.mover is not None
        assert game.mover.engine is not None
        limits = game.mover.engine
        self._hurry = asyncio.Event()
        if not room.leads:
            await self._leave_to_others(limits)
        best = await jobs.best_turn(self._engines, game.state, limits, self._hurry, rest=game.unmanned)
        if game.unmanned and not await self.pace.wait(lambda: bool(room.watchers)):
            return
        move = await awaited(game.state.variant.game, game.state.move, best)
        delivery = asyncio.create_task(self._deliver(room, game.version, move))
        self._deliveries.add(delivery)
        delivery.add_done_callback(self._delivered)
        await asyncio.shield(delivery)

    async def _leave_to_others(self, limits: EngineLimits) -> None:
        """Wait while another process lets the engine think: until that takes too long, or is called off here."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._hurry.wait(), TAKEOVER + (limits.seconds or 0.0))

    async def _deliver(self, room: Room, version: int, move: Move) -> None:
        """Play what an engine has found in a version of the game, as soon as it can be kept."""

        def play(game: Timeline) -> Decision:
            return take_move(game, move, sure=True) if game.version == version else Refused(refusals.outdated())

        while room.timeline.version == version:
            try:
                decision = await room.carry_out(play)
            except StoreError as error:
                self.trouble = say("The engine's move cannot be saved yet: {reason}.", reason=error.sentence)
                room.tell()
                await asyncio.sleep(AGAIN)  # its thinking is not to be lost, and nobody has to ask
            else:
                if isinstance(decision, Refused) and room.timeline.version == version:
                    raise decision.error
                return

    def _delivered(self, delivery: asyncio.Task[None]) -> None:
        self._deliveries.discard(delivery)
        if not delivery.cancelled():
            delivery.exception()  # told by the search, unless the game has gone on


def costly_end(state: State) -> bool:
    """Return whether a game is over in a way that only a worker may judge: this process must not wait for it."""
    return state.to_move is None and state.variant.costly_end
