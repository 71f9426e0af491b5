"""Floor plans: rooms, walls set inside their own space, doorways, furniture, ways in and out."""

from __future__ import annotations

from byways.draw.ground import DOORWAY
from byways.draw.lettering import words
from byways.draw.shapes import FURNITURE
from byways.draw.sheet import HALF, OUTWARD, Sheet
from byways.draw.svg_markup import UNIT, XY, circle, num, path, polyline
from byways.rules.picture import Item

FACE = 49.0
"""From the middle of a space to the outer face of its walls: two walls on one border leave a slit between them."""
WALL = 13.0
"""Thickness of a wall."""
GAP = 19.0
"""Half the width of a doorway."""
FLOORS = 6


def tile(sheet: Sheet, item: Item) -> str:
    """Draw a floor tinted by its shape, with an outline round all its cells."""
    cells = {sheet.at(name) for name in item.at}
    return _floor(cells, f"floor floor-{_tint(cells)}")


def _tint(cells: set[XY]) -> int:
    """Return a tint that is another for each of the six shapes of The Long Way."""
    top = min(y for _, y in cells)
    return sum(3 + 2 * round((y - top) / UNIT) for _, y in cells) % FLOORS + 1


def cafe(sheet: Sheet, item: Item) -> str:
    """Draw a floor over two cells with fork and knife."""
    cells = {sheet.at(name) for name in item.at}
    x = sum(at[0] for at in cells) / len(cells)
    y = sum(at[1] for at in cells) / len(cells)
    return _floor(cells, "floor") + sheet.use("cutlery", (x, y))


def dot(sheet: Sheet, item: Item) -> str:
    """Draw a small dot in the corner of a cell without walls."""
    return circle("dot", sheet.at(item.at[0]), 4.5)


def display(sheet: Sheet, item: Item) -> str:
    """Draw furniture seen from above, and its number."""
    x, y = sheet.at(item.at[0])
    if item.text in FURNITURE:
        return sheet.use(f"display-{item.text}", (x, y))
    return words(item.text, (x - 29, y - 29), 14, 30, fonts=sheet.on_page)


def value(sheet: Sheet, item: Item) -> str:
    """Draw what a space counts for in a corner that furniture leaves free."""
    return sheet.use("value-loss" if item.text[:1] in "-−" else "value-gain", sheet.at(item.at[0]))


def wall(sheet: Sheet, item: Item) -> str:
    """Draw a thick line inside the side of its own space, flush with the space's other walls."""
    return _boxes(sheet, item, [_extent(sheet, item)])


def doored(sheet: Sheet, item: Item) -> str:
    """Draw a wall with a gap, and the two leaves of a door that stand ajar in it."""
    start, end = _extent(sheet, item)
    inner = FACE - WALL / 2
    leaves = "".join(
        polyline([_turned(sheet, item, (inner, jamb)), _turned(sheet, item, (inner - 11, jamb * 0.42))])
        for jamb in (-GAP, GAP)
    )
    return path("leaf", leaves, 3) + _boxes(sheet, item, [(start, -GAP), (GAP, end)])


def way_in(sheet: Sheet, item: Item) -> str:
    """Draw an arrow in, through an opening between two jambs."""
    return _opening(sheet, item, tip=HALF - 1, tail=HALF + 28)


def way_out(sheet: Sheet, item: Item) -> str:
    """Draw an arrow out, through an opening between two jambs."""
    return _opening(sheet, item, tip=HALF + 29, tail=HALF)


def _opening(sheet: Sheet, item: Item, tip: float, tail: float) -> str:
    step = 1 if tip > tail else -1
    neck = tip - step * 18
    shape = [(tail, -4.5), (neck, -4.5), (neck, -13.0), (tip, 0.0), (neck, 13.0), (neck, 4.5), (tail, 4.5)]
    arrow = polyline([_turned(sheet, item, at) for at in shape], closed=True)
    way = DOORWAY * UNIT
    jambs = "".join(
        polyline([_turned(sheet, item, (HALF - 6, side)), _turned(sheet, item, (HALF + 6, side))])
        for side in (-way, way)
    )
    return path("jamb", jambs, 5) + path("arrow", arrow)


def _extent(sheet: Sheet, item: Item) -> tuple[float, float]:
    """Return where a wall begins and ends along its side: at the outer face of a wall across, else at the border."""
    cell, letter = sheet.side(item.at[0]) or ("", "N")
    before, after = "WE" if letter in "NS" else "NS"
    return -FACE if cell + before in sheet.walls else -HALF, FACE if cell + after in sheet.walls else HALF


def _boxes(sheet: Sheet, item: Item, stretches: list[tuple[float, float]]) -> str:
    """Draw stretches of the wall along its side."""
    data = ""
    for start, end in stretches:
        corners = [(FACE, start), (FACE, end), (FACE - WALL, end), (FACE - WALL, start)]
        data += polyline([_turned(sheet, item, at) for at in corners], closed=True)
    return path("wall", data)


def _turned(sheet: Sheet, item: Item, at: XY) -> XY:
    """Convert (outwards, along) of the item's side to the drawing; along runs right or down."""
    cell, letter = sheet.side(item.at[0]) or (item.at[0], "N")
    x, y = sheet.places[cell]
    ox, oy = OUTWARD[letter]
    return x + ox * at[0] + abs(oy) * at[1], y + oy * at[0] + abs(ox) * at[1]


def _floor(cells: set[XY], name: str) -> str:
    """Draw tinted cells with faint lines between them and a clear one round them all."""
    squares = _squares(cells)
    return path(name, squares) + path("joint", squares, 1.6) + path("plan rim", _outline(cells), 3.2)


def _squares(cells: set[XY]) -> str:
    return "".join(f"M{num(x - HALF)} {num(y - HALF)}h100v100h-100z" for x, y in sorted(cells))


def _outline(cells: set[XY]) -> str:
    """Return the sides of cells beyond which there is no cell of the set."""
    data = ""
    for x, y in sorted(cells):
        for ox, oy in OUTWARD.values():
            if (x + ox * UNIT, y + oy * UNIT) not in cells:
                mx = x + ox * HALF
                my = y + oy * HALF
                data += polyline([(mx - oy * HALF, my - ox * HALF), (mx + oy * HALF, my + ox * HALF)])
    return data
