"""Games being played: each in a room that folds its events to a state, takes turns in order and lets engines answer.

An event is committed before anybody hears of it; the number it takes in the database decides every race.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from byways.errors import BywaysError, IllegalTurnError
from byways.header import PART
from byways.kernels import Ints
from byways.site.engines import EngineError, EnginePool
from byways.site.store import ConflictError, Event, Seat, Store, StoredGame
from byways.state import State, start

MOST_ROOMS = 512  # kept in memory; others are read again when asked for
MOST_TURNS = 5_000  # a game may have, undone ones included
_log = logging.getLogger("byways")
_dice = random.SystemRandom()


class NotYoursError(BywaysError):
    """Whoever asks does not hold the seat."""


class Room:
    """One game. All that changes it goes through `play` and `undo`, one at a time."""

    def __init__(self, stored: StoredGame, store: Store, engines: EnginePool) -> None:
        self.id = stored.id
        self.seats = {seat.player: seat for seat in stored.seats}
        self.created = stored.created
        self.watchers: set[Callable[[], None]] = set()
        self.engine_task: asyncio.Task[None] | None = None
        self.engine_trouble = ""
        self.looks: dict[Any, tuple[Any, Any]] = {}  # what each kind of viewer sees now, kept by `look`
        self._store = store
        self._engines = engines
        self._lock = asyncio.Lock()
        self._stored = stored
        self._begin()

    def _begin(self) -> None:
        self.states = [start(self._stored.game, position=self._stored.position, **self._stored.options)]
        self.version = 0
        self.keys: set[str] = set()
        for event in self._stored.events:
            self._fold(event)

    def _fold(self, event: Event) -> None:
        if event.kind == "turn":
            self.states.append(self.state.play(event.data["turn"]))
        elif event.kind == "undo":
            del self.states[event.data["ply"] + 1 :]
        self.version = event.number
        if event.key:
            self.keys.add(event.key)

    @property
    def state(self) -> State:
        """The present state."""
        return self.states[-1]

    @property
    def mover(self) -> Seat | None:
        """The seat that is to move; None when the game is over."""
        return self.seats.get(self.state.to_move or "")

    @property
    def busy(self) -> bool:
        """Whether somebody watches or an engine thinks here."""
        return bool(self.watchers) or self.engine_task is not None

    def players_of(self, holder: str | None) -> tuple[str, ...]:
        """The players for whom a browser plays."""
        return tuple(player for player, seat in self.seats.items() if holder and seat.holder == holder)

    def sole_holder(self, holder: str | None) -> bool:
        """Whether all people of the game sit at this browser."""
        return bool(holder) and all(seat.engine or seat.holder == holder for seat in self.seats.values())

    def partial(self, player: str, version: int, actions: Sequence[int]) -> Ints | None:
        """The state vector in the middle of a turn as `player` sees it, or None where the actions make a whole turn.

        Raises IllegalTurnError, and ConflictError where the game has gone on.
        """
        self._must_be_at(version)
        if self.state.to_move != player:
            raise IllegalTurnError("turn.not_yours", "it is not {player}'s turn", player=player)
        view = self.state.view(player)
        vector = view.vector
        for i, action in enumerate(actions):
            if (i > 0 and vector[PART] == 0) or action not in view.variant.legal_actions(vector):
                raise view.variant.game.texts.refusal(view, actions)
            vector = view.variant.apply(vector, action)
        return None if actions and vector[PART] == 0 else vector

    async def play(self, player: str, version: int, actions: Sequence[int], key: str | None = None) -> None:
        """Play a whole turn. Sent again with the same key it changes nothing.

        Raises IllegalTurnError, ConflictError where the game has gone on, StoreError where it cannot be kept.
        """
        async with self._lock:
            if key is not None and key in self.keys:
                return
            if self.partial(player, version, actions) is not None:
                raise IllegalTurnError("turn.unfinished", "the turn is not finished")
            if self.version >= MOST_TURNS:
                raise IllegalTurnError("turn.too_many", "this game is too long to go on")
            await self._append(self._turns(self.state.apply_unchecked(actions), key))

    async def undo(self, holder: str, version: int) -> None:
        """Take back to the last decision of a person at this browser, who must be the only one to play here."""
        async with self._lock:
            self._must_be_at(version)
            ply = self.undo_ply(holder)
            if ply is None:
                raise IllegalTurnError("undo.impossible", "there is nothing that can be taken back")
            self._stop_engine()
            await self._append([Event(self.version + 1, "undo", {"ply": ply}, datetime.now(UTC))])

    def undo_ply(self, holder: str | None) -> int | None:
        """How many turns would stay after `undo`; None where it is impossible: it never crosses dice or a reveal."""
        if not self.sole_holder(holder):
            return None
        for ply in range(len(self.states) - 2, -1, -1):
            before, after = self.states[ply], self.states[ply + 1]
            secret = before.variant.game.secret_turns
            if before.to_move == "chance" or secret(after) < secret(before):
                return None
            if before.to_move in self.players_of(holder):
                return ply
        return None

    def wake(self) -> None:
        """Let an engine think if it is to move and does not yet."""
        seat = self.mover
        if seat is not None and seat.engine is not None and self.engine_task is None:
            self.engine_trouble = ""
            self.engine_task = asyncio.create_task(self._let_engine_play(seat))

    def tell(self) -> None:
        """Tell everybody who watches that something changed."""
        for watcher in tuple(self.watchers):
            watcher()

    def close(self) -> None:
        """Stop what goes on here."""
        self._stop_engine()

    def _must_be_at(self, version: int) -> None:
        if version != self.version:
            raise ConflictError("game.conflict", "the game has gone on in the meantime")

    def _turns(self, state: State, key: str | None) -> list[Event]:
        """The turn that led to a state as an event, and those of the dice that are to be rolled after it."""
        turns = [str(state.turn), *rolls(state)]
        return [
            Event(self.version + 1 + i, "turn", {"turn": turn}, datetime.now(UTC), None if i else key)
            for i, turn in enumerate(turns)
        ]

    async def _append(self, events: Sequence[Event]) -> None:
        try:
            await self._store.append(self.id, events)
        except ConflictError:
            await self._read_again()
            raise
        for event in events:
            self._fold(event)
        self.wake()
        self.tell()

    async def _read_again(self) -> None:
        """Another process was quicker: take over what it wrote."""
        stored = await self._store.load(self.id)
        assert stored is not None
        self._stored = stored
        self._stop_engine()
        self._begin()
        self.wake()
        self.tell()

    async def _let_engine_play(self, seat: Seat) -> None:
        version, state = self.version, self.state
        try:
            answer = await self._engines.ask(_request(state, seat))
            async with self._lock:
                if self.version == version:
                    self.engine_task = None
                    await self._append(self._turns(state.play(answer["best"]), None))
        except asyncio.CancelledError:
            raise
        except (BywaysError, KeyError) as error:
            _log.exception("the engine failed in game %s", self.id)
            self.engine_trouble = str(error) if isinstance(error, EngineError) else "the engine failed"
            self.tell()
        finally:
            if self.engine_task is asyncio.current_task():
                self.engine_task = None

    def _stop_engine(self) -> None:
        if self.engine_task is not None:
            self.engine_task.cancel()
            self.engine_task = None


def rolls(state: State) -> list[str]:
    """Dice rolled until somebody is to decide."""
    turns: list[str] = []
    while state.to_move == "chance":
        results, weights = zip(*state.chances(), strict=True)
        turns.append(_dice.choices(results, weights)[0])
        state = state.play(turns[-1])
    return turns


def _request(state: State, seat: Seat) -> dict[str, Any]:
    """What to ask an engine: the game so far, or only what its seat may know where there are secrets."""
    assert seat.engine is not None
    limits = dict(seat.engine)
    if state.variant.game.hide is not None:
        return {"game": state.game, "position": str(state.view(seat.player)), **limits}
    first = state
    while first.previous is not None:
        first = first.previous
    return {"game": state.game, "position": str(first), "turns": list(state.turns), **limits}


class Rooms:
    """The rooms of this process; the least recently used idle ones are forgotten, for the database has them."""

    def __init__(self, store: Store, engines: EnginePool) -> None:
        self._store = store
        self._engines = engines
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, asyncio.Lock] = {}

    async def open(self, game_id: str) -> Room | None:
        """The room of a game; None where there is no such game."""
        if game_id not in self._rooms:
            lock = self._opening.setdefault(game_id, asyncio.Lock())
            try:
                async with lock:
                    if game_id not in self._rooms:
                        stored = await self._store.load(game_id)
                        if stored is None:
                            return None
                        self._rooms[game_id] = Room(stored, self._store, self._engines)
            finally:
                self._opening.pop(game_id, None)
        self._rooms.move_to_end(game_id)
        self._forget()
        room = self._rooms[game_id]
        room.wake()
        return room

    async def create(self, game: str, options: Mapping[str, Any], seats: Sequence[Seat], position: str | None) -> Room:
        """A new game. Raises OptionError where the options or the position are not allowed."""
        state = start(game, position=position, **options)
        if {seat.player for seat in seats} != set(state.players):
            raise ValueError("seats must name every player once")
        now = datetime.now(UTC)
        events = tuple(Event(i, "turn", {"turn": turn}, now) for i, turn in enumerate(rolls(state), 1))
        stored = StoredGame(secrets.token_urlsafe(9), game, state.options, position, now, tuple(seats), events)
        await self._store.create(stored)
        room = self._rooms[stored.id] = Room(stored, self._store, self._engines)
        room.wake()
        return room

    def close(self) -> None:
        """Stop all engines."""
        for room in self._rooms.values():
            room.close()

    def _forget(self) -> None:
        idle = (game_id for game_id, room in self._rooms.items() if not room.busy)
        for game_id in list(idle)[: max(0, len(self._rooms) - MOST_ROOMS)]:
            del self._rooms[game_id]
