"""Boards in a report: a game as a strip of pictures, and heat maps of where games were played."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from byways.draw.document import describe
from byways.draw.ink import escape, num, rectangle
from byways.draw.scene import Drawings, scene
from byways.draw.themes import scope, standalone
from byways.game import Variant
from byways.picture import Item, Picture, with_items
from byways.records import Record
from byways.report.figures import Figure
from byways.state import State

SCOPE = scope("auto")
"""The class of boards on a page of its own."""
STYLE = standalone("auto")
_STEPS = 5  # sizes of the discs of heat maps
PICTURES = 6


class Boards:
    """Draws the boards of a rule set; all boards of a page share their style and their shapes.

    `scope` is the class whose style rules colour them.
    """

    def __init__(self, variant: Variant, drawings: Drawings, scope: str = SCOPE) -> None:
        self._variant, self._drawings, self._scope = variant, drawings, scope

    def strip(self, record: Record) -> str:
        """Return some positions of a game, evenly spread over its turns, the last among them."""
        states = record.states()
        last = len(states) - 1
        plies = dict.fromkeys(round(last * (i + 1) / PICTURES) for i in range(PICTURES))
        drawn = (self._board(self._picture(states[ply]), f"after turn {ply}", states[ply].players) for ply in plies)
        return f'<div class="strip">{"".join(drawn)}</div>'

    def heat(self, values: Mapping[str, float], caption: str) -> str:
        """Return the start position with discs on cells, the larger the greater their value."""
        if not values:
            return ""
        low, high = min(values.values()), max(values.values())
        sized = {
            cell: 1 + math.floor((_STEPS - 1) * (value - low) / (high - low) + 0.5) if high > low else _STEPS
            for cell, value in values.items()
        }
        start = self._start()
        picture = self._picture(start)
        named = {point.name for board in picture.boards for point in board.points}
        items = [Item("heat", (cell,), text=str(size)) for cell, size in sized.items() if cell in named]
        if not items:
            return ""
        said = ", ".join(f"{cell} {value:.2f}" for cell, value in values.items())
        return self._board(with_items(picture, items), caption, start.players, said)

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

    def _board(self, picture: Picture, caption: str, players: Sequence[str], said: str = "") -> str:
        drawn = scene(picture, players=players, ids=False, scope=self._scope)
        wide, high = drawn.size
        return (
            f'<figure><svg class="{self._scope}" viewBox="{drawn.view_box}" width="260" '
            f'height="{num(260 * high / wide)}" role="img"><title>{escape(caption)}</title>'
            f"<desc>{escape(said or describe(picture))}</desc>"
            f'<path class="page" d="{rectangle((0, 0), wide, high)}"/>{self._drawings.write(drawn)}</svg>'
            f"<figcaption>{escape(caption)}</figcaption></figure>"
        )


def values_of(lines: Sequence[Figure]) -> dict[str, float]:
    """Return the values of a table by label."""
    return {line.label: line.value for line in lines if line.value is not None}
