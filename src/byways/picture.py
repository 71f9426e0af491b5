"""What is to be seen of a state, as data: points, things standing on them, lines between them.

A game says *what* is there; `byways.draw` knows how it looks and the site what it does under a pointer.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from byways.boards import hexagon, square

Tell: TypeAlias = Callable[[str], str]
"""How a text is said, perhaps in another language."""

KINDS = {
    "stone": "a disc or stone on a point",
    "stack": "pieces on a point; the text is their height",
    "goal": "a dot on a point that its owner wants to reach",
    "last": "a mark on what the last turn put on a point",
    "flipped": "a mark on a piece that the last turn made its owner's",
    "flip": "a mark on a piece that would become its owner's",
    "capture": "a mark on what the last turn removed, or would remove, from a point",
    "move": "an arrow along points",
    "step": "what a turn to come puts on a point, or moves along points; the text is the turn's number",
    "sight": 'a thin line between points that see each other; the text is "cut" where they would no longer',
    "chain": "a line along orthogonal or hex neighbours that joins edges",
    "path": "a thick line along points",
    "need": "a mark on a point where something is still missing",
    "tile": "the ground and outline of several cells that belong together",
    "dot": "a small dot in a cell that is not empty although nothing stands there",
    "display": "one of six furniture displays; the text is 1 to 6",
    "cafe": "a cafeteria on two neighbouring cells",
    "wall": "a wall on one side of a cell, such as d4E",
    "doored": "a wall with a doorway",
    "entrance": "an arrow and a doorway in through an outer side",
    "exit": "an arrow and a doorway out through an outer side",
}


GROUNDS = {
    "cells": "squares; pieces stand in them",
    "crossings": "lines; pieces stand where they meet",
    "hexes": "hexes; pieces stand in them",
    "plan": "the floor plan of a house: squares that are still blank paper",
}


@dataclass(frozen=True)
class Point:
    """A place on a board. One cell is one unit wide; y grows downwards."""

    name: str
    x: float
    y: float


@dataclass(frozen=True)
class Item:
    """Something drawn at one point, or along several."""

    kind: str
    """One of KINDS."""
    at: tuple[str, ...]
    """Names of points, or of sides of points such as "d4E"."""
    owner: str = ""
    """The player it belongs to, which decides colour and shape; empty for nobody's."""
    text: str = ""
    """What is written on it, such as the height of a stack."""
    says: str = ""
    """What a screen reader says of it, such as "white disc"; empty for what is only seen."""
    ghost: bool = False
    """Not there yet: what would be there after the action at the pointer."""


@dataclass(frozen=True)
class Edge:
    """A stretch of the border that belongs to a player."""

    owner: str
    line: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Label:
    """A coordinate or another short text beside the board, centred on (x, y)."""

    text: str
    x: float
    y: float


@dataclass(frozen=True)
class Board:
    """One board of a picture: a game has one, The Long Way a sheet for each player."""

    ground: str
    """One of GROUNDS."""
    points: tuple[Point, ...]
    labels: tuple[Label, ...] = ()
    edges: tuple[Edge, ...] = ()
    items: tuple[Item, ...] = ()
    key: str = ""
    """Set apart where there are several boards: the player's name."""
    title: str = ""
    notes: tuple[str, ...] = ()
    """Short texts under the board, such as "coins: 4"."""


@dataclass(frozen=True)
class Picture:
    """All that is to be seen of a state."""

    boards: tuple[Board, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Handout:
    """Something to print: pictures in a grid, each with a caption where there are captions."""

    title: str
    pictures: tuple[Picture, ...]
    columns: int = 1
    captions: tuple[str, ...] = ()


def with_items(picture: Picture, items: Iterable[Item]) -> Picture:
    """The same picture with more on its first board."""
    board, *others = picture.boards
    return replace(picture, boards=(replace(board, items=(*board.items, *items)), *others))


def translated(picture: Picture, tell: Tell) -> Picture:
    """The same picture with its texts said otherwise; each different text is asked for once."""
    told: dict[str, str] = {"": ""}

    def texts(given: tuple[str, ...]) -> tuple[str, ...]:
        told.update((text, tell(text)) for text in given if text not in told)
        return tuple(told[text] for text in given)

    boards = []
    for board in picture.boards:
        says = texts(tuple(item.says for item in board.items))
        items = tuple(replace(item, says=said) if said else item for item, said in zip(board.items, says, strict=True))
        boards.append(replace(board, items=items, title=texts((board.title,))[0], notes=texts(board.notes)))
    return replace(picture, boards=tuple(boards), notes=texts(picture.notes))


def square_board(size: int, ground: str, items: Iterable[Item] = (), edges: Iterable[Edge] = ()) -> Board:
    """A board of size × size points with its coordinates: on all sides, on a plan only above and at the left."""
    return Board(ground, *_squares(size, ground == "plan"), tuple(edges), tuple(items))


@functools.cache  # a few sizes; they are the same for every look at a game
def _squares(size: int, plan: bool) -> tuple[tuple[Point, ...], tuple[Label, ...]]:
    points = tuple(Point(name, i % size, i // size) for i, name in enumerate(square.names(size)))
    beside = (-1.0,) if plan else (-1.0, size)
    columns = (Label(square.LETTERS[i], i, y) for i in range(size) for y in beside)
    rows = (Label(str(i + 1), x, i) for i in range(size) for x in beside)
    return points, (*columns, *rows)


def square_edges(size: int, horizontal: str, vertical: str) -> tuple[Edge, ...]:
    """The four edges: `horizontal` owns the top and bottom rows, `vertical` the left and right columns."""
    low, high = -0.5, size - 0.5
    return (
        Edge(horizontal, ((low, low), (high, low))),
        Edge(horizontal, ((low, high), (high, high))),
        Edge(vertical, ((low, low), (low, high))),
        Edge(vertical, ((high, low), (high, high))),
    )


def hex_board(side: int, items: Iterable[Item] = (), edges: Iterable[Edge] = ()) -> Board:
    """A hexagon of hexes with its coordinates: row letters at the left, diagonals' numbers along the lower right."""
    return Board("hexes", *_hexes(side), tuple(edges), tuple(items))


@functools.cache
def _hexes(side: int) -> tuple[tuple[Point, ...], tuple[Label, ...]]:
    height = 3**0.5 / 2
    places = hexagon.places(side)
    at = {place: (place[1] - place[0] / 2, -height * place[0]) for place in places}
    points = tuple(Point(name, *at[place]) for name, place in zip(hexagon.names(side), places, strict=True))
    ends: dict[int, tuple[int, int]] = {}
    for row, number in places:
        first, _ = ends.get(row, (number, number))
        ends[row] = (first, number)
    labels = [
        Label(square.LETTERS[row], at[row, first][0] - 0.95, at[row, first][1]) for row, (first, _) in ends.items()
    ]
    lowest = {number: min(row for row, k in places if k == number) for _, number in places}
    labels += [Label(str(n), at[row, n][0] + 0.5, at[row, n][1] + 0.85) for n, row in sorted(lowest.items())]
    return points, tuple(labels)
