"""Shapes that a document defines once and draws by `<use>`: pieces, marks on points, furniture, and what paints them.

The name of a shape says all of what it is, so that shapes of one name are the same in any drawing: "disc-white-41" is
White's disc with a radius of 41. Shapes are drawn about (0, 0); "#@" precedes the names of the shapes that they use.
The classes of the document and of the owner are inside a shape: some browsers match style rules where it is defined,
others see nothing around its copies. What is `upright` stays so on a board that is turned.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from byways.draw import gradients
from byways.draw.lettering import words
from byways.draw.sheet import HEX, PAGES, Sheet, on_page, prefix
from byways.draw.svg_markup import XY, circle, cross, disc, hexagon, num, path, polyline

SCOPE = PAGES
"""The scope of pages, as that of their style sheet."""
LAYERS = 4
"""So many pieces of a stack are seen; the numeral tells how many there are."""
STEP = 9.0
"""The offset of a piece of a stack from the one under it."""
HEATS = ("1", "2", "3", "4", "5")
"""The sizes of a disc that says how good it is to play on a point."""
FIGURES: Mapping[str, Sequence[XY]] = {
    "p1": ((0, -0.9), (0, 0.9)),
    "p2": ((-1, 0), (1, 0)),
    "p3": ((0, -1), (0.87, 0.5), (-0.87, 0.5), (0, -1)),
    "p4": ((-0.7, -0.7), (0.7, -0.7), (0.7, 0.7), (-0.7, 0.7), (-0.7, -0.7)),
    "p5": ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, 0)),
    "p6": ((-0.8, 0.4), (0, -0.5), (0.8, 0.4)),
}
"""What players by number have on their pieces, to a figure's half width."""

_MIDDLE: XY = (0, 0)
_WOOD = ["cast", "frame", "grain", "light"]
_GROUNDS = {
    "cells": ["cells", *_WOOD],
    "crossings": ["crossings", *_WOOD],
    "hexes": ["cast-hex", "frame", "hex"],
    "paper": ["cast", "paper"],
    "plan": ["cast", "paper"],
}
"""What a board itself is made of."""


def definitions(names: Iterable[str], scope: str = SCOPE) -> dict[str, str]:
    """Return the definitions of shapes and of all that they use by their ids, a prefix and a dot before the name.

    The scope is the classes of the document's style rules.
    """
    return dict(_with_all_used(tuple(names), scope))


