"""Clocks: a live one gives each seat some minutes for the game and seconds for each turn, another days for each turn.

Times are those of the events, so every process reads the same clocks from the database, and goes by its time: machines
that share a database need not agree on it. Only people have clocks: what an engine takes is the server's own affair.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from byways.errors import OptionError
from byways.site.storage.game_settings import DAY, TimeControl

CHOICES = ("1+0", "3+2", "5+3", "10+5", "15+10", "30+20", "1d", "2d", "3d", "7d", "14d")
"""Minutes and the seconds added for each turn, or days a turn."""


_SINCE_BOOT: int | None = getattr(time, "CLOCK_BOOTTIME", None)  # Linux's, which goes on while the machine sleeps


class MachineClock:
    """This machine's clock, and what is known of its difference from the database's.

    It goes on evenly from the moment at which the process began: setting the machine's clock costs no player time.
    """

    def __init__(self) -> None:
        self.ahead = timedelta(0)
        self._begun = datetime.now(UTC)
        self._elapsed = _elapsed()

    def read(self) -> datetime:
        """Return the machine's time."""
        return self._begun + timedelta(seconds=_elapsed() - self._elapsed)

    @property
    def steps(self) -> timedelta:
        """How far the machine's clock has been set forward since."""
        return datetime.now(UTC) - self.read()

    def compare(self, before: datetime, there: datetime, after: datetime) -> None:
        """Take over what the database's clock said between two readings.

        A difference that may still be right stays: answers take their time, and the clocks of games must not jitter.
        """
        least, most = before - there, after - there
        if not least <= self.ahead <= most:
            self.ahead = (least + most) / 2


def _elapsed() -> float:
    """Return seconds since some moment in the past."""
    return time.monotonic() if _SINCE_BOOT is None else time.clock_gettime(_SINCE_BOOT)


MACHINE = MachineClock()


def now() -> datetime:
    """Return the present moment by the database's clock, for events and for judging time alike."""
    return MACHINE.read() - MACHINE.ahead


def read_control(text: str) -> TimeControl | None:
    """Parse a time control from a form: "5+3", "3d", or "" for no clock. Raises OptionError."""
    if not text:
        return None
    found = re.fullmatch(r"([0-9]{1,3})(?:\+([0-9]{1,3})|d)", text)
    base = int(found[1]) if found else 0
    if found is None or not base:
        template = "the clock {value!r} is none; write minutes and seconds as in 5+3, or days as in 3d"
        raise OptionError("form.clock", template, option="clock", value=text[:40])
    return TimeControl(base * DAY, days=True) if found[2] is None else TimeControl(base * 60.0, float(found[2]))


@dataclass(frozen=True)
class Clocks:
    """The time left on each seat's clock, in seconds."""

    control: TimeControl
    left: Mapping[str, float]
    running: str | None = None
    """The seat whose time runs."""
    since: datetime | None = None
    at_ply: tuple[Mapping[str, float], ...] = ()
    """What was left when each position came about."""
    start: datetime | None = None
    """The moment before which no time runs, while people are still to come."""

    @classmethod
    def of(cls, control: TimeControl | None, seats: Iterable[str]) -> Clocks | None:
        """Return the clocks before the first turn; None for a game without clocks."""
        if control is None:
            return None
        left = dict.fromkeys(seats, control.base)
        return cls(control, left, at_ply=(left,))

    def go(self, at: datetime, next: str | None, *, turned: bool = False, anew: bool = False) -> Clocks:
        """Return the clocks after the seat that ran was charged, with the clock of `next` running.

        `turned` where a turn was made, which earns the increment and leads to a new position; `anew` where whoever is
        next has a new decision.
        """
        left = dict(self.left)
        if self.running is not None and self.since is not None:
            spent = max(0.0, (at - self.since).total_seconds())
            left[self.running] = max(0.0, left[self.running] - spent) + self.control.increment * turned
        if self.control.days and anew and next is not None:
            left[next] = self.control.base
        at_ply = (*self.at_ply, left) if turned else self.at_ply
        return Clocks(self.control, left, next, max(at, self.start or at), at_ply, self.start)

    def reset(self) -> Clocks:
        """Return the clocks as they are before anybody has made a turn."""
        left = dict.fromkeys(self.left, self.control.base)
        return Clocks(self.control, left, at_ply=(left,) * len(self.at_ply))

    def back(self, ply: int) -> Clocks:
        """Return the clocks after turns were taken back: no seat has more time than before them."""
        before = self.at_ply[ply]
        left = {seat: min(left, before[seat]) for seat, left in self.left.items()}
        return replace(self, left=left, at_ply=self.at_ply[: ply + 1])

    @property
    def deadline(self) -> datetime | None:
        """The moment at which the running clock is used up; None if none runs."""
        if self.running is None or self.since is None:
            return None
        return self.since + timedelta(seconds=self.left[self.running])
