"""Own lettering: texts as strokes of one width, in the manner of a draughtsman's stencil.

A board looks the same in every browser, in a PNG, and on a machine without any font. A text with a character that is
not in GLYPHS is left to the fonts of the viewer's system.
"""

from __future__ import annotations

import re
from functools import lru_cache

from byways.draw.svg_markup import XY, escape, num

CAP = 10
"""Height of a capital letter or digit in the units of GLYPHS; the baseline is 0, y grows downwards."""
GAP = 2.5
WEIGHT = 0.115
"""Width of the stroke to the height of a capital."""
LONGEST = 120  # characters

_ROUND = "a2.8 3.5 0 1 0 5.6 0a2.8 3.5 0 1 0-5.6 0"  # the bowl of a, b, d, g, o, p, q

_DOT = "a.3.3 0 1 0 .6 0a.3.3 0 1 0-.6 0"

# Character: (width without the gap after it, path data).
GLYPHS: dict[str, tuple[float, str]] = {
    " ": (1.2, ""),
    "0": (5.8, "M0-6.6a2.9 3.4 0 0 1 5.8 0v3.2a2.9 3.4 0 0 1-5.8 0z"),
    "1": (3.2, "M0-7.8L3.2-10V0"),
    "2": (5.6, "M.1-7.3A2.7 2.7 0 0 1 5.5-7.2C5.5-5.7 4.6-4.6 3.5-3.5L0 0H5.6"),
    "3": (5.6, "M.5-8.4A2.45 2.45 0 1 1 2.8-5.1A2.55 2.55 0 1 1 .2-1.8"),
    "4": (6.2, "M4.6 0V-10L0-2.8H6.2"),
    "5": (5.6, "M5.1-10H.9L.5-5.4C1.1-6 1.9-6.3 2.7-6.3A3 3.15 0 0 1 2.7 0C1.5 0 .6-.5 0-1.4"),
    "6": (5.8, "M4.7-10C2-8.2 0-5.6 0-2.9A2.9 2.9 0 0 0 5.8-2.9A2.9 2.9 0 0 0 .4-4.3"),
    "7": (5.4, "M0-10H5.4L1.8 0"),
    "8": (
        5.6,
        "M2.8-5.3A2.35 2.35 0 0 1 2.8-10A2.35 2.35 0 0 1 2.8-5.3A2.65 2.65 0 0 1 2.8 0A2.65 2.65 0 0 1 2.8-5.3z",
    ),
    "9": (5.8, "M1.1 0C3.8-1.8 5.8-4.4 5.8-7.1A2.9 2.9 0 0 0 0-7.1A2.9 2.9 0 0 0 5.4-5.7"),
    "a": (5.6, f"M0-3.5{_ROUND}M5.6-7V0"),
    "b": (5.6, f"M0-3.5{_ROUND}M0-10V0"),
    "c": (5, "M5-5.7A2.8 3.5 0 1 0 5-1.3"),
    "d": (5.6, f"M0-3.5{_ROUND}M5.6-10V0"),
    "e": (5.6, "M.1-3.5H5.6A2.8 3.5 0 1 0 4.9-1.2"),
    "f": (3.7, "M3.7-9.9C2.1-10.2 1.3-9.5 1.3-8V0M0-7H3.4"),
    "g": (5.6, f"M0-3.5{_ROUND}M5.6-7V0C5.6 2 4.5 3 2.8 3C1.7 3 .8 2.6 .2 1.8"),
    "h": (5.2, "M0-10V0M0-4.2A2.6 2.8 0 0 1 5.2-4.2V0"),
    "i": (0.4, f"M.2-7V0M0-9.7{_DOT}"),
    "j": (1.9, f"M1.7-7V1.2A1.8 1.8 0 0 1 0 3M1.5-9.7{_DOT}"),
    "k": (4.9, "M0-10V0M4.7-7L.1-2.7M1.8-4.2L4.9 0"),
    "l": (2, "M0-10V-1.7A1.7 1.7 0 0 0 1.7 0H2"),
    "m": (9, "M0-7V0M0-4.5A2.25 2.5 0 0 1 4.5-4.5V0M4.5-4.5A2.25 2.5 0 0 1 9-4.5V0"),
    "n": (5.2, "M0-7V0M0-4.2A2.6 2.8 0 0 1 5.2-4.2V0"),
    "o": (5.6, f"M0-3.5{_ROUND}"),
    "p": (5.6, f"M0-3.5{_ROUND}M0-7V3"),
    "q": (5.6, f"M0-3.5{_ROUND}M5.6-7V3"),
    "r": (3.2, "M0-7V0M0-4.2A2.7 2.8 0 0 1 3.2-6.8"),
    "s": (
        4.6,
        "M4.3-5.8C3.9-6.6 3.2-7 2.3-7C1-7 .2-6.2 .2-5.3C.2-2.9 4.6-4.3 4.6-1.8C4.6-.8 3.7 0 2.4 0C1.3 0 .4-.5 0-1.3",
    ),
    "t": (3.6, "M1.3-9.2V-1.8A1.8 1.8 0 0 0 3.1 0H3.6M0-7H3.4"),
    "u": (5.2, "M0-7V-2.8A2.6 2.8 0 0 0 5.2-2.8M5.2-7V0"),
    "v": (5.2, "M0-7L2.6 0L5.2-7"),
    "w": (7.8, "M0-7L2 0L3.9-6.6L5.8 0L7.8-7"),
    "x": (4.8, "M0-7L4.8 0M4.8-7L0 0"),
    "y": (5.2, "M0-7L2.7-.2M5.2-7L2.3 1.3C1.8 2.6 1.2 3.1 .1 3"),
    "z": (4.8, "M.1-7H4.7L0 0H4.8"),
    "A": (7, "M0 0L3.5-10L7 0M1.2-3.4H5.8"),
    "B": (5.8, "M0 0V-10H3.1A2.4 2.4 0 0 1 3.1-5.2H0M3.1-5.2A2.6 2.6 0 0 1 3.1 0H0"),
    "C": (6.8, "M6.8-7.9A4.1 5 0 1 0 6.8-2.1"),
    "D": (6.4, "M0 0V-10H2A4.4 5 0 0 1 2 0z"),
    "E": (5, "M5-10H0V0H5M0-5.2H4.4"),
    "F": (5, "M5-10H0V0M0-5.2H4.2"),
    "G": (7, "M6.8-7.9A4.1 5 0 1 0 7-3.6V-4.6H4.2"),
    "H": (6, "M0-10V0M6-10V0M0-5.2H6"),
    "I": (0.4, "M.2-10V0"),
    "J": (3.6, "M3.6-10V-2.4A2.4 2.4 0 0 1 0-1"),
    "K": (5.8, "M0-10V0M5.6-10L.1-4.2M2-6.2L5.8 0"),
    "L": (4.8, "M0-10V0H4.8"),
    "M": (7.6, "M0 0V-10L3.8-3.6L7.6-10V0"),
    "N": (6.2, "M0 0V-10L6.2 0V-10"),
    "O": (7.6, "M0-5A3.8 5 0 1 0 7.6-5A3.8 5 0 1 0 0-5z"),
    "P": (5.6, "M0 0V-10H2.9A2.7 2.7 0 0 1 2.9-4.6H0"),
    "Q": (7.6, "M0-5A3.8 5 0 1 0 7.6-5A3.8 5 0 1 0 0-5zM4.8-2.4L7.4.6"),
    "R": (5.8, "M0 0V-10H2.9A2.6 2.6 0 0 1 2.9-4.8H0M3-4.8L5.8 0"),
    "S": (
        5.6,
        "M5.3-8.4C4.8-9.4 3.9-10 2.8-10C1.2-10 .2-9 .2-7.6C.2-4.2 5.6-5.9 5.6-2.5C5.6-1 4.4 0 2.8 0C1.5 0 .5-.7 0-1.8",
    ),
    "T": (6.2, "M0-10H6.2M3.1-10V0"),
    "U": (6, "M0-10V-3A3 3 0 0 0 6-3V-10"),
    "V": (6.8, "M0-10L3.4 0L6.8-10"),
    "W": (9.6, "M0-10L2.4 0L4.8-9.4L7.2 0L9.6-10"),
    "X": (6, "M0-10L6 0M6-10L0 0"),
    "Y": (6.2, "M0-10L3.1-5L6.2-10M3.1-5V0"),
    "Z": (5.8, "M.2-10H5.6L0 0H5.8"),
    ".": (0.4, f"M0-.1{_DOT}"),
    ",": (0.8, "M.6-.2L0 1.6"),
    ":": (0.4, f"M0-.1{_DOT}M0-6.1{_DOT}"),
    ";": (0.8, f"M.6-.2L0 1.6M.4-6.1{_DOT}"),
    "!": (0.4, f"M.2-10V-3M0-.1{_DOT}"),
    "?": (4.6, f"M0-7.9A2.3 2.3 0 1 1 3.7-5.9C2.8-5.2 2.3-4.6 2.3-3.4V-3M2.1-.1{_DOT}"),
    "'": (0.4, "M.2-10V-8"),
    "’": (0.6, "M.5-10L0-8"),
    '"': (2, "M0-10V-8M2-10V-8"),
    "-": (3, "M0-3.6H3"),
    "–": (5, "M0-3.6H5"),
    "—": (7.6, "M0-3.6H7.6"),
    "−": (5, "M0-4.2H5"),
    "+": (5, "M0-4.2H5M2.5-6.7V-1.7"),
    "=": (5, "M0-5.4H5M0-3H5"),
    "×": (4, "M0-6.2L4-2.2M4-6.2L0-2.2"),
    "/": (4, "M0 1L4-11"),
    "(": (1.8, "M1.8-11.4C-.6-7.6-.6-2.2 1.8 1.6"),
    ")": (1.8, "M0-11.4C2.4-7.6 2.4-2.2 0 1.6"),
    "[": (1.8, "M1.8-11.2H0V1.4H1.8"),
    "]": (1.8, "M0-11.2H1.8V1.4H0"),
    "<": (4.4, "M4.4-7L0-4.2L4.4-1.4"),
    ">": (4.4, "M0-7L4.4-4.2L0-1.4"),
    "→": (7.6, "M0-4.2H7.6M4.8-7L7.6-4.2L4.8-1.4"),
    "←": (7.6, "M7.6-4.2H0M2.8-7L0-4.2L2.8-1.4"),
    "·": (0.4, f"M0-4.2{_DOT}"),
    "…": (4.4, f"M0-.1{_DOT}M2-.1{_DOT}M4-.1{_DOT}"),
    "_": (5, "M0 1.4H5"),
    "*": (4, "M2-10V-6M.2-9L3.8-7M3.8-9L.2-7"),
    "%": (
        8.4,
        "M0-7.8a1.7 2.2 0 1 0 3.4 0a1.7 2.2 0 1 0-3.4 0M5-2.2a1.7 2.2 0 1 0 3.4 0a1.7 2.2 0 1 0-3.4 0M6.6-10L1.8 0",
    ),
    "&": (6.8, "M6.8 0L1.6-6.4A2.1 2.1 0 1 1 4.6-6.6L1.6-4.6A2.6 2.6 0 0 0 2.6 0C4.6 0 6-1.6 6.4-4.2"),
    "◎": (10, "M0-5a5 5 0 1 0 10 0a5 5 0 1 0-10 0M2.6-5a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0"),  # a coin
    "#": (6, "M2-9L1 0M5-9L4 0M.2-6.2H6M0-2.8H5.8"),
}

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
