"""Gradients, the grain of wood, and shadows: what materials look like, defined once in a document.

Their colours are rules for the classes of their stops, so that one definition serves every theme. A gradient has the
colours of where it is defined, not of where it is used.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sin

from byways.draw.board_outline import SHADOW
from byways.draw.svg_markup import polyline

Stop = tuple[float, str]
"""The offset of a colour of `byways.draw.colours` along a gradient."""

_SLANTED = 'x2=".25" y2="1"'
_LIT = 'cx=".36" cy=".3" r=".75"'
_OVER_ALL = 'cx=".22" cy=".12" r="1"'
_VEINS = ((1.5, 0.05), (2.5, 0.07), (4.0, 0.1), (9.0, 0.14))
"""Strokes of the grain: how wide they are, and how opaque."""
_SIDE = 1000
_SYMBOL = f'symbol viewBox="0 0 {_SIDE} {_SIDE}" preserveAspectRatio="none"'


def _linear(*stops: Stop) -> tuple[str, str]:
    return f"linearGradient {_SLANTED}", "".join(map(_stop, stops))


def _radial(place: str, *stops: Stop) -> tuple[str, str]:
    return f"radialGradient {place}", "".join(map(_stop, stops))


def _stop(stop: Stop) -> str:
    offset, colour = stop
    at = f' offset="{offset:g}"' if offset else ""
    return f'<stop{at} class="at-{colour}"/>'


def _body(owner: str) -> tuple[str, str]:
    return _radial(_LIT, (0, f"{owner}-1"), (0.55, owner), (1, f"{owner}-2"))


def _inset(owner: str) -> tuple[str, str]:
    """Return the face let into a disc, which is lit the other way round."""
    return _linear((0, f"{owner}-2"), (1, f"{owner}-1"))


def _veins() -> str:
    """Return long, slow lines of four weights."""
    data = ["", "", "", ""]
    y = -20.0
    for i in range(30):
        y += 16 + 46 * (i * 0.618 % 1)
        bent = [y + 22 * sin(2 + 0.9 * k + y / 300) + 8 * (i * 0.755 % 1) - 4 for k in range(4)]
        a, b, c, d = (f"{value:.0f}" for value in bent)
        data[int(4 * (i * 0.57 % 1))] += f"M0 {a}C300 {b} 650 {c} {_SIDE} {d}"
    return "".join(
        f'<path class="vein" d="{strokes}" stroke-width="{width:g}" stroke-opacity="{opacity:g}"/>'
        for strokes, (width, opacity) in zip(data, _VEINS, strict=True)
    )


def _cast() -> str:
    """Return the layers of a shadow, which together are soft."""
    return "".join(
        f'<rect class="cast" x="{-spread}" y="{down - spread}" width="{_SIDE + 2 * spread}" '
        f'height="{_SIDE + 2 * spread}" rx="{26 + max(0, spread)}"/>'
        for spread, down in SHADOW
    )


def _cast_by_hexes() -> str:
    """Return the layers of the shadow of a hexagon."""
    corners = ((80, 500), (290, 80), (710, 80), (920, 500), (710, 920), (290, 920))
    data = polyline(corners, closed=True)
    return "".join(
        f'<path class="cast" d="{data}" transform="translate(0 {down})" stroke-width="{160 + 2 * spread}"/>'
        for spread, down in SHADOW
    )


_PLANES = ("cells", "crossings", "hexes", "paper", "frame")
_PAINTS: Mapping[str, tuple[str, str]] = {
    **{name: _linear((0, name), (1, f"{name}-2")) for name in _PLANES},
    **{f"body-{owner}": _body(owner) for owner in ("white", "black")},
    **{f"inset-{owner}": _inset(owner) for owner in ("white", "black")},
    "gloss": _radial(_LIT, (0, "shine"), (0.55, "clear"), (1, "dim")),
    "soft": _radial("", (0.62, "shade"), (1, "clear")),
    "light": _radial(_OVER_ALL, (0, "sun"), (1, "dusk")),
    "grain": (_SYMBOL, _veins()),
    "cast-hex": (f'{_SYMBOL} overflow="visible"', _cast_by_hexes()),
    "cast": (f'{_SYMBOL} overflow="visible"', _cast()),
}
"""The element and its attributes, and what is inside."""


def is_paint(name: str) -> bool:
    """Return whether a name is that of a gradient, or of the grain."""
    return name in _PAINTS


def definition(name: str, attributes: str) -> str:
    """Return a gradient, or the grain, with some attributes of its element."""
    tag, inside = _PAINTS[name]
    element, _, place = tag.partition(" ")
    return f"<{element} {attributes} {place}>{inside}</{element}>".replace(" >", ">")
