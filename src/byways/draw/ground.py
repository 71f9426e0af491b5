"""The layers under the pieces: plate, grid or hexes, the owners' edges, and coordinates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from math import hypot

from byways.draw.ink import UNIT, XY, hexagon, num, path, polyline, rectangle
from byways.draw.lettering import WEIGHT, drawable, strokes, words
from byways.draw.sheet import HEX, Sheet
from byways.picture import Board, Edge, Point

BAND = 14.0
"""Thickness of an edge's band."""
DOORWAY = 0.28
"""Half the width of an opening in the rim, to a cell."""

Segment = tuple[bool, float, float, float]
"""A stretch of a grid line: upright or not, where the line lies, from, to; in cells."""


def bare(sheet: Sheet) -> Mapping[tuple[str, str], str]:
    """Draw all that lies under the pieces; return the markup by (layer, name within it)."""
    items = tuple(item for item in sheet.board.items if item.kind in sheet.openings)
    board = replace(sheet.board, items=items, title="", notes=())
    return _bare(board, tuple(sheet.classes.items()), sheet.origin)


@lru_cache(maxsize=64)  # it is the same from turn to turn: without, a drawing takes half as long again
def _bare(board: Board, classes: tuple[tuple[str, str], ...], origin: XY) -> Mapping[tuple[str, str], str]:
    sheet = Sheet(board, dict(classes), origin)
    found = {("board", "ground"): ground(sheet)}
    found |= {("edges", str(i)): edge(sheet, stretch) for i, stretch in enumerate(board.edges)}
    return found | ({("labels", "coordinates"): coordinates(sheet)} if board.labels else {})


def ground(sheet: Sheet) -> str:
    """Draw the board itself."""
    return _hexes(sheet) if sheet.hexes else _squares(sheet)


def coordinates(sheet: Sheet) -> str:
    """Draw all labels as one path; those with letters that we do not draw as texts."""
    size = 100 * min(0.4, max(0.27, 0.19 + 0.0105 * sheet.span))
    dx, dy = sheet.origin
    placed = [(label.text, (label.x * UNIT + dx, label.y * UNIT + dy)) for label in sheet.board.labels]
    data = "".join(strokes(text, at, size) for text, at in placed if drawable(text))
    others = "".join(words(text, at, size, 2 * UNIT) for text, at in placed if not drawable(text))
    return (path("letters", data, size * WEIGHT) if data else "") + others


def edge(sheet: Sheet, stretch: Edge) -> str:
    """Draw a band along the border, mitred at its ends.

    All but Black's are hatched, so that patterns tell owners apart.
    """
    dx, dy = sheet.origin
    gap = 5.0
    line = [(x * UNIT + dx, y * UNIT + dy) for x, y in stretch.line]
    centre = _centre(sheet)
    inner = [_outward(line, i, centre, gap) for i in range(len(line))]
    outer = [_outward(line, i, centre, gap + BAND) for i in range(len(line))]
    middle = [_outward(line, i, centre, gap + BAND / 2) for i in range(len(line))]
    owner = sheet.owner(stretch.owner)
    band = path("band", polyline([*inner, *reversed(outer)], closed=True))
    hatch = "" if owner == "black" else path("hatch", polyline(middle), 5)
    return f'<g class="{owner}">{band}{hatch}</g>'


def _outward(line: list[XY], i: int, centre: XY, distance: float) -> XY:
    """Return a vertex of a line moved outwards so that its stretches move by `distance`.

    It moves along the line from the centre, which is the mitre of every regular outline.
    """
    x, y = line[i]
    j = i if i + 1 < len(line) else i - 1
    (ax, ay), (bx, by) = line[j], line[j + 1]
    length = hypot(bx - ax, by - ay) or 1.0
    ux, uy = x - centre[0], y - centre[1]
    # A stretch that points at the centre has no outer side: there the band is only somewhere.
    across = max(abs(ux * (by - ay) + uy * (ax - bx)) / length, 0.25 * hypot(ux, uy)) or 1.0
    return x + ux * distance / across, y + uy * distance / across


