"""Boards as a game names them: cells, their names and places, their neighbours, the text and the picture.

A `Board` is what a game names: `Grid(6, 7)`, or `Grid("rows", "columns")` with the names of the options that give its
size. Its `Layout` is all that follows from the sizes. A board of your own subclasses `Board` and writes `layout`.
"""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from byways.cells import BOTTOM, LEFT, LOWER_LEFT, LOWER_RIGHT, RIGHT, TOP, UPPER_LEFT, UPPER_RIGHT
from byways.rules.boards.layout import LETTERS, Layout, drawn_rows
from byways.rules.picture import Label

ORTHOGONAL = (1, 3, 4, 6)
"""The directions on a `Grid` in which cells share a side: up, left, right, down."""

Place = tuple[int, int]
_SQUARE = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))  # (down, right), in reading order
_RHOMBUS = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
_HEXAGON = ((-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1))  # (up, right)
_HALF = 3**0.5 / 2


@dataclass(frozen=True)
class Board(ABC):
    """A kind of board, and the options that give its size."""

    edges = False
    """Whether its edges belong to players: top and bottom to the first, left and right to the second."""

    def fixed(self, options: Mapping[str, object]) -> Layout:
        """Return the board for the options."""
        return type(self).layout(*(int(str(options.get(str(size), size))) for size in self.sizes))

    @property
    @abstractmethod
    def sizes(self) -> tuple[int | str, ...]:
        """Return the arguments of `layout`: numbers, or the names of options."""

    @staticmethod
    @abstractmethod
    def layout(*sizes: int) -> Layout:
        """Return the board of these sizes."""

    @staticmethod
    def letters(*sizes: int) -> int:
        """Return how many letters the names of cells need; there are `len(LETTERS)`."""
        return 0

    @staticmethod
    @abstractmethod
    def seen(rows: Sequence[int]) -> tuple[int, ...]:
        """Return the sizes of a board that was drawn with so many cells in each row."""

    def options_of(self, lines: Sequence[str]) -> dict[str, object]:
        """Return the options that a drawn board shows."""
        rows = [len(marks) for marks in drawn_rows(lines)]
        seen = zip(self.sizes, self.seen(rows), strict=True) if rows else ()
        found: dict[str, object] = {}
        for name, size in seen:
            if isinstance(name, str):
                found.setdefault(name, size)  # of a square, the rows say it
        return found


@dataclass(frozen=True)
class Grid(Board):
    """Squares in rows and columns. Eight directions, from 0 (up and left) to 7 (down and right)."""

    rows: int | str
    columns: int | str
    edges: bool = False

    @property
    def sizes(self) -> tuple[int | str, ...]:
        return self.rows, self.columns

    @staticmethod
    @functools.cache
    def layout(*sizes: int) -> Layout:
        return _quadrangle("cells", *sizes)

    @staticmethod
    def letters(*sizes: int) -> int:
        return sizes[1]

    @staticmethod
    def seen(rows: Sequence[int]) -> tuple[int, ...]:
        return len(rows), rows[-1]


@dataclass(frozen=True)
class Crossings(Grid):
    """As a `Grid`, with pieces on the intersections."""

    @staticmethod
    @functools.cache
    def layout(*sizes: int) -> Layout:
        return _quadrangle("crossings", *sizes)


@dataclass(frozen=True)
class Paper(Grid):
    """As a `Grid`, but drawn on a sheet of paper instead of wood."""

    @staticmethod
    @functools.cache
    def layout(*sizes: int) -> Layout:
        return _quadrangle("paper", *sizes)


@dataclass(frozen=True)
class Rhombus(Board):
    """Hexes in rows, each half a cell further to the right. Six directions: 0 and 1 lie above, 2 left, 3 right."""

    size: int | str
    edges: bool = False

    @property
    def sizes(self) -> tuple[int | str, ...]:
        return (self.size,)

    @staticmethod
    @functools.cache
    def layout(*sizes: int) -> Layout:
        return _quadrangle("hexes", sizes[0], sizes[0])

    @staticmethod
    def letters(*sizes: int) -> int:
        return sizes[0]

    @staticmethod
    def seen(rows: Sequence[int]) -> tuple[int, ...]:
        return (len(rows),)


