"""A game as its events have left it: an immutable value, and the fold that makes it.

`evolve` defines the effect of each kind of event, `consequence` the event that follows by itself.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from byways.errors import CannotUndoError, IllegalTurnError
from byways.position.state import Move, State, start
from byways.position.undo import take_back
from byways.site.storage.game_settings import EngineLimits, GameSettings
from byways.site.storage.stored_games import Seat, StoredGame
from byways.site.timeline import events
from byways.site.timeline.clocks import Clocks
from byways.site.timeline.events import Event, Plans, Recorded, Reply, What, planned, replied

DRAW: Literal["draw"] = "draw"
TAKEBACK: Literal["takeback"] = "takeback"
REMATCH: Literal["rematch"] = "rematch"
_BY_SEATS = ("waiting", "unmanned", "engines", "people", "_held")  # follow from `seats` alone
_NEW_DECISION = (events.Turn, events.Undo, events.Revise, events.Sit)
_NEW_POSITION = (*_NEW_DECISION, events.Leave, events.End, events.Revoke)
"""After these a page that was about to act must look again; all else leaves a half-made turn alone."""
Roll = Callable[[State], str]
"""Dice: returns one of the results of a state in which chance is to move."""


@dataclass(frozen=True)
class OpenOffer:
    """A proposal that not everybody has answered yet."""

    number: int
    by: str
    what: What
    ply: int | None = None
    agreed: frozenset[str] = frozenset()
    """Holders."""


@dataclass(frozen=True)
class Declined:
    """An offer that was declined, by an answer or by another turn."""

    number: int
    """Of the event that did it."""
    by: str
    what: What


class Timeline(msgspec.Struct, frozen=True, dict=True, weakref=True):
    """A game at one moment. All of it follows from its start and its events."""

    state: State
    """The position, which knows those before it."""
    seats: Mapping[str, Seat] = msgspec.field(default_factory=dict)
    """Who plays now, by the player that each seat began as; none where the game is not kept."""
    creator: str | None = None
    """The holder who gives out the seats' links."""
    final: bool = False
    """Whether the end cannot be taken back: the score of a day's sheet that counts."""
    patience: float | None = None
    """The seconds that a live clock waits for people to come; None where it does not."""
    arrived: frozenset[str] = frozenset()
    """The holders who have come since all seats are taken, where the game waits for them."""
    number: int = 0
    """The number of the last event."""
    heard: int = 0
    """The number of events that everybody may know of, by which pages count: all but plans."""
    version: int = 0
    """The same up to the last event that a half-made turn cannot outlive."""
    end: events.End | None = None
    """The end of a game that did not end by its rules."""
    offer: OpenOffer | None = None
    declined: Declined | None = None
    """The offer declined last, until the game goes on."""
    closed: frozenset[tuple[str, What]] = frozenset()
    """(seat, what) that was declined since the last turn."""
    links: Mapping[str, int] = msgspec.field(default_factory=dict)
    """The number of links that were withdrawn, by the seats that others were to take."""
    renamed: Mapping[str, int] = msgspec.field(default_factory=dict)
    """The number of times that a seat was called otherwise."""
    rematch: str | None = None
    """The id of the game in which the same people play on."""
    plans: Plans = msgspec.field(default_factory=dict)
    """The replies that a seat has planned."""
    due: Reply | None = None
    """The planned reply to the turn before."""
    dropped: events.Drop | None = None
    """The planned reply that could not be played in answer to the last turn, until the next plan or turn. Its turn is
    empty where replies were planned, and none to that turn."""
    coached: bool = False
    """Whether the coach was asked."""
    clocks: Clocks | None = None

    @cached_property
    def states(self) -> Sequence[State]:
        """All states, from the start to the present one."""
        line: list[State] = []
        state: State | None = self.state
        while state is not None:
            line.append(state)
            state = state.previous
        return tuple(reversed(line))

    @cached_property
    def ply(self) -> int:
        """The number of turns played."""
        return len(self.states) - 1

    @cached_property
    def waiting(self) -> Sequence[str]:
        """The open seats; while there are any, no turn is made."""
        return [player for player, seat in self.seats.items() if seat.open]

    @cached_property
    def unmanned(self) -> bool:
        """Whether only engines play."""
        return len(self.engines) == len(self.seats)

    @cached_property
    def engines(self) -> Sequence[EngineLimits]:
        """The engines that play."""
        return [seat.engine for seat in self.seats.values() if seat.engine]

    @cached_property
    def over(self) -> bool:
        """Whether nothing more is to be played."""
        return self.end is not None or self.state.to_move is None

    @cached_property
    def to_move(self) -> str | None:
        """The player to move, who may be "chance"; None when the game is over or waits for people."""
        return None if self.over or self.waiting else self.state.to_move

    @cached_property
    def mover(self) -> Seat | None:
        """The seat that is to move."""
        return self.players.get(self.to_move or "")

    @cached_property
    def players(self) -> Mapping[str, Seat]:
        """The seat that plays each player now; the pie rule's `swap` exchanges the seats."""
        return {player: self.seats[self.state.seat_of(player)] for player in self.seats}

    def player_of(self, seat: str) -> str:
        """Return the colour that a seat has now."""
        return next(player for player, found in self.players.items() if found.player == seat)

    @cached_property
    def people(self) -> Mapping[str, str]:
        """The holders of the seats at which people sit, by seat."""
        return {player: seat.holder for player, seat in self.seats.items() if seat.holder and not seat.engine}

    def seats_of(self, holder: str | None) -> Sequence[str]:
        """Return the seats at which a browser plays."""
        return self._held.get(holder, ())

    @cached_property
    def _held(self) -> Mapping[str | None, tuple[str, ...]]:
        """Return the seats of every browser that plays."""
        seats: dict[str | None, tuple[str, ...]] = {}
        for seat, holder in self.people.items():
            seats[holder] = (*seats.get(holder, ()), seat)
        return seats

    def revocable(self, holder: str | None) -> list[str]:
        """List the seats to which a browser has sent links and may withdraw them, which it may until the first turn."""
        if self.end or holder is None or holder != self.creator or not self.links:
            return []
        return [] if any(state.to_move != "chance" for state in self.states[:-1]) else list(self.links)

    def players_of(self, holder: str | None) -> tuple[str, ...]:
        """Return the players for whom a browser plays."""
        seats = self.seats_of(holder)
        return tuple([player for player, seat in self.players.items() if seat.player in seats] if seats else ())

    def sole_holder(self, holder: str | None) -> bool:
        """Return whether all people of the game sit at this browser."""
        return len(self.seats_of(holder)) + len(self.engines) == len(self.seats) > len(self.engines)

    def undo_ply(self, holder: str | None) -> int | None:
        """Return the ply of a browser's last decision; None if undoing it would cross dice or a reveal."""
        if self.end is not None or self.waiting:
            return None
        mine = self.seats_of(holder)
        try:
            before = take_back(self.state, lambda before: before.seat_of(before.to_move or "") in mine)
        except CannotUndoError:
            return None
        return next(ply for ply in range(self.ply - 1, -1, -1) if self.states[ply] is before)

    def awaits(self, holder: str | None) -> bool:
        """Return whether the clocks wait for a browser, or did until they waited too long."""
        absent = holder in self.people.values() and holder not in self.arrived
        return absent and not self.over and self.clocks is not None and self.clocks.start is not None

    @property
    def deadline(self) -> datetime | None:
        """The moment at which the player to move loses on time."""
        return self.clocks.deadline if self.clocks else None


