"""The smallest pieces of SVG: numbers, escaped texts, paths and circles."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

UNIT = 100
"""User units of the SVG to one cell of a board."""

XY = tuple[float, float]

# What is cached below comes again with every drawing of a board: without, a drawing takes half as long again.

# What XML 1.0 cannot hold at all, escaped or not.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@lru_cache(maxsize=16_384)
def num(value: float) -> str:
    """Format a number, rounded to a tenth, as briefly as possible."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


@lru_cache(maxsize=2_048)  # fewer: these may be long
def escape(text: str) -> str:
    """Escape a text for use in an attribute or between tags."""
    return html.escape(_FORBIDDEN.sub("\ufffd", text), quote=True)


def pair(at: XY) -> str:
    """Format a point for path data."""
    return f"{num(at[0])} {num(at[1])}"


def polyline(points: Iterable[XY], closed: bool = False) -> str:
    """Return the path data of straight lines from point to point."""
    return "M" + "L".join(pair(at) for at in points) + "z" * closed


def path(name: str, data: str, width: float = 0, **paints: str) -> str:
    """Return a path element of a class, with a stroke width unless its layer gives it, and its `fill` or `stroke`."""
    return f'<path class="{name}" d="{data}"{_width(width)}{_painted(paints)}/>'


@lru_cache(maxsize=8_192)
def circle(name: str, at: XY, radius: float, width: float = 0, **paints: str) -> str:
    """Return a circle element of a class, with a stroke width unless its layer gives it, and its `fill` or `stroke`."""
    place = f'cx="{num(at[0])}" cy="{num(at[1])}" r="{num(radius)}"'
    return f'<circle class="{name}" {place}{_width(width)}{_painted(paints)}/>'


def disc(at: XY, radius: float) -> str:
    """Return the path data of a circle."""
    r = num(radius)
    return f"M{num(at[0] - radius)} {num(at[1])}a{r} {r} 0 1 0 {num(2 * radius)} 0a{r} {r} 0 1 0 {num(-2 * radius)} 0z"


def cross(at: XY, half: float) -> str:
    """Return the path data of two diagonal strokes, `half` from their middle to the side."""
    (x, y), r = at, half
    return polyline([(x - r, y - r), (x + r, y + r)]) + polyline([(x + r, y - r), (x - r, y + r)])


@lru_cache(maxsize=4_096)
def square(at: XY, half: float) -> str:
    """Return the path data of an upright square, `half` from its middle to its sides."""
    return rectangle((at[0] - half, at[1] - half), 2 * half, 2 * half)


def rectangle(corner: XY, wide: float, high: float) -> str:
    """Return the path data of an upright rectangle from its top left corner."""
    return f"M{pair(corner)}h{num(wide)}v{num(high)}h{num(-wide)}z"


@lru_cache(maxsize=4_096)
def hexagon(at: XY, radius: float) -> str:
    """Return the path data of a hex with a corner at the bottom, `radius` from its middle to its corners."""
    half = num(radius * 3**0.5 / 2)
    low = num(radius / 2)
    start = pair((at[0], at[1] - radius))
    return f"M{start}l{half} {low}v{num(radius)}l-{half} {low}l-{half}-{low}v{num(-radius)}z"


def _painted(paints: Mapping[str, str]) -> str:
    return "".join(f' {name}="{paint}"' for name, paint in paints.items())


def _width(width: float) -> str:
    return f' stroke-width="{num(width)}"' if width else ""
