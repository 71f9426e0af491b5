"""Reading a board: whose piece is on a cell, and the words of all cells as a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from byways.cells import CELLS
from byways.errors import CellError
from byways.kernels import Ints
from byways.rules.boards.layout import Layout

if TYPE_CHECKING:
    from byways.game.variant import Variant

OFF_BOARD = -32_768
"""What a table holds where there is no cell, as in the corners around a hexagon."""


@dataclass(frozen=True)
class BoardSlice:
    """A board within a state vector: a game may have one for each player (`Interface.sheets`)."""

    layout: Layout
    first: int
    """The place of the first cell's word in the state."""
    owner: str = ""
    """The player whose everything on it is; empty: what is on a cell says whose it is."""
    prefix: str = ""
    """What the names of its cells begin with, such as "player 2 "."""


class BoardReading:
    """The cells of a variant by name, and its place in a table; sheets are one below another."""

    def __init__(self, sheets: tuple[BoardSlice, ...], owner: Callable[[int], str | None]) -> None:
        self.words: dict[str, int] = {}
        """The word of each cell."""
        self._owner: dict[int, str | None] = {0: None}
        self._by_value = owner
        self._sheet_owners: dict[str, str] = {}
        places: list[tuple[int, int]] = []
        top = columns = 0
        for sheet in sheets:
            names = [sheet.prefix + name for name in sheet.layout.names]
            self.words.update(zip(names, range(sheet.first, sheet.first + len(names)), strict=True))
            self._sheet_owners.update(dict.fromkeys(names, sheet.owner) if sheet.owner else {})
            places += [(top + row, column) for row, column in sheet.layout.places]
            top += len(sheet.layout.rows)
            columns = max([columns, *(column + 1 for _, column in sheet.layout.places)])
        self.shape = top, columns
        """The rows and columns of the table."""
        self._at = np.array([row * columns + column for row, column in places], dtype=np.int64)
        self._from = np.array(list(self.words.values()), dtype=np.int64)
        filled = np.array_equal(self._at, np.arange(top * columns))
        self._whole = filled and np.array_equal(self._from, self._from[:1] + np.arange(self._from.size))

    def owner(self, state: Ints, cell: str) -> str | None:
        """Return the player whose piece is on a cell; None where there is none. Raises CellError."""
        word = self.words.get(cell)
        if word is None:
            names = list(self.words)
            known = f"{names[0]} to {names[-1]}" if names else "none"
            raise CellError("cell.unknown", "there is no cell {cell!r}; the cells are {known}", cell=cell, known=known)
        return self._owned(cell, int(state[word]))

    def owners(self, state: Ints) -> dict[str, str | None]:
        """Return the same for all cells, in the order of their numbers."""
        values = state[self._from].tolist()
        return {cell: self._owned(cell, value) for cell, value in zip(self.words, values, strict=True)}

    def _owned(self, cell: str, value: int) -> str | None:
        if value and (owner := self._sheet_owners.get(cell)):
            return owner
        if value not in self._owner:
            self._owner[value] = self._by_value(value) or None
        return self._owner[value]

    def table(self, state: Ints) -> Ints:
        """Return the words of all cells, row by row from the top, read-only; OFF_BOARD where there is no cell."""
        if self._whole and self._from.size:
            first = int(self._from[0])
            found = state[first : first + self._from.size].reshape(self.shape)
        else:
            found = np.full(self.shape, OFF_BOARD, dtype=np.int16)
            found.flat[self._at] = state[self._from]
        found.flags.writeable = False
        return found


def reading_of(variant: Variant) -> BoardReading:
    """Return how a variant's boards are read."""
    sheets = variant.game.ui.sheets
    return BoardReading(sheets(variant) if sheets else (BoardSlice(variant.layout, CELLS),), variant.game.texts.owner)
