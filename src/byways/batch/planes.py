"""How observations lie in planes of rows and columns, as networks take them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from byways.game import Variant
from byways.kernels import Wide


@dataclass(frozen=True)
class Arrangement:
    """Where the words of a game's planes lie."""

    shape: tuple[int, int, int]
    """(planes, rows, columns), the plane of cells that exist included where there is one."""
    places: Wide
    """The place of each cell in the square, row by row; empty where every place is a cell, in order."""

    @property
    def flat(self) -> tuple[int, int]:
        """Return (planes, places)."""
        planes, rows, columns = self.shape
        return planes, rows * columns


@lru_cache(maxsize=256)
def arrangement(variant: Variant) -> Arrangement:
    """Return how a variant's observations lie: as its board does, hexagons in a square with a plane for its cells."""
    planes, words = variant.observation_shape
    layout = variant.layout
    nowhere = np.zeros(0, dtype=np.int64)
    if not layout.names or len(layout.names) != words:
        given = variant.game.search.observation_rows
        rows = given(variant.geometry) if callable(given) else given
        return Arrangement((planes, rows, words // rows), nowhere)
    wide = len(layout.rows[0])
    if [cell for row in layout.rows for cell in row] == list(range(words)) and {len(row) for row in layout.rows} == {
        wide
    }:
        return Arrangement((planes, len(layout.rows), wide), nowhere)
    places = np.array(layout.places, dtype=np.int64)
    rows, columns = places.max(axis=0) + 1
    return Arrangement((planes + 1, int(rows), int(columns)), places @ np.array([columns, 1]))
