"""What the database has of games, as values."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from byways.site.storage.game_settings import EngineLimits, GameSettings

_ID = re.compile("[A-Za-z0-9_.-]{1,24}")  # with a dot: games that engines play on the first page


def new_id() -> str:
    """Return an id for a new game, which cannot be guessed."""
    return secrets.token_urlsafe(9)


def is_id(text: str) -> bool:
    """Return whether a game may have an id: an address may name anything, also what no database can keep."""
    return _ID.fullmatch(text) is not None


@dataclass(frozen=True)
class Seat:
    """A seat: a player's colour, held by a browser (by the hash of its secret) or by an engine with its limits."""

    player: str
    engine: EngineLimits | None = None
    holder: str | None = None
    name: str | None = None

    @property
    def open(self) -> bool:
        """Whether a seat is still open."""
        return self.engine is None and self.holder is None


@dataclass(frozen=True)
class Event:
    """Something that happened in a game; the number counts from 1."""

    number: int
    kind: str
    data: Mapping[str, Any]
    at: datetime
    key: str | None = None


@dataclass(frozen=True)
class Projection:
    """The state of a game after an event: what lists need to know without folding all of its events."""

    last_event: int
    """The event's number."""
    ply: int
    to_move: str | None
    """The player to move."""
    seat_to_move: str | None
    """The seat that plays it; None for dice."""
    over: bool
    result: Mapping[str, Any] | None
    """Of a finished game; None while it is being counted."""
    deadline: datetime | None
    """The moment at which the clock of the player to move runs out."""
    board: str | None = None
    """The position, as `timeline.projection.read_board` reads it."""


class WaitingGames(NamedTuple):
    """The games of a browser that wait."""

    turns: int
    """In how many it is to move."""
    running: bool
    """Whether any of them is in progress."""


@dataclass(frozen=True)
class StoredGame:
    """A game as it is in the database; its seats are those at the start, sorted by player."""

    id: str
    game: str
    options: Mapping[str, Any]
    position: str | None
    created: datetime
    seats: tuple[Seat, ...]
    events: tuple[Event, ...]
    settings: GameSettings = GameSettings()
    projection: Projection | None = None
    """None for records."""


@dataclass(frozen=True)
class ListedGame:
    """A game as lists show it."""

    id: str
    game: str
    options: Mapping[str, Any]
    created: datetime
    position: str | None
    """Where it began, if that was set up."""
    occupants: tuple[Seat, ...]
    """Who sits there now, sorted by player."""
    projection: Projection | None


@dataclass(frozen=True)
class DailyEntry:
    """Number `number` (from 1) of a browser's entries for a day's puzzle."""

    game: str
    day: str
    holder: str
    number: int
    kind: str
    data: Mapping[str, Any]
    at: datetime
    score: int | None = None
    """Of a finished sheet."""
    key: str | None = None


@dataclass(frozen=True)
class SameTransaction:
    """Values stored in the same transaction as new events."""

    projection: Projection | None = None
    """The projection after these events."""
    occupants: Sequence[Seat] = ()
    """Seats with another occupant then, or another name."""
    game: StoredGame | None = None
    """Another game, which begins."""
    entry: DailyEntry | None = None
    """The score of a day's sheet, unless it has one."""
