"""Effects: what happened between two drawings, which a page shows by motion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

import msgspec

from byways.draw import kinds
from byways.draw.lines import is_traced
from byways.draw.scene import Scene
from byways.draw.sheet import Sheet
from byways.draw.svg_markup import XY
from byways.rules.picture import Item


class _Effect(msgspec.Struct, frozen=True, tag_field="kind"):
    """Something that happened to the element of a drawing with an id."""

    id: str


class Placed(_Effect, frozen=True, tag="placed"):
    """A piece came from outside the board."""

    at: XY


class Turned(_Effect, frozen=True, tag="turned"):
    """A piece changed hands where it is."""

    at: XY


class Moved(_Effect, frozen=True, tag="moved"):
    """A piece came along points, perhaps upon another, perhaps from a stack that stays."""

    origin: str
    """The id of the piece that it was, or that it left."""
    trail: tuple[XY, ...]
    captured: bool = False
    single: str = ""
    """The markup of the one piece that travels, where a stack is left or made; else the whole stack travels."""


class Stacked(_Effect, frozen=True, tag="stacked"):
    """A stack became higher or lower where it is."""

    at: XY
    height: int


class Captured(_Effect, frozen=True, tag="captured"):
    """A piece is gone, and none came in its place."""

    at: XY


class Drawn(_Effect, frozen=True, tag="drawn"):
    """A line, a mark, a floor or a wall is new."""

    layer: str
    traced: bool = False
    """Whether it is a path that ends or scores a game, which is drawn from end to end."""


Effect: TypeAlias = Placed | Turned | Moved | Stacked | Captured | Drawn

_PIECES = "pieces"


@dataclass(frozen=True)
class Standing:
    """The items of a picture by the ids of the elements that `scene` draws them as."""

    items: Mapping[str, tuple[Item, ...]]
    sheets: Mapping[str, Sheet]
    """The boards, by what the ids of their elements have behind the layer."""

    @classmethod
    def of(cls, drawn: Scene) -> Standing:
        """Return the items on the boards of a drawing."""
        places = drawn.layout.places
        tails = [f"-{i}" if len(places) > 1 else "" for i in range(1, len(places) + 1)]
        return cls(drawn.items, {tail: place.sheet for tail, place in zip(tails, places, strict=True)})

    def piece(self, key: str) -> Item | None:
        """Return the piece with an id, or None."""
        return self.items[key][-1] if key in self.items else None

    def place(self, key: str) -> XY:
        """Return the point of a piece with an id, in user units."""
        return self.sheet(key).places[key.partition(".")[2]]

    def single(self, key: str) -> str:
        """Return the markup of one piece of the stack with an id; empty for a single piece."""
        item = self.piece(key)
        stacked = item is not None and item.kind == "stack" and item.text not in ("", "1")
        return kinds.markup(self.sheet(key), replace(item, text="1")) if item and stacked else ""

    def sheet(self, key: str) -> Sheet:
        """Return the board of the element with an id."""
        return self.sheets[key.partition(".")[0].removeprefix(_layer(key))]


def effects(before: Standing, after: Standing) -> list[Effect]:
    """Return what happened between two drawings: pieces first, then what is drawn around them."""
    changed = {key: items for key, items in after.items.items() if items != before.items.get(key)}
    came = [(key, item) for key, items in changed.items() for item in items if item not in before.items.get(key, ())]
    moved = [move for key, item in came if item.kind == "move" for move in _moves(key, item, before, after)]
    known = {move.id for move in moved} | {move.origin for move in moved}
    stays = [effect for key in changed if _is_piece(key) and key not in known for effect in _at(key, before, after)]
    gone = (key for key in before.items if key not in after.items and _is_piece(key) and key not in known)
    captured = [Captured(key, before.place(key)) for key in gone]
    drawn = dict.fromkeys(key for key, _ in came if not _is_piece(key))
    traced = {key for key, item in came if is_traced(after.sheet(key), item)}
    return [*moved, *stays, *captured, *(Drawn(key, _layer(key), key in traced) for key in drawn)]


def _moves(key: str, arrow: Item, before: Standing, after: Standing) -> Iterator[Moved]:
    """Yield the move along a new arrow, if a piece has come to its end: a jump, or a part of a stack sent on."""
    layer = key.partition(".")[0].replace(_layer(key), _PIECES)
    ids = [f"{layer}.{name}" for name in arrow.at]
    start, end = ids[0], ids[-1]
    landed = after.piece(end)
    taken = before.piece(end)
    if landed and landed != taken and (start in before.items or start in after.items):
        captured = taken is not None and taken.owner != landed.owner
        jumps = start in before.items and before.items[start] != after.items.get(start)
        single = before.single(start) if jumps else after.single(end)
        yield Moved(end, start, tuple(map(after.place, ids)), captured, single)


def _at(key: str, before: Standing, after: Standing) -> Iterator[Effect]:
    """Yield what happened to a piece that stayed on its point."""
    old = before.piece(key)
    new = after.piece(key)
    at = after.place(key)
    assert new is not None, "only pieces that stand there are looked at"
    if old == new:
        return
    if old is not None and old.owner != new.owner:
        yield Turned(key, at)
    elif old is not None and new.kind == "stack":
        yield Stacked(key, at, int(new.text or 1))
    else:
        yield Placed(key, at)


def _is_piece(key: str) -> bool:
    return key.startswith(_PIECES)


def _layer(key: str) -> str:
    """Return the layer of an id, without the number of its board."""
    return key.partition(".")[0].partition("-")[0]
