"""What is agreed before a game begins, and how far its engines search, as the database holds it in JSON.

Keys that an edition does not know are passed over.
"""

from __future__ import annotations

from typing import Any

import msgspec

from byways.translatable import say, say_many

DAY = 86_400


class TimeControl(msgspec.Struct, frozen=True):
    """A time control, in seconds."""

    base: float
    increment: float = 0.0
    days: bool = False
    """Whether every turn has the base anew."""

    @property
    def text(self) -> str:
        """As a form says it, such as "5+3" or "3d"."""
        return f"{self.base / DAY:g}d" if self.days else f"{self.base / 60:g}+{self.increment:g}"

    @property
    def said(self) -> str:
        """In words."""
        if self.days:
            days = round(self.base / DAY)
            return say_many("{count} day a move", "{count} days a move", days)
        if not self.increment:
            return say("{minutes} min", minutes=f"{self.base / 60:g}")
        return say("{minutes} min + {seconds} s a move", minutes=f"{self.base / 60:g}", seconds=f"{self.increment:g}")


class EngineLimits(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far an engine searches for each turn: one of its graded levels, or all that it can within a limit."""

    level: int | None = None
    seconds: float | None = None
    simulations: int | None = None


class GameSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """The agreed settings of a game, apart from its options, its seats and where it starts."""

    creator: str | None = None
    """The holder who gives out the seats' links, or directs engines that play each other."""
    clock: TimeControl | None = None
    arrival: float | None = None
    """The seconds that a live clock waits for people to come to the board; None where it does not."""
    lines: bool = False
    """Whether lines may be tried while a live clock runs."""
    shown: bool = False
    """Whether others may watch from the first page."""
    daily: str | None = None
    """The day whose sheet it is."""
    dice: str | None = None
    """A name; the dice are the same for every game with it."""
    again: bool = False
    """Whether it is a later attempt at a day's sheet, which does not count."""

    @classmethod
    def read(cls, row: Any) -> GameSettings:
        """Read the column of a game; null where nothing was agreed."""
        return msgspec.convert(row or {}, cls)


def read_limits(row: Any) -> EngineLimits | None:
    """Read the column of a seat; null for a person."""
    return msgspec.convert(row, EngineLimits | None)