@lru_cache(maxsize=256)  # a board's are the same from turn to turn
def _with_all_used(names: tuple[str, ...], scope: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop(0)
        key = f"{prefix(scope)}.{name}"
        if key not in found:
            found[key] = _definition(name, scope)
            waiting += _names(found[key], scope)
    return found


def used(markup: str, scope: str = SCOPE) -> dict[str, str]:
    """Return the definitions of all shapes that markup refers to, in the order of their names."""
    return definitions(sorted(set(_names(markup, scope))), scope)


def _names(markup: str, scope: str) -> list[str]:
    return re.findall(rf'[("]#{re.escape(prefix(scope))}\.([^")]*)', markup)


def common(sheet: Sheet) -> list[str]:
    """Return the names of the shapes that may come on a board while it is played on."""
    grounds = _GROUNDS.get(sheet.board.ground, [])
    if sheet.plan:
        values = ["value-gain", "value-loss"]
        return [*grounds, "corner", "cutlery", *values, *(f"display-{symbol}" for symbol in FURNITURE)]
    r = sheet.radius
    names = [*grounds, "last", "captured", "need", "aim", *([] if sheet.hexes else [f"turned-{r}"])]
    for owner in sorted(set(sheet.classes.values())):
        names += [
            f"half-{owner}-{r}",
            *map(piece_of(sheet, owner).format, range(1, LAYERS + 1) if sheet.hexes else (r,)),
        ]
        names += [f"taken-{owner}"] if sheet.hexes else []
    return list(dict.fromkeys(names))


def piece_of(sheet: Sheet, owner: str) -> str:
    """Return the shape of an owner's piece on a board, with a place for its radius, or for how many there are."""
    form = {"cells": "disc", "hexes": "pile"}.get(sheet.board.ground, "stone")
    return f"{form}-{owner}-{{}}"


@lru_cache(maxsize=1_024)
def _definition(name: str, scope: str) -> str:
    attributes = f'id="{prefix(scope)}.{name}" class="{scope}"'
    if gradients.is_paint(name):
        return gradients.definition(name, attributes)
    form, *given = name.split("-")
    owner = given[0] if form in _OWNED else ""
    drawn = _FORMS[form](*given) if form != "display" else _display(*given, fonts=on_page(scope))
    names = " ".join(filter(None, ("upright", owner.replace("nobody", ""))))
    return f'<g {attributes}><g class="{names}">{drawn}</g></g>'.replace("#@", f"#{prefix(scope)}.")


def _disc(owner: str, radius: str) -> str:
    """Return a flat disc with a turned rim: a face is let into it that is lit the other way round."""
    r = float(radius)
    face = circle("inset", _MIDDLE, 0.74 * r, 1.6, fill=f"url(#@inset-{owner})") if owner in _LIT else ""
    return _shade(r) + _body(owner, _MIDDLE, r) + face + sign(owner, _MIDDLE, r)


def _stone(owner: str, radius: str) -> str:
    """Return a stone in the shape of a lens."""
    r = float(radius)
    return _shade(r) + _body(owner, _MIDDLE, r) + sign(owner, _MIDDLE, r)


def _pile(owner: str, count: str) -> str:
    """Return pieces one upon the other, each with a side; with a face on the uppermost."""
    r = 37.0
    tops = [(0.0, -level(int(count), i)) for i in range(int(count))]
    discs = "".join(_body(owner, (x, y + 3), r) + _body(owner, (x, y), r) for x, y in tops)
    face = circle("inset", tops[-1], 0.72 * r, 1.6, fill=f"url(#@inset-{owner})") if owner in _LIT else ""
    return circle("shadow", (4, 9), 1.12 * r, fill="url(#@soft)") + discs + face + sign(owner, tops[-1], r)


def level(count: int, i: int) -> float:
    """Return the height of piece `i` of a stack above its point."""
    return STEP * i - (4 if count > 1 else 0)


def _shade(radius: float) -> str:
    return circle("shadow", (3, 7), 1.1 * radius, fill="url(#@soft)")


def _body(owner: str, at: XY, radius: float) -> str:
    """Return a round body lit from the upper left; where it has no gradient of its own, gloss is laid on a colour."""
    if owner in _LIT:
        return circle("body", at, radius, 2.4, fill=f"url(#@body-{owner})")
    return circle("face", at, radius, 2.4) + circle("gloss", at, radius, fill="url(#@gloss)")


def _goal(owner: str) -> str:
    return circle("ring", _MIDDLE, 15, 6) + (sign(owner, _MIDDLE, 16) or circle("dot-of", _MIDDLE, 6))


def _half(owner: str, radius: str) -> str:
    """Return half a face in its owner's colour, laid on a piece that would become the owner's."""
    r = 0.74 * float(radius)
    a = num(r * 0.7071)
    data = f"M-{a} {a}A{num(r)} {num(r)} 0 0 0 {a}-{a}z"
    if owner in _LIT:
        return path("body", data, 2, fill=f"url(#@body-{owner})")
    return path("bud", data, 2) + sign(owner, _MIDDLE, float(radius))


def _taken(owner: str) -> str:
    return (
        path("halo", disc(_MIDDLE, 13), 5)
        + circle("bud", _MIDDLE, 13)
        + _over(cross(_MIDDLE, 6), 4, "brass", "brass-rim")
    )


def _corner() -> str:
    data = polyline([(46, 22), (46, 46), (22, 46)], closed=True)
    return path("brass-rim solid", data, 5) + path("brass solid", data)


def _turned(radius: str) -> str:
    """Return four ticks on the rim of a piece."""
    r = 0.83 * float(radius)
    quarter = 1.5708 * r
    ticks = ((20.0, 10.5, "brass-rim"), (16.0, 6.5, "brass"))
    return "".join(
        f'<circle class="{name} tick" r="{num(r)}" stroke-width="{width:g}" '
        f'stroke-dasharray="{long:g} {quarter - long:.2f}" stroke-dashoffset="{long / 2:g}"/>'
        for long, width, name in ticks
    )


def _heat(size: str) -> str:
    radius = 12.0 + 5 * int(size)
    return circle("warm case", _MIDDLE, radius + 4) + circle("warm", _MIDDLE, radius)


def _need() -> str:
    ring = disc(_MIDDLE, 30)
    plus = polyline([(-11, 0), (11, 0)]) + polyline([(0, -11), (0, 11)])
    return path("halo", ring, 9) + path("core broken", ring, 5) + _over(plus, 6)


def _display(symbol: str, *, fonts: bool = False) -> str:
    number = words(symbol, (-29, -29), 14, 30, fonts=fonts)
    return f'<g class="display"><g transform="translate(2 -6) scale(1.08)">{FURNITURE[symbol]}</g>{number}</g>'


def _value(what: str) -> str:
    text = "+1" if what == "gain" else "−1"
    at = (27.0, -27.0)
    return f'<g class="value {what}">{path("badge", disc(at, 18), 2)}{words(text, at, 15, 34)}</g>'


_LIT = ("white", "black")
"""The owners whose pieces have gradients of their own."""
_OWNED: Mapping[str, Callable[..., str]] = {
    "disc": _disc,
    "stone": _stone,
    "pile": _pile,
    "goal": _goal,
    "half": _half,
    "taken": _taken,
}
_FORMS: Mapping[str, Callable[..., str]] = {
    **_OWNED,
    "last": lambda: circle("pin", _MIDDLE, 15, 5),
    "corner": _corner,
    "turned": _turned,
    "captured": lambda: _over(cross(_MIDDLE, 17), 9, "brass", "brass-rim"),
    "need": _need,
    "aim": lambda: circle("aim", _MIDDLE, 46, 6),
    "hex": lambda: path("hex", hexagon(_MIDDLE, HEX), 4, fill="url(#@hexes)"),
    "heat": _heat,
    "display": _display,
    "value": _value,
    "cutlery": lambda: CUTLERY,
}


def sign(owner: str, at: XY, radius: float) -> str:
    """Draw the figure that tells numbered players apart without colour; White and Black differ by light and dark."""
    if owner not in FIGURES:
        return ""
    r = radius * 0.45
    return path("sign", polyline((at[0] + x * r, at[1] + y * r) for x, y in FIGURES[owner]), 5)


def _over(data: str, width: float, ink: str = "core", rim: str = "halo") -> str:
    """Draw lines that are visible on any ground: their own colour upon that of their rim."""
    return path(rim, data, width + 5) + path(ink, data, width)


def _seats(count: int, top: float, cushion: float, deep: float, back: float = -1) -> str:
    """Draw a seat with arms for `count` people in a box that begins at `top`; its back is above (-1) or below (1)."""
    wide = count * cushion + 14
    body = _box("seat", -wide / 2, top, wide, deep + 11, 8)
    left = -count * cushion / 2
    front = top + (8 if back < 0 else 3)
    return body + "".join(_box("cushion", left + i * cushion, front, cushion, deep, 4) for i in range(count))


def _table(left: float, top: float, wide: float, high: float) -> str:
    """Draw a table top and its four legs."""
    corners = [(left + dx, top + dy) for dx in (8, wide - 8) for dy in (8, high - 8)]
    legs = "".join(f'<circle class="leg" cx="{x:g}" cy="{y:g}" r="3"/>' for x, y in corners)
    return _box("table", left, top, wide, high, 4) + legs


def _box(name: str, left: float, top: float, wide: float, high: float, round_: float) -> str:
    return (
        f'<rect class="{name}" x="{left:g}" y="{top:g}" width="{wide:g}" height="{high:g}" rx="{round_}" '
        'stroke-width="2.2"/>'
    )


FURNITURE: Mapping[str, str] = {
    "1": _seats(1, -13, cushion=27, deep=31),
    "2": _seats(2, -12, cushion=23, deep=29),
    "3": _seats(3, -11, cushion=16.5, deep=27),
    "4": _table(-26, -14, 52, 46),
    "5": _table(-30, -15, 60, 26) + _seats(1, 12, cushion=19, deep=14, back=1),
    "6": _table(-30, -15, 60, 26) + _seats(2, 12, cushion=19, deep=14, back=1),
}

CUTLERY = (
    '<path class="cutlery" d="M-21-30v13a7.5 7.5 0 0 0 15 0v-13M-13.5-30v60" stroke-width="4.5"/>'
    '<path class="cutlery" d="M17 30v-60c-9 7-11 22-9 33h9" stroke-width="4.5"/>'
)
