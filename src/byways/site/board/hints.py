"""Hints: in which part of the board a turn is, and the turn drawn over it."""

from __future__ import annotations

from math import hypot

from byways.position.state import State
from byways.rules.picture import Point
from byways.site.board.rendering import clicks_of, offers_of
from byways.translatable import Text, say

_LEAST, _MOST = 4, 12
"""Points that are lit up, of those with which a turn may begin."""
_SHARE = 6  # one in so many


def where(state: State, turn: str) -> tuple[Text, list[str]]:
    """Return in words, and as points, in which part of the board a turn is."""
    picture = state.variant.game.picture(state)
    board = next((board for board in picture.boards if board.key == state.to_move), picture.boards[0])
    points = {point.name: point for point in board.points}
    found = next((points[name] for name in map(_point_of, clicks_of(state, turn)) if name in points), None)
    if found is None:
        return say("The best move is not on the board. Look at the buttons."), []
    begins = {_point_of(clicks[0]) for _, clicks in offers_of(state.view(state.to_move)) if clicks}
    near = _part([point for name, point in points.items() if name in begins | {found.name}], found)
    named = next((name for name in near if name != found.name), found.name)  # that of the turn would tell it
    return say("Look at the lit part of the board, around {point}.", point=named), near


def _point_of(click: str) -> str:
    """Return the point of a side such as "d4E"; anything else as it is."""
    return click[:-1] if click[-1:] in "NESW" and click[:-1] else click


def _part(points: list[Point], found: Point) -> list[str]:
    """Return the points about a place a step nearer to the middle of all than `found`, which is among them.

    So the middle of what is lit up does not give the turn away.
    """
    middle = [(min(values) + max(values)) / 2 for values in ([p.x for p in points], [p.y for p in points])]
    right = middle[0] - found.x
    down = middle[1] - found.y
    step = 1 / max(1.0, hypot(right, down))
    x, y = found.x + step * right, found.y + step * down
    count = max(_LEAST, min(_MOST, len(points) // _SHARE))
    near = sorted(points, key=lambda point: hypot(point.x - x, point.y - y))[:count]
    return [point.name for point in (near if found in near else [*near[:-1], found])]
