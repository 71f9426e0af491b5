"""Decisions: the four ways in which a command is answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from byways.errors import BywaysError
from byways.position.state import Move, State
from byways.site.timeline import refusals
from byways.site.timeline.events import Event
from byways.site.timeline.timeline import Timeline


@dataclass(frozen=True)
class Incomplete:
    """The beginning of a turn."""

    actions: Sequence[int]
    between: State
    """The position in the middle of the turn, as the player to move knows it."""


@dataclass(frozen=True)
class Pending:
    """A whole turn that waits for a confirmation."""

    actions: Sequence[int]
    warning: str = ""
    """What the coach says of it."""


@dataclass(frozen=True)
class Accepted:
    """Events that happen; none where nothing is to change."""

    events: Sequence[Event] = ()
    move: Move | None = field(default=None, compare=False)
    """What the first event plays, where it is a turn that has been judged."""


@dataclass(frozen=True)
class Refused:
    """The reason why nothing happens."""

    error: BywaysError


Decision: TypeAlias = Incomplete | Pending | Accepted | Refused


def refused(game: Timeline, holder: str | None, error: BywaysError) -> Refused:
    """Return a refusal of what only players may ask for."""
    return Refused(error if game.seats_of(holder) else refusals.no_seat())
