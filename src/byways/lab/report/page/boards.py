"""Boards in a report: a game as a strip of pictures, and heat maps of where games were played."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from byways.draw.document import PageBoards
from byways.game import Variant
from byways.lab.metrics.course import EVEN
from byways.lab.report.facts import RuleSetFacts
from byways.lab.report.figures import RANDOM, Figure
from byways.lab.report.page.tables import SHOWN, Row, with_interval
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


MAPPED: Mapping[str, str] = {
    "VisitedCells": "Share of games that visited each cell",
    "WinnersCells": "Share of won games at the end of which the winner's piece stands on each cell",
}
"""Figures of each cell, shown as heat maps of random games and the strongest play; with what their maps tell."""
IN_PICTURES = (*MAPPED, "FirstTurnShare")
"""Figures that are shown here, and not as lines of a section's table; those of `MAPPED` without their intervals."""
FEWEST_GAMES = 20
"""Behind a heat map, and after a first turn that is shown."""


def maps(rules: RuleSetFacts, boards: Boards) -> Iterator[BoardFigure]:
    """Yield boards that show where games were played, and how first turns fared."""
    for figure, told in MAPPED.items():
        for source in rules.main_sources:
            lines = rules.table(figure, source)
            if lines and lines[0].n >= FEWEST_GAMES:
                shares = values_of(lines)
                yield from boards.heat(shares, f"{told}, {source}: {_range(shares.values())}")
    lines = first_turns(rules)
    where = {line.label: boards.cells_of(line.label) for line in lines}
    if lines and all(len(cells) == 1 for cells in where.values()):
        values = {where[line.label][0]: line.value for line in lines if line.value is not None}
        yield from boards.heat(values, f"First player's share by first move, random games: {_range(values.values())}")


def first_turns(rules: RuleSetFacts) -> list[Figure]:
    """Return how random games fared after the first turns that were played often enough to tell."""
    return [line for line in rules.table("FirstTurnShare", RANDOM) if line.n >= FEWEST_GAMES]


def first_turn_rows(rules: RuleSetFacts) -> list[Row]:
    """Return the first turns in random games, their shares and games: the most and the least balanced."""
    ordered = sorted(first_turns(rules), key=lambda line: (abs((line.value or 0.0) - EVEN), line.label))
    return [(line.label, with_interval(line), str(line.n)) for line in _ends_of_table(ordered)]


def _range(values: Iterable[float]) -> str:
    found = list(values)
    return f"from {100 * min(found):.0f} to {100 * max(found):.0f} %"


def _ends_of_table(lines: Sequence[Figure]) -> Sequence[Figure]:
    """Return the first and the last lines of a long table."""
    return lines if len(lines) <= SHOWN else [*lines[: SHOWN // 2], *lines[-SHOWN // 2 :]]
