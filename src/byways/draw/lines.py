"""Lines between points: moves, sight, chains and paths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from math import hypot

from byways.draw import board_outline, stones
from byways.draw.lettering import width, words
from byways.draw.sheet import HALF, Sheet
from byways.draw.svg_markup import UNIT, XY, circle, cross, disc, num, pair, path, polyline
from byways.rules.picture import Item

BEND = 40.0
"""How much of each side a rounded corner takes."""
REACH = 0.62 * UNIT
"""A chain is drawn out into an edge of its owner's that is this near."""
APART = 0.68 * UNIT
"""How far the texts of two paths keep from each other."""


def move(sheet: Sheet, item: Item) -> str:
    """Draw an arrow from the first point to the last, its tip short of the middle; an arc if it jumps over something.

    Of a turn to come it goes from rim to rim, for the numbers in the middle are to be read.
    """
    trail = sheet.trail(item)
    end = trail[-1]
    middle = _bow(trail)
    if item.ghost:
        trail[0] = _towards(trail[0], trail[1] if len(trail) > 2 else middle, sheet.radius)
    tip = _towards(end, middle, sheet.radius * (1.05 if item.ghost else 0.75))
    vx, vy = _unit(middle, tip)
    neck = _towards(tip, middle, 26)
    barbs = [(neck[0] - vy * 15, neck[1] + vx * 15), tip, (neck[0] + vy * 15, neck[1] - vx * 15)]
    shaft = polyline(trail[:-1]) + f"Q{pair(middle)} {pair(_towards(tip, middle, 20))}"
    head = polyline(barbs, closed=True)
    start = "" if item.ghost else circle("brass solid", trail[0], 9)
    foot = "" if item.ghost else circle("brass-rim solid", trail[0], 9, 8)
    return (
        path("brass-rim", shaft, 15) + path("brass-rim solid", head, 8) + foot
        + path("brass", shaft, 7.5) + path("brass solid", head) + start
    )  # fmt: skip


def step(sheet: Sheet, item: Item) -> str:
    """Draw the number of a future turn: on the piece that it would place, or where its arrow sets out."""
    trail = sheet.trail(item)
    if len(trail) > 1:
        return _pill(sheet, item.text, _setting_out(trail))
    return stones.numbered(sheet, item)


def sight(sheet: Sheet, item: Item) -> str:
    """Draw a dotted line from the rim of one piece to the rim of the other; crossed out where its text is "cut"."""
    trail = sheet.trail(item)
    ends = [_towards(trail[0], trail[1], sheet.radius + 6), _towards(trail[-1], trail[-2], sheet.radius + 6)]
    line = path("seen", polyline([ends[0], *trail[1:-1], ends[1]]), 6 if item.ghost else 4)
    if item.text != "cut":
        return line
    across = cross(((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2), 10)
    return line + path("halo", across, 12) + path("core", across, 7)


def touch(sheet: Sheet, item: Item) -> str:
    """Draw a cross half-way between two points."""
    (x, y), (end_x, end_y) = sheet.trail(item)
    across = cross(((x + end_x) / 2, (y + end_y) / 2), 12)
    return path("halo", across, 12) + path("core", across, 6)


def chain(sheet: Sheet, item: Item) -> str:
    """Draw a line along a winning chain into the edges that it joins; a ring where one piece was enough."""
    trail = sheet.trail(item)
    if len(trail) == 1:
        ring = disc(trail[0], sheet.radius + 5)
        return path("halo", ring, 16) + path("core", ring, 9)
    first, last = (_into_edge(sheet, item.owner, at) for at in (trail[0], trail[-1]))
    line = [*first, *trail, *last]
    return _cased(_rounded(line, BEND), 17, 32) + _ends(line, 20)


def walk(sheet: Sheet, item: Item) -> str:
    """Draw a path under an owner's pieces, its text on its longest stretch; over a plan the dots of a way."""
    trail = sheet.trail(item)
    if _is_route(sheet, item):
        return _route(sheet, item)
    broken = " broken" * item.ghost
    data = _rounded(trail, 18) if len(trail) > 1 else disc(trail[0], sheet.radius + 8)
    lines = path("case" + broken, data, 20) + path("walked" + broken, data, 10)
    return lines + (_pill(sheet, item.text, _spot(sheet, item)) if item.text else "")


def is_traced(sheet: Sheet, item: Item) -> bool:
    """Return whether an item is a path along pieces that ends or scores a game, and not one that could."""
    if item.kind == "path":
        return not item.ghost and not _is_route(sheet, item)
    return item.kind == "chain" and len(item.at) > 1


def _is_route(sheet: Sheet, item: Item) -> bool:
    return item.at[0] not in sheet.standing or sheet.plan


def _spot(sheet: Sheet, item: Item) -> XY:
    """Return the position of a path's text: the first of its spots far enough from the texts of earlier paths."""
    texts = [other for other in sheet.board.items if other.kind == item.kind and other.text]
    before = texts[: texts.index(item)] if item in texts else texts
    taken: list[XY] = []
    for other in (*before, item):
        spots = list(_spots(sheet, sheet.trail(other)))
        free = (spot for spot in spots if all(hypot(spot[0] - x, spot[1] - y) >= APART for x, y in taken))
        taken.append(next(free, spots[0]))
    return taken[-1]


def _spots(sheet: Sheet, trail: list[XY]) -> Iterator[XY]:
    """Yield the middles of the stretches, longest first, then their thirds.

    For a single point, yield the shoulders on the board.
    """
    stretches = sorted(pairwise(trail), key=lambda ends: -hypot(ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]))
    for share in (1 / 2, 1 / 3, 2 / 3):
        yield from (_between(start, end, share) for start, end in stretches)
    if not stretches:
        x, y = trail[0]
        inward = [
            -1 if at == max(place[axis] for place in sheet.places.values()) else 1 for axis, at in enumerate((x, y))
        ]
        yield from (
            (x + right * inward[0] * HALF, y + down * inward[1] * HALF) for right in (1, -1) for down in (1, -1)
        )


