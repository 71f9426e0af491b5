"""The coach: what an engine thinks of the position for the one person who plays against engines.

It begins to think as soon as that person is to move, so that it has an answer when it is asked. Nobody waits for it
where something goes wrong.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar
from weakref import WeakKeyDictionary

import msgspec
import numpy as np

from byways.errors import BywaysError
from byways.interop.request import Request
from byways.options import SWAP
from byways.search.answer import Analysis
from byways.search.review import known_loss, loss_by
from byways.site.engines.jobs import looked_at
from byways.site.engines.pool import EnginePool
from byways.site.play.room import Room
from byways.site.timeline.plans import imagined
from byways.state import State

LARGE = 0.2
"""The loss of which the coach warns."""
PATIENCE = 0.8  # seconds that a turn waits for the coach
_SECONDS = 0.8  # of an engine for a position
_SHORT = 0.3  # for what the other side would do
_QUICK = 0.2  # for a turn that was hardly looked at
_ENOUGH = 30  # visits after which a turn that seems to lose little is not looked at again
_LONGEST = 20.0  # seconds until an engine has answered that has others to answer first
_GAIN = 0.3  # of chance, from which a turn of the other side is a threat
_LIKELY = 0.6  # the least chance that a threat leads to
_BEST = 200  # turns whose values are wanted
T = TypeVar("T")


@dataclass(frozen=True)
class Threat:
    """What the other side would do if it were to move."""

    state: State
    """The position in which it would."""
    turn: str
    wins: bool
    """Whether that would win at once."""
    certain: bool
    """Whether it would win in the end, whatever was done about it."""
    now: float
    """The chance of the other side, if the person plays well."""
    then: float
    """Its chance after two turns of its own."""


@dataclass(frozen=True)
class Loss:
    """What a turn loses."""

    share: float
    won: bool
    """Whether the position was won for certain."""


class Look:
    """What an engine thinks of one position."""

    def __init__(self, engines: EnginePool, version: int, state: State) -> None:
        self.version, self.state = version, state
        self._engines = engines
        self._known = _begun(self._think())
        self._threat = _begun(self._imagine())

    async def known(self) -> Analysis:
        """Return the analysis of the position. Raises EngineError, TimeoutError."""
        return await _awaited(self._known)

    async def threat(self) -> Threat | None:
        """Return what the other side threatens, if anything. Raises EngineError, TimeoutError."""
        return await _awaited(self._threat)

    async def loss(self, turn: str) -> float | None:
        """Return what a turn loses; None where that is little or unknown. Raises EngineError, TimeoutError."""
        known = await self.known()
        if known.value < LARGE:
            return None  # there is not so much to be lost
        found = known_loss(known, turn)
        if found is not None or not self._open:
            return found
        seen = next((choice for choice in known.choices if choice.turn == turn and choice.visits >= _ENOUGH), None)
        if seen is not None and known.value - seen.value < LARGE / 2:
            return known.value - seen.value
        after = self.state.play(turn)
        return loss_by((self.state, after), known, await self._ask(looked_at(after), _QUICK))

    def close(self) -> None:
        """Stop thinking: the game has gone on."""
        self._known.cancel()
        self._threat.cancel()

    @property
    def _open(self) -> bool:
        """Whether the person knows all of the position: else an engine that looked further would give secrets away."""
        return np.array_equal(self.state.view(self.state.to_move).vector, self.state.vector)

    async def _think(self) -> Analysis:
        return await self._ask(looked_at(self.state), _SECONDS)

    async def _imagine(self) -> Threat | None:
        """Let the other of two sides move in the place of the person."""
        state = self.state
        if len(state.players) != 2 or not self._open or state.is_legal(SWAP.name):
            return None
        if len(state.variant.game.picture(state).boards) > 1:  # each side has a board of its own
            return None
        known, rival = await self.known(), imagined(state)
        found = await self._ask(Request(0, game=state.game, position=str(rival)), _SHORT)
        if found.best is None:
            return None
        wins = _wins(rival, found.best)
        certain, now = found.proved and found.value == 1.0, 1.0 - known.value
        if not (wins or certain) and (found.value - now < _GAIN or found.value < _LIKELY):
            return None
        return Threat(rival, found.best, wins, certain, now, found.value)

    async def _ask(self, request: Request, seconds: float) -> Analysis:
        return await self._engines.ask(msgspec.structs.replace(request, seconds=seconds, best=_BEST), Analysis)


class Coaches:
    """The looks of all rooms in which somebody asks the coach, one a room."""

    def __init__(self, engines: EnginePool) -> None:
        self._engines = engines
        self._looks: WeakKeyDictionary[Room, Look] = WeakKeyDictionary()

    def look(self, room: Room) -> Look:
        """Return the look at the position of a room in which the person is to move; it begins with the first call."""
        game, look = room.timeline, self._looks.get(room)
        if look is None or look.version != game.version:
            if look is not None:
                look.close()
            look = self._looks[room] = Look(self._engines, game.version, game.state)
        return look

    async def large_loss(self, room: Room, actions: tuple[int, ...]) -> Loss | None:
        """Return what a whole turn loses if that is much, and known soon; None too where an engine has trouble."""
        if room.job.preparing_coach(room.timeline):
            return None
        with suppress(BywaysError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                look = self.look(room)
                loss, known = await look.loss(room.timeline.state.write(actions)), await look.known()
                if loss is not None and loss >= LARGE:
                    return Loss(loss, known.proved and known.value == 1.0)
        return None

    async def close(self) -> None:
        """Stop all thinking."""
        for look in list(self._looks.values()):
            look.close()


def _begun(work: Coroutine[object, object, T]) -> asyncio.Task[T]:
    task = asyncio.create_task(work)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())  # told to whoever asks, if anybody does
    return task


async def _awaited(task: asyncio.Task[T]) -> T:
    """Return the result of a task that others may wait for too, also after it was dropped. Raises TimeoutError."""
    await asyncio.wait([task], timeout=_LONGEST)
    if not task.done() or task.cancelled():
        raise TimeoutError
    return task.result()


def _wins(state: State, turn: str) -> bool:
    """Return whether a turn ends the game, won by who plays it; an end that is expensive to count does not tell."""
    after = state.play(turn)
    if after.to_move is not None or state.variant.game.solving.costly_end(state.variant):
        return False
    return after.outcome is not None and after.outcome.winner == state.to_move
