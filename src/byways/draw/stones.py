"""Pieces, and the marks that lie on them."""

from __future__ import annotations

from byways.draw.lettering import words
from byways.draw.shapes import HEATS, LAYERS, level, piece_of
from byways.draw.sheet import Sheet
from byways.draw.svg_markup import XY, circle
from byways.rules.picture import Item


def stone(sheet: Sheet, item: Item) -> str:
    """Draw a disc, or a stone where lines cross or on paper; one that would be placed has a ring."""
    owner = _owner(sheet, item)
    at = sheet.at(item.at[0])
    piece = sheet.use(piece_of(sheet, owner).format(1 if sheet.hexes else sheet.radius), at)
    return piece + (sheet.use("aim", at) if item.ghost and item.kind == "stone" else "")


def stack(sheet: Sheet, item: Item) -> str:
    """Draw pieces one upon the other, with their number if there are two or more."""
    x, y = sheet.at(item.at[0])
    height = int(item.text) if item.text.isdecimal() else 1
    if height < 2:
        return stone(sheet, item)
    seen = min(height, LAYERS)
    pile = sheet.use(f"pile-{_owner(sheet, item)}-{seen}", (x, y))
    numeral = words(item.text, (x, y - level(seen, seen - 1)), 22, 1.25 * sheet.radius, fonts=sheet.on_page)
    return f'{pile}<g class="height">{numeral}</g>'


def numbered(sheet: Sheet, item: Item) -> str:
    """Draw a future piece: a shade with a broken rim, which bears the number of its turn, if that is known.

    The halo parts the rim from a piece already there.
    """
    at = sheet.at(item.at[0])
    radius = sheet.radius - 1
    halo = circle("halo", at, radius - 1, 4) if item.at[0] in sheet.standing else ""
    face = circle("face shade", at, radius) + halo + circle("broken", at, radius - 1, 4)
    if not item.text:
        return face
    return face + f'<g class="height">{words(item.text, at, 34, 1.1 * radius, fonts=sheet.on_page)}</g>'


def goal(sheet: Sheet, item: Item) -> str:
    """Draw a ring and a dot that show where its owner wants to go."""
    return sheet.use(f"goal-{_owner(sheet, item)}", sheet.at(item.at[0]))


def last(sheet: Sheet, item: Item) -> str:
    """Draw a dot on the latest change: in its middle, at the shoulder of a stack, or in a corner of a room."""
    if sheet.plan:
        return sheet.use("corner", sheet.at(item.at[0]))
    numbered = item.at[0] in sheet.numbered
    return sheet.use("last", _shoulder(sheet, item, -1) if numbered else sheet.at(item.at[0]))


def flipped(sheet: Sheet, item: Item) -> str:
    """Draw four ticks on the rim of a piece that changed hands."""
    return sheet.use(f"turned-{sheet.radius}", sheet.at(item.at[0]))


def flip(sheet: Sheet, item: Item) -> str:
    """Draw a piece's future colour on half of its face."""
    return sheet.use(f"half-{_owner(sheet, item)}-{sheet.radius}", sheet.at(item.at[0]))


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


def _owner(sheet: Sheet, item: Item) -> str:
    return sheet.owner(item.owner) or "nobody"
