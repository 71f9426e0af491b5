"""The coach: what an engine thinks of the position for the one person who plays against engines.

It begins to think as soon as that person is to move, so that it has an answer when it is asked. Nobody waits for it
where something goes wrong.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import msgspec
import numpy as np

from byways.errors import BywaysError
from byways.interop.request import Request
from byways.position.state import State
from byways.rules.options import SWAP
from byways.search.answer import Analysis
from byways.search.review import LEAST, MISTAKE, Remark, is_serious, known_loss, remarks
from byways.site.board.future import drawn, over, steps
from byways.site.engines.jobs import looked_at
from byways.site.engines.pool import EnginePool
from byways.site.play.page import wording
from byways.site.play.page.views import picture_of
from byways.site.play.room import Room
from byways.site.plug_ins.processes import awaited
from byways.site.storage.analysis_store import AnalysisStore, stored
from byways.site.storage.database_errors import StoreError
from byways.site.timeline.plans import imagined
from byways.site.timeline.timeline import Timeline

PATIENCE = 8.0  # seconds that a turn waits for the coach: its three looks take 2 on an idle machine
MOST_TURNS = 12  # of a line are offered to be followed
_MOST_DRAWN = 6  # of them at once: with more the numbers would hide the board
_SECONDS = 0.8  # of an engine for a position
_SHORT = 0.3  # for what the other side would do
_QUICK = wording.THINKING["quick"]  # for the position after a turn: a quick review judges by the same looks
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


class PositionAnalysis:
    """What an engine thinks of one position."""

    def __init__(self, engines: EnginePool, kept: AnalysisStore, game_id: str, game: Timeline) -> None:
        self.version = game.version
        self.state = game.state
        self._engines = engines
        self._kept = kept
        self._game_id = game_id
        self._known = _begun(self._think())
        self._threat = _begun(self._imagine())

    async def known(self) -> Analysis:
        """Return the analysis of the position. Raises EngineError, TimeoutError."""
        return await _awaited(self._known)

    async def threat(self) -> Threat | None:
        """Return what the other side threatens, if anything. Raises EngineError, TimeoutError."""
        return await _awaited(self._threat)

    async def remark(self, turn: str) -> Remark:
        """Judge a turn as a review does, by looks at the positions before and after it, which the review will find.

        Raises EngineError, TimeoutError.
        """
        known = await self.known()
        after = (await self._asked(self.state.move, turn)).after
        then = None
        if (
            await self._asked(self._open) and not known.note and turn != known.best and known.value >= LEAST[MISTAKE]
        ):  # else it is none, or says too much
            then = await self._ask(await self._asked(looked_at, after), _QUICK)
        await self._keep(after, known, then)
        remark = next(remarks((self.state, after), (known, then)))
        hardly_seen = then is None and known_loss(known, turn) is None
        return replace(remark, value=None) if hardly_seen else remark

    def close(self) -> None:
        """Stop thinking: the game has gone on."""
        self._known.cancel()
        self._threat.cancel()

    async def _asked(self, function: Callable[..., T], *given: Any) -> T:
        """Call what asks the game, which may live in another process."""
        return await awaited(self.state.variant.game, function, *given)

    def _open(self) -> bool:
        """Whether the person knows all of the position: else an engine that looked further would give secrets away."""
        return np.array_equal(self.state.view(self.state.to_move).vector, self.state.vector)

    async def _keep(self, after: State, known: Analysis, then: Analysis | None) -> None:
        """Keep the looks by which a turn is judged, so that a review says the same of it."""
        found = [stored(self.state, _SECONDS, known, str(after.turn))]
        if then is not None:
            found.append(stored(after, _QUICK, then))
        with suppress(StoreError):
            await self._kept.keep(self._game_id, *found)

    async def _think(self) -> Analysis:
        return await self._ask(await self._asked(looked_at, self.state), _SECONDS)

    async def _imagine(self) -> Threat | None:
        """Let the other of two sides move in the place of the person."""
        rival, position = await self._asked(self._rival)
        if rival is None:
            return None
        known = await self.known()
        found = await self._ask(Request(0, game=rival.game, position=position), _SHORT)
        if found.best is None or found.note:
            return None
        wins = await self._asked(_wins, rival, found.best)
        certain = found.proved and found.value == 1.0
        now = 1.0 - known.value
        if not (wins or certain) and (found.value - now < _GAIN or found.value < _LIKELY):
            return None
        return Threat(rival, found.best, wins, certain, now, found.value)

    def _rival(self) -> tuple[State | None, str]:
        """Return the position as if the other side were to move, with its text; None where that says nothing."""
        state = self.state
        if len(state.players) != 2 or not self._open() or state.is_legal(SWAP.name):
            return None, ""
        if len(state.variant.game.picture(state).boards) > 1:  # each side has a board of its own
            return None, ""
        rival = imagined(state)
        return rival, str(rival)

    async def _ask(self, request: Request, seconds: float) -> Analysis:
        return await self._engines.ask(msgspec.structs.replace(request, seconds=seconds, best=_BEST), Analysis)


class CoachPool:
    """The analyses for all rooms in which a person asks the coach, one a room."""

    def __init__(self, engines: EnginePool, kept: AnalysisStore) -> None:
        self._engines = engines
        self._kept = kept
        self._looks: WeakKeyDictionary[Room, PositionAnalysis] = WeakKeyDictionary()

    def look(self, room: Room) -> PositionAnalysis:
        """Return the look at the position of a room in which the person is to move; it begins with the first call."""
        game = room.timeline
        look = self._looks.get(room)
        if look is None or look.version != game.version:
            if look is not None:
                look.close()
            look = self._looks[room] = PositionAnalysis(self._engines, self._kept, room.id, game)
        return look

    async def mistake(self, room: Room, actions: tuple[int, ...]) -> Loss | None:
        """Return what a whole turn loses if a review would call it a mistake, and that is known soon.

        None too where an engine has trouble.
        """
        if room.job.preparing_coach(room.timeline):
            return None
        with suppress(BywaysError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                look = self.look(room)
                game = room.timeline.state.variant.game
                remark = await look.remark(await awaited(game, room.timeline.state.write, actions))
                if remark.loss is not None and is_serious(remark.kind):
                    return Loss(remark.loss, remark.before.proved and remark.before.value == 1.0)
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
    if after.to_move is not None or state.variant.costly_end:
        return False
    return after.outcome is not None and after.outcome.winner == state.to_move


# The engine's line drawn on the board: the stones of its next turns, numbered.


def line_ahead(room: Room, state: State, line: Sequence[str]) -> list[str]:
    """Return, for every turn of a line, the markup of that turn and those that follow, over the position before it."""
    states = [state]
    for turn in line:
        states.append(states[-1].play(turn))
    pictures = [picture_of(room, one) for one in states]
    future = [tuple(steps(*pair, str(number))) for number, pair in enumerate(pairwise(pictures), 1)]
    return [
        over(before, turn, picture, [item for items in future[i : i + _MOST_DRAWN] for item in items])
        for i, (before, turn, picture) in enumerate(zip(states, line, pictures, strict=False))
    ]


def sketch(room: Room, state: State, turn: str, label: str) -> str:
    """Return the markup of one turn over the position before it, its stones or its arrow labelled."""
    return drawn(state, turn, (picture_of(room, state), picture_of(room, state.play(turn))), label)
