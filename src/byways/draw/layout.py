"""The layout of a drawing: its boards, side by side if there are several, and the texts around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from byways.draw.ink import UNIT
from byways.draw.lettering import words
from byways.draw.sheet import Sheet, owner_classes
from byways.picture import Board, Picture

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in user units."""

TEXT = 0.026
"""Height of a title's capitals to the width of its board."""
NOTE = 0.025
FOOT = 1.6
"""How much larger than those of a board the notes at the foot of several are, at most."""
MARGIN = 0.36
"""Around coordinates, in cells."""
ROOM = {"cells": 0.9, "crossings": 0.9, "hexes": 0.8, "plan": 1.0}
"""Around the points of a board, for its edges and ways in and out, in cells."""


@dataclass(frozen=True)
class Place:
    """A board in its place, with the room that it takes without its texts."""

    sheet: Sheet
    box: Box

    @property
    def title(self) -> str:
        """Draw the title above the board."""
        size = TEXT * self._width
        return _line(self.sheet.board.title, self.box, self.box[1] - 0.9 * size, size)

    @property
    def notes(self) -> str:
        """Draw the notes below the board."""
        size = NOTE * self._width
        return _line(" · ".join(self.sheet.board.notes), self.box, self.box[3] + 0.7 * size, size)

    @property
    def frame(self) -> Box:
        """The room that the board takes with its texts: what a page shows of it that shows nothing else."""
        left, top, right, bottom = self.box
        above = 2.4 * TEXT * self._width * bool(self.sheet.board.title)
        below = 2.4 * NOTE * self._width * bool(self.sheet.board.notes)
        return left, top - above, right, bottom + below

    @property
    def _width(self) -> float:
        return self.box[2] - self.box[0]


@dataclass(frozen=True)
class Layout:
    """All boards in their places."""

    places: tuple[Place, ...]
    size: tuple[float, float]
    """Width and height; the top left corner is (0, 0)."""
    notes: str
    """The picture's own texts, at the foot."""


def lay_out(picture: Picture, players: Sequence[str] = (), scope: str = "byways") -> Layout:
    """Lay boards out in as many columns as rows, or one more; `scope` is the class of the document."""
    classes = owner_classes(picture, players)
    rooms = [_room(board) for board in picture.boards]
    columns = ceil(sqrt(len(rooms)))
    wide = max(right - left for left, _, right, _ in rooms)
    high = max(bottom - top for _, top, _, bottom in rooms)
    above = 2.4 * TEXT * wide * any(board.title for board in picture.boards)
    below = 2.4 * NOTE * wide * any(board.notes for board in picture.boards)
    places = []
    for i, (board, room) in enumerate(zip(picture.boards, rooms, strict=True)):
        left = (i % columns) * wide - room[0]
        top = (i // columns) * (above + high + below) + above - room[1]
        box = (room[0] + left, room[1] + top, room[2] + left, room[3] + top)
        places.append(Place(Sheet(board, classes, (left, top), scope), box))
    right = columns * wide
    bottom: float = ceil(len(rooms) / columns) * (above + high + below)
    # Boards with notes keep room at the foot, or they would jump whenever a note comes or goes.
    size = NOTE * wide * min(columns, FOOT)
    foot = 2.4 * size * (bool(picture.notes) or below > 0)
    notes = _line(" · ".join(picture.notes), (0, 0, right, bottom), bottom + foot / 2, size)
    return Layout(tuple(places), (right, bottom + foot), notes)


def _line(text: str, box: Box, y: float, size: float) -> str:
    left, _, right, _ = box
    return words(text, ((left + right) / 2, y), size, 0.94 * (right - left)) if text.strip() else ""


def _room(board: Board) -> Box:
    """Return the room that a board takes without its texts, about its own (0, 0)."""
    around = ROOM[board.ground]
    xs = [point.x for point in board.points]
    ys = [point.y for point in board.points]
    label_xs = [label.x for label in board.labels] or xs
    label_ys = [label.y for label in board.labels] or ys
    left = min(min(xs) - around, min(label_xs) - MARGIN)
    top = min(min(ys) - around, min(label_ys) - MARGIN)
    right = max(max(xs) + around, max(label_xs) + MARGIN)
    bottom = max(max(ys) + around, max(label_ys) + MARGIN)
    return left * UNIT, top * UNIT, right * UNIT, bottom * UNIT