def begin(state: State, seats: Mapping[str, Seat], settings: GameSettings, at: datetime) -> Timeline:
    """Return a game before its first event."""
    seated = {player: seats[player] for player in state.players}
    final = settings.daily is not None and not settings.again
    clocks = Clocks.of(settings.clock, seated)
    links = {player: 0 for player, seat in seated.items() if seat.open}
    game = Timeline(state, seated, settings.creator, final, settings.arrival, links=links, clocks=clocks)
    return _timed(game, at, seated=True, anew=True)


def begun(stored: StoredGame) -> Timeline:
    """Return a stored game before its first event. Whoever came later still has to come, though old rows name them."""
    state = start(stored.game, position=stored.position, **stored.options)
    sat = (Recorded.read(row).event for row in stored.events if row.kind == events.SIT)
    came = {event.player: Seat(event.player) for event in sat if isinstance(event, events.Sit)}
    return begin(state, {seat.player: seat for seat in stored.seats} | came, stored.settings, stored.created)


def load(stored: StoredGame) -> Timeline:
    """Fold a stored game. Raises NewerError, IllegalTurnError."""
    timeline = begun(stored)
    for row in stored.events:
        timeline = evolve(timeline, Recorded.read(row))
    return timeline


def evolve(before: Timeline, recorded: Recorded, move: Move | None = None) -> Timeline:
    """Return the timeline after its next event. A plan touches no count that others know of, and no clock.

    A turn need not be read and judged again where its `move` is given; one of any other state is ignored.
    """
    event = recorded.event
    if isinstance(event, events.PRIVATE):
        return replace(_applied(before, before.heard, event), number=recorded.number)
    heard = before.heard + 1
    version = heard if isinstance(event, _NEW_POSITION) else before.version
    after = replace(_applied(before, heard, event, move), number=recorded.number, heard=heard, version=version)
    turned = isinstance(event, events.Turn)
    seated = isinstance(event, events.Sit)
    timed = _timed(after, recorded.at, turned=turned, seated=seated, anew=isinstance(event, _NEW_DECISION))
    if timed.seats is before.seats:
        timed.__dict__.update((name, known) for name, known in before.__dict__.items() if name in _BY_SEATS)
    return timed


