"""Scatter charts: values of two kinds with both their intervals, as standalone SVG files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from byways.draw.charts import WIDE, frame, text
from byways.draw.svg_markup import num

_LEFT, _RIGHT, _TOP, _HIGH = 64, 24, 48, 300
_RADIUS = 9
_PAST = 0.06  # of the range, which the axes go beyond what is drawn


@dataclass(frozen=True)
class Mark:
    """A point of a scatter chart: its label, its two values and their intervals."""

    label: str
    x: float
    y: float
    x_interval: tuple[float, float]
    y_interval: tuple[float, float]
    said: str
    """What it is, for the description."""
    filled: bool = True


def scatter_chart(title: str, marks: Sequence[Mark], across: str, up: str) -> str:
    """Return marks with their intervals as crosses, as a standalone SVG; the axes cover all intervals.

    `across` and `up` say what the axes are.
    """
    xs = [end for mark in marks for end in (mark.x, *mark.x_interval)] or [0.0]
    ys = [end for mark in marks for end in (mark.y, *mark.y_interval)] or [0.0]
    (x_low, x_high), (y_low, y_high) = _axis(xs), _axis(ys)
    right = WIDE - _RIGHT
    base = _TOP + _HIGH

    def place(x: float, y: float) -> tuple[float, float]:
        return (
            _LEFT + (right - _LEFT) * (x - x_low) / (x_high - x_low),
            base - _HIGH * (y - y_low) / (y_high - y_low),
        )

    parts = [f'<path class="line" d="M{_LEFT} {_TOP}V{base}H{right}"/>']
    for mark in marks:
        (left, middle), (end, _) = place(mark.x_interval[0], mark.y), place(mark.x_interval[1], mark.y)
        (centre, low), (_, high) = place(mark.x, mark.y_interval[0]), place(mark.x, mark.y_interval[1])
        cross = f"M{num(left)} {num(middle)}H{num(end)}M{num(centre)} {num(low)}V{num(high)}"
        parts.append(f'<path class="line" d="{cross}"/>')
    for mark in marks:
        x, y = place(mark.x, mark.y)
        parts.append(
            f'<circle class="{"spot" if mark.filled else "open spot"}" cx="{num(x)}" cy="{num(y)}" r="{_RADIUS}"/>'
            + text("on" if mark.filled else "", x, y + 4.5, mark.label, "middle")
        )
    parts += [
        text("soft", _LEFT - 6, place(x_low, value)[1] + 4.5, f"{value:.3g}", "end")
        for value in dict.fromkeys((min(ys), max(ys)))
    ]
    parts += [
        text("soft", place(value, y_low)[0], base + 18, f"{value:.3g}", "middle")
        for value in dict.fromkeys((min(xs), max(xs)))
    ]
    parts += [text("soft", (_LEFT + right) / 2, base + 36, across, "middle"), text("soft", _LEFT + 8, _TOP + 4, up)]
    described = "; ".join(f"{mark.label} {mark.said}: {mark.x:.3g}, {mark.y:.3g}" for mark in marks)
    return frame(title, f"{up} by {across}: {described}", parts, base + 46)


def _axis(values: Sequence[float]) -> tuple[float, float]:
    """Return where an axis begins and ends."""
    past = _PAST * (max(values) - min(values)) or 0.5
    return min(values) - past, max(values) + past