def _centre(sheet: Sheet) -> XY:
    xs, ys = zip(*sheet.places.values(), strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _hexes(sheet: Sheet) -> str:
    """Draw soft cells on a rim of their own shape."""
    rim = "".join(hexagon(at, HEX) for at in sheet.places.values())
    cells = "".join(hexagon(at, HEX - 4.6) for at in sheet.places.values())
    return path("rim", rim, 9) + path("cell", cells, 5)


def _squares(sheet: Sheet) -> str:
    """Draw a plate, thin grid lines, and around cells a heavier rim with openings."""
    crossings = sheet.board.ground == "crossings"
    lines: Counter[Segment] = Counter()
    for point in sheet.board.points:
        lines.update(_links(sheet, point) if crossings else _borders(point))
    inner = [line for line, count in lines.items() if crossings or count > 1]
    rim = [] if crossings else _opened(sheet, [line for line, count in lines.items() if count == 1])
    dx, dy = sheet.origin
    plate = "".join(
        rectangle(((x - 0.5) * UNIT + dx, (y - 0.5) * UNIT + dy), wide * UNIT, high * UNIT)
        for x, wide, y, high in _blocks(sheet.board.points)
    )
    names = ("paper", "ruling", "plan") if sheet.board.ground == "plan" else ("plate", "grid", "frame")
    heavy = path(names[2], _strokes(sheet, rim), 3.2 * sheet.weight) if rim else ""
    return path(names[0], plate) + path(names[1], _strokes(sheet, inner), 1.7 * sheet.weight) + heavy


def _blocks(points: Iterable[Point]) -> list[tuple[float, float, float, float]]:
    """Return runs of cells as (first x, cells across, first y, cells down); equal runs of adjacent rows are joined."""
    rows: dict[float, set[float]] = {}
    for point in points:
        rows.setdefault(point.y, set()).add(point.x)
    blocks: list[tuple[float, float, float, float]] = []
    for y, xs in sorted(rows.items()):
        for start in sorted(x for x in xs if x - 1 not in xs):
            length = 1
            while start + length in xs:
                length += 1
            above = next((b for b in blocks if b[:2] == (start, length) and b[2] + b[3] == y), None)
            if above:
                blocks.remove(above)
            blocks.append((start, length, above[2], above[3] + 1) if above else (start, length, y, 1))
    return blocks


def _borders(point: Point) -> list[Segment]:
    """Return the four sides of a cell."""
    x, y = point.x, point.y
    across = [(False, line, x - 0.5, x + 0.5) for line in (y - 0.5, y + 0.5)]
    return across + [(True, line, y - 0.5, y + 0.5) for line in (x - 0.5, x + 0.5)]


def _links(sheet: Sheet, point: Point) -> list[Segment]:
    """Return the lines from a crossing to its neighbours on the right and below."""
    x, y = sheet.places[point.name]
    right = (round(x + UNIT), round(y)) in sheet.by_place
    below = (round(x), round(y + UNIT)) in sheet.by_place
    links = [(False, point.y, point.x, point.x + 1)] * right
    return links + [(True, point.x, point.y, point.y + 1)] * below


def _opened(sheet: Sheet, rim: list[Segment]) -> list[Segment]:
    """Return the rim without its openings."""
    for name in sheet.openings.values():
        x, y = ((c - o) / UNIT for c, o in zip(sheet.at(name), sheet.origin, strict=True))
        upright = name[-1] in "EW"
        place, along = (x, y) if upright else (y, x)
        whole = (upright, place, along - 0.5, along + 0.5)
        if whole in rim:
            rim.remove(whole)
            rim += [(upright, place, along - 0.5, along - DOORWAY), (upright, place, along + DOORWAY, along + 0.5)]
    return rim


def _strokes(sheet: Sheet, segments: list[Segment]) -> str:
    """Return the path data of segments, joining those that follow each other."""
    runs: list[Segment] = []
    for upright, place, start, end in sorted(segments):
        if runs and runs[-1][:2] == (upright, place) and runs[-1][3] == start:
            runs[-1] = (upright, place, runs[-1][2], end)
        else:
            runs.append((upright, place, start, end))
    dx, dy = sheet.origin
    return "".join(
        f"M{num(place * UNIT + dx)} {num(start * UNIT + dy)}V{num(end * UNIT + dy)}"
        if upright
        else f"M{num(start * UNIT + dx)} {num(place * UNIT + dy)}H{num(end * UNIT + dx)}"
        for upright, place, start, end in runs
    )