def _between(start: XY, end: XY, share: float) -> XY:
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _pill(sheet: Sheet, text: str, middle: XY) -> str:
    """Draw a text on a plate."""
    size = 24.0
    r = 22.0
    flat = max(0.0, width(text, size) + size - 2 * r)
    start = pair((middle[0] - flat / 2, middle[1] - r))
    plate = f"M{start}h{num(flat)}a{r:g} {r:g} 0 0 1 0 {2 * r:g}h{num(-flat)}a{r:g} {r:g} 0 0 1 0-{2 * r:g}z"
    return path("face", plate, 3) + f'<g class="height">{words(text, middle, size, 3 * UNIT, fonts=sheet.on_page)}</g>'


def _route(sheet: Sheet, item: Item) -> str:
    """Draw a line with soft corners, from one opening to the other where the path leads there; the way out is dotted.

    Where the way comes back it runs beside itself.
    """
    trail = beside(sheet, item)
    doors = [*_opening(sheet, "entrance", item)], [*_opening(sheet, "exit", item)]
    data = _rounded([*doors[0], *trail, *doors[1]], BEND)
    stops = "".join(circle("stop", at, 12, 4) for door in doors for at in door)
    dotted = " dotted" if item.text == "out" else ""
    return path(f"halo{dotted}", data, 14) + path(f"core{dotted}", data, 8) + stops


def _opening(sheet: Sheet, kind: str, item: Item) -> list[XY]:
    """Return the entrance or exit, if it opens the space in which a path begins or ends."""
    name = sheet.openings.get(kind, "")
    side = sheet.side(name)
    return [sheet.at(name)] if side and side[0] == item.at[0 if kind == "entrance" else -1] else []


def _cased(data: str, line: float, case: float) -> str:
    return path("case", data, case) + path("joined", data, line)


def _ends(line: list[XY], radius: float) -> str:
    return "".join(circle("stop", at, radius, 8) for at in (line[0], line[-1]))


def _rounded(line: list[XY], bend: float) -> str:
    """Return the path data of a line whose bends are rounded."""
    data = f"M{pair(line[0])}"
    for before, corner, after in zip(line, line[1:], line[2:], strict=False):
        ahead, back = (hypot(x - corner[0], y - corner[1]) for x, y in (after, before))
        turn = (corner[0] - before[0]) * (after[1] - corner[1]) - (corner[1] - before[1]) * (after[0] - corner[0])
        if abs(turn) < 1:
            data += f"L{pair(corner)}"
            continue
        enter, leave = (_towards(corner, to, min(bend, far / 2)) for to, far in ((before, back), (after, ahead)))
        data += f"L{pair(enter)}Q{pair(corner)} {pair(leave)}"
    return data + f"L{pair(line[-1])}"


def _into_edge(sheet: Sheet, owner: str, at: XY) -> list[XY]:
    """Return a place in the nearest of an owner's edges, if one is near."""
    dx, dy = sheet.origin
    lines = [
        [(x * UNIT + dx, y * UNIT + dy) for x, y in edge.line] for edge in sheet.board.edges if edge.owner == owner
    ]
    feet = (board_outline.foot(at, start, end) for line in lines for start, end in pairwise(line))
    far = [(hypot(x - at[0], y - at[1]), (x, y)) for x, y in feet]
    near = [foot for distance, foot in sorted(far)[:1] if distance <= REACH]
    return [_towards(foot, at, -board_outline.band(sheet.board) / 2) for foot in near]


def _bow(trail: list[XY]) -> XY:
    """Return the control point of an arrow's last stretch: its middle, or beside that if it passes over something."""
    (x, y), (end_x, end_y) = trail[-2:]
    far = hypot(end_x - x, end_y - y)
    bend = 0.2 if len(trail) == 2 and far > 1.5 * UNIT else 0.0
    return (x + end_x) / 2 + bend * (end_y - y), (y + end_y) / 2 - bend * (end_x - x)


def _setting_out(trail: list[XY]) -> XY:
    """Return the point a quarter of the way along an arrow, where arrows that cross over one point are still apart."""
    (x, y), (bow_x, bow_y), (end_x, end_y) = trail[-2], _bow(trail), trail[-1]
    return (9 * x + 6 * bow_x + end_x) / 16, (9 * y + 6 * bow_y + end_y) / 16


def _unit(start: XY, end: XY) -> XY:
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def _towards(start: XY, end: XY, length: float) -> XY:
    ux, uy = _unit(start, end)
    return start[0] + ux * length, start[1] + uy * length


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
