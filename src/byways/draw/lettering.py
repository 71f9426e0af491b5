"""Own lettering: texts as strokes of one width, in the manner of a draughtsman's stencil.

A board looks the same in every browser, in a PNG, and on a machine without any font. A text with a character that is
not in GLYPHS is left to the fonts of the viewer's system.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files

import msgspec

from byways.draw.svg_markup import XY, escape, num

CAP = 10
"""Height of a capital letter or digit in the units of GLYPHS; the baseline is 0, y grows downwards."""
GAP = 2.5
WEIGHT = 0.115
"""Width of the stroke to the height of a capital."""
LONGEST = 120  # characters

_DOT = "a.3.3 0 1 0 .6 0a.3.3 0 1 0-.6 0"

# Character: (width without the gap after it, path data).
GLYPHS: dict[str, tuple[float, str]] = msgspec.json.decode(
    files("byways.draw").joinpath("glyphs.json").read_bytes(), type=dict[str, tuple[float, str]]
)
_EYES = {"⚀": "e", "⚁": "ai", "⚂": "aei", "⚃": "acgi", "⚄": "acegi", "⚅": "acdfgi"}  # on fields abc, def, ghi
_DIE = "M2-10.6H8A2 2 0 0 1 10-8.6V-1.4A2 2 0 0 1 8 .6H2A2 2 0 0 1 0-1.4V-8.6A2 2 0 0 1 2-10.6z"


def _die(eyes: str) -> str:
    """Return the strokes of a die whose pips lie on fields a to i of a square of nine."""
    fields = ("abcdefghi".index(eye) for eye in eyes)
    return _DIE + "".join(f"M{2 + 2.7 * (field % 3):g} {-7.7 + 2.7 * (field // 3):g}{_DOT}" for field in fields)


GLYPHS |= {face: (10, _die(eyes)) for face, eyes in _EYES.items()}

_TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
_ARGUMENTS = {"M": "xy", "L": "xy", "H": "x", "V": "y", "C": "xyxyxy", "A": "rr012xy", "Z": ""}


def drawable(text: str) -> bool:
    """Return whether every character has a glyph."""
    return all(character in GLYPHS for character in text)


def width(text: str, size: float) -> float:
    """Return the width of a text whose capitals have height `size`; unknown characters count as an average letter."""
    return (sum(GLYPHS.get(c, (5.2, ""))[0] + GAP for c in text) - GAP) * size / CAP


@lru_cache(maxsize=4_096)  # the names of rows and columns come again with every drawing
def strokes(text: str, at: XY, size: float, anchor: float = 0.5) -> str:
    """Return the path data of a drawable text in capitals of height `size`, its middle at `at`.

    `anchor` is the part of its width before the point: 0 starts the text there, 1 ends it there.
    """
    scale = size / CAP
    x, y = at[0] - anchor * width(text, size), at[1] + size / 2
    parts = []
    for character in text:
        wide, data = GLYPHS[character]
        parts.append(_placed(data, x, y, scale))
        x += (wide + GAP) * scale
    return "".join(parts)


def words(text: str, at: XY, size: float, room: float, anchor: float = 0.5, *, fonts: bool = False) -> str:
    """Return a text as an element at most `room` wide: strokes if we can draw it, else an SVG text.

    On a page, which has `fonts`, it is an SVG text in any case.
    """
    text = " ".join(text.split())
    text = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
    size = min(size, size * room / max(width(text, size), 1))
    if drawable(text) and not fonts:
        return f'<path class="letters" d="{strokes(text, at, size, anchor)}" stroke-width="{num(size * WEIGHT)}"/>'
    place = ("start", "middle", "end")[round(2 * anchor)]
    font = size * 1.4  # a capital is about 0.7 of the size of its font
    return (
        f'<text class="words" x="{num(at[0])}" y="{num(at[1] + size / 2)}" font-size="{num(font)}" '
        f'text-anchor="{place}">{escape(text)}</text>'
    )


def _placed(data: str, x: float, y: float, scale: float) -> str:
    """Return path data scaled, and moved to (x, y)."""
    tokens = _TOKEN.findall(data)
    out: list[str] = []
    i = 0
    while i < len(tokens):
        command = tokens[i]
        i += 1
        kinds = _ARGUMENTS[command.upper()]
        shift = {"x": x, "y": y} if command.isupper() else {}
        values = tokens[i : i + len(kinds)]
        i += len(kinds)
        placed = [
            value if kind in "012" else num(float(value) * scale + shift.get(kind, 0))
            for kind, value in zip(kinds, values, strict=True)
        ]
        out.append(command + " ".join(placed))
    return "".join(out)
