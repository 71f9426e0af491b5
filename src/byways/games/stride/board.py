"""Stride's board: a hexagon of hexes that gives kernels its jumps in the place of neighbours, at a constant offset."""

from __future__ import annotations

import functools
from dataclasses import dataclass, fields

from byways.games.stride.rules import CELLS
from byways.rules.boards.layout import Layout
from byways.rules.boards.shapes import Hexagon
from byways.rules.state_vector import PART


class JumpLayout(Layout):
    """A hexagon whose table lists two words of a state for each action: the one jumped over and the one landed on."""

    @functools.cached_property
    def words(self) -> list[int]:
        """Return the table; jumps off the board go over the word PART, which is 0 where a turn begins."""
        found: list[int] = []
        for near in self.neighbours:
            for direction, over in enumerate(near):
                behind = self.neighbours[over][direction] if over >= 0 else -1
                found += (CELLS + over, CELLS + behind) if behind >= 0 else (PART, PART)
        return found


@dataclass(frozen=True)
class JumpBoard(Hexagon):
    """A hexagon of hexes with its jumps."""

    @staticmethod
    @functools.cache
    def layout(*sizes: int) -> Layout:
        hexagon = Hexagon.layout(*sizes)
        return JumpLayout(**{field.name: getattr(hexagon, field.name) for field in fields(hexagon)})
