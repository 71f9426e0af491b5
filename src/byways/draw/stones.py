"""Pieces, and the marks that lie on them."""

from __future__ import annotations

from byways.draw.ink import XY, circle
from byways.draw.lettering import words
from byways.draw.shapes import HEATS, LAYERS, sign
from byways.draw.sheet import Sheet
from byways.picture import Item

STEP = 6.5
"""How far a piece of a stack lies above the one under it."""


def stone(sheet: Sheet, item: Item) -> str:
    """Draw a disc with a thin rim; its owner's sign is told by shape as well as by colour."""
    return _piece(sheet, item, sheet.at(item.at[0]), sheet.radius)


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
    numeral = words(item.text, tops[-1], 30, 1.25 * radius)
    signed = _owner(sheet, item) == "white"  # its ring goes round the numeral, other signs would cross it
    pieces = "".join(_piece(sheet, item, top, radius, signed) for top in tops)
    return f'{pieces}<g class="height">{numeral}</g>'


def numbered(sheet: Sheet, item: Item) -> str:
    """Draw a future piece: its rim is broken, and it bears the number of its turn."""
    at, radius = sheet.at(item.at[0]), sheet.radius - 3
    owner = sheet.owner(item.owner)
    ring = sign(owner, at, radius) if owner == "white" else ""  # as of a stack
    numeral = words(item.text, at, 40, 1.1 * radius)
    return circle("face broken", at, radius, 5) + ring + f'<g class="height">{numeral}</g>'


def goal(sheet: Sheet, item: Item) -> str:
    """Draw a dot that shows where its owner wants to go: the same face and sign as the owner's pieces, small."""
    return sheet.use(f"goal-{_owner(sheet, item)}", sheet.at(item.at[0]))


def last(sheet: Sheet, item: Item) -> str:
    """Draw a dot on the latest change: in its middle, at the shoulder of a stack, or in a corner of a room."""
    if sheet.board.ground == "plan":
        return sheet.use("corner", sheet.at(item.at[0]))
    if item.at[0] in sheet.numbered:
        return sheet.use("last-9", _shoulder(sheet, item, -1))
    return sheet.use("last-11", sheet.at(item.at[0]))


def flipped(sheet: Sheet, item: Item) -> str:
    """Draw a small ring in the middle of a piece that changed hands."""
    return sheet.use("flipped", sheet.at(item.at[0]))


def flip(sheet: Sheet, item: Item) -> str:
    """Draw a piece's future colour: a small piece of the other colour upon it."""
    return sheet.use(f"bud-{_owner(sheet, item)}", sheet.at(item.at[0]))


def capture(sheet: Sheet, item: Item) -> str:
    """Draw a cross over a captured piece; small, at its shoulder, if another piece has taken the place."""
    if sheet.standing.get(item.at[0], item.owner) == item.owner:
        return sheet.use("captured", sheet.at(item.at[0]))
    return sheet.use(f"taken-{_owner(sheet, item)}", _shoulder(sheet, item, 1))


def heat(sheet: Sheet, item: Item) -> str:
    """Draw a disc that is the larger the better it is to play there."""
    size = item.text if item.text in HEATS else HEATS[0]
    return sheet.use(f"heat-{size}", sheet.at(item.at[0]))


def need(sheet: Sheet, item: Item) -> str:
    """Draw a broken ring with a plus, where something must still be placed."""
    return sheet.use("need", sheet.at(item.at[0]))


def _shoulder(sheet: Sheet, item: Item, side: int) -> XY:
    """Return a place on the rim of a piece: above at the left (-1) or at the right (1)."""
    x, y = sheet.at(item.at[0])
    return x + side * sheet.radius * 0.72, y - sheet.radius * 0.72


def _piece(sheet: Sheet, item: Item, at: XY, radius: int, signed: bool = True) -> str:
    form = ("ghost" if signed else "face") if item.ghost else ("piece" if signed else "disc")
    return sheet.use(f"{form}-{_owner(sheet, item)}-{radius}", at)


def _owner(sheet: Sheet, item: Item) -> str:
    return sheet.owner(item.owner) or "nobody"