def consequence(timeline: Timeline, roll: Roll) -> tuple[Event, Move | None] | None:
    """Return what follows by itself, and how it moves if that is judged; None where a player decides.

    That is a roll of dice, or a planned reply or its drop.
    """
    if timeline.end is None and timeline.state.to_move == "chance":
        rolled = roll(timeline.state)
        return events.Turn(rolled), timeline.state.move(rolled)
    due = timeline.due
    mover = timeline.mover
    if due is None or mover is None:
        return None
    try:
        return events.Turn(due.turn), timeline.state.move(due.turn)
    except IllegalTurnError:
        return events.Drop(mover.player, due.turn), None


def proceed(
    timeline: Timeline,
    happened: Iterable[Event],
    at: datetime,
    roll: Roll,
    key: str | None = None,
    move: Move | None = None,
) -> tuple[list[Recorded], Timeline]:
    """Record events, the first with the key, and all that follows by itself; return the log and the timeline after.

    `move` is what the first of them plays, where that has been judged.
    """
    log: list[Recorded] = []
    coming = ((event, move) for event in happened)
    while (found := next(coming, None) or consequence(timeline, roll)) is not None:
        event, judged = found
        log.append(Recorded(timeline.number + 1, event, at, None if log else key))
        timeline = evolve(timeline, log[-1], judged)
    return log, timeline


