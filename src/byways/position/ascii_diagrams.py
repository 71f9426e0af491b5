"""ASCII diagrams of boards, as posts and other programs draw them, as rows that `byways.position.notation` reads.

    5 . .@.X. .@.@.X.X.     pieces are between the dots of a grid; above the first row may be another line of dots
    .. o . . . . x . .      a dot at the beginning of a line is doubled, as Usenet sends it (RFC 3977, 3.1.1)
    > . . X O .             the lines are quoted from another post
    Black to play           a line that says who is to move
    X = black, O = white    a legend, where marks mean something else than usual

In a text with rows of the first two kinds everything around the rows is left out. Which mark is whose is otherwise
known to the game that reads the rows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from byways.errors import PositionError
from byways.incoming import without_mark
from byways.rules.boards.layout import LETTERS
from byways.rules.texts import MARKS
from byways.translatable import marked

_GRID = re.compile(r"\s*+(?:(?P<number>\d{1,2})\s++)?+(?P<cells>\.(?:[^.]\.)++)\s*+")
_QUOTED = re.compile(r"\s*+(?:>\s?+)++")
_MEANS = re.compile(r"\s*+(?P<mark>[^\s=,;])\s*+(?:=|\bis\b)\s*+(?P<player>\w++)\s*+", re.IGNORECASE)
_FEWEST = 3  # rows of a diagram


@dataclass(frozen=True)
class AsciiDiagram:
    """The rows of a diagram as `byways.position.notation` reads them, and the player to move if it says so."""

    rows: list[str]
    mover: str = ""


def read_diagram(lines: Sequence[str], players: Sequence[str]) -> AsciiDiagram | None:
    """Return the diagram in a text without blank lines; None where the text has nothing that it is needed for.

    Raises PositionError for a text with several diagrams.
    """
    legend = next(filter(None, (_legend(line, players) for line in lines)), {})
    movers = {name for line in lines if (name := _mover(line, players))}
    rows = [line for line in lines if not (_legend(line, players) or _mover(line, players))]
    found = _only(_grids(lines) or _stuffed(lines))
    if found is None and len(rows) == len(lines):
        return None
    return AsciiDiagram([_translated(row, legend) for row in found or rows], movers.pop() if len(movers) == 1 else "")


def unquoted(text: str) -> list[str]:
    """Return the lines of a text that are not blank, without what marks all of them as quoted from another post."""
    lines = [line for line in without_mark(text).splitlines() if line.strip()]
    if all(map(_QUOTED.match, lines)):
        lines = [line for line in (_QUOTED.sub("", line) for line in lines) if line]
    return lines


def is_drawn(text: str) -> bool:
    """Return whether a text has rows of a board: marks apart from each other, or between the dots of a grid."""
    return sum(bool(_GRID.fullmatch(line) or _marks(line)) for line in unquoted(text)) >= _FEWEST


def is_diagram(text: str) -> bool:
    """Return whether a text has rows that Byways itself would not draw."""
    lines = unquoted(text)
    return bool(_grids(lines) or _stuffed(lines))


def check_single(text: str) -> None:
    """Raise PositionError for a text with several diagrams."""
    lines = unquoted(text)
    _only(_grids(lines) or _stuffed(lines))


def _mover(line: str, players: Sequence[str]) -> str:
    """Return the player of whom a line says that it is this one's turn; empty if there is none."""
    names = "|".join(map(re.escape, players))
    said = re.search(rf"\b({names})(?:'s\s++turn|\s++to\s++(?:play|move))\b", line, re.IGNORECASE) if names else None
    return said[1].lower() if said else ""


def _legend(line: str, players: Sequence[str]) -> dict[str, str]:
    """Return the usual mark of each mark that a line explains; nothing where it is no legend."""
    known = {player: mark for player, mark in MARKS.items() if player in players}
    means = [_MEANS.fullmatch(part) for part in re.split("[,;]", line)]
    named = {found["mark"]: found["player"].lower() for found in means if found}
    complete = len(named) == len(means) and all(player in known for player in named.values())
    return {mark: known[player] for mark, player in named.items()} if complete else {}


def _translated(row: str, legend: dict[str, str]) -> str:
    return "".join(legend.get(mark, mark) for mark in row)


def _only(diagrams: list[list[str]]) -> list[str] | None:
    if len(diagrams) > 1:
        template = marked("position: there are {count} diagrams in this text; which one is meant? Give it alone")
        raise PositionError("position.diagrams", template, allowed="one diagram", count=len(diagrams))
    return diagrams[0] if diagrams else None


def _grids(lines: Sequence[str]) -> list[list[str]]:
    """Return the rows of every diagram with pieces between the dots of a grid."""
    runs = ([*run] for drawn, run in groupby(map(_GRID.fullmatch, lines), bool) if drawn)
    found = ([row for row in run if row] for run in runs)
    return [_cells(run) for run in found if len(run) >= _FEWEST and _has_pieces_between(run)]


def _has_pieces_between(rows: Sequence[re.Match[str]]) -> bool:
    """Return whether some places between dots are empty and some are not: a close row of marks has no empty ones."""
    between = {mark for row in rows for mark in row["cells"][1::2]}
    return " " in between and len(between) > 1


def _cells(rows: Sequence[re.Match[str]]) -> list[str]:
    """Return the rows of cells of a grid; the line of dots above them is none."""
    first = rows[0]
    above = not first["cells"][1::2].strip()
    numbered = any(row["number"] for row in rows[1:])
    surplus = above and (not first["number"] if numbered else len(rows) == (len(first["cells"]) - 1) // 2 + 1)
    return [" ".join(row["cells"][1::2].replace(" ", ".")) for row in rows[surplus:]]


def _stuffed(lines: Sequence[str]) -> list[list[str]]:
    """Return the rows of every diagram in which a dot that begins a line was doubled."""
    runs = ([*run] for drawn, run in groupby(map(_marks, lines), bool) if drawn)
    wanted = (run for run in runs if len(run) >= _FEWEST and any(marks[0] == ".." for marks in run))
    return [[" ".join([marks[0][0], *marks[1:]]) for marks in run] for run in wanted]


def _marks(line: str) -> list[str]:
    """Return the marks of a row in which they are apart; nothing for any other line."""
    marks = line.split()
    if marks and marks[0].isdigit():
        marks = marks[1:]
    apart = len(marks) >= _FEWEST and all(len(mark) == 1 for mark in marks[1:])
    heading = marks == list(LETTERS[: len(marks)])
    return marks if apart and not heading and (len(marks[0]) == 1 or marks[0] == "..") else []
