"""Shapes that a document defines once and draws by `<use>`: pieces, marks on points, furniture.

The name of a shape says all of what it is, so that shapes of one name are the same in any drawing: "piece-white-41" is
White's piece with a radius of 41. Shapes are drawn about (0, 0). The classes of the document and of the owner stand
within a shape: some browsers match style rules where it is defined, others see nothing around its copies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from byways.draw.furniture import CUTLERY, FURNITURE
from byways.draw.ink import XY, circle, cross, disc, path, polyline
from byways.draw.lettering import words
from byways.draw.sheet import Sheet

SCOPE = "byways"
"""The scope of pages, as that of their style sheet."""
LAYERS = 5
"""So many pieces of a stack are seen; the numeral tells how many there are."""
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


def definitions(names: Iterable[str], scope: str = SCOPE) -> dict[str, str]:
    """Return the definitions of shapes by their ids, a scope and a dot before the name.

    The scope is the class under which the document's style rules stand.
    """
    return {f"{scope}.{name}": _definition(name, scope) for name in names}


def used(markup: str, scope: str = SCOPE) -> dict[str, str]:
    """Return the definitions of all shapes that markup refers to, in the order of their names."""
    return definitions(sorted(set(re.findall(rf'href="#{scope}\.([^"]*)"', markup))), scope)


def common(sheet: Sheet) -> list[str]:
    """Return the names of the shapes that may come on a board while it is played on."""
    if sheet.board.ground == "plan":
        return ["corner", "cutlery", "value-gain", "value-loss", *(f"display-{symbol}" for symbol in FURNITURE)]
    names = ["last-11", "flipped", "captured", "need", *(["last-9"] * sheet.hexes)]
    for owner in sorted(set(sheet.classes.values())):
        names += [f"piece-{owner}-{sheet.radius}", f"ghost-{owner}-{sheet.radius}", f"bud-{owner}"]
        names += _stacked(sheet, owner) if sheet.hexes else []
    return names


def _stacked(sheet: Sheet, owner: str) -> list[str]:
    """Return what comes where pieces stand upon each other, there or as ghosts."""
    forms = ("piece", "ghost") if owner == "white" else ("disc", "face")
    radii = range(sheet.radius - LAYERS, sheet.radius - 1)
    return [f"taken-{owner}", *(f"{form}-{owner}-{radius}" for form in forms for radius in radii)]


@lru_cache(maxsize=1_024)
def _definition(name: str, scope: str) -> str:
    form, *given = name.split("-")
    owner = given[0] if form in _OWNED else ""
    drawn = _FORMS[form](*given)
    inside = f'<g class="{owner}">{drawn}</g>' if owner not in ("", "nobody") else drawn
    return f'<g id="{scope}.{name}" class="{scope}">{inside}</g>'


def _piece(owner: str, radius: str) -> str:
    return _disc(owner, radius) + sign(owner, _MIDDLE, float(radius))


def _disc(owner: str, radius: str) -> str:
    return circle("shade", (0, 3.5), float(radius)) + _face(owner, radius)


def _ghost(owner: str, radius: str) -> str:
    return _face(owner, radius) + sign(owner, _MIDDLE, float(radius))


def _face(owner: str, radius: str) -> str:
    return circle("face", _MIDDLE, float(radius))


def _goal(owner: str) -> str:
    return circle("face", _MIDDLE, 11) + sign(owner, _MIDDLE, 7)


def _bud(owner: str) -> str:
    return path("halo", disc(_MIDDLE, 18), 5) + circle("bud", _MIDDLE, 17) + sign(owner, _MIDDLE, 15)


def _taken(owner: str) -> str:
    return path("halo", disc(_MIDDLE, 13), 5) + circle("bud", _MIDDLE, 13) + _over(cross(_MIDDLE, 6), 4)


def _last(radius: str) -> str:
    return _solid(disc(_MIDDLE, float(radius)))


def _corner() -> str:
    return _solid(polyline([(36, 20), (36, 36), (20, 36)], closed=True))


def _flipped() -> str:
    return _over(disc(_MIDDLE, 10.5), 5.5)


def _captured() -> str:
    return _over(cross(_MIDDLE, 17), 7)


def _heat(size: str) -> str:
    radius = 12.0 + 5 * int(size)
    return circle("warm case", _MIDDLE, radius + 4) + circle("warm", _MIDDLE, radius)


def _need() -> str:
    ring = disc(_MIDDLE, 30)
    plus = polyline([(-11, 0), (11, 0)]) + polyline([(0, -11), (0, 11)])
    return path("halo", ring, 9) + path("core broken", ring, 5) + _over(plus, 6)


def _display(symbol: str) -> str:
    return f'<g class="display">{FURNITURE[symbol]}{words(symbol, (-28, -27), 17, 30)}</g>'


def _value(what: str) -> str:
    text = "+1" if what == "gain" else "−1"
    at = (27.0, -27.0)
    return f'<g class="value {what}">{path("badge", disc(at, 18), 2)}{words(text, at, 15, 34)}</g>'


def _cutlery() -> str:
    return CUTLERY


_OWNED: Mapping[str, Callable[..., str]] = {
    "piece": _piece,
    "disc": _disc,
    "ghost": _ghost,
    "face": _face,
    "goal": _goal,
    "bud": _bud,
    "taken": _taken,
}
_FORMS: Mapping[str, Callable[..., str]] = {
    **_OWNED,
    "last": _last,
    "corner": _corner,
    "flipped": _flipped,
    "captured": _captured,
    "need": _need,
    "heat": _heat,
    "display": _display,
    "value": _value,
    "cutlery": _cutlery,
}


def sign(owner: str, at: XY, radius: float) -> str:
    """Draw the sign that tells owners apart without colour.

    White has a ring, Black none, a numbered player a figure.
    """
    if owner == "white":
        return circle("sign", at, radius * 0.74)
    if owner not in FIGURES:
        return ""
    r = radius * 0.45
    return path("sign", polyline((at[0] + x * r, at[1] + y * r) for x, y in FIGURES[owner]), 5)


def _over(data: str, width: float) -> str:
    """Draw lines that are visible on any ground: their own colour upon the halo's."""
    return path("halo", data, width + 5) + path("core", data, width)


def _solid(data: str) -> str:
    return path("halo solid", data, 5) + path("core solid", data)