def _applied(game: Timeline, number: int, event: Event, move: Move | None = None) -> Timeline:
    """Return the effect of an event, without its numbers and its time."""
    match event:
        case events.Turn(turn):
            return _turned(game, number, turn, move)
        case events.Undo(ply) | events.Revise(ply):
            clocks = game.clocks and game.clocks.back(ply)
            before = replace(game, state=game.states[ply], clocks=clocks, plans={}, due=None, dropped=None)
            return _settled(before, closed=frozenset())
        case events.Sit(player, holder, name):
            return _reseated(game, Seat(player, None, holder, name))
        case events.Arrive(by):
            return replace(game, arrived=game.arrived | {game.people[by]})
        case events.Rename(by, name):
            renamed = {**game.renamed, by: game.renamed.get(by, 0) + 1}
            return replace(_reseated(game, dataclasses.replace(game.seats[by], name=name)), renamed=renamed)
        case events.Offer(by, what, ply):
            offer = OpenOffer(number, by, what, ply, frozenset({game.people[by]}))
            return replace(game, offer=offer, declined=None)
        case events.Answer(by, yes):
            return _answered(game, number, by, yes=yes)
        case events.Leave(by, _, engine):
            return _settled(_reseated(game, dataclasses.replace(game.seats[by], engine=engine)))
        case events.End():
            return _settled(replace(game, end=event, plans={}, due=None, dropped=None), closed=frozenset())
        case events.Rematch(other):
            return _settled(game, rematch=other)
        case events.Revoke(player):
            links = {**game.links, player: game.links[player] + 1}
            clocks = game.clocks and game.clocks.reset()
            freed = replace(_reseated(game, Seat(player)), links=links, clocks=clocks, plans={}, due=None, dropped=None)
            return _settled(freed, closed=frozenset())
        case events.Plan(by, replies):
            return replace(game, plans=planned(game.plans, by, replies), dropped=None)
        case events.Drop(by):
            return replace(game, plans=planned(game.plans, by, ()), due=None, dropped=event)
        case events.Coached():
            return replace(game, coached=True)


def _turned(game: Timeline, number: int, turn: str, move: Move | None) -> Timeline:
    """Return the game after a turn, with the reply to it that is planned. Dice leave plans, and a refusal, alone."""
    mover = game.mover
    offer = game.offer
    declined = game.declined if game.mover is None else None
    if offer and (offer.what == TAKEBACK or mover is None or mover.player != offer.by):
        # Who offers a draw may still make the turn; who makes another one instead declines it.
        declined = _refusal(offer, number, mover) or declined
        offer = None
    due = game.due
    plans = game.plans
    dropped = game.dropped
    if mover is not None:
        due, plans, dropped = replied(game.plans, game.due, mover.player, turn)
    judged = move is not None and move.after.previous is game.state and move.text == turn
    state = move.after if move is not None and judged else game.state.play(turn)
    if mover is not None and mover.holder and game.patience is not None:
        game = replace(game, arrived=game.arrived | {mover.holder})
    return replace(
        game, state=state, offer=offer, declined=declined, closed=frozenset(), due=due, plans=plans, dropped=dropped
    )


def _answered(game: Timeline, number: int, by: str, *, yes: bool) -> Timeline:
    """Return the game after an answer to its offer."""
    offer = game.offer
    assert offer is not None, "an answer follows an offer"
    if yes:
        return replace(game, offer=dataclasses.replace(offer, agreed=offer.agreed | {game.people[by]}))
    declined = _refusal(offer, number, game.seats[by]) or game.declined
    return replace(game, offer=None, declined=declined, closed=game.closed | {(offer.by, offer.what)})


def _refusal(offer: OpenOffer, number: int, by: Seat | None) -> Declined | None:
    """Return what is remembered of an offer that is closed; None unless it had to be answered."""
    return Declined(number, by.player, offer.what) if by and not by.engine and by.player != offer.by else None


def _settled(game: Timeline, **changes: Any) -> Timeline:
    """Return the game without an offer."""
    return replace(game, offer=None, declined=None, **changes)


def _reseated(game: Timeline, seat: Seat) -> Timeline:
    """Return the game with another person, name or engine on a seat."""
    return replace(game, seats={**game.seats, seat.player: seat})


def _timed(game: Timeline, at: datetime, *, turned: bool = False, seated: bool = False, anew: bool = False) -> Timeline:
    """Return the game with its clocks running for the player to move, from when all are there or have waited enough."""
    clocks = game.clocks
    if clocks is None:
        return game
    people = set(game.people.values())
    if game.patience is not None and not game.waiting:
        start = at + timedelta(seconds=game.patience) if seated and len(people) > 1 else clocks.start
        if start is not None and people <= game.arrived:
            start = min(start, at)
        clocks = dataclasses.replace(clocks, start=start)
    mover = game.mover
    person = mover.player if mover and not mover.engine else None
    return replace(game, clocks=clocks.go(at, person, turned=turned, anew=anew))
