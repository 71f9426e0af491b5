"""The layers under the pieces: plate, grid or hexes, the owners' edges, and coordinates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from math import hypot

from byways.draw import board_outline
from byways.draw.lettering import WEIGHT, drawable, strokes, words
from byways.draw.sheet import Sheet
from byways.draw.svg_markup import UNIT, XY, escape, num, path, polyline, rectangle
from byways.rules.picture import Board, Edge, Label, Point

SIDES = ("left", "bottom")
"""The sides of a slab that have coordinates."""
TEXT_SIZES = {"cells": 16.0, "crossings": 25.0, "hexes": 17.0}
"""Of the coordinates on a page that does not say how large they are to be."""
LETTERS = {"cells": 21.0, "crossings": 31.0, "hexes": 21.0}
"""The height of the capitals of coordinates in a file."""
HEX_GAP = 9.0
"""Between the cells of a hex board and the owners' edges."""
DOORWAY = 0.28
"""Half the width of an opening in the rim, to a cell."""

Segment = tuple[bool, float, float, float]
"""A stretch of a grid line: upright or not, the line's position, from, to; in cells."""


def bare(sheet: Sheet, sides: tuple[str, ...] = SIDES) -> Mapping[tuple[str, str], str]:
    """Draw everything under the pieces; return the markup by (layer, name within it).

    Coordinates are on the `sides` of the slab.
    """
    items = tuple(item for item in sheet.board.items if item.kind in sheet.openings)
    board = replace(sheet.board, items=items, title="", notes=())
    return _bare(board, tuple(sheet.classes.items()), sheet.origin, sheet.scope, sides)


@lru_cache(maxsize=64)  # it is the same from turn to turn: without, a drawing takes half as long again
def _bare(
    board: Board, classes: tuple[tuple[str, str], ...], origin: XY, scope: str, sides: tuple[str, ...]
) -> Mapping[tuple[str, str], str]:
    sheet = Sheet(board, dict(classes), origin, scope)
    found = {("board", "ground"): ground(sheet)}
    found |= {("edges", str(i)): edge(sheet, stretch) for i, stretch in enumerate(board.edges)}
    return found | ({("labels", "coordinates"): coordinates(sheet, sides)} if board.labels else {})


def ground(sheet: Sheet) -> str:
    """Draw the board itself: a slab with its shadow, and the cells on it."""
    if sheet.hexes:
        return _hexes(sheet)
    squares = _squares(sheet)
    return _slab(sheet) + (f'<g class="turns">{squares}</g>' if sheet.plan else squares)  # it may have openings


def coordinates(sheet: Sheet, sides: tuple[str, ...]) -> str:
    """Draw the labels on some sides and those on none: as one path, on a page as texts."""
    material = "paper" if sheet.board.ground in ("paper", "plan") else "wood"
    dx, dy = sheet.origin
    placed: dict[str, list[tuple[str, XY]]] = {}
    for label in sheet.board.labels:
        x, y = board_outline.label_at(sheet.board, label)
        placed.setdefault(board_outline.side(sheet.board, label), []).append((label.text, (x + dx, y + dy)))
    shown = {beside: placed[beside] for beside in ("", *sides) if beside in placed}
    if sheet.on_page:
        font = num(TEXT_SIZES.get(sheet.board.ground, 16))
        texts = "".join(
            f'<g class="{f"beside {beside}" if beside else "free"}">{"".join(_text(*label) for label in labels)}</g>'
            for beside, labels in shown.items()
        )
        if sides != SIDES:  # a board that is played on
            inner = "".join(_text(label.text, _within(sheet, label)) for label in _first(sheet))
            texts += f'<g class="inner">{inner}</g>'
        return f'<g class="coordinates on-{material}" font-size="{font}">{texts}</g>'
    size = LETTERS.get(sheet.board.ground, 22.0)
    labels = [label for found in shown.values() for label in found]
    data = "".join(strokes(text, at, size) for text, at in labels if drawable(text))
    others = "".join(words(text, at, size, 2 * UNIT) for text, at in labels if not drawable(text))
    drawn = (path("letters", data, size * WEIGHT) if data else "") + others
    return f'<g class="on-{material}">{drawn}</g>'


def _first(sheet: Sheet) -> list[Label]:
    """Return the labels at the left and the bottom; on hexes all."""
    return [label for label in sheet.board.labels if board_outline.side(sheet.board, label) in ("", *SIDES)]


def _within(sheet: Sheet, label: Label) -> XY:
    """Return a label's place on the board itself: the corner of the nearest cell."""
    dx, dy = sheet.origin
    at = label.x * UNIT + dx, label.y * UNIT + dy
    x, y = min(sheet.places.values(), key=lambda place: hypot(place[0] - at[0], place[1] - at[1]))
    if sheet.hexes:
        far = hypot(at[0] - x, at[1] - y) or 1.0
        return x + 44 * (at[0] - x) / far, y + 44 * (at[1] - y) / far
    beside = board_outline.side(sheet.board, label)
    return (x - 39, y - 37) if beside == "left" else (x + 39, y + 38)


def _text(text: str, at: XY) -> str:
    return f'<text class="coordinate" x="{num(at[0])}" y="{num(at[1])}">{escape(text)}</text>'


