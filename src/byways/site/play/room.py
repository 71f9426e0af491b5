"""A game in this process: a lock, a log that only grows, and those who are told.

An event is committed before anybody hears of it; the number it takes in the database decides every race.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, TypeAlias, TypeVar

from byways.errors import BywaysError, IllegalTurnError, OptionError
from byways.position.outcome import Outcome
from byways.position.state import Move
from byways.site.engines.pool import EnginePool
from byways.site.play.job import RoomJob, costly_end
from byways.site.play.pace import Speed
from byways.site.play.presence import Presence
from byways.site.plug_ins.processes import awaited
from byways.site.storage.database_errors import StoreError
from byways.site.storage.game_store import ConflictError, GoneError, Store
from byways.site.storage.stored_games import SameTransaction, StoredGame
from byways.site.timeline import clocks, events
from byways.site.timeline.commands import Command, arrive, decide, time_up
from byways.site.timeline.decisions import Accepted, Decision
from byways.site.timeline.events import Event, Recorded
from byways.site.timeline.keys import KeyLog, fold
from byways.site.timeline.new_games import dice_of, rematch
from byways.site.timeline.projection import project, score_of_day
from byways.site.timeline.revisions import Refold, revised
from byways.site.timeline.timeline import Timeline, proceed
from byways.site.web.live import Followers

GRACE = 8.0  # seconds after the database works again in which no flag falls: pages send again within five
_log = logging.getLogger("byways")
MOST_ARRIVALS = 100  # keys of commands that could not be kept yet
T = TypeVar("T")
Decide: TypeAlias = Callable[[Timeline], Decision]


class Room:
    """One game. Everything that changes it goes through `carry_out`, one at a time."""

    def __init__(
        self,
        stored: StoredGame,
        folded: tuple[Timeline, KeyLog],
        store: Store,
        engines: EnginePool,
        followers: Followers,
    ) -> None:
        self.id = stored.id
        self.stored = stored
        self.timeline, self._keys = folded
        self.job = RoomJob(engines)
        self.watchers: set[Callable[[], None]] = set()
        self.presence = Presence()
        self.shown: object = None
        """What pages show of it now: see `page.views`."""
        self.messages = 0
        """The number of the last message that was heard of here."""
        self.gone: BywaysError | None = None
        """Why the game cannot be played here any more: it was removed, or continued by a newer server."""
        self.notice = ""
        """What the players are told besides, such as that the rules have changed."""
        self.wrote = False
        """Whether this process wrote the last event."""
        self._arrivals: dict[tuple[str | None, Command | None], datetime] = {}
        self.store = store
        self._followers = followers
        self._roll = dice_of(stored.settings)
        self._lock = asyncio.Lock()

    @property
    def outcome(self) -> Outcome | None:
        """The outcome; None while the game goes on, or while an expensive result is being worked out."""
        end = self.timeline.end
        state = self.timeline.state
        if end is not None:
            winners = end.winners or ()
            return Outcome(winners[0] if len(winners) == 1 else None, winners, end.termination, {})
        if costly_end(state):
            return self.job.ending.outcome if self.job.ending else None
        return state.outcome

    @property
    def here(self) -> dict[str, bool]:
        """The holders of seats whose browsers watch, with whether one of their pages is in use."""
        there = self.presence.all
        return {holder: there[holder] for holder in self.timeline.people.values() if holder in there} if there else {}

    @property
    def busy(self) -> bool:
        """Whether the room has watchers or work in progress."""
        return bool(self.watchers) or self.job.working or self._lock.locked()

    @property
    def leads(self) -> bool:
        """Whether it is for this process to let engines think: where several share a database, who wrote last does."""
        return self.wrote or not self.store.shared

    def carried_out(self, key: str | None) -> bool:
        """Return whether something was carried out under a key; who sends it again need not be allowed to any more."""
        return key in self._keys

    # What changes it

    async def act(self, command: Command, holder: str | None, key: str | None = None) -> Decision:
        """Carry out a command of a browser. Raises StoreError."""
        return await self.carry_out(lambda game: decide(game, command, holder), key, command)

    async def carry_out(self, decide: Decide, key: str | None = None, command: Command | None = None) -> Decision:
        """Decide something on the present timeline and store the events; again where another process was quicker.

        Sent again with the same key it changes nothing; with another command it is refused. What keeps nothing does not
        wait for the database. Raises what `decide` raises, and StoreError.
        """
        at = self.moment_of(key, command)
        decide = _once(decide)
        decision = None
        if not self._flag_fallen(at):
            decision = await self._asked(lambda: self._keys.answer(key, command) or decide(self.timeline))
        if decision is None or (isinstance(decision, Accepted) and decision.events):
            async with self._lock:
                decision = await self._decide_and_keep(decide, at, key, command)
        self._arrivals.pop((key, command), None)
        return decision

    async def read_again(self, version: int | None = None) -> None:
        """Reload the game if another process has appended events; `version` is what a browser says there is.

        Raises StoreError, and GoneError or NewerError where the game cannot be played here any more.
        """
        if version is None or (version > self.timeline.version and self.store.shared and await self._is_behind()):
            async with self._lock:
                await self._read_again()

    async def _is_behind(self) -> bool:
        """Return whether the database has more of the game than this process. Raises StoreError."""
        number, _ = (await self.store.numbers([self.id])).get(self.id, (self.timeline.number + 1, 0))
        return number > self.timeline.number

    async def reach(self, *, number: int, version: int, seconds: float) -> None:
        """Wait, but not for long, until another process's news have brought the game to an event and to a version.

        The database is not asked, however far ahead of it these are.
        """
        came = asyncio.Event()
        self.watchers.add(came.set)
        try:
            async with asyncio.timeout(seconds):
                while self.timeline.number < number or self.timeline.version < version:
                    came.clear()
                    await came.wait()
        except TimeoutError:
            pass
        finally:
            self.watchers.discard(came.set)

    async def try_rules(self) -> None:
        """Play the game under changed rules without keeping anything.

        Raises StoreError, and GameError where the rules fail rather than refuse a turn.
        """
        stored = await self.store.load(self.id)
        if stored is None:
            return
        with suppress(IllegalTurnError, OptionError):  # the game cannot begin under these rules, which say so
            timeline = (await asyncio.to_thread(revised, stored)).timeline
            await asyncio.to_thread(timeline.state.legal_actions)

    async def revise(self) -> Refold:
        """Go on under changed rules, from the last turn that is legal.

        Raises StoreError, and BywaysError where the game cannot even begin.
        """
        async with self._lock:
            stored = await self.store.load(self.id)
            if stored is None:
                raise self._lost(GoneError("game.missing", "this game has been removed"))
            try:
                found = await asyncio.to_thread(revised, stored)
                again = [events.Revise(found.timeline.ply)]  # pages take nothing over without a new number
                log, after = await asyncio.to_thread(proceed, found.timeline, again, clocks.now(), self._roll)
                along = SameTransaction(await asyncio.to_thread(project, after))
            except BywaysError as error:
                raise self._lost(error) from None
            rows = [recorded.row() for recorded in (*found.exchanged, *log)]
            await self.store.exchange(self.id, rows, along)
            await self._read_again()
            self.gone = None
        return found

    async def project(self) -> None:
        """Keep the state of the game for lists of games, if the database can be written to."""
        with suppress(StoreError):
            projection = await self._asked(lambda: project(self.timeline, self.outcome))
            await self.store.project(self.id, projection, self.timeline.seats.values())

    async def judge_time(self) -> None:
        """End the game where the time of the player to move is up. Raises StoreError."""
        if self._flag_fallen(clocks.now()):
            await self.carry_out(lambda game: Accepted())

    async def arrive(self, holder: str | None) -> None:
        """Note that a player for whom the clocks wait has come to the board, if the database can be written to."""
        if self.timeline.awaits(holder):
            with suppress(StoreError):
                await self.carry_out(lambda game: arrive(game, holder))

    def set_pace(self, speed: Speed | None, *, paused: bool = False) -> None:
        """Let engines that play each other go on at a pace; None: by one turn."""
        if speed is None:
            self.job.pace.step()
        else:
            self.job.pace.set(speed, paused=paused)
        self.job.attend(self)
        self.tell()

    def tell(self) -> None:
        """Tell everybody who watches that something changed."""
        for watcher in tuple(self.watchers):
            watcher()
        self._followers.tell(self.timeline.people.values())

    # Time

    def moment_of(self, key: str | None, command: Command | None) -> datetime:
        """Return the moment that counts for a command: the first arrival of its key, until it can be kept."""
        if key is None:
            return clocks.now()
        if (key, command) not in self._arrivals and len(self._arrivals) >= MOST_ARRIVALS:
            del self._arrivals[next(iter(self._arrivals))]
        return self._arrivals.setdefault((key, command), clocks.now())

    def _flag_fallen(self, at: datetime) -> bool:
        """Return whether the time of the player to move was up at a moment."""
        return bool(time_up(self.timeline, at).events)

    async def _decide_and_keep(
        self, decide: Decide, at: datetime, key: str | None, command: Command | None
    ) -> Decision:
        while True:
            with suppress(ConflictError):  # another process was quicker, and what it wrote has been read
                decision = await self._asked(self._keys.answer, key, command) or await self._decide(decide, at)
                if isinstance(decision, Accepted):
                    await self._keep(decision.events, at, key, decision.move)
                return decision

    async def _decide(self, decide: Decide, at: datetime) -> Decision:
        """Decide after the flag has fallen, if it has.

        While the database was away turns may have come that could not be kept: the flag waits for them to come again,
        unless it is the turn itself that came too late.
        """
        decision = await self._asked(decide, self.timeline)
        if self._flag_fallen(at) and (self.store.healthy_for(GRACE) or _turned(decision)):
            await self._keep(time_up(self.timeline, at).events, at)
            return await self._asked(decide, self.timeline)
        return decision

    async def _asked(self, function: Callable[..., T], *given: Any) -> T:
        """Call what asks the game, which may live in another process."""
        return await awaited(self.timeline.state.variant.game, function, *given)

    # What is kept

    async def _keep(
        self, happened: Sequence[Event], at: datetime, key: str | None = None, move: Move | None = None
    ) -> None:
        """Append events and what follows from them. Raises ConflictError where another process was quicker."""
        if not happened:
            return
        now = clocks.now()
        clock = self.timeline.clocks
        at = max(at, min(clock.since or at, now)) if clock else now
        log, after, along = await self._asked(self._following, happened, at, key, move)
        try:
            await self.store.append(self.id, [recorded.row() for recorded in log], along)
        except ConflictError:
            await self._read_again()
            raise
        self._keys.note(log[0], self.timeline)
        self.wrote = True
        self._go_on(after)

    def _following(
        self, happened: Sequence[Event], at: datetime, key: str | None, move: Move | None
    ) -> tuple[list[Recorded], Timeline, SameTransaction]:
        """Return events with what follows from them, the timeline after, and what is stored with them."""
        log, after = proceed(self.timeline, happened, at, self._roll, key, move)
        return log, after, self._along(log, after)

    def _along(self, log: Sequence[Recorded], after: Timeline) -> SameTransaction:
        """Return what is stored together with events."""
        agreed = [(record.event.game, record.at) for record in log if isinstance(record.event, events.Rematch)]
        games = [rematch(self.stored, after, name, at) for name, at in agreed]
        changed = [seat for player, seat in after.seats.items() if seat != self.timeline.seats[player]]
        return SameTransaction(project(after), changed, games[0] if games else None, score_of_day(self.stored, after))

    async def _read_again(self) -> None:
        stored = await self.store.load(self.id)
        if stored is None:
            raise self._lost(GoneError("game.missing", "this game has been removed"))
        try:
            folded = await asyncio.to_thread(fold, stored)
        except BywaysError as error:
            raise self._lost(error) from None
        self.stored, (timeline, self._keys) = stored, folded
        self.wrote = self.wrote and timeline.number == self.timeline.number
        self._go_on(timeline)

    def _lost(self, error: BywaysError) -> BywaysError:
        """Note, and tell, why the game cannot be played here any more; the owner of the server too if it is there."""
        if self.gone is None and not isinstance(error, GoneError):
            _log.warning("game %s cannot be played here any more: %s", self.id, error)
        self.gone = error
        self.tell()
        return error

    def _go_on(self, timeline: Timeline) -> None:
        before = self.timeline
        self.timeline = timeline
        self.job.attend(self)
        self.tell()
        self._followers.tell({*before.people.values()} - {*timeline.people.values()})  # who has just left a seat


def _once(decide: Decide) -> Decide:
    """Return a function that decides on the same timeline only once."""
    decided: list[tuple[Timeline, Decision]] = []

    def on(game: Timeline) -> Decision:
        if not decided or decided[-1][0] is not game:
            decided[:] = [(game, decide(game))]
        return decided[-1][1]

    return on


def _turned(decision: Decision) -> bool:
    return isinstance(decision, Accepted) and any(isinstance(event, events.Turn) for event in decision.events)
