"""Pieces, and the marks that lie on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from byways.draw.ink import XY, circle, cross, disc, path, polyline
from byways.draw.lettering import words
from byways.draw.sheet import Sheet
from byways.picture import Item

LAYERS = 5
"""So many pieces of a stack are seen; the numeral tells how many there are."""
STEP = 6.5
"""How far a piece of a stack lies above the one under it."""
FIGURES: Mapping[str, Sequence[XY]] = {
    "p1": ((0, -0.9), (0, 0.9)),
    "p2": ((-1, 0), (1, 0)),
    "p3": ((0, -1), (0.87, 0.5), (-0.87, 0.5), (0, -1)),
    "p4": ((-0.7, -0.7), (0.7, -0.7), (0.7, 0.7), (-0.7, 0.7), (-0.7, -0.7)),
    "p5": ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, 0)),
    "p6": ((-0.8, 0.4), (0, -0.5), (0.8, 0.4)),
}
"""What players by number have on their pieces, to a figure's half width."""


def stone(sheet: Sheet, item: Item) -> str:
    """Draw a disc with a thin rim; its owner's sign is told by shape as well as by colour."""
    return _piece(sheet, item, sheet.at(item.at[0]), sheet.radius, bool(item.owner))


def stack(sheet: Sheet, item: Item) -> str:
    """Draw pieces one upon the other, with their number if there are two or more."""
    x, y = sheet.at(item.at[0])
    height = int(item.text) if item.text.isdecimal() else 1
    seen = min(height, LAYERS)
    if height < 2:
        return stone(sheet, item)
    radius = sheet.radius - seen
    foot = y + STEP * (seen - 1) / 2
    tops = [(x, foot - STEP * level) for level in range(seen)]
    lower = "".join(_piece(sheet, item, top, radius, False) for top in tops[:-1])
    numeral = words(item.text, tops[-1], 30, 1.25 * radius)
    signed = sheet.owner(item.owner) == "white"  # its ring goes round the numeral, other signs would cross it
    return lower + _piece(sheet, item, tops[-1], radius, signed) + f'<g class="height">{numeral}</g>'


def numbered(sheet: Sheet, item: Item) -> str:
    """Draw a future piece: its rim is broken, and it bears the number of its turn."""
    at, radius = sheet.at(item.at[0]), sheet.radius - 3
    owner = sheet.owner(item.owner)
    sign = _sign(owner, at, radius) if owner == "white" else ""  # as of a stack
    numeral = words(item.text, at, 40, 1.1 * radius)
    return circle("face broken", at, radius, 5) + sign + f'<g class="height">{numeral}</g>'


def goal(sheet: Sheet, item: Item) -> str:
    """Draw a dot that shows where its owner wants to go: the same face and sign as the owner's pieces, small."""
    at = sheet.at(item.at[0])
    return circle("face", at, 11) + _sign(sheet.owner(item.owner), at, 7)


def last(sheet: Sheet, item: Item) -> str:
    """Draw a dot on the latest change: in its middle, at the shoulder of a stack, or in a corner of a room."""
    x, y = sheet.at(item.at[0])
    if sheet.board.ground == "plan":
        return _solid(polyline([(x + 36, y + 20), (x + 36, y + 36), (x + 20, y + 36)], closed=True))
    if item.at[0] in sheet.numbered:
        return _solid(disc(_shoulder(sheet, item, -1), 9))
    return _solid(disc((x, y), 11))


def flipped(sheet: Sheet, item: Item) -> str:
    """Draw a small ring in the middle of a piece that changed hands."""
    return _over(disc(sheet.at(item.at[0]), 10.5), 5.5)


def flip(sheet: Sheet, item: Item) -> str:
    """Draw a piece's future colour: a small piece of the other colour upon it."""
    at = sheet.at(item.at[0])
    return path("halo", disc(at, 18), 5) + circle("bud", at, 17) + _sign(sheet.owner(item.owner), at, 15)


def capture(sheet: Sheet, item: Item) -> str:
    """Draw a cross over a captured piece; small, at its shoulder, if another piece has taken the place."""
    at = sheet.at(item.at[0])
    if sheet.standing.get(item.at[0], item.owner) == item.owner:
        return _over(cross(at, 17), 7)
    shoulder = _shoulder(sheet, item, 1)
    return path("halo", disc(shoulder, 13), 5) + circle("bud", shoulder, 13) + _over(cross(shoulder, 6), 4)


def need(sheet: Sheet, item: Item) -> str:
    """Draw a broken ring with a plus, where something must still be placed."""
    x, y = sheet.at(item.at[0])
    ring = disc((x, y), 30)
    plus = polyline([(x - 11, y), (x + 11, y)]) + polyline([(x, y - 11), (x, y + 11)])
    return path("halo", ring, 9) + path("core broken", ring, 5) + _over(plus, 6)


def _shoulder(sheet: Sheet, item: Item, side: int) -> XY:
    """Return a place on the rim of a piece: above at the left (-1) or at the right (1)."""
    x, y = sheet.at(item.at[0])
    return x + side * sheet.radius * 0.72, y - sheet.radius * 0.72


def _piece(sheet: Sheet, item: Item, at: XY, radius: float, signed: bool) -> str:
    shade = "" if item.ghost else circle("shade", (at[0], at[1] + 3.5), radius)
    face = circle("face", at, radius)
    sign = _sign(sheet.owner(item.owner), at, radius) if signed else ""
    return shade + face + sign


def _sign(owner: str, at: XY, radius: float) -> str:
    """Draw the sign that tells owners apart without colour.

    White has a ring, Black none, a numbered player a figure.
    """
    if owner == "white":
        return circle("sign", at, radius * 0.74)
    if owner not in FIGURES:
        return ""
    r = radius * 0.45
    return path("sign", polyline((at[0] + x * r, at[1] + y * r) for x, y in FIGURES[owner]), 5)


def _over(data: str, width: float) -> str:
    """Draw lines that are visible on any ground: their own colour upon the halo's."""
    return path("halo", data, width + 5) + path("core", data, width)


def _solid(data: str) -> str:
    return path("halo solid", data, 5) + path("core solid", data)
