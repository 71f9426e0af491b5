"""The slab under a board: its extent, outline and shadow, and the places of coordinates on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot

from byways.draw.svg_markup import UNIT, XY, num, pair, polyline
from byways.rules.picture import Board, Label, Point

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in user units."""

FRAMES = {"cells": (60, 40), "crossings": (92, 58), "hexes": (97, 78), "paper": (66, 30), "plan": (66, 50)}
"""How far a slab reaches beyond its cells, of hexes beyond their middles: with coordinates, and without."""
BANDS = {"cells": (20, 24), "crossings": (30, 30), "hexes": (14, 14)}
"""The thickness of the owners' edges: with coordinates, and without."""
LOOSE = 8.0
"""The room around squares that lie on no slab."""
CORNER = 0.022
"""The radius of a slab's corners to its width."""
SHADOW = tuple((spread, 4) for spread in range(0, 12, 2)) + tuple((spread, 26) for spread in range(-30, 25, 3))
"""Layers of the shadow: how much larger than the slab each is, and its offset downwards."""
BESIDE = 1.05
"""Labels up to so many cells from the outermost points are coordinates, on the slab."""
AROUND = 26.0
"""The room around a label of a hex board."""


def reach(board: Board) -> float:
    """Return how far a board's slab reaches beyond its cells, of hexes beyond their middles."""
    if board.ground not in FRAMES:
        return LOOSE + band(board) * bool(board.edges)
    wide, thin = FRAMES[board.ground]
    if board.ground != "hexes" or not board.labels:
        return wide if board.labels else thin
    return max(wide, _around(board.points, board.labels))


@lru_cache(maxsize=64)  # a board of hexes is laid out twice whenever it is drawn
def _around(points: tuple[Point, ...], labels: tuple[Label, ...]) -> float:
    """Return how far labels reach beyond the outline of points."""
    hull = outline(points)
    return max(_distance(label, hull) for label in labels) + AROUND


def band(board: Board) -> float:
    """Return the thickness of the owners' edges."""
    return BANDS.get(board.ground, BANDS["cells"])[not board.labels]


def extent(board: Board, beyond: float) -> Box:
    """Return the box around a board's cells, or around the middles of its hexes, and so much more on all sides."""
    left, top, right, bottom = (value * UNIT for value in board.bounds)
    more = beyond + (0 if board.ground == "hexes" else UNIT / 2)
    return left - more, top - more, right + more, bottom + more


def side(board: Board, label: Label) -> str:
    """Return the side of a slab of squares on which a label is a coordinate; empty for labels elsewhere."""
    return "" if board.ground == "hexes" else _side(board.bounds, label)


@lru_cache(maxsize=2_048)  # each is asked for several times whenever a board is drawn
def _side(bounds: Box, label: Label) -> str:
    left, top, right, bottom = bounds
    beside = (
        ("left", left - label.x),
        ("right", label.x - right),
        ("top", top - label.y),
        ("bottom", label.y - bottom),
    )
    near = [name for name, far in beside if 0.5 < far <= BESIDE]
    return near[0] if len(near) == 1 else ""


def label_at(board: Board, label: Label) -> XY:
    """Return the middle of a label: of a coordinate half-way between the owners' edges and the rim."""
    x, y = label.x * UNIT, label.y * UNIT
    left, top, right, bottom = extent(board, (band(board) * (board.ground in BANDS) + reach(board)) / 2)
    found = side(board, label)
    return {"left": (left, y), "right": (right, y), "top": (x, top), "bottom": (x, bottom)}.get(found, (x, y))


def rounded(box: Box, radius: float) -> str:
    """Return the path data of a rectangle with round corners."""
    left, top, right, bottom = box
    r = num(radius)
    wide = num(right - left - 2 * radius)
    high = num(bottom - top - 2 * radius)
    turn = f"a{r} {r} 0 0 1 "
    return (
        f"M{pair((left + radius, top))}h{wide}{turn}{r} {r}v{high}{turn}-{r} {r}h-{wide}{turn}-{r}-{r}v-{high}"
        f"{turn}{r}-{r}z"
    )


def inset(box: Box, by: float) -> Box:
    """Return a box that is so much smaller on each side."""
    left, top, right, bottom = box
    return left + by, top + by, right - by, bottom - by


def outline(points: Sequence[Point]) -> list[XY]:
    """Return the corners of the convex outline of points, in user units, clockwise."""
    places = sorted((point.x * UNIT, point.y * UNIT) for point in points)
    return [*_half(places), *_half(places[::-1])]


def outline_data(points: Sequence[Point], origin: XY) -> str:
    """Return the path data of the convex outline of points."""
    return polyline(((x + origin[0], y + origin[1]) for x, y in outline(points)), closed=True)


def foot(at: XY, start: XY, end: XY) -> XY:
    """Return the point of a stretch that is nearest to `at`."""
    ex = end[0] - start[0]
    ey = end[1] - start[1]
    share = ((at[0] - start[0]) * ex + (at[1] - start[1]) * ey) / (ex * ex + ey * ey or 1.0)
    share = min(1.0, max(0.0, share))
    return start[0] + share * ex, start[1] + share * ey


def _half(places: Iterable[XY]) -> list[XY]:
    """Return one side of a convex outline without its last corner."""
    corners: list[XY] = []
    for x, y in places:
        while len(corners) > 1 and _turn(corners[-2], corners[-1], (x, y)) <= 1e-6:
            corners.pop()
        corners.append((x, y))
    return corners[:-1] or corners


def _turn(a: XY, b: XY, c: XY) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _distance(label: Label, corners: Sequence[XY]) -> float:
    """Return the distance of a label from a closed line."""
    at = label.x * UNIT, label.y * UNIT
    feet = (foot(at, start, end) for start, end in pairwise([*corners, corners[0]]))
    return min(hypot(x - at[0], y - at[1]) for x, y in feet)
