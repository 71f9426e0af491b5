"""Ways over a floor plan: one that comes back along the same spaces runs beside itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from byways.draw.sheet import Sheet
from byways.draw.svg_markup import XY
from byways.rules.picture import Item

ASIDE = 14.0
"""How far to the right of the middle one walks where others come or go."""

Stretch = tuple[str, str]


def beside(sheet: Sheet, item: Item) -> list[XY]:
    """Return the line of a path, to the right of its way on stretches that are walked more than once."""
    walked = Counter(frozenset(step) for step in _stretches(sheet, item))
    steps = list(pairwise(item.at))
    shifts = [_aside(sheet, step) if walked[frozenset(step)] > 1 else (0.0, 0.0) for step in steps]
    if not steps:
        return sheet.trail(item)
    line = [_moved(sheet.at(item.at[0]), shifts[0])]
    for (before, after), (came, goes) in zip(pairwise(steps), pairwise(shifts), strict=True):
        line += _corner(sheet.at(after[0]), came, goes, straight=_straight(sheet, before, after))
    return [*line, _moved(sheet.at(item.at[-1]), shifts[-1])]


def _stretches(sheet: Sheet, item: Item) -> Iterator[Stretch]:
    """Yield every step of the paths on a sheet, and those of an item that is not there yet."""
    paths = [other for other in sheet.board.items if other.kind == item.kind and other.ghost == item.ghost]
    for one in paths if item in paths else [*paths, item]:
        yield from pairwise(one.at)


def _aside(sheet: Sheet, step: Stretch) -> XY:
    """Return what leads from the middle of a stretch to the right of its way."""
    (ax, ay), (bx, by) = map(sheet.at, step)
    length = abs(bx - ax) + abs(by - ay) or 1.0
    return -(by - ay) / length * ASIDE, (bx - ax) / length * ASIDE


def _straight(sheet: Sheet, before: Stretch, after: Stretch) -> bool:
    (ax, ay), (bx, by), (cx, cy) = sheet.at(before[0]), sheet.at(before[1]), sheet.at(after[1])
    return abs((bx - ax) * (cy - by) - (by - ay) * (cx - bx)) < 1


def _corner(at: XY, came: XY, goes: XY, *, straight: bool) -> list[XY]:
    """Return the line through a space: one corner where it bends, two where it changes sides or turns back."""
    if came == goes:
        return [_moved(at, came)]
    return [_moved(at, came), _moved(at, goes)] if straight else [_moved(_moved(at, came), goes)]


def _moved(at: XY, by: XY) -> XY:
    return at[0] + by[0], at[1] + by[1]
