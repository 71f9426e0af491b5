"""Clickable areas: an invisible, labelled, focusable control for every point and for sides of cells."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from byways.draw.sheet import HALF, HEX, OUTWARD, Sheet
from byways.draw.svg_markup import UNIT, XY, disc, escape, hexagon, path, polyline, square
from byways.rules.picture import Tell
from byways.translatable import marked, say

STRIP = 24.0
"""How far the hit area of a side reaches into its cell, where cells want to be hit too."""
DEEP = 44.0
"""The same where only sides may be chosen."""
_CORNERS = ((-1, -1), (-1, 1), (1, 1), (1, -1))
SIDES = {
    "N": marked("{cell} north side"),
    "E": marked("{cell} east side"),
    "S": marked("{cell} south side"),
    "W": marked("{cell} west side"),
}


@dataclass(frozen=True)
class Control:
    """A clickable point or side."""

    key: str
    """The id of its element."""
    name: str
    board: str
    x: float
    """Its position, in cells from the drawing's left and top."""
    y: float
    label: str
    """Its text for screen readers: its name and what is there."""
    legal: bool | None
    """Whether it may be chosen now; None if unknown."""
    hint: str
    """The path data of the mark that it may be chosen, for a page to draw; see `hints`."""
    area: str
    """The path data of the area to hit."""

    @cached_property
    def markup(self) -> str:
        """The control as an element. Its page gives one of them the tabindex 0."""
        classes = "point legal" if self.legal else "point"
        disabled = ' aria-disabled="true"' if self.legal is False else ""
        board = f' data-board="{escape(self.board)}"' if self.board else ""
        return (
            f'<g id="{escape(self.key)}" class="{classes}" data-point="{escape(self.name)}"{board} '
            f'data-x="{self.x:.4g}" data-y="{self.y:.4g}" role="button" aria-label="{escape(self.label)}"{disabled} '
            f'data-hint="{self.hint}" tabindex="-1"><path class="hit" d="{self.area}"/></g>'
        )


def controls(
    sheet: Sheet,
    layer: str,
    legal: frozenset[str] | None,
    sides: Iterable[str],
    tell: Tell = str,
    touched: Container[str] | None = None,
) -> list[Control]:
    """Return a control for every point, then for the sides that are named or legal; of `touched` ones only."""
    chosen = frozenset(name for name in (*sides, *(legal or ())) if sheet.side(name))
    only_sides = bool(legal) and chosen.issuperset(legal or ())
    said = _said(sheet, tell, touched)
    empty = tell(say("empty"))
    found = []
    key = sheet.board.key
    for name, at in sheet.places.items():
        if touched is not None and name not in touched:
            continue
        allowed = None if legal is None else name in legal
        label = f"{name}, {', '.join(said.get(name, ())) or empty}"
        ring = sheet.radius if name in sheet.standing else 0.0
        found.append(_point(layer, name, key, at, label, allowed, ring, sheet.hexes))
    for name in _sides(sheet) if chosen else ():
        if name in chosen and (touched is None or name in touched):
            allowed = None if legal is None else name in legal
            label = f"{tell(_spoken(sheet, name))}, {', '.join(said.get(name, ())) or empty}"
            area = _side_area(sheet, name, chosen, DEEP if only_sides else STRIP)
            found.append(_control(layer, name, key, sheet.at(name), label, allowed, _hint(sheet, name), area))
    return found


@lru_cache(maxsize=8_192)  # of some kilobyte each; most are the same from turn to turn
def _point(
    layer: str, name: str, board: str, at: XY, label: str, legal: bool | None, ring: float, hexes: bool
) -> Control:
    """Return a point's control, with its share of the plane; sides lie over it.

    `ring` is the radius of what is on it.
    """
    area = hexagon(at, HEX) if hexes else square(at, HALF)
    return _control(layer, name, board, at, label, legal, _point_hint(at, ring), area)


def _control(
    layer: str, name: str, board: str, at: XY, label: str, legal: bool | None, hint: str, area: str
) -> Control:
    return Control(f"{layer}.{name}", name, board, at[0] / UNIT, at[1] / UNIT, label, legal, hint, area)


def hints(sheet: Sheet, legal: frozenset[str]) -> str:
    """Draw a mark on everything that may be chosen, as one path: hundreds of elements cost a browser far more."""
    return path("hint", "".join(_hint(sheet, name) for name in (*sheet.places, *_sides(sheet)) if name in legal))


def _hint(sheet: Sheet, name: str) -> str:
    """Draw a point's dot or ring, or a bar along a side."""
    x, y = sheet.at(name)
    found = sheet.side(name)
    if found is None:
        return _point_hint((x, y), sheet.radius if name in sheet.standing else 0.0)
    ox, oy = OUTWARD[found[1]]
    x, y = x - ox * 8, y - oy * 8
    bar = [(x + ox * 3 * out + oy * 20 * along, y + oy * 3 * out + ox * 20 * along) for out, along in _CORNERS]
    return polyline(bar, closed=True)


def _point_hint(at: XY, ring: float) -> str:
    """Draw a dot on an empty point, a ring around an occupied one."""
    return disc(at, ring + 8.5) + disc(at, ring + 3.5) if ring else disc(at, 11)


def _sides(sheet: Sheet) -> list[str]:
    return [name + letter for name in sheet.places for letter in OUTWARD]


def _said(sheet: Sheet, tell: Tell, touched: Container[str] | None) -> dict[str, list[str]]:
    """Return the descriptions of every point and side, or of `touched` ones, in the order of the items."""
    said: dict[str, list[str]] = {}
    told: dict[tuple[str, object], str] = {}
    for item in sheet.board.items:
        if item.says and not item.ghost and (touched is None or any(name in touched for name in item.at)):
            key = item.says, getattr(item.says, "catalogue", None)  # two texts may be the same in English only
            if key not in told:
                told[key] = tell(item.says)
            for name in item.at:
                said.setdefault(name, []).append(told[key])
    return said


def _spoken(sheet: Sheet, name: str) -> str:
    found = sheet.side(name)
    return say(SIDES[found[1]], cell=found[0]) if found else name


def _side_area(sheet: Sheet, name: str, chosen: frozenset[str], depth: float) -> str:
    """Return the strip of the cell along the side, and the strip beyond it unless that is another control."""
    point, letter = sheet.side(name) or (name, "N")
    x, y = sheet.places[point]
    near, far = HALF - depth, HALF + depth
    strip: list[XY] = [(near, -near), (HALF, -HALF), (HALF, HALF), (near, near)]
    if sheet.beyond(name) not in chosen:
        strip[2:2] = [(far, -near), (far, near)]
    ox, oy = OUTWARD[letter]
    return polyline(((x + ox * out + oy * along, y + oy * out + ox * along) for out, along in strip), closed=True)
