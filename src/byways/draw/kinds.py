"""The drawer and the layer of each kind of item."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from byways.draw import lines, stones, store
from byways.draw.sheet import Sheet
from byways.draw.svg_markup import escape
from byways.rules.picture import Item

Drawer = Callable[[Sheet, Item], str]

LAYERS = ("board", "tiles", "edges", "labels", "goals", "sights", "paths", "pieces", "walls", "lines", "marks", "hints")
"""From the bottom up. On top of them lie the ghost and the controls."""

DRAWERS: Mapping[str, tuple[str, Drawer]] = {
    "stone": ("pieces", stones.stone),
    "stack": ("pieces", stones.stack),
    "goal": ("goals", stones.goal),
    "last": ("marks", stones.last),
    "flipped": ("marks", stones.flipped),
    "flip": ("marks", stones.flip),
    "capture": ("marks", stones.capture),
    "need": ("marks", stones.need),
    "touch": ("marks", lines.touch),
    "heat": ("marks", stones.heat),
    "move": ("lines", lines.move),
    "step": ("marks", lines.step),
    "sight": ("sights", lines.sight),
    "chain": ("lines", lines.chain),
    "path": ("paths", lines.walk),
    "value": ("marks", store.value),
    "tile": ("tiles", store.tile),
    "cafe": ("tiles", store.cafe),
    "dot": ("pieces", store.dot),
    "display": ("pieces", store.display),
    "wall": ("walls", store.wall),
    "doored": ("walls", store.doored),
    "entrance": ("walls", store.way_in),
    "exit": ("walls", store.way_out),
}

ALONE = frozenset(
    ("stone", "stack", "goal", "flipped", "flip", "heat", "need", "tile", "cafe", "dot", "display", "value")
)
"""Kinds whose looks depend on nothing else that is on the board."""


def layer(item: Item) -> str:
    """Return the layer of an item."""
    return DRAWERS[item.kind][0]


def markup(sheet: Sheet, item: Item) -> str:
    """Return an item in a group whose classes are its kind and its owner's.

    Arrows and lines of sight say along which points they go, so that a page can let pieces travel there and let the
    lines of one piece stand out.
    """
    owner = sheet.classes.get(item.owner)
    names = f"{item.kind} {owner}" if owner else item.kind
    if item.ghost:
        names += " ghost"
    along = f' data-along="{escape(" ".join(item.at))}"' if item.kind in ("move", "sight") else ""
    return f'<g class="{names}"{along}>{DRAWERS[item.kind][1](sheet, item)}</g>'
