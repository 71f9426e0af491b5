"""A game being played: its events folded to states. Turns are taken in order, engines and costly counting wait on it.

An event is committed before anybody hears of it; the number it takes in the database decides every race.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Coroutine, Sequence
from datetime import UTC, datetime
from typing import Any

from byways.errors import BywaysError, IllegalTurnError
from byways.header import PART
from byways.kernels import Ints
from byways.site import errands
from byways.site.engines import EnginePool
from byways.site.errands import Ending
from byways.site.store import ConflictError, Event, Seat, Store, StoredGame
from byways.state import Outcome, State, start

MOST_TURNS = 5_000  # events that a game may have, undone ones included
Errand = Callable[[], Coroutine[Any, Any, None]]
_log = logging.getLogger("byways")
_dice = random.SystemRandom()


class NotYoursError(BywaysError):
    """Whoever asks does not hold the seat."""


class Room:
    """One game. All that changes it goes through `play` and `undo`, one at a time."""

    def __init__(self, stored: StoredGame, store: Store, engines: EnginePool) -> None:
        self.id = stored.id
        self.watchers: set[Callable[[], None]] = set()
        self.trouble = ""  # why an engine does not play, or the end is not counted
        self.ending: Ending | None = None  # of a game whose end is costly, when it has been counted
        self.looks: dict[Any, Any] = {}  # what each kind of viewer sees now, kept by `look`
        self._errand: asyncio.Task[None] | None = None
        self._store = store
        self._engines = engines
        self._lock = asyncio.Lock()
        self._stored = stored
        self._begin()
        seated = {seat.player: seat for seat in stored.seats}
        self.seats = {player: seated[player] for player in self.state.players}

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
        self.ending = None
        if event.key:
            self.keys.add(event.key)

    # What is known of it

    @property
    def created(self) -> datetime:
        """When the game began."""
        return self._stored.created

    @property
    def state(self) -> State:
        """The present state."""
        return self.states[-1]

    @property
    def costly_end(self) -> bool:
        """Whether the game is over in a way that only a worker may count: this process must not wait for it."""
        variant = self.state.variant
        return self.state.to_move is None and variant.game.costly_end(variant)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on, and while a costly end is being counted."""
        if self.costly_end:
            return self.ending.outcome if self.ending else None
        return self.state.outcome

    @property
    def working(self) -> bool:
        """Whether an engine thinks, or a worker counts."""
        return self._errand is not None

    @property
    def busy(self) -> bool:
        """Whether somebody watches or something goes on here."""
        return bool(self.watchers) or self.working or self._lock.locked()

    def seat(self, player: str | None, state: State | None = None) -> Seat | None:
        """Who plays a colour at a state of this game: by the pie rule's `swap` the people have exchanged theirs."""
        if player in self.seats and (state or self.state).swapped:
            player = next(other for other in self.seats if other != player)
        return self.seats.get(player or "")

    @property
    def mover(self) -> Seat | None:
        """Who is to move; None when the game is over."""
        return self.seat(self.state.to_move)

    def players_of(self, holder: str | None, state: State | None = None) -> tuple[str, ...]:
        """The players for whom a browser plays."""
        held = ((player, self.seat(player, state)) for player in self.seats)
        return tuple(player for player, seat in held if holder and seat and seat.holder == holder)

    def sole_holder(self, holder: str | None) -> bool:
        """Whether all people of the game sit at this browser."""
        return bool(self.players_of(holder)) and all(
            seat.engine or seat.holder == holder for seat in self.seats.values()
        )

    def undo_ply(self, holder: str | None) -> int | None:
        """How many turns would stay after `undo`; None where it is impossible: it never crosses dice or a reveal."""
        if not self.sole_holder(holder):
            return None
        for ply in range(len(self.states) - 2, -1, -1):
            before, after = self.states[ply], self.states[ply + 1]
            secret = before.variant.game.secret_turns
            if before.to_move == "chance" or secret(after) < secret(before):
                return None
            if before.to_move in self.players_of(holder, before):
                return ply
        return None

    def partial(self, player: str, version: int, actions: Sequence[int]) -> Ints | None:
        """The state vector in the middle of a turn as `player` sees it, or None where the actions make a whole turn.

        Raises IllegalTurnError, and ConflictError where the game has gone on.
        """
        self._must_be_at(version)
        if self.state.to_move != player:
            raise IllegalTurnError("turn.not_yours", "it is not {player}'s turn", player=player.capitalize())
        variant, vector = self.state.variant, self.state.view(player).vector
        for i, action in enumerate(actions):
            if (i > 0 and vector[PART] == 0) or action not in variant.legal_actions(vector):
                raise IllegalTurnError("turn.impossible", "that is not possible now")
            vector = variant.apply(vector, action)
        return None if actions and vector[PART] == 0 else vector

    # What changes it

    async def play(self, player: str, version: int, actions: Sequence[int], key: str | None = None) -> None:
        """Play a whole turn. Sent again with the same key it changes nothing.

        Raises IllegalTurnError, ConflictError where the game has gone on, StoreError where it cannot be kept.
        """
        async with self._lock:
            if key is not None and key in self.keys:
                return
            if self.partial(player, version, actions) is not None:
                raise IllegalTurnError("turn.unfinished", "the turn is not finished")
            try:
                await self._append(self._turns(self.state.apply_unchecked(actions), key))
            except ConflictError:
                if key not in self.keys:  # else this very turn was kept before, when its sender was not answered
                    raise

    async def undo(self, holder: str, version: int) -> None:
        """Take back to the last decision of a person at this browser, who must be the only one to play here.

        Raises IllegalTurnError where nothing can be taken back, ConflictError, StoreError.
        """
        async with self._lock:
            self._must_be_at(version)
            ply = self.undo_ply(holder)
            if ply is None:
                raise IllegalTurnError("undo.impossible", "there is nothing that can be taken back")
            self._stop_errand()
            await self._append([Event(self.version + 1, "undo", {"ply": ply}, datetime.now(UTC))])

    def wake(self) -> None:
        """Begin what is to be done here without a person, unless that has failed: see `retry`."""
        if self._errand is not None or self.trouble:
            return
        mover = self.mover
        if self.costly_end and self.ending is None:
            self._begin_errand(self._count)
        elif mover is not None and mover.engine is not None and (self._has_people() or self.watchers):
            self._begin_errand(lambda: self._let_engine_play(mover))

    def retry(self) -> None:
        """Let an engine that failed try again."""
        self.trouble = ""
        self.wake()
        self.tell()

    def tell(self) -> None:
        """Tell everybody who watches that something changed."""
        for watcher in tuple(self.watchers):
            watcher()

    async def close(self) -> None:
        """Stop what goes on here."""
        errand = self._stop_errand()
        if errand is not None:
            await asyncio.wait([errand])

    def _has_people(self) -> bool:
        return any(seat.engine is None for seat in self.seats.values())

    def _must_be_at(self, version: int) -> None:
        if version != self.version:
            raise ConflictError("game.conflict", "the game has gone on in the meantime")

    def _turns(self, state: State, key: str | None) -> list[Event]:
        """The turn that led to a state as an event, and those of the dice that are to be rolled after it.

        Raises IllegalTurnError where the game has become too long.
        """
        turns = [str(state.turn), *rolls(state)]
        if self.version + len(turns) > MOST_TURNS:
            raise IllegalTurnError("turn.too_many", "this game is too long to go on: {most} turns", most=MOST_TURNS)
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
        self._go_on()

    async def _read_again(self) -> None:
        """Another process was quicker: take over what it wrote."""
        stored = await self._store.load(self.id)
        assert stored is not None
        self._stored = stored
        self._stop_errand()
        self._begin()
        self._go_on()

    def _go_on(self) -> None:
        self.trouble = ""
        if self._errand is asyncio.current_task():
            self._errand = None  # this errand has done its work, and the next may begin
        self.wake()
        self.tell()

    # Errands: what a worker does for this room, one at a time

    async def _let_engine_play(self, seat: Seat) -> None:
        version, state = self.version, self.state
        best = await errands.best_turn(self._engines, state, seat)
        async with self._lock:
            if self.version == version:
                await self._append(self._turns(state.play(best), None))

    async def _count(self) -> None:
        version = self.version
        ending = await errands.count_end(self._engines, self.state)
        if self.version == version:
            self.ending = ending

    def _begin_errand(self, errand: Errand) -> None:
        self._errand = asyncio.create_task(self._run(errand))

    async def _run(self, errand: Errand) -> None:
        try:
            await errand()
        except asyncio.CancelledError:
            raise
        except ConflictError:
            pass  # the game has gone on, and what is to be done now has begun
        except BywaysError as error:
            self._fail(f"The engine cannot go on: {error}.")
        except Exception:  # whatever a worker answers, people must be able to go on
            _log.exception("an errand failed in game %s", self.id)
            self._fail("The engine failed.")
        if self._errand is asyncio.current_task():
            self._errand = None
        self.wake()
        self.tell()

    def _fail(self, trouble: str) -> None:
        if self._errand is asyncio.current_task():  # else the game has gone on
            self.trouble = trouble

    def _stop_errand(self) -> asyncio.Task[None] | None:
        errand, self._errand = self._errand, None
        if errand is None or errand is asyncio.current_task():
            return None
        errand.cancel()
        return errand


def rolls(state: State) -> list[str]:
    """Dice rolled until somebody is to decide."""
    turns: list[str] = []
    while state.to_move == "chance":
        results, weights = zip(*state.chances(), strict=True)
        turns.append(_dice.choices(results, weights)[0])
        state = state.play(turns[-1])
    return turns
