"""A game being played. Turns are taken in order, engines and costly counting wait on it.

An event is committed before anybody hears of it; the number it takes in the database decides every race.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from datetime import datetime
from typing import Any

from byways.errors import BywaysError, IllegalTurnError
from byways.kernels import Ints
from byways.site.play import engine_jobs
from byways.site.play.compiling import Wait
from byways.site.play.engine_jobs import Ending
from byways.site.play.engine_pool import EnginePool
from byways.site.play.turn_texts import led_to, partway
from byways.site.storage.database import StoreError
from byways.site.storage.game_store import Along, ConflictError, Event, GoneError, Seat, Store, StoredGame
from byways.site.timeline import clocks
from byways.site.timeline.commands import Deal, rolls, time_up
from byways.site.timeline.day_sheet import counts, score_of_day
from byways.site.timeline.timeline import Course
from byways.state import Outcome, State
from byways.translatable import capital, say, text_of

MOST_TURNS = 5_000  # events that a game may have, undone ones included
AGAIN = 2.0  # seconds until an engine's turn that could not be kept is tried again
Errand = Callable[[], Coroutine[Any, Any, None]]
_log = logging.getLogger("byways")


class Room:
    """One game. All that changes it goes through `play`, `undo` and `change`, one at a time."""

    def __init__(self, stored: StoredGame, course: Course, store: Store, engines: EnginePool) -> None:
        self.id = stored.id
        self.watchers: set[Callable[[], None]] = set()
        self.present: Counter[str] = Counter()
        """The holders whose browsers watch, and on how many pages."""
        self.messages = 0
        """The number of the last message that was heard of here."""
        self.gone = False  # whether the owner of the server has removed it
        self.trouble = ""  # why an engine does not play, or the end is not counted
        self.ending: Ending | None = None  # of a game whose end is costly, when it has been counted
        self.looks: dict[Any, Any] = {}  # what each kind of viewer sees now, kept by `look`
        self._errand: asyncio.Task[None] | None = None
        self._hurry = asyncio.Event()
        self._store = store
        self._engines = engines
        self._lock = asyncio.Lock()
        self.stored = stored
        self.course = course

    # What is known of it

    @property
    def shared(self) -> bool:
        """Whether other processes may go on with it."""
        return self._store.shared

    @property
    def created(self) -> datetime:
        """The moment at which the game began."""
        return self.stored.created

    @property
    def creator(self) -> str | None:
        """The holder who gives out the seats' links."""
        return self.stored.terms.get("creator")

    @property
    def states(self) -> list[State]:
        """All states, from the start to the present one."""
        return self.course.states

    @property
    def state(self) -> State:
        """The present state."""
        return self.course.state

    @property
    def seats(self) -> dict[str, Seat]:
        """The seats, by the player that each began as."""
        return self.course.seats

    @property
    def version(self) -> int:
        """The number of the last event that a half-made turn cannot outlive: who acts names the one they saw."""
        return self.course.version

    @property
    def costly_end(self) -> bool:
        """Whether the game is over in a way that only a worker may count: this process must not wait for it."""
        variant = self.state.variant
        return self.state.to_move is None and variant.game.solving.costly_end(variant)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome; None while the game goes on, or while an expensive result is being worked out."""
        end = self.course.end
        if end is not None:
            winners = end.winners or ()
            return Outcome(winners[0] if len(winners) == 1 else None, winners, end.termination, {})
        if self.costly_end:
            return self.ending.outcome if self.ending else None
        return self.state.outcome

    @property
    def working(self) -> bool:
        """Whether an engine thinks, or a worker counts."""
        return self._errand is not None

    @property
    def preparing(self) -> Wait | None:
        """How long the machine code of the engines that play here is still being made."""
        engines = [seat.engine for seat in self.seats.values() if seat.engine and not self.course.over]
        waits = [self._engines.compiling.wait(self.state.game, engine.get("level")) for engine in engines]
        return max((wait for wait in waits if wait), key=lambda wait: wait.seconds, default=None)

    @property
    def busy(self) -> bool:
        """Whether somebody watches or something goes on here."""
        return bool(self.watchers) or self.working or self._lock.locked()

    def seat(self, player: str | None, state: State | None = None) -> Seat | None:
        """Return the seat that plays `player` at a state of this game."""
        return self.course.seat(player, state)

    @property
    def to_move(self) -> str | None:
        """The player to move; None when the game is over or waits for people."""
        return self.course.to_move

    @property
    def mover(self) -> Seat | None:
        """The seat to move; None if the game is over or waits for people."""
        return self.course.mover

    def players_of(self, holder: str | None, state: State | None = None) -> tuple[str, ...]:
        """Return the players for whom a browser plays."""
        return self.course.players_of(holder, state)

    def sole_holder(self, holder: str | None) -> bool:
        """Return whether all people of the game sit at this browser."""
        return self.course.sole_holder(holder)

    def undo_ply(self, holder: str | None) -> int | None:
        """Return the number of turns left after `undo`; None if impossible: undo never crosses dice or a reveal."""
        final = counts(self.stored) and self.course.over  # a day's score
        return self.course.undo_ply(holder) if self.sole_holder(holder) and not final else None

    def settles(self, actions: Sequence[int]) -> bool:
        """Return whether a whole turn would be the last of a day's sheet, whose score is then final."""
        return counts(self.stored) and self.state.apply_unchecked(actions).to_move is None

    def partial(self, player: str, version: int, actions: Sequence[int]) -> Ints | None:
        """Return the state vector in mid-turn as `player` sees it, or None if the actions make a whole turn.

        Raises IllegalTurnError, and ConflictError where the game has gone on.
        """
        self._must_be_at(version)
        if self.course.waiting:
            raise IllegalTurnError("turn.waiting", "the game begins when all seats are taken")
        if self.course.end is not None:
            by = {"resignation": say("by resignation"), "time": say("on time")}.get(self.course.end.termination, "")
            raise IllegalTurnError("turn.over", "the game has ended {by}", by=by)
        if self.to_move != player:
            raise IllegalTurnError(
                "turn.not_yours", "it is not {player}'s turn", player=capital(text_of(self.state.game, player))
            )
        return partway(self.state.view(player), actions)

    def played(self, key: str | None, actions: Sequence[int]) -> bool:
        """Return whether a whole turn has been played with this key. Raises ConflictError where it was another one."""
        if key is None or key not in self.course.keys:
            return False
        after = self.course.keys[key]
        if after is None or not led_to(after, actions):
            raise ConflictError("turn.key", "something else has been sent with this key; a new turn needs a new one")
        return True

    # What changes it

    async def play(self, player: str, version: int, actions: Sequence[int], key: str | None = None) -> None:
        """Play a whole turn. Sent again with the same key it changes nothing.

        Raises IllegalTurnError, StoreError where it cannot be kept, ConflictError where the game has gone on or the key
        was another turn's.
        """
        async with self._lock:
            while not self.played(key, actions):
                await self._judge_time()
                if self.partial(player, version, actions) is not None:
                    raise IllegalTurnError("turn.unfinished", "the turn is not finished")
                try:
                    await self._append(self._turns(self.state.apply_unchecked(actions), key))
                except ConflictError:
                    # It may have been kept before, when its sender was not answered; or what came between was no turn.
                    if version != self.version and not self.played(key, actions):
                        raise
                else:
                    return

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
            await self._append(self._events([("undo", {"ply": ply})]))

    async def change(self, make: Callable[[Course], Deal | None], key: str | None = None) -> None:
        """Let something else happen than a turn: what `make` says of the present, again where that has changed.

        Sent again with the same key it changes nothing. Raises what `make` raises, StoreError.
        """
        async with self._lock:
            while key is None or key not in self.course.keys:
                deal = make(self.course)
                if deal is None:
                    return
                if self.course.number >= 2 * MOST_TURNS:
                    raise IllegalTurnError("game.too_long", "this game has too many events")
                try:
                    await self._append(self._events(deal.events, key), deal)
                except ConflictError:
                    continue
                return

    async def read_again(self) -> None:
        """Take over what other processes have written. Raises StoreError."""
        async with self._lock:
            await self._read_again()

    async def judge_time(self) -> None:
        """End the game where the time of who is to move is up. Raises StoreError."""
        async with self._lock:
            await self._judge_time()

    async def _judge_time(self) -> None:
        with contextlib.suppress(ConflictError):  # another process was quicker, and the game has been read again
            deal = time_up(self.course, clocks.now())
            if deal is not None:
                await self._append(self._events(deal.events), deal)

    @property
    def here(self) -> frozenset[str]:
        """The holders of seats whose browsers watch."""
        return frozenset(self.present.keys() & self.course.people.values())

    def hurry(self) -> None:
        """Let the engine that thinks play the best that it has found."""
        self._hurry.set()

    def enter(self, holder: str | None) -> None:
        """Note that a browser begins to watch."""
        if holder is not None:
            self.present[holder] += 1
            if self.present[holder] == 1:
                self._tell_of(holder)

    def leave(self, holder: str | None) -> None:
        """Note that one of a browser's pages does not watch any more."""
        if holder is not None:
            self.present[holder] -= 1
            if self.present[holder] <= 0:
                del self.present[holder]
                self._tell_of(holder)

    def _tell_of(self, holder: str) -> None:
        """Announce that somebody came or went, if others play too."""
        people = set(self.course.people.values())
        if people > {holder}:
            self.tell()

    def wake(self) -> None:
        """Begin what is to be done here without a person, unless that has failed: see `retry`."""
        if self._errand is not None or self.trouble:
            return
        mover = self.mover
        if self.costly_end and self.ending is None and self.course.end is None:
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
        """Return the events of the turn that led to a state and of the dice that are to be rolled after it.

        Raises IllegalTurnError where the game has become too long.
        """
        turns = [str(state.turn), *rolls(state, self.stored.terms)]
        if self.course.number + len(turns) > MOST_TURNS:
            raise IllegalTurnError("turn.too_many", "this game is too long to go on: {most} turns", most=MOST_TURNS)
        return self._events([("turn", {"turn": turn}) for turn in turns], key)

    def _events(self, happened: Sequence[tuple[str, dict[str, Any]]], key: str | None = None) -> list[Event]:
        """Return numbered events that happen now; the first carries the key."""
        first, at = self.course.number + 1, clocks.now()
        return [Event(first + i, kind, data, at, None if i else key) for i, (kind, data) in enumerate(happened)]

    async def _append(self, events: Sequence[Event], deal: Deal | None = None) -> None:
        after = self.course.after(events)
        entry = score_of_day(self.stored, after)
        along = Along(after.deadline, deal.seat, deal.game, entry) if deal else Along(after.deadline, entry=entry)
        try:
            await self._store.append(self.id, events, along if deal or after.clocks or entry else None)
        except ConflictError:
            await self._read_again()
            raise
        if after.version != self.version:
            self.ending, self.trouble = None, ""
            if deal is not None:
                self._stop_errand()
        self.course = after
        self._go_on()

    async def _read_again(self) -> None:
        """Take over the events that another process wrote first."""
        stored = await self._store.load(self.id)
        if stored is None:
            self.gone = True
            self.tell()
            raise GoneError("game.missing", "this game has been removed")
        course = await asyncio.to_thread(Course, stored)
        before, self.stored, self.course = self.version, stored, course
        if self.version != before:
            self.ending, self.trouble = None, ""
            self._stop_errand()
        self._go_on()

    def _go_on(self) -> None:
        if self._errand is asyncio.current_task():
            self._errand = None  # this errand has done its work, and the next may begin
        self.wake()
        self.tell()

    # Errands: what a worker does for this room, one at a time

    async def _let_engine_play(self, seat: Seat) -> None:
        version, state = self.version, self.state
        self._hurry = asyncio.Event()
        best = await engine_jobs.best_turn(self._engines, state, seat, self._hurry)
        while self.version == version:
            try:
                async with self._lock:
                    if self.version == version:  # on a conflict the next errand is begun
                        await self._append(self._turns(state.play(best), None))
            except StoreError as error:
                self._fail(say("The engine's turn cannot be kept yet: {reason}.", reason=error.sentence))
                self.tell()
                await asyncio.sleep(AGAIN)  # its thinking is not to be lost, and nobody has to ask

    async def _count(self) -> None:
        version = self.version
        ending = await engine_jobs.count_end(self._engines, self.state)
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
            self._fail(say("The engine cannot go on: {reason}.", reason=error.sentence))
        except Exception:  # whatever a worker answers, people must be able to go on
            _log.exception("an errand failed in game %s", self.id)
            self._fail(say("The engine failed."))
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
