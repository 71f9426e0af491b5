"""Boards of one page that share their style and their shapes, so that no id occurs twice."""

from __future__ import annotations

from collections.abc import Sequence

from byways.draw.document import describe, described, framed
from byways.draw.scene import Drawings, scene
from byways.draw.themes import scope, standalone
from byways.rules.picture import Picture

SCOPE, STYLE = scope("auto"), standalone("auto")
"""The class of boards that are light or dark as the reader's system is, and the rules that colour them."""


class PageBoards:
    """The boards of one page, whose style sheet has rules for the class `scope`."""

    def __init__(self, scope: str = SCOPE) -> None:
        self.scope, self._drawings = scope, Drawings()

    def board(
        self, picture: Picture, title: str, *, players: Sequence[str], width: int | None = None, said: str = ""
    ) -> str:
        """Return the next board as an SVG element, `width` pixels wide, with a title and a description.

        Without `said` the description lists the pieces.
        """
        drawn = scene(picture, players=players, ids=False, scope=self.scope)
        head = described(title, said or describe(picture))
        return framed(drawn, f'class="{self.scope}"', width, head, self._drawings.write(drawn))
