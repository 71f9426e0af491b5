"""A month of daily puzzles as a calendar: how many of each day's puzzles a browser has done."""

from __future__ import annotations

import calendar
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from babel.dates import format_date, get_day_names

from byways.site.daily.cards import ProgressByPuzzle
from byways.site.daily.puzzle import FIRST_DAY
from byways.site.i18n.languages import current_language, long_date, render
from byways.translatable import say

_MONTH = re.compile(r"(\d{4})-(\d{2})")


@dataclass(frozen=True)
class Day:
    """A day of a month."""

    date: date
    done: int
    """How many of its puzzles were done, then or later."""
    of: int
    """How many there are a day."""
    open: bool
    """Whether it has puzzles: it has come, and there were puzzles by then."""
    today: bool = False
    shown: bool = False
    """Whether its puzzles are on the page."""

    @property
    def label(self) -> str:
        """The day and what was done of it, in words."""
        named = long_date(self.date)
        return f"{named}: {render(say('{done} of {all} solved', done=self.done, all=self.of))}" if self.done else named

    @property
    def kind(self) -> str:
        """How much of it was done: "all", "some" or ""."""
        return "all" if self.done >= self.of else "some" if self.done else ""


@dataclass(frozen=True)
class Month:
    """A month."""

    first: date
    days: Sequence[Day | None]
    """In weeks from Monday on: None means a day of another month."""
    before: str | None
    """The month before as in addresses, if it has puzzles."""
    after: str | None

    @property
    def name(self) -> str:
        """The month and its year in words, in the language of the request."""
        named = format_date(self.first, "LLLL y", locale=current_language().locale)
        return named[:1].upper() + named[1:]

    @property
    def weekdays(self) -> list[str]:
        """The initials of the days of the week."""
        names = get_day_names("narrow", "stand-alone", current_language().locale)
        return [names[i] for i in range(7)]


def read_month(text: str, today: date) -> date:
    """Return the first day of a month such as "2026-10"; of the present month for one without puzzles."""
    found = _MONTH.fullmatch(text)
    if found is not None and 1 <= int(found[2]) <= 12 and int(found[1]) > 0:
        asked = date(int(found[1]), int(found[2]), 1)
        if FIRST_DAY.replace(day=1) <= asked <= today:
            return asked
    return today.replace(day=1)


def month_of(first: date, today: date, by_puzzle: ProgressByPuzzle, of: int, shown: date | None = None) -> Month:
    """Return the calendar of the month that begins with `first`, in which each day has `of` puzzles."""
    done = Counter(day for (_, day), progress in by_puzzle.items() if progress.done)
    days = [
        Day(day, done[day.isoformat()], of, FIRST_DAY <= day <= today, day == today, day == shown)
        if day.month == first.month
        else None
        for day in calendar.Calendar().itermonthdates(first.year, first.month)
    ]
    before, after = first - timedelta(days=1), (first + timedelta(days=31)).replace(day=1)
    return Month(
        first,
        days,
        before=f"{before:%Y-%m}" if before >= FIRST_DAY else None,
        after=f"{after:%Y-%m}" if after <= today else None,
    )
