"""Pictures as data: points, things on them, lines between them.

A game says *what* is there; `byways.draw` knows how it looks and the site what it does under a pointer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

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
    "heat": "a disc on a point where it is good to play; the text is how good, from 1 to 5",
    "step": "what a turn to come puts on a point, or moves along points; the text is the turn's number",
    "sight": 'a thin line between points that see each other; the text is "cut" where they would no longer',
    "chain": "a line along orthogonal or hex neighbours that joins edges",
    "path": 'a thick line along points; over a plan the text is "out" on the way out',
    "value": "what a point on a path counts for; the text is +1 or −1",
    "touch": "a mark between two points that touch only at a corner, as they may not",
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
    "paper": "squares drawn on a sheet of paper; pieces stand in them",
    "crossings": "lines; pieces stand where they meet",
    "hexes": "hexes; pieces stand in them",
    "plan": "the floor plan of a house: squares that are still blank paper",
    "floor": "some squares of a floor plan by themselves",
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
    """The player it belongs to, which decides colour and shape; empty for none."""
    text: str = ""
    """What is written on it, such as the height of a stack."""
    says: str = ""
    """What a screen reader says of it, such as "white disc"; empty for what is only seen."""
    ghost: bool = False
    """Not there yet: what would be there after the action at the pointer."""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"{self.kind!r} is not a kind of item; the kinds are: {', '.join(KINDS)}")


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
    worth: str = ""
    """What it is worth so far, for lists of boards."""

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """The least x and y of the points, and the greatest."""
        xs, ys = [point.x for point in self.points], [point.y for point in self.points]
        return min(xs), min(ys), max(xs), max(ys)


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


def with_items(picture: Picture, items: Iterable[Item], key: str = "") -> Picture:
    """Return the picture with more items on the first of its boards, or on the first with a key."""
    boards = list(picture.boards)
    at = next((i for i, board in enumerate(boards) if board.key == key or not key), 0)
    boards[at] = replace(boards[at], items=(*boards[at].items, *items))
    return replace(picture, boards=tuple(boards))


def _saying(item: Item, says: str) -> Item:
    return Item(item.kind, item.at, item.owner, item.text, says, item.ghost)  # half the time of `replace`


def translated(picture: Picture, tell: Tell) -> Picture:
    """Return the picture with its texts translated; each distinct text is translated once."""
    told: dict[tuple[str, object], str] = {}

    def said(text: str) -> str:  # two texts may be the same in English only
        key = text, getattr(text, "catalogue", None)
        if key not in told:
            told[key] = tell(text)
        return told[key]

    def texts(given: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(map(said, given))

    boards = []
    for board in picture.boards:
        items = tuple(_saying(item, said(item.says)) if item.says else item for item in board.items)
        boards.append(replace(board, items=items, title=said(board.title), notes=texts(board.notes)))
    return replace(picture, boards=tuple(boards), notes=texts(picture.notes))
