"""The layout of a drawing: its boards, side by side if there are several, and the texts around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from byways.draw import board_outline
from byways.draw.board_outline import Box
from byways.draw.lettering import words
from byways.draw.sheet import Sheet, on_page, owner_classes
from byways.draw.svg_markup import UNIT
from byways.rules.picture import Board, Picture

TEXT = 0.026
"""Height of a title's capitals to the width of its board."""
NOTE = 0.025
FOOT = 1.6
"""How much larger than those of a board the notes at the foot of several are, at most."""
GAP = 30.0
"""Between the slabs of several boards, in user units."""
MARGIN = 0.36
"""Around labels off the slab, in cells."""


@dataclass(frozen=True)
class Place:
    """A board in its place, with the room that it takes without its texts."""

    sheet: Sheet
    box: Box

    @property
    def title(self) -> str:
        """Draw the title above the board."""
        size = TEXT * self._width
        return _line(self.sheet.board.title, self.box, self.box[1] - 0.9 * size, size, self.sheet.on_page)

    @property
    def notes(self) -> str:
        """Draw the notes below the board."""
        size = NOTE * self._width
        notes = " · ".join(self.sheet.board.notes)
        return _line(notes, self.box, self.box[3] + 1.2 * size, size, self.sheet.on_page)

    @property
    def frame(self) -> Box:
        """The room that the board takes with its notes: what a page shows of it that says itself whose it is."""
        left, top, right, bottom = self.box
        return left, top, right, bottom + 2.4 * NOTE * self._width * bool(self.sheet.board.notes)

    @property
    def _width(self) -> float:
        return self.box[2] - self.box[0]


@dataclass(frozen=True)
class DrawnLayout:
    """All boards in their places."""

    places: tuple[Place, ...]
    size: tuple[float, float]
    """Width and height; the top left corner is (0, 0)."""
    notes: str
    """The picture's own texts, at the foot."""


def lay_out(picture: Picture, players: Sequence[str] = (), scope: str = "byways") -> DrawnLayout:
    """Lay boards out in as many columns as rows, or one more; `scope` is the class of the document."""
    classes = owner_classes(picture, players)
    rooms = [_room(board) for board in picture.boards]
    columns = ceil(sqrt(len(rooms)))
    gap = GAP * (len(rooms) > 1)
    wide = gap + max(right - left for left, _, right, _ in rooms)
    high = gap + max(bottom - top for _, top, _, bottom in rooms)
    above = 2.4 * TEXT * wide * any(board.title for board in picture.boards)
    below = 2.4 * NOTE * wide * any(board.notes for board in picture.boards)
    places = []
    for i, (board, room) in enumerate(zip(picture.boards, rooms, strict=True)):
        left = (i % columns) * wide + gap / 2 - room[0]
        top = (i // columns) * (above + high + below) + above + gap / 2 - room[1]
        box = (room[0] + left, room[1] + top, room[2] + left, room[3] + top)
        places.append(Place(Sheet(board, classes, (left, top), scope), box))
    right = columns * wide
    bottom: float = ceil(len(rooms) / columns) * (above + high + below)
    # Boards with notes keep room at the foot, or they would jump whenever a note comes or goes.
    size = NOTE * wide * min(columns, FOOT)
    foot = 2.4 * size * (bool(picture.notes) or below > 0)
    notes = _line(" · ".join(picture.notes), (0, 0, right, bottom), bottom + foot / 2, size, on_page(scope))
    return DrawnLayout(tuple(places), (right, bottom + foot), notes)


def _line(text: str, box: Box, y: float, size: float, fonts: bool) -> str:
    left, _, right, _ = box
    if not text.strip():
        return ""
    return f'<g class="note">{words(text, ((left + right) / 2, y), size, 0.94 * (right - left), fonts=fonts)}</g>'


def _room(board: Board) -> Box:
    """Return the room that a board takes without its texts, about its own (0, 0)."""
    left, top, right, bottom = board_outline.extent(board, board_outline.reach(board))
    free = [label for label in board.labels if board.ground != "hexes" and not board_outline.side(board, label)]
    xs = [(label.x + more) * UNIT for label in free for more in (-MARGIN, MARGIN)]
    ys = [(label.y + more) * UNIT for label in free for more in (-MARGIN, MARGIN)]
    return min([left, *xs]), min([top, *ys]), max([right, *xs]), max([bottom, *ys])
