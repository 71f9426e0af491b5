"""Six pieces of furniture seen from above, in a box of 76 × 76 units about (0, 0), and fork and knife.

They can be read as numbers: a seat is one cushion, a loveseat two, a sofa three; every table stands on four legs.
"""

from __future__ import annotations

from collections.abc import Mapping


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
