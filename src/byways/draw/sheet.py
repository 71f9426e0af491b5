"""One board within a drawing: positions of points and sides, line widths, the classes of owners."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from byways.draw.svg_markup import UNIT, XY, num
from byways.rules.picture import Board, Item, Picture

HALF = UNIT / 2
HEX = UNIT / 3**0.5
"""From the centre of a hex to its corners."""

OUTWARD: Mapping[str, tuple[int, int]] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
_SIDE = re.compile(r"(.+)([NESW])")
_WALLS = ("wall", "doored")
OPENINGS = ("entrance", "exit")
_STAYING = ("places", "span", "weight", "hexes", "radius", "plan", "by_place")
_PIECES = ("stone", "stack", "display")
RADII: Mapping[str, int] = {"cells": 41, "crossings": 45, "paper": 34, "hexes": 37}
"""Of a piece, by the ground on which it is."""
PAGES = "byways"
"""The class of drawings on pages, which have fonts and style sheets of their own."""


@dataclass(frozen=True)
class Sheet:
    """A board with its place in the drawing; lengths are in user units, of which UNIT make a cell."""

    board: Board
    classes: Mapping[str, str]
    """From an owner to the class that gives its colours."""
    origin: XY = (0, 0)
    """The position of the board's own (0, 0)."""
    scope: str = PAGES
    """The classes of the document, with which the ids of shapes begin."""

    @cached_property
    def places(self) -> dict[str, XY]:
        """The position of every point."""
        dx, dy = self.origin
        return {p.name: (p.x * UNIT + dx, p.y * UNIT + dy) for p in self.board.points}

    @cached_property
    def span(self) -> float:
        """The longer extent of the board, in cells."""
        left, top, right, bottom = self.board.bounds
        return 1 + max(right - left, bottom - top)

    @cached_property
    def weight(self) -> float:
        """The factor by which lines are heavier than on a small board.

        It keeps large boards readable when they are shown small.
        """
        return min(2.0, max(0.9, self.span / 10))

    @cached_property
    def hexes(self) -> bool:
        """Whether the board is made of hexes."""
        return self.board.ground == "hexes"

    @cached_property
    def radius(self) -> int:
        """The radius of a piece."""
        return RADII.get(self.board.ground, 41)

    @cached_property
    def plan(self) -> bool:
        """Whether the board is a floor plan, or a part of one."""
        return self.board.ground in ("plan", "floor")

    @property
    def on_page(self) -> bool:
        """Whether the drawing is part of a page, whose fonts it uses."""
        return on_page(self.scope)

    @cached_property
    def walls(self) -> frozenset[str]:
        """The sides that have a wall, such as "d4E"."""
        return frozenset(item.at[0] for item in self.board.items if item.kind in _WALLS)

    @cached_property
    def standing(self) -> dict[str, str]:
        """From every point on which there is a piece to the piece's owner."""
        return {item.at[0]: item.owner for item in self.board.items if item.kind in _PIECES and not item.ghost}

    @cached_property
    def numbered(self) -> frozenset[str]:
        """The points whose piece has a numeral in its middle."""
        return frozenset(item.at[0] for item in self.board.items if item.kind == "stack" and item.text not in ("", "1"))

    @cached_property
    def openings(self) -> dict[str, str]:
        """From "entrance" and "exit" to the sides that they lead through."""
        return {item.kind: item.at[0] for item in self.board.items if item.kind in OPENINGS}

    @cached_property
    def by_place(self) -> dict[XY, str]:
        """From where a point is to its name."""
        return {(round(x), round(y)): name for name, (x, y) in self.places.items()}

    def holding(self, board: Board) -> Sheet:
        """Return the sheet of a board that has other items and the same points, whose positions are known."""
        other = replace(self, board=board)
        other.__dict__.update((name, self.__dict__[name]) for name in _STAYING if name in self.__dict__)
        return other

    def side(self, name: str) -> tuple[str, str] | None:
        """Return the point and the direction of a side such as "d4E"; None for what is no side of a point here."""
        match = None if name in self.places else _SIDE.fullmatch(name)
        return (match[1], match[2]) if match and match[1] in self.places else None

    def beyond(self, name: str) -> str | None:
        """Return the same stretch of border as a side of the neighbour, such as "e4W" for "d4E"; None at the rim."""
        point, letter = self.side(name) or (name, "N")
        (x, y), (ox, oy) = self.places[point], OUTWARD[letter]
        neighbour = self.by_place.get((round(x + ox * UNIT), round(y + oy * UNIT)))
        return neighbour and neighbour + "SWNE"["NESW".index(letter)]

    def at(self, name: str) -> XY:
        """Return the position of a point, or of the middle of a side. Raises KeyError for names not on the board."""
        place = self.places.get(name)
        if place is not None:
            return place
        found = self.side(name)
        if found is None:
            raise KeyError(name)
        (x, y), (ox, oy) = self.places[found[0]], OUTWARD[found[1]]
        return x + ox * HALF, y + oy * HALF

    def use(self, shape: str, at: XY) -> str:
        """Draw one of `byways.draw.shapes` about a position."""
        return _use(self.scope, shape, at)

    def paint(self, shape: str) -> str:
        """Return one of the gradients of `byways.draw.shapes` as the value of `fill` or `stroke`."""
        return f"url(#{prefix(self.scope)}.{shape})"

    def stretch(self, symbol: str, box: tuple[float, float, float, float]) -> str:
        """Draw the grain of wood over a box, or the shadow that it casts: left, top, right, bottom."""
        left, top, right, bottom = box
        size = f'width="{num(right - left)}" height="{num(bottom - top)}"'
        return f'<use href="#{prefix(self.scope)}.{symbol}" x="{num(left)}" y="{num(top)}" {size}/>'

    def trail(self, item: Item) -> list[XY]:
        """Return the positions of an item's points, in order."""
        return [self.at(name) for name in item.at]

    def owner(self, owner: str) -> str:
        """Return the class of an owner's colours; empty for none."""
        return self.classes.get(owner, "")


@lru_cache(maxsize=8_192)  # of some 100 bytes each; most are the same from turn to turn
def _use(scope: str, shape: str, at: XY) -> str:
    return f'<use href="#{prefix(scope)}.{shape}" x="{num(at[0])}" y="{num(at[1])}"/>'


def prefix(scope: str) -> str:
    """Return what the ids of a document's shapes begin with."""
    return scope.replace(" ", "-")


def on_page(scope: str) -> bool:
    """Return whether a document is a page: one of its classes is that of pages."""
    return PAGES in scope.split()


def owner_classes(picture: Picture, players: Sequence[str] = ()) -> dict[str, str]:
    """Return the class of every owner in a picture: "white" and "black" for these two, "p1" to "p6" for others.

    Others count by their place in `players`, else by a number at their end, else by their name in the alphabet.
    """
    named = {item.owner for board in picture.boards for item in board.items}
    named |= {edge.owner for board in picture.boards for edge in board.edges}
    order = list(players) + sorted(named - set(players) - {""})
    classes = {}
    for i, owner in enumerate(order):
        number = re.search(r"\d+$", owner)
        place = int(number[0]) - 1 if number and not players else i
        classes[owner] = owner if owner in ("white", "black") else f"p{place % 6 + 1}"
    return classes
