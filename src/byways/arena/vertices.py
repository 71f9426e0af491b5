"""Turns as GTP writes points: letters without I for columns, numbers from 1 at the bottom for rows.

A cell is named by its place in the table of the board's rows (`Layout.places`), also where the game names it otherwise.
"""

from __future__ import annotations

import functools
import re

from byways.errors import UnreadableTurnError
from byways.game import Variant

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
_WORD = re.compile(r"[A-Za-z]+\d+")


@functools.lru_cache(maxsize=8)
def _tables(variant: Variant) -> tuple[dict[str, str], dict[str, str]]:
    """Return the vertex of each cell, and the cell of each vertex, both by name, vertices in capitals."""
    layout = variant.layout
    height = len(layout.rows)
    cells = {
        name: f"{_letters(column)}{height - row}"
        for name, (row, column) in zip(layout.names, layout.places, strict=True)
    }
    return cells, {vertex: cell for cell, vertex in cells.items()}


def _letters(column: int) -> str:
    more, last = divmod(column, len(LETTERS))
    return (LETTERS[more - 1] if more else "") + LETTERS[last]


def to_vertices(variant: Variant, turn: str) -> str:
    """Write a canonical turn with vertices in place of its cells: "e5,f6" of a board with 8 rows is "E4,F3"."""
    cells, _ = _tables(variant)
    return _WORD.sub(lambda word: cells.get(word[0], word[0]), turn)


def from_vertices(variant: Variant, turn: str) -> str:
    """Return the canonical text of a turn with vertices. Raises UnreadableTurnError for a point off the board."""
    _, vertices = _tables(variant)

    def cell(word: re.Match[str]) -> str:
        if (found := vertices.get(word[0].upper())) is None:
            raise UnreadableTurnError("turn.vertex", "{vertex} is not a vertex of this board", vertex=word[0][:20])
        return found

    return _WORD.sub(cell, turn)
