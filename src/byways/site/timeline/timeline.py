"""A game folded from its events. The kinds of events and their effects are defined here and nowhere else.

    turn    {"turn": text}                         a turn, also one of the dice
    undo    {"ply": n}                             the first n turns stay
    sit     {"player", "holder", "name"}           somebody takes a seat that was open
    name    {"by", "name"}                         somebody is called otherwise
    offer   {"by", "what", "ply"}                  a draw, taking back to a ply, or a rematch; its number names it
    answer  {"by", "yes"}                          to the offer that stands
    leave   {"by", "why", "engine"}                a seat of a game of three or more goes to an engine
    end     {"winners", "termination", "by"}       the game ends where the rules do not end it
    rematch {"game": id}                           the same people play on there

"by" names a seat by the player that it began as, whom `swap` does not change.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from byways.errors import CannotUndoError
from byways.site.storage.game_store import Event, Seat, StoredGame
from byways.site.timeline.clocks import Clocks
from byways.state import State, start
from byways.undo import take_back

DRAW, TAKEBACK, REMATCH = "draw", "takeback", "rematch"
_NEW_DECISION = ("turn", "undo", "sit")
_NEW_POSITION = (*_NEW_DECISION, "leave", "end")
"""After these a page that was about to act must look again; all else leaves a half-made turn alone."""


@dataclass(frozen=True)
class Offer:
    """A proposal that not everybody has answered yet."""

    number: int
    by: str
    what: str
    ply: int | None = None
    agreed: frozenset[str] = frozenset()
    """Holders."""


@dataclass(frozen=True)
class Declined:
    """An offer that was declined, by an answer or by another turn."""

    number: int
    """Of the event that did it."""
    by: str
    what: str


@dataclass(frozen=True)
class End:
    """The end of a game that did not end by its rules: resignation, time, agreement."""

    winners: tuple[str, ...] | None
    """None where the game counts as unfinished."""
    termination: str
    by: str | None
    """The seat that resigned, or whose time was up."""


class Course:
    """The present of a game, and how it came about."""

    def __init__(self, stored: StoredGame) -> None:
        self.states: list[State] = [start(stored.game, position=stored.position, **stored.options)]
        seated = {seat.player: seat for seat in stored.seats}
        came = (event.data["player"] for event in stored.events if event.kind == "sit")
        seated |= {player: Seat(player) for player in came}  # the rows say who came; here they still have to
        self.seats: dict[str, Seat] = {player: seated[player] for player in self.state.players}
        self.version = 0
        """The number of the last event that a half-made turn cannot outlive."""
        self.number = 0
        """The number of the last event."""
        self.keys: dict[str, State | None] = {}
        """The keys of all events that have one; of a turn, also one taken back since, with the state it led to."""
        self.end: End | None = None
        self.offer: Offer | None = None
        self.refusal: Declined | None = None
        """The offer declined last, until the game goes on."""
        self.declined: set[tuple[str, str]] = set()
        """(seat, what) that was declined since the last turn."""
        self.rematch: str | None = None
        self.clocks = Clocks.of(stored.terms.get("clock"), self.seats)
        self._left: list[dict[str, float]] = []
        """The time each seat had left at each state; empty without clocks."""
        self._run(stored.created, turned=False, anew=True)
        self._remember()
        for event in stored.events:
            self.fold(event)

    def after(self, events: Iterable[Event]) -> Course:
        """Return this course with `events` applied; this one stays unchanged."""
        new = copy.copy(self)
        new.states, new.seats = list(self.states), dict(self.seats)
        new.keys, new.declined = dict(self.keys), set(self.declined)
        new.clocks, new._left = self.clocks and self.clocks.copy(), list(self._left)
        for event in events:
            new.fold(event)
        return new

    def fold(self, event: Event) -> None:
        """Take in the next event."""
        mover = self.mover
        getattr(self, f"_{event.kind}")(event.number, event.data, mover)
        self.number = event.number
        if event.kind in _NEW_POSITION:
            self.version = event.number
        if event.key:
            self.keys[event.key] = self.state if event.kind == "turn" else None
        self._run(event.at, turned=event.kind == "turn", anew=event.kind in _NEW_DECISION)
        self._remember()

    @property
    def state(self) -> State:
        """The present state."""
        return self.states[-1]

    @property
    def waiting(self) -> list[str]:
        """The seats that nobody has taken yet; until then nobody moves."""
        return [player for player, seat in self.seats.items() if seat.open]

    @property
    def over(self) -> bool:
        """Whether nothing more is to be played."""
        return self.end is not None or self.state.to_move is None

    @property
    def to_move(self) -> str | None:
        """The player to move, who may be "chance"; None when the game is over or waits for people."""
        return None if self.over or self.waiting else self.state.to_move

    @property
    def mover(self) -> Seat | None:
        """The seat that is to move."""
        return self.seat(self.to_move)

    def seat(self, player: str | None, state: State | None = None) -> Seat | None:
        """Return the seat that plays `player` at a state of this game; the pie rule's `swap` exchanges the seats."""
        return self.seats[(state or self.state).seat_of(player)] if player in self.seats else None

    def player_of(self, seat: str) -> str:
        """Return the colour that a seat has now."""
        return next(player for player in self.seats if (found := self.seat(player)) and found.player == seat)

    @property
    def people(self) -> dict[str, str]:
        """The holders of the seats at which people sit, by seat."""
        return {player: seat.holder for player, seat in self.seats.items() if seat.holder and not seat.engine}

    def players_of(self, holder: str | None, state: State | None = None) -> tuple[str, ...]:
        """Return the players for whom a browser plays."""
        held = ((player, self.seat(player, state)) for player in self.seats)
        return tuple(p for p, seat in held if holder and seat and seat.holder == holder and not seat.engine)

    def sole_holder(self, holder: str | None) -> bool:
        """Return whether all people of the game sit at this browser."""
        return bool(self.players_of(holder)) and all(
            seat.engine or seat.holder == holder for seat in self.seats.values()
        )

    def undo_ply(self, holder: str | None) -> int | None:
        """Return the ply of a browser's last decision; None if undoing it would cross dice or a reveal."""
        if self.end is not None or self.waiting:
            return None
        try:
            before = take_back(self.state, lambda before: before.to_move in self.players_of(holder, before))
        except CannotUndoError:
            return None
        return len(before.turns)

    @property
    def deadline(self) -> datetime | None:
        """The moment at which the player to move loses on time."""
        return self.clocks.deadline if self.clocks else None

    def _run(self, at: datetime, *, turned: bool, anew: bool) -> None:
        if self.clocks is not None:
            mover = self.mover
            person = mover.player if mover and not mover.engine else None
            self.clocks.go(at, person, turned=turned, anew=anew)

    def _remember(self) -> None:
        if self.clocks is not None and len(self._left) < len(self.states):
            self._left.append(dict(self.clocks.left))

    # One for each kind of event

    def _turn(self, number: int, data: Any, mover: Seat | None) -> None:
        if mover is not None:
            self.refusal = None  # dice that roll after the turn that declined leave it
        if self.offer and (self.offer.what == TAKEBACK or mover is None or mover.player != self.offer.by):
            # Who offers a draw may still make the turn; who makes another one instead declines it.
            self._decline(number, mover)
        self.declined.clear()
        self.states.append(self.state.play(data["turn"]))

    def _undo(self, number: int, data: Any, mover: Seat | None) -> None:
        self.offer = self.refusal = None
        self.declined.clear()
        del self.states[data["ply"] + 1 :]
        if self.clocks is not None:
            del self._left[data["ply"] + 1 :]
            self.clocks.cap(self._left[-1])

    def _sit(self, number: int, data: Any, mover: Seat | None) -> None:
        self.seats[data["player"]] = Seat(data["player"], None, data["holder"], data["name"])

    def _name(self, number: int, data: Any, mover: Seat | None) -> None:
        self.seats[data["by"]] = replace(self.seats[data["by"]], name=data["name"])

    def _offer(self, number: int, data: Any, mover: Seat | None) -> None:
        holder = self.people[data["by"]]
        self.offer = Offer(number, data["by"], data["what"], data.get("ply"), frozenset({holder}))
        self.refusal = None

    def _answer(self, number: int, data: Any, mover: Seat | None) -> None:
        assert self.offer is not None, "an answer follows an offer"
        if data["yes"]:
            self.offer = replace(self.offer, agreed=self.offer.agreed | {self.people[data["by"]]})
        else:
            self.declined.add((self.offer.by, self.offer.what))
            self._decline(number, self.seats[data["by"]])

    def _leave(self, number: int, data: Any, mover: Seat | None) -> None:
        self.offer = self.refusal = None
        self.seats[data["by"]] = replace(self.seats[data["by"]], engine=data["engine"])

    def _end(self, number: int, data: Any, mover: Seat | None) -> None:
        winners = None if data["winners"] is None else tuple(data["winners"])
        self.offer = self.refusal = None
        self.declined.clear()
        self.end = End(winners, data["termination"], data["by"])

    def _rematch(self, number: int, data: Any, mover: Seat | None) -> None:
        self.offer = self.refusal = None
        self.rematch = data["game"]

    def _decline(self, number: int, by: Seat | None) -> None:
        """Withdraw the offer; if it was somebody else's to answer, remember it as declined."""
        if self.offer and by and not by.engine and by.player != self.offer.by:
            self.refusal = Declined(number, by.player, self.offer.what)
        self.offer = None
