"""The boards of a report's sections: heat maps, and what is known of first turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from byways.lab.metrics.outcome import EVEN
from byways.lab.report.facts import RuleSetFacts
from byways.lab.report.figures import RANDOM, Figure
from byways.lab.report.page.boards import BoardFigure, Boards, values_of
from byways.lab.report.page.tables import SHOWN, Row, with_interval

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
    return [(line.label, with_interval(line), str(line.n)) for line in _ends(ordered)]


def _range(values: Iterable[float]) -> str:
    found = list(values)
    return f"from {100 * min(found):.0f} to {100 * max(found):.0f} %"


def _ends(lines: Sequence[Figure]) -> Sequence[Figure]:
    """Return the first and the last lines of a long table."""
    return lines if len(lines) <= SHOWN else [*lines[: SHOWN // 2], *lines[-SHOWN // 2 :]]
