"""The side panel of a board, as data: dice, counters, points by source, legends, lines of text.

A game says what there is to know; a page decides how it looks. Where a choice is pointed at, the same panel is made for
the position after it, and the page is told the numbers and lines that differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from byways.rules.picture import Picture


@dataclass(frozen=True)
class Die:
    """A die with its face."""

    name: str
    face: int
    """From 1 to 6; 0 while it is to be rolled."""
    dark: bool = False


@dataclass(frozen=True)
class Dice:
    """The dice with their history."""

    title: str
    """What they are for, such as the round."""
    dice: tuple[Die, ...]
    rolls: tuple[tuple[int, ...], ...] = ()
    """The faces of earlier rolls, in the order of `dice`; the latest last."""
    says: str = ""
    """What they allow now."""


@dataclass(frozen=True)
class Count:
    """Something that is counted, such as coins."""

    name: str
    number: int
    help: str = ""
    """What it is good for."""


@dataclass(frozen=True)
class Source:
    """Where points come from."""

    name: str
    number: int
    scored: bool = True
    """Whether the number counts towards the total; if not it is a fact, such as a length."""


@dataclass(frozen=True)
class Points:
    """The points so far by source."""

    title: str
    total: int
    sources: tuple[Source, ...] = ()
    marks: tuple[tuple[int, str], ...] = ()
    """What totals are called from some number on, ascending."""
    says: str = ""
    """Why there are none, if so."""


@dataclass(frozen=True)
class Entry:
    """A thing that can be on the board, with its name."""

    picture: Picture
    name: str
    open: bool = False
    """Whether it may be placed now."""


@dataclass(frozen=True)
class Legend:
    """Things that can be on the board."""

    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Line:
    """A line of text, such as who holds a goal, perhaps with a number, such as the length of a path."""

    text: str
    number: int | None = None
    owner: str = ""
    """The player it is about."""
    help: bool = False
    """Whether it says what players would otherwise have to find out; a page can be told to leave it out."""


@dataclass(frozen=True)
class Sample:
    """One of all the things that dice may bring."""

    picture: Picture
    name: str
    says: str = ""
    """What became of it, such as "drawn twice"."""
    rolled: bool = False
    near: bool = False
    """Whether one more die could bring it."""
    gone: bool = False
    """Whether it cannot be placed any more."""


@dataclass(frozen=True)
class Faces:
    """What each face of a die would bring, while the other dice stay as they lie."""

    title: str
    samples: tuple[Sample, ...]


Block: TypeAlias = Dice | Count | Points | Legend | Faces | Line
Panel: TypeAlias = tuple[Block, ...]


@dataclass(frozen=True)
class Gallery:
    """All the things that dice may bring, in rows."""

    title: str
    samples: tuple[Sample, ...]
    columns: int
    help: str = ""


def values(panel: Panel) -> Mapping[str, str]:
    """Return all numbers and lines that a choice may change, each by the number of its block and its place there."""
    found: dict[str, str] = {}
    for i, block in enumerate(panel):
        if isinstance(block, Points):
            found[f"{i}.total"] = signed(block.total)
            numbers = (signed(one.number) if one.scored else str(one.number) for one in block.sources)
            found |= {f"{i}.{j}": number for j, number in enumerate(numbers)}
        elif isinstance(block, Count):
            found[f"{i}.total"] = str(block.number)
        elif isinstance(block, Line):
            found[f"{i}.text"] = block.text if block.number is None else str(block.number)
    return found


def signed(number: int) -> str:
    """Return a number as points are written: with its sign, and a minus that is not missed."""
    return f"{number:+d}".replace("-", "−") if number else "0"