@dataclass(frozen=True)
class Hexagon(Board):
    """A hexagon of hexes; rows are lettered from the bottom, a number names a diagonal, as in Abalone.

    Six directions: 0 and 1 lie below, 2 left, 3 right, 4 and 5 above. Of its six sides two are LEFT and two RIGHT.
    """

    side: int | str
    edges: bool = False

    def fixed(self, options: Mapping[str, object]) -> Layout:
        layout = super().fixed(options)
        return _labelled_outside(layout) if self.edges else layout

    @property
    def sizes(self) -> tuple[int | str, ...]:
        return (self.side,)

    @staticmethod
    @functools.cache
    def layout(*sizes: int) -> Layout:
        return _hexagon(sizes[0])

    @staticmethod
    def letters(*sizes: int) -> int:
        return 2 * sizes[0] - 1

    @staticmethod
    def seen(rows: Sequence[int]) -> tuple[int, ...]:
        return ((len(rows) + 1) // 2,)


def _quadrangle(ground: str, rows: int, columns: int) -> Layout:
    hexes = ground == "hexes"
    places = [(row, column) for row in range(rows) for column in range(columns)]
    points = tuple((column + row / 2, row * _HALF) if hexes else (float(column), float(row)) for row, column in places)
    lines = tuple(tuple(range(columns * row, columns * (row + 1))) for row in range(rows))
    flags = ((0, 0, TOP), (0, rows - 1, BOTTOM), (1, 0, LEFT), (1, columns - 1, RIGHT))
    return Layout(
        ground=ground,
        names=tuple(f"{LETTERS[column]}{row + 1}" for row, column in places),
        points=points,
        rows=lines,
        row_names=tuple(str(row + 1) for row in range(rows)),
        column_names=tuple(LETTERS[:columns]),
        neighbours=_table(places, _RHOMBUS if hexes else _SQUARE),
        touching=(0, 1, 2, 3, 4, 5) if hexes else ORTHOGONAL,
        sides=tuple(sum(bit for axis, line, bit in flags if place[axis] == line) for place in places),
        outline=_hexes_outline(points, lines) if hexes else _grid_outline(rows, columns),
        labels=_labels(points, rows, columns, ground),
        indent=0.5 if hexes else 0,
    )


def _hexagon(side: int) -> Layout:
    starts = [max(1, row - side + 2) for row in range(2 * side - 1)]  # from row a, at the bottom
    lengths = [side + min(row, 2 * side - 2 - row) for row in range(2 * side - 1)]
    places = [(row, start + i) for row, start in enumerate(starts) for i in range(lengths[row])]
    letters = LETTERS[: 2 * side - 1]
    rows = [tuple(cell for cell, place in enumerate(places) if place[0] == row) for row in range(2 * side - 2, -1, -1)]
    points = tuple((number - row / 2, -_HALF * row) for row, number in places)
    firsts = [points[row[0]] for row in rows]
    lowest = {number: cell for cell, (_, number) in reversed(list(enumerate(places)))}
    return Layout(
        ground="hexes",
        names=tuple(f"{letters[row]}{number}" for row, number in places),
        points=points,
        rows=tuple(rows),
        row_names=tuple(reversed(letters)),
        column_names=(),
        neighbours=_table(places, _HEXAGON),
        touching=(0, 1, 2, 3, 4, 5),
        sides=tuple(_sides_of_hexagon(side, place) for place in places),
        outline=_hexes_outline(points, rows),
        labels=(
            *(Label(name, x - 0.72, y) for name, (x, y) in zip(reversed(letters), firsts, strict=True)),
            *(Label(str(n), points[cell][0] + 0.36, points[cell][1] + 0.64) for n, cell in sorted(lowest.items())),
        ),
        indent=-1,
        shifts=tuple(start - 1 for start in reversed(starts)),
    )


@functools.cache
def _labelled_outside(layout: Layout) -> Layout:
    """Return a hexagon whose coordinates leave room for coloured edges."""
    moves = {
        name: (-0.36, 0.0) if name in layout.row_names else (0.2, 0.36) for name in (one.text for one in layout.labels)
    }
    labels = (Label(one.text, one.x + moves[one.text][0], one.y + moves[one.text][1]) for one in layout.labels)
    return replace(layout, labels=tuple(labels))


def _sides_of_hexagon(side: int, place: Place) -> int:
    row, number = place
    last = 2 * side - 2
    left, right = number == max(1, row - side + 2), number == min(last + 1, row + side)
    return (
        TOP * (row == last)
        + BOTTOM * (row == 0)
        + left * (LEFT + UPPER_LEFT * (row >= side - 1) + LOWER_LEFT * (row <= side - 1))
        + right * (RIGHT + UPPER_RIGHT * (row >= side - 1) + LOWER_RIGHT * (row <= side - 1))
    )


def _table(places: Sequence[Place], steps: Sequence[Place]) -> tuple[tuple[int, ...], ...]:
    found = {place: cell for cell, place in enumerate(places)}
    return tuple(tuple(found.get((row + down, column + right), -1) for down, right in steps) for row, column in places)


def _grid_outline(rows: int, columns: int) -> tuple[tuple[tuple[float, float], ...], ...]:
    low = -0.5
    right = columns - 0.5
    bottom = rows - 0.5
    return (
        ((low, low), (right, low)),
        ((low, bottom), (right, bottom)),
        ((low, low), (low, bottom)),
        ((right, low), (right, bottom)),
    )


def _hexes_outline(
    points: Sequence[tuple[float, float]], rows: Sequence[Sequence[int]]
) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Return the borders of rows of hexes, from the top."""
    left, right = [row[0] for row in rows], [row[-1] for row in rows]
    moved = ((rows[0], 0, -0.5), (rows[-1], 0, 0.5), (left, -0.45, 0), (right, 0.45, 0))
    return tuple(tuple((points[cell][0] + dx, points[cell][1] + dy) for cell in line) for line, dx, dy in moved)


def _labels(points: Sequence[tuple[float, float]], rows: int, columns: int, ground: str) -> tuple[Label, ...]:
    if ground == "hexes":
        across = [Label(LETTERS[i], x - 0.55, y - 1.0) for i, (x, y) in enumerate(points[:columns])]
        return (*across, *(Label(str(i + 1), x - 1.0, y + 0.1) for i, (x, y) in enumerate(points[::columns])))
    across = [Label(LETTERS[i], i, y) for i in range(columns) for y in (-1.0, float(rows))]
    return (*across, *(Label(str(i + 1), x, i) for i in range(rows) for x in (-1.0, float(columns))))


@functools.cache
def grid(rows: int, columns: int, ground: str = "cells") -> Layout:
    """Return a board of squares on one of `byways.rules.picture.GROUNDS`."""
    return _quadrangle(ground, rows, columns)


def square(size: int, ground: str = "cells") -> Layout:
    """Return a square board on one of `byways.rules.picture.GROUNDS`."""
    return grid(size, size, ground)


NOWHERE = Layout("cells", (), (), (), (), (), (), (), (), (), ())
"""The board of a game without one."""
