"""A board of one size: its cells with their names, places and neighbours, its text and its picture."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from byways.errors import PositionError
from byways.rules import picture
from byways.rules.picture import Edge, Item, Label, Point

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Layout:
    """A board of one size. Cells are numbered in the order in which they are read."""

    ground: str
    """One of `byways.rules.picture.GROUNDS`, which decides how it is drawn."""
    names: tuple[str, ...]
    points: tuple[tuple[float, float], ...]
    """The centres of the cells; one cell is one unit wide, y grows downwards."""
    rows: tuple[tuple[int, ...], ...]
    """The cells of each line of text, from the top."""
    row_names: tuple[str, ...]
    column_names: tuple[str, ...]
    """Empty where columns have no heading."""
    neighbours: tuple[tuple[int, ...], ...]
    """For each cell, in each direction: the cell there, or -1."""
    touching: tuple[int, ...]
    """The directions in which cells share a side."""
    sides: tuple[int, ...]
    """For each cell the sides of the board that it is on, as bits."""
    outline: tuple[tuple[tuple[float, float], ...], ...]
    """The top, bottom, left and right border, each a line of corners."""
    labels: tuple[Label, ...]
    indent: float = 0
    """How many cells each row of the text begins further right than the one above; -1: by its first cell."""
    shifts: tuple[int, ...] = ()
    """How many columns of a table are left free before each row, such as those that a hexagon lacks; empty: none."""

    @functools.cached_property
    def cells(self) -> dict[str, int]:
        """Return the cells by name."""
        return {name: cell for cell, name in enumerate(self.names)}

    @functools.cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Return the row and the column of each cell in a table of the rows, from the top."""
        shifts = self.shifts or (0,) * len(self.rows)
        found = {
            cell: (row, column)
            for row, (cells, shift) in enumerate(zip(self.rows, shifts, strict=True))
            for column, cell in enumerate(cells, shift)
        }
        return tuple(found[cell] for cell in range(len(self.names)))

    @functools.cached_property
    def words(self) -> list[int]:
        """Return the words that kernels read: the table of neighbours, then the sides."""
        return [*(at for near in self.neighbours for at in near), *self.sides]

    @functools.cached_property
    def drawn(self) -> tuple[Point, ...]:
        """Return the cells as points of a picture."""
        return tuple(Point(name, x, y) for name, (x, y) in zip(self.names, self.points, strict=True))

    def board(self, items: Iterable[Item] = (), edges: Iterable[Edge] = ()) -> picture.Board:
        """Return the board of a picture, with what is on it."""
        return picture.Board(self.ground, self.drawn, self.labels, tuple(edges), tuple(items))

    def edges(self, players: Sequence[str]) -> tuple[Edge, ...]:
        """Return the coloured borders: top and bottom are the first player's, left and right the second's."""
        first, second = players
        return tuple(
            Edge(owner, line) for owner, line in zip((first, first, second, second), self.outline, strict=True)
        )

    def write(self, marks: Sequence[str]) -> list[str]:
        """Return the board as lines of text, with its coordinates."""
        wide = max(1, *map(len, marks))
        margin = max(2, *map(len, self.row_names))
        lines = [" " * (margin + 1) + " ".join(f"{name:<{wide}}" for name in self.column_names)]
        for i, (name, row) in enumerate(zip(self.row_names, self.rows, strict=True)):
            shift = " " * round((wide + 1) * (self.indent * i if self.indent >= 0 else self._lead(i)))
            lines.append(f"{name:>{margin}} {shift}" + " ".join(f"{marks[cell]:<{wide}}" for cell in row))
        return [line.rstrip() for line in lines if line.strip()]

    def _lead(self, row: int) -> float:
        return self.points[self.rows[row][0]][0] - min(x for x, _ in self.points)

    def read(self, lines: Sequence[str]) -> list[str]:
        """Return the marks of the cells, in order; coordinates and spaces may be left out. Raises PositionError."""
        drawn = drawn_rows(lines, self.row_names)
        if len(drawn) != len(self.rows):
            raise PositionError(
                "position.rows",
                "position: expected {size} rows, found {count}",
                allowed=f"{len(self.rows)} rows",
                size=len(self.rows),
                count=len(drawn),
            )
        marks = [""] * len(self.names)
        for name, found, row in zip(self.row_names, drawn, self.rows, strict=True):
            if len(found) != len(row):
                raise PositionError(
                    "position.columns",
                    "position: row {number} has {count} cells, expected {size}",
                    allowed=f"{len(row)} cells a row",
                    number=name,
                    count=len(found),
                    size=len(row),
                )
            for cell, mark in zip(row, found, strict=True):
                marks[cell] = mark
        return marks


def drawn_rows(lines: Sequence[str], names: Sequence[str] = ()) -> list[list[str]]:
    """Return the marks row by row: headings and names are left out, spaces between the marks are optional."""
    found: list[list[str]] = []
    for line in lines:
        marks = line.split()
        if not marks or (len(marks) > 1 and marks == list(LETTERS[: len(marks)])):
            continue
        name = names[len(found)] if len(found) < len(names) else ""
        if len(marks) > 1 and (marks[0].isdigit() or marks[0] == name):
            marks = marks[1:]
        found.append(re.findall(r"\D\d*", marks[0]) if len(marks) == 1 else marks)
    return found