def edge(sheet: Sheet, stretch: Edge) -> str:
    """Draw an inlay along the border, mitred at its ends.

    All but Black's have bored holes, so that patterns tell owners apart.
    """
    dx, dy = sheet.origin
    thick = board_outline.band(sheet.board)
    gap = HEX_GAP * sheet.hexes
    line = [(x * UNIT + dx, y * UNIT + dy) for x, y in stretch.line]
    centre = _centre(sheet)
    inner = [_outward(line, i, centre, gap) for i in range(len(line))]
    outer = [_outward(line, i, centre, gap + thick) for i in range(len(line))]
    owner = sheet.owner(stretch.owner)
    band = path("band", polyline([*inner, *reversed(outer)], closed=True), 2)
    if owner == "black":
        return f'<g class="{owner}">{band}</g>'
    middle = [_outward(line, i, centre, gap + thick / 2) for i in range(len(line))]
    start = line[0], line[-1]  # holes are counted along the board, not along the longer middle of the mitred band
    holes = polyline(_along(middle, start))
    return f'<g class="{owner}">{band}{path("hatch", holes, 0.36 * thick)}</g>'


def _along(middle: list[XY], ends: tuple[XY, XY]) -> list[XY]:
    """Return a band's middle line, cut to the ends of its border."""
    if len(middle) != 2:
        return middle
    (ax, ay), (bx, by) = ends
    (mx, my), _ = middle
    upright = abs(bx - ax) < abs(by - ay)
    return [(mx, ay), (mx, by)] if upright else [(ax, my), (bx, my)]


def _outward(line: list[XY], i: int, centre: XY, distance: float) -> XY:
    """Return a vertex of a line moved outwards so that its stretches move by `distance`.

    It moves along the line from the centre, which is the mitre of every regular outline.
    """
    x, y = line[i]
    j = i if i + 1 < len(line) else i - 1
    (ax, ay), (bx, by) = line[j], line[j + 1]
    length = hypot(bx - ax, by - ay) or 1.0
    ux = x - centre[0]
    uy = y - centre[1]
    # A stretch that points at the centre has no outer side: there the band is only somewhere.
    across = max(abs(ux * (by - ay) + uy * (ax - bx)) / length, 0.25 * hypot(ux, uy)) or 1.0
    return x + ux * distance / across, y + uy * distance / across


def _centre(sheet: Sheet) -> XY:
    xs, ys = zip(*sheet.places.values(), strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _hexes(sheet: Sheet) -> str:
    """Draw a slab of the board's own shape, and a tile for every cell."""
    hull = board_outline.outline_data(sheet.board.points, sheet.origin)
    reaches = board_outline.reach(sheet.board)
    frame = sheet.paint("frame")
    rim = path("hull", hull, 2 * reaches, fill=frame, stroke=frame)
    lip = path("hull lit", hull, 2 * reaches - 6) + path("hull", hull, 2 * reaches - 12, fill=frame, stroke=frame)
    left, top, right, bottom = board_outline.extent(sheet.board, reaches)
    dx, dy = sheet.origin
    regular = len(board_outline.outline(sheet.board.points)) == 6
    cast = (
        sheet.stretch("cast-hex", (left + dx, top + dy, right + dx, bottom + dy)) if regular and sheet.on_page else ""
    )
    return cast + rim + lip + "".join(sheet.use("hex", at) for at in sheet.places.values())


def _slab(sheet: Sheet) -> str:
    """Draw a slab of wood in a frame, or a sheet of paper; nothing below loose squares."""
    if sheet.board.ground not in board_outline.FRAMES:
        return ""
    left, top, right, bottom = board_outline.extent(sheet.board, board_outline.reach(sheet.board))
    dx, dy = sheet.origin
    box = (left + dx, top + dy, right + dx, bottom + dy)
    corner = round(board_outline.CORNER * (right - left))
    shape = board_outline.rounded(box, corner)
    cast = sheet.stretch("cast", box) if sheet.on_page else ""  # in a file it would lie outside of the picture
    if sheet.board.ground in ("paper", "plan"):
        return cast + path("sheet", shape, 1.5, fill=sheet.paint("paper"))
    lip = path("lip", board_outline.rounded(board_outline.inset(box, 3), corner - 3), 3)
    wood = path("slab", shape, fill=sheet.paint("frame")) + lip + sheet.stretch("grain", board_outline.inset(box, 6))
    return cast + wood


def _squares(sheet: Sheet) -> str:
    """Draw the field with its grid, and around it a border with openings."""
    ground = sheet.board.ground
    weight = max(1.0, sheet.weight)
    crossings = ground == "crossings"
    lines: Counter[Segment] = Counter()
    for point in sheet.board.points:
        lines.update(_links(sheet, point) if crossings else _borders(point))
    inner = _strokes(sheet, [line for line, count in lines.items() if crossings or count > 1])
    rim = _strokes(sheet, _opened(sheet, [line for line, count in lines.items() if count == 1]))
    dx, dy = sheet.origin
    field = "".join(
        rectangle(((x - 0.5) * UNIT + dx, (y - 0.5) * UNIT + dy), wide * UNIT, high * UNIT)
        for x, wide, y, high in _blocks(sheet.board.points)
    )
    if sheet.plan:
        blank = path("blank", field) if ground == "floor" else ""
        return blank + path("ruling", inner, 1.6 * weight) + path("plan", rim, 7 if ground == "plan" else 3.2)
    if ground == "paper":
        return path("ruling", inner, 1.6 * weight) + path("ruling", rim, 2.4 * weight)
    left, top, right, bottom = board_outline.extent(sheet.board, 0)
    grain = sheet.stretch("grain", (left + dx, top + dy, right + dx, bottom + dy))
    wood = path("field", field, fill=sheet.paint("crossings" if crossings else "cells")) + grain
    grid = path("grid strong", inner, 2.4 * weight) if crossings else path("grid", inner, 1.8 * weight)
    return wood + grid + path("light", field, fill=sheet.paint("light")) + path("border", field, 2.6)


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
