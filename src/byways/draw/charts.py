"""Charts as standalone SVG files: bars, histograms, lines, points; light or dark as the reader's system is."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from byways.draw.page_tokens import PAGE
from byways.draw.svg_markup import escape, num

WIDE = 640
"""The width of all charts, in user units."""
_LABEL, _NOTE = 190, 150  # the widths of the columns beside the bars
_ROW, _TOP = 24, 40
_PLOT = 160  # the height of a histogram's columns
_MOST_LETTERS = 26
_MOST_COLUMNS = 60
_MOST_MARKS = 8
_RULES = (
    "{s} .ground{{fill:{surface}}}{s} text{{fill:{ink};font:13px system-ui,DejaVu Sans,Arial,sans-serif}}"
    "{s} .title{{font-weight:600}}{s} .soft{{fill:{soft}}}{s} .bar{{fill:{green}}}"
    "{s} .line{{stroke:{soft};fill:none}}{s} .whisker{{stroke:{ink};fill:none;stroke-width:1.5}}"
    "{s} .band{{fill:{green};opacity:.25}}{s} .course{{stroke:{green};fill:none;stroke-width:2}}"
    "{s} .of-2{{stroke:{blue};stroke-dasharray:8 4}}{s} .band.of-2{{fill:{blue};stroke:none}}"
    "{s} .of-3{{stroke:{soft};stroke-dasharray:2 4}}{s} .band.of-3{{fill:{soft};stroke:none}}"
    "{s} .of-4{{stroke:{ink};stroke-dasharray:12 3 2 3}}{s} .band.of-4{{fill:{ink};stroke:none}}"
    "{s} .halo{{stroke:{surface};fill:none;stroke-width:5;stroke-linecap:round}}"
    "{s} .spot{{fill:{green}}}{s} .open.spot{{fill:{surface};stroke:{green};stroke-width:2}}"
    "{s} text.on{{fill:{surface}}}"
)
MOST_LINES = 4
"""Lines that one chart tells apart."""


@dataclass(frozen=True)
class Bar:
    """A bar of a chart: a value, the interval in which it is if that is known, and the text at its end."""

    label: str
    value: float
    interval: tuple[float, float] | None = None
    note: str = ""


def bar_chart(
    title: str, bars: Sequence[Bar], *, middle: float | None = None, scale: tuple[float, float] = (0.0, 1.0)
) -> str:
    """Return horizontal bars below each other, as a standalone SVG.

    `scale` has the values at the left end and at the right one; bars begin at 0, which is between them. At `middle` a
    dashed line crosses them.
    """
    high = _TOP + _ROW * len(bars) + 8
    parts = [_bar(bar, _TOP + _ROW * i, scale) for i, bar in enumerate(bars)]
    if middle is not None:
        x = num(_across(middle, scale))
        parts.append(f'<path class="line" stroke-dasharray="4 4" d="M{x} {_TOP - 6}V{high - 8}"/>')
    return frame(title, "; ".join(f"{bar.label}: {bar.note or num(bar.value)}" for bar in bars), parts, high)


def histogram(title: str, values: Iterable[float] | Mapping[int, int], unit: str = "") -> str:
    """Return how often whole numbers occur, as columns in a standalone SVG; wide ranges are put together in steps.

    `values` are the numbers, or from each number how often it occurs. `unit` says what they are, such as "moves".
    """
    counts = dict(values) if isinstance(values, Mapping) else _counted(values)
    low = min(counts, default=0)
    most = max(counts, default=0)
    step = (most - low) // _MOST_COLUMNS + 1
    columns = [0] * ((most - low) // step + 1)
    for number, count in counts.items():
        columns[(number - low) // step] += count
    total = sum(counts.values())
    base = _TOP + _PLOT
    mean = sum(number * count for number, count in counts.items()) / total if total else 0.0
    wide = (WIDE - 40) / len(columns)
    highest = max(columns) or 1
    parts = [
        f'<path class="bar" d="M{num(20 + wide * i)} {base}v{num(-_PLOT * count / highest)}h{num(wide * 0.86)}'
        f'V{base}z"><title>{_range(low + step * i, step)}: {count}</title></path>'
        for i, count in enumerate(columns)
        if count
    ]
    parts.append(f'<path class="line" d="M20 {base}H{WIDE - 20}"/>')
    parts.append(text("soft", 20, base + 18, str(low)) + text("soft", WIDE - 20, base + 18, str(most), "end"))
    middle = f"{unit} · mean {mean:.1f}, {total:,} values, columns of {step}".removesuffix(", columns of 1").lstrip(
        " ·"
    )
    parts.append(text("soft", WIDE / 2, base + 18, middle, "middle"))
    return frame(title, f"from {low} to {most}; {middle}", parts, base + 28)


@dataclass(frozen=True)
class Dot:
    """A point of a line: where it is, and the interval of its value if that is known."""

    x: float
    y: float
    interval: tuple[float, float] | None = None


def line_chart(
    title: str,
    lines: Mapping[str, Sequence[Dot]],
    across: str,
    up: str,
    *,
    square: bool = False,
    most: float | None = None,
    middle: float | None = None,
) -> str:
    """Return lines through dots, with their intervals as bands, as a standalone SVG; both axes begin at 0.

    `lines` are at most MOST_LINES, by their names, which a legend tells if there are several. `across` and `up` say
    what the axes are. The vertical one ends at `most`, or at the greatest value. With `square` both go from 0 to 1,
    and a dashed diagonal says where a value is its own result. At `middle` a dashed line goes across. Raises
    ValueError.
    """
    if len(lines) > MOST_LINES:
        raise ValueError(f"a chart tells at most {MOST_LINES} lines apart, not {len(lines)}")
    dots = [dot for line in lines.values() for dot in line]
    highest = 1.0 if square else most or max((dot.y for dot in dots), default=0.0) or 1.0
    widest = 1.0 if square else max((dot.x for dot in dots), default=0.0) or 1.0
    left = 48
    right = WIDE - 20
    base = _TOP + _PLOT

    def at(x: float, y: float) -> str:
        high = base - _PLOT * min(max(y / highest, 0.0), 1.0)
        return f"{num(left + (right - left) * x / widest)} {num(high)}"

    parts = [part for kind, line in enumerate(lines.values(), 1) for part in _line(line, kind, at)]
    parts.append(f'<path class="line" d="M{left} {_TOP}V{base}H{right}"/>')
    if square:
        parts.append(f'<path class="line" stroke-dasharray="4 4" d="M{at(0, 0)}L{at(1, 1)}"/>')
    if middle is not None:
        parts.append(f'<path class="line" stroke-dasharray="4 4" d="M{at(0, middle)}L{at(widest, middle)}"/>')
    parts += [text("soft", left - 6, _TOP + 6, f"{highest:.3g}", "end"), text("soft", left - 6, base, "0", "end")]
    marked = _marks(dots, widest) if not square else []
    parts += [text("soft", left + (right - left) * x / widest, base + 18, f"{x:.3g}", "middle") for x in marked]
    parts += [text("soft", right, base + 18, f"{widest:.3g}", "end"), text("soft", left, base + 18, across)]
    parts.append(text("soft", left + 8, _TOP + 6, up))
    several = len(lines) > 1
    if several:
        parts += _legend(list(lines), base + 40)
    told = "; ".join(f"{name}: {_told(line)}" if several else _told(line) for name, line in lines.items())
    return frame(title, f"{up} by {across}: {told}", parts, base + (52 if several else 28))


def _marks(dots: Sequence[Dot], widest: float) -> list[float]:
    """Return where a few dots lie across, to be told below the axis between its ends; none where there are many."""
    found = sorted({dot.x for dot in dots})
    return found[:-1] if len(found) <= _MOST_MARKS and found[:1] > [0.15 * widest] else []


def _line(dots: Sequence[Dot], kind: int, at: Callable[[float, float], str]) -> Iterator[str]:
    """Yield the band of a line and the line."""
    banded = [(dot.x, dot.interval) for dot in dots if dot.interval is not None]
    if len(banded) > 1:
        around = [at(x, high) for x, (_, high) in banded] + [at(x, low) for x, (low, _) in reversed(banded)]
        yield f'<path class="band of-{kind}" d="M{"L".join(around)}z"/>'
    if dots:
        yield f'<path class="course of-{kind}" d="M{"L".join(at(dot.x, dot.y) for dot in dots)}"/>'


def _legend(names: Sequence[str], down: float) -> Iterator[str]:
    wide = (WIDE - 40) / len(names)
    for i, name in enumerate(names):
        x = 20 + wide * i
        yield f'<path class="course of-{i + 1}" d="M{num(x)} {num(down - 4)}h36"/>' + text("", x + 44, down, name)


def _told(dots: Sequence[Dot]) -> str:
    """Return some twenty dots of a line in words."""
    return "; ".join(f"{dot.x:.3g}: {dot.y:.3g}" for dot in dots[:: max(1, len(dots) // 20)])


def _counted(values: Iterable[float]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for value in values:
        counts[int(value)] = counts.get(int(value), 0) + 1
    return counts


def _range(first: int, step: int) -> str:
    return str(first) if step == 1 else f"{first} to {first + step - 1}"


def _bar(bar: Bar, top: float, scale: tuple[float, float]) -> str:
    middle = top + _ROW / 2
    label = bar.label if len(bar.label) <= _MOST_LETTERS else f"{bar.label[: _MOST_LETTERS - 1]}…"
    begin = num(_across(0.0, scale))
    end = num(_across(bar.value, scale))
    parts = [
        text("", _LABEL - 8, middle + 4, label, "end"),
        f'<path class="line" d="M{begin} {num(top)}v{_ROW}"/>',
        f'<path class="bar" d="M{begin} {num(top + 5)}H{end}v{_ROW - 10}H{begin}z"/>',
        text("soft", WIDE - _NOTE + 12, middle + 4, bar.note),
    ]
    if bar.interval:
        low, high = (num(_across(value, scale)) for value in bar.interval)
        ends = f"M{low} {num(middle - 4)}v8M{high} {num(middle - 4)}v8"
        data = f"M{low} {num(middle)}H{high}{ends}"
        parts.append(f'<path class="halo" d="{data}"/><path class="whisker" d="{data}"/>')
    return "".join(parts)


def _across(value: float, scale: tuple[float, float]) -> float:
    least, most = scale
    return _LABEL + (WIDE - _LABEL - _NOTE) * min(max((value - least) / (most - least), 0.0), 1.0)


def text(name: str, x: float, y: float, words: str, anchor: str = "start") -> str:
    """Return a text at a point, of a class of the charts' style."""
    return f'<text class="{name}" x="{num(x)}" y="{num(y)}" text-anchor="{anchor}">{escape(words)}</text>'


