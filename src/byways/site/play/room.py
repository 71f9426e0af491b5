"""A game being played. Turns are taken in order, engines and costly counting wait on it.

An event is committed before anybody hears of it; the number it takes in the database decides every race.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping, Sequence
from datetime import datetime
from typing import Any

from byways.errors import BywaysError, IllegalTurnError
from byways.kernels import Ints
from byways.site.play import engine_jobs
from byways.site.play.compiling import Wait
from byways.site.play.engine_jobs import Ending
from byways.site.play.engine_pool import EnginePool
from byways.site.play.turn_texts import led_to
from byways.site.storage.database import StoreError
from byways.site.storage.game_store import Along, ConflictError, GoneError, Seat, Store, StoredGame
from byways.site.timeline import clocks, commands, events
from byways.site.timeline.commands import Accepted, Decision, Incomplete, Refused, TakeTurn, take_turn, time_up
from byways.site.timeline.day_sheet import score_of_day
from byways.site.timeline.dice import dice_of
from byways.site.timeline.events import Recorded
from byways.site.timeline.new_games import rematch
from byways.site.timeline.projection import project
from byways.site.timeline.timeline import Timeline, begun, history, proceed
from byways.state import Outcome, State
from byways.translatable import say

AGAIN = 2.0  # seconds until an engine's turn that could not be kept is tried again
Keys = dict[str, State | None]
"""The keys of all events that have one; of a turn, with the state it led to."""
Errand = Callable[[], Coroutine[Any, Any, None]]
_log = logging.getLogger("byways")


class Room:
    """One game. All that changes it goes through `play`, `undo` and `change`, one at a time."""

    def __init__(
        self, stored: StoredGame, timeline: Timeline, store: Store, engines: EnginePool, keys: Keys | None = None
    ) -> None:
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
        self.timeline = timeline
        self._keys: Keys = keys or {}

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
    def states(self) -> Sequence[State]:
        """All states, from the start to the present one."""
        return self.timeline.states

    @property
    def state(self) -> State:
        """The present state."""
        return self.timeline.state

    @property
    def seats(self) -> Mapping[str, Seat]:
        """The seats, by the player that each began as."""
        return self.timeline.seats

    @property
    def version(self) -> int:
        """The number of the last event that a half-made turn cannot outlive: who acts names the one they saw."""
        return self.timeline.version

    @property
    def costly_end(self) -> bool:
        """Whether the game is over in a way that only a worker may count: this process must not wait for it."""
        variant = self.state.variant
        return self.state.to_move is None and variant.game.solving.costly_end(variant)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome; None while the game goes on, or while an expensive result is being worked out."""
        end = self.timeline.end
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
        engines = [seat.engine for seat in self.seats.values() if seat.engine and not self.timeline.over]
        waits = [self._engines.compiling.wait(self.state.game, engine.get("level")) for engine in engines]
        return max((wait for wait in waits if wait), key=lambda wait: wait.seconds, default=None)

    @property
    def busy(self) -> bool:
        """Whether somebody watches or something goes on here."""
        return bool(self.watchers) or self.working or self._lock.locked()

    def seat(self, player: str | None, state: State | None = None) -> Seat | None:
        """Return the seat that plays `player` at a state of this game."""
        return self.timeline.seat(player, state)

    @property
    def to_move(self) -> str | None:
        """The player to move; None when the game is over or waits for people."""
        return self.timeline.to_move

    @property
    def mover(self) -> Seat | None:
        """The seat to move; None if the game is over or waits for people."""
        return self.timeline.mover

    def players_of(self, holder: str | None, state: State | None = None) -> tuple[str, ...]:
        """Return the players for whom a browser plays."""
        return self.timeline.players_of(holder, state)

    def sole_holder(self, holder: str | None) -> bool:
        """Return whether all people of the game sit at this browser."""
        return self.timeline.sole_holder(holder)

    def undo_ply(self, holder: str | None) -> int | None:
        """Return the number of turns left after `undo`; None if impossible: undo never crosses dice or a reveal."""
        return commands.undo_ply(self.timeline, holder)

    def partial(self, player: str, version: int, actions: Sequence[int]) -> Ints | None:
        """Return the state vector in mid-turn as `player` sees it, or None if the actions make a whole turn.

        Raises IllegalTurnError, and ConflictError where the game has gone on.
        """
        decision = take_turn(self.timeline, TakeTurn(version, tuple(actions), hold=True))
        if isinstance(decision, Refused):
            raise decision.error
        if self.to_move != player:
            raise IllegalTurnError("turn.not_yours", "it is not your turn to move")
        return decision.between.vector if isinstance(decision, Incomplete) else None

    def settles(self, actions: Sequence[int]) -> bool:
        """Return whether a whole turn would be the last of a day's sheet, whose score is then final."""
        return self.timeline.final and self.state.apply_unchecked(actions).to_move is None

    def played(self, key: str | None, actions: Sequence[int]) -> bool:
        """Return whether a whole turn has been played with this key. Raises ConflictError where it was another one."""
        if key is None or key not in self._keys:
            return False
        after = self._keys[key]
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
                    await self._keep(take_turn(self.timeline, TakeTurn(version, tuple(actions), sure=True)), key)
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
            await self._keep(commands.decide(self.timeline, commands.TakeBack(version), holder))

    async def change(self, decide: Callable[[Timeline], Decision], key: str | None = None) -> None:
        """Let something else happen than a turn: what `decide` says of the present, again where that has changed.

        Sent again with the same key it changes nothing. Raises the error of a refusal, StoreError.
        """
        async with self._lock:
            while key is None or key not in self._keys:
                decision = decide(self.timeline)
                if isinstance(decision, Accepted) and not decision.events:
                    return
                try:
                    await self._keep(decision, key)
                except ConflictError:
                    continue
                return

    async def project(self) -> None:
        """Keep where the game stands for lists of games, if the database can be written to."""
        with contextlib.suppress(StoreError):
            await self._store.project(self.id, project(self.timeline, self.outcome), self.seats.values())

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
            await self._keep(time_up(self.timeline, clocks.now()))

    @property
    def here(self) -> frozenset[str]:
        """The holders of seats whose browsers watch."""
        return frozenset(self.present.keys() & self.timeline.people.values())

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
        people = set(self.timeline.people.values())
        if people > {holder}:
            self.tell()

    def wake(self) -> None:
        """Begin what is to be done here without a person, unless that has failed: see `retry`."""
        if self._errand is not None or self.trouble:
            return
        mover = self.mover
        if self.costly_end and self.ending is None and self.timeline.end is None:
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

    async def _keep(self, decision: Decision, key: str | None = None) -> None:
        """Append what a decision lets happen. Raises ConflictError where another process was quicker, StoreError."""
        if isinstance(decision, Refused):
            raise decision.error
        if not isinstance(decision, Accepted) or not decision.events:
            return
        at = clocks.now()
        log, after = proceed(self.timeline, decision.events, at, dice_of(self.stored.terms), key)
        try:
            await self._store.append(self.id, [recorded.row() for recorded in log], self._along(log, after, at))
        except ConflictError:
            await self._read_again()
            raise
        if key is not None:
            turned = isinstance(log[0].event, events.Turn)
            self._keys[key] = next(state for state in after.states if state.previous is self.state) if turned else None
        if after.version != self.version:
            self.ending, self.trouble = None, ""
            if not isinstance(decision.events[0], events.Turn):
                self._stop_errand()
        self.timeline = after
        self._go_on()

    def _along(self, log: Sequence[Recorded], after: Timeline, at: datetime) -> Along:
        """Return what is stored together with events."""
        names = (recorded.event.game for recorded in log if isinstance(recorded.event, events.Rematch))
        games = [rematch(self.stored, after, name, at) for name in names]
        changed = [seat for player, seat in after.seats.items() if seat != self.seats[player]]
        return Along(project(after), changed, games[0] if games else None, score_of_day(self.stored, after))

    async def _read_again(self) -> None:
        """Take over the events that another process wrote first."""
        stored = await self._store.load(self.id)
        if stored is None:
            self.gone = True
            self.tell()
            raise GoneError("game.missing", "this game has been removed")
        timeline, keys = await asyncio.to_thread(fold, stored)
        before, self.stored, self.timeline, self._keys = self.version, stored, timeline, keys
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
                    await self._keep(commands.engine_turn(self.timeline, version, best))
            except StoreError as error:
                self._fail(say("The engine's turn cannot be kept yet: {reason}.", reason=error.sentence))
                self.tell()
                await asyncio.sleep(AGAIN)  # its thinking is not to be lost, and nobody has to ask

    async def _count(self) -> None:
        version = self.version
        ending = await engine_jobs.count_end(self._engines, self.state)
        if self.version == version:
            self.ending = ending
            await self.project()

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


def fold(stored: StoredGame) -> tuple[Timeline, Keys]:
    """Fold a stored game, and find the keys of its events."""
    timeline, keys = begun(stored), Keys()
    for recorded, _, after in history(stored):
        if recorded.key:
            keys[recorded.key] = after.state if isinstance(recorded.event, events.Turn) else None
        timeline = after
    return timeline, keys
