"""The events of a game: a class for each kind, in the JSON that databases hold.

`by` names a seat by the player that it began as, whom `swap` does not change.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Literal, TypeAlias, get_args

import msgspec

from byways.errors import BywaysError
from byways.rules.options import SWAP
from byways.site.storage import stored_games
from byways.site.storage.game_settings import EngineLimits

What: TypeAlias = Literal["draw", "takeback", "rematch"]


class NewerError(BywaysError):
    """Raised for an event that this version does not know: a newer server shares the database."""

    status = 503


class _Event(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    """Something that happened."""


class Turn(_Event, frozen=True, tag="turn"):
    """A turn of a player or of the dice."""

    turn: str


class Undo(_Event, frozen=True, tag="undo"):
    """Only the first `ply` turns stay."""

    ply: int


class Sit(_Event, frozen=True, tag="sit"):
    """An open seat is taken."""

    player: str
    holder: str
    name: str | None


class Arrive(_Event, frozen=True, tag="arrive"):
    """The person on a seat looks at the board for the first time since all seats are taken."""

    by: str


class Rename(_Event, frozen=True, tag="name"):
    """The name of a seat changes."""

    by: str
    name: str | None


class Offer(_Event, frozen=True, tag="offer"):
    """A seat offers a draw, asks to take back to `ply`, or offers a rematch."""

    by: str
    what: What
    ply: int | None = None


class Answer(_Event, frozen=True, tag="answer"):
    """A seat accepts or declines the open offer, or withdraws its own."""

    by: str
    yes: bool


class Leave(_Event, frozen=True, tag="leave"):
    """An engine takes over a seat of a game of three or more."""

    by: str
    why: str
    engine: EngineLimits


class End(_Event, frozen=True, tag="end"):
    """The game ends where the rules do not end it: by resignation, time, or agreement."""

    winners: tuple[str, ...] | None
    """None where the game counts as unfinished."""
    termination: str
    by: str | None
    """The seat that resigned, or whose time was up."""


class Rematch(_Event, frozen=True, tag="rematch"):
    """The same people play on in another game."""

    game: str


class Revoke(_Event, frozen=True, tag="revoke"):
    """The link to a seat is withdrawn; its occupant leaves the seat."""

    player: str


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """A turn planned in advance."""

    turn: str
    to: str | None = None
    """The turn that it answers; None answers any: a premove."""
    then: tuple[Reply, ...] = ()


class Plan(_Event, frozen=True, tag="plan"):
    """A seat plans its replies, in place of those planned before."""

    by: str
    replies: tuple[Reply, ...]


class Drop(_Event, frozen=True, tag="drop"):
    """A planned reply could not be played."""

    by: str
    turn: str


class Coached(_Event, frozen=True, tag="coached"):
    """A seat asks the coach for the first time."""

    by: str


Played: TypeAlias = (
    Turn | Undo | Sit | Arrive | Rename | Offer | Answer | Leave | End | Rematch | Revoke | Plan | Drop | Coached
)
"""What happens in a game whose rules stay as they are."""


class Revise(_Event, frozen=True, tag="revise"):
    """Only the first `ply` turns stay, for the rules have changed."""

    ply: int
    former: Played | None = None
    """The event that this one replaces: it comes back with rules under which it is possible."""


Event: TypeAlias = Played | Revise
PRIVATE = (Plan, Drop, Coached)
"""Only the seat itself may know of these, not even by a gap in a count."""

SIT = str(Sit.__struct_config__.tag)
"""The kind of the rows of `Sit`."""
COACHED = str(Coached.__struct_config__.tag)
"""The kind of the rows of `Coached`."""
UNDO = str(Undo.__struct_config__.tag)
"""The kind of the rows of `Undo`."""
_KINDS: dict[str, type[Event]] = {str(kind.__struct_config__.tag): kind for kind in get_args(Event)}


class Recorded(msgspec.Struct, frozen=True):
    """An event in a game's log; numbers count from 1."""

    number: int
    event: Event
    at: datetime
    key: str | None = None
    """Chosen by the page that sent the command, so that sending it again is safe."""

    @classmethod
    def read(cls, row: stored_games.Event) -> Recorded:
        """Read a row of the database. Raises NewerError for what this version does not know."""
        try:
            event = msgspec.convert(row.data, _KINDS[row.kind])
        except (KeyError, msgspec.ValidationError) as error:
            raise NewerError("game.newer", "this game was continued by a newer version of the server") from error
        return cls(row.number, event, row.at, row.key)

    def row(self) -> stored_games.Event:
        """Return the row of the database."""
        data = msgspec.to_builtins(self.event)
        return stored_games.Event(self.number, data.pop("kind"), data, self.at, self.key)


Plans: TypeAlias = Mapping[str, tuple[Reply, ...]]
"""By seat."""


def replied(plans: Plans, due: Reply | None, by: str, turn: str) -> tuple[Reply | None, Plans, Drop | None]:
    """Return the planned reply to a seat's turn, what stays planned, and what is dropped for want of a reply.

    `due` was the planned reply to the turn before. A premove is meant for the colour that one has: it does not answer
    `swap`.
    """
    if not due and not plans:
        return None, plans, None
    further = due.then if due is not None and due.turn == turn else ()
    answers = [(seat, reply) for seat, replies in plans.items() if seat != by for reply in replies]
    met = (turn,) if turn == SWAP.name else (turn, None)
    found = next((reply for _, reply in answers if reply.to in met), None)
    dropped = next((Drop(seat, "" if reply.to else reply.turn) for seat, reply in answers), None)
    return found, planned({}, by, further), None if found else dropped


def planned(plans: Plans, by: str, replies: tuple[Reply, ...]) -> Plans:
    """Return plans with those of one seat exchanged."""
    others = {seat: planned for seat, planned in plans.items() if seat != by}
    return others | ({by: replies} if replies else {})