def frame(title: str, described: str, parts: Sequence[str], high: float) -> str:
    """Return the parts of a chart as a standalone SVG, `WIDE` user units wide, with its title and description."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="byways-chart" viewBox="0 0 {WIDE} {num(high)}" '
        f'width="{WIDE}" height="{num(high)}" role="img"><title>{escape(title)}</title>'
        f"<desc>{escape(described)}</desc><style>{chart_style()}</style>"
        f'<rect class="ground" width="{WIDE}" height="{num(high)}" rx="8"/>'
        f"{text('title', 20, 24, title)}{''.join(parts)}</svg>\n"
    )


@functools.cache
def chart_style() -> str:
    """Return the style rules that every chart has in it."""
    light, dark = (_RULES.format(s=".byways-chart", **_colours(theme)) for theme in range(2))
    return f"{light}@media(prefers-color-scheme:dark){{{dark}}}"


def unstyled(chart: str) -> str:
    """Return a chart without its style rules, for a page that has them itself."""
    return chart.replace(f"<style>{chart_style()}</style>", "")


def _colours(theme: int) -> dict[str, str]:
    named = {"surface": "surface", "ink": "ink", "soft": "ink-2", "green": "green", "blue": "focus"}
    return {name: PAGE[token][theme] for name, token in named.items()}


_LEFT, _RIGHT, _UP, _HIGH = 64, 24, 48, 300
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
    base = _UP + _HIGH

    def place(x: float, y: float) -> tuple[float, float]:
        return (
            _LEFT + (right - _LEFT) * (x - x_low) / (x_high - x_low),
            base - _HIGH * (y - y_low) / (y_high - y_low),
        )

    parts = [f'<path class="line" d="M{_LEFT} {_UP}V{base}H{right}"/>']
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
    parts += [text("soft", (_LEFT + right) / 2, base + 36, across, "middle"), text("soft", _LEFT + 8, _UP + 4, up)]
    said = "; ".join(f"{mark.label} {mark.said}: {mark.x:.3g}, {mark.y:.3g}" for mark in marks)
    return frame(title, f"{up} by {across}: {said}", parts, base + 46)


def _axis(values: Sequence[float]) -> tuple[float, float]:
    """Return where an axis begins and ends."""
    past = _PAST * (max(values) - min(values)) or 0.5
    return min(values) - past, max(values) + past
