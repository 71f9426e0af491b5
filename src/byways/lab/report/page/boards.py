"""Boards in a report: a game as a strip of pictures, and heat maps of where games were played."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from byways.draw.gallery import PageBoards
from byways.game import Variant
from byways.lab.report.figures import Figure
from byways.position.state import State
from byways.records import Record
from byways.rules.picture import Item, Picture, with_items

_STEPS = 5  # sizes of the discs of heat maps
PICTURES = 6


class BoardFigure(NamedTuple):
    """A drawn board with its caption."""

    drawing: str
    caption: str


class Boards:
    """Draws the boards of a rule set, as part of a page's gallery."""

    def __init__(self, variant: Variant, gallery: PageBoards) -> None:
        self._variant = variant
        self._gallery = gallery

    def strip(self, record: Record) -> list[BoardFigure]:
        """Return some positions of a game, evenly spread over its turns, the last among them."""
        states = record.states()
        last = len(states) - 1
        plies = dict.fromkeys(round(last * (i + 1) / PICTURES) for i in range(PICTURES))
        return [self._board(self._picture(states[ply]), f"after move {ply}", states[ply].players) for ply in plies]

    def heat(self, values: Mapping[str, float], caption: str) -> Iterator[BoardFigure]:
        """Yield the start position with discs on cells, the larger the greater their value, if the board has any."""
        if not values:
            return
        low, high = min(values.values()), max(values.values())
        sized = {
            cell: 1 + math.floor((_STEPS - 1) * (value - low) / (high - low) + 0.5) if high > low else _STEPS
            for cell, value in values.items()
        }
        start = self._start()
        picture = self._picture(start)
        named = {point.name for board in picture.boards for point in board.points}
        items = [Item("heat", (cell,), text=str(size)) for cell, size in sized.items() if cell in named]
        if items:
            said = ", ".join(f"{cell} {value:.2f}" for cell, value in values.items())
            yield self._board(with_items(picture, items), caption, start.players, said)

    def cells_of(self, turn: str) -> list[str]:
        """Return the points on which a first turn puts something."""
        start = self._start()
        try:
            items = self._variant.game.preview(start, start.actions(turn))
        except (ValueError, KeyError):
            return []
        return list(dict.fromkeys(item.at[-1] for item in items if item.kind in ("stone", "stack")))

    def _start(self) -> State:
        return State(self._variant, self._variant.start())

    def _picture(self, state: State) -> Picture:
        return self._variant.game.picture(state)

    def _board(self, picture: Picture, caption: str, players: Sequence[str], said: str = "") -> BoardFigure:
        return BoardFigure(self._gallery.board(picture, caption, players=players, width=260, said=said), caption)


def values_of(lines: Sequence[Figure]) -> dict[str, float]:
    """Return the values of a table by label."""
    return {line.label: line.value for line in lines if line.value is not None}
