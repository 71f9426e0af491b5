"""What the rules of Stroll bring about in play, for reports to count."""

from __future__ import annotations

from byways.game.events import SHARE, Event
from byways.games.stroll.board import CELLS, EMPTY, NEAR
from byways.games.stroll.wording import paths_told
from byways.kernels import Ints
from byways.rules.position import Position

_OPPOSITE = ((0, 7), (1, 6), (2, 5), (3, 4))  # directions of a grid, each with the opposite one


def _seen(geometry: Ints, board: Ints, cell: int, d: int) -> int:
    """Return the first stone in a direction from a cell; EMPTY where there is none."""
    at = int(geometry[NEAR + 8 * cell + d])
    while at >= 0 and board[CELLS + at] == EMPTY:
        at = int(geometry[NEAR + 8 * at + d])
    return int(board[CELLS + at]) if at >= 0 else EMPTY


def cuts(before: Position, after: Position, stone: int) -> int | None:
    """Return how many connections of a colour's stones a turn interrupts; None for a claim."""
    placed = str(after.turn).split(">")
    if len(placed) < 2:
        return None
    geometry = before.variant.geometry
    board = before.vector.copy()
    words = before.variant.reading.words
    found = 0
    for name in placed:
        cell = words[name] - CELLS
        for one, other in _OPPOSITE:
            found += _seen(geometry, board, cell, one) == stone == _seen(geometry, board, cell, other)
        board[CELLS + cell] = before.mover + 1
    return found


def _lengths(after: Position) -> tuple[list[int], list[int]]:
    """Return the lengths of the paths that decided a finished game, White's and Black's."""
    white, black = paths_told(after)
    return [path.length for path in white], [path.length for path in black]


def is_tied(before: Position, after: Position) -> bool:
    """Return whether both longest paths of a finished game are equally long."""
    white, black = _lengths(after)
    return white[:1] == black[:1]


def paths_compared(before: Position, after: Position) -> int:
    """Return how many paths of each side were compared until they differed."""
    return max(map(len, _lengths(after)))


def longest_path(before: Position, after: Position) -> int:
    """Return the length of the longest path of a finished game."""
    white, black = _lengths(after)
    return max(white + black)


EVENTS = (
    Event(
        "Cuts",
        "The connections between two of the opponent's stones that a move's stones interrupt.",
        lambda before, after: cuts(before, after, 2 - before.mover),
        unit="connections a move",
    ),
    Event(
        "OwnCuts",
        "The connections between two of the mover's own stones that a move's stones interrupt.",
        lambda before, after: cuts(before, after, before.mover + 1),
        unit="connections a move",
    ),
    Event("LongestPath", "The length of the longest path at the end.", longest_path, over="end", unit="cells"),
    Event(
        "TiedFirstPaths",
        "Whether both longest paths are equally long, so that further ones count.",
        is_tied,
        over="end",
        unit=SHARE,
    ),
    Event(
        "PathsCompared",
        "The paths of each side that are compared until they differ.",
        paths_compared,
        over="end",
        unit="paths",
    ),
)
