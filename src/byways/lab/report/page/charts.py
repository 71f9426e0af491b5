"""The charts of a report, by section.

A chart is a function of a rule set's facts that yields SVG. `bars`, `curve` and `columns` make such functions for a
figure by its name, so that a section whose figures are numbers with intervals needs no code of its own: one line in
`CHARTS` for each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from byways.draw.charts import MOST_LINES, Bar, Dot, bar_chart, histogram, line_chart
from byways.lab.metrics.course import EVEN
from byways.lab.report.facts import RuleSetFacts
from byways.lab.report.figures import BALANCE, CALIBRATION, COMPLEXITY, DEPTH, EVENTS, LENGTH, SIMPLE, Figure
from byways.lab.report.page.tables import number

MOST_BARS = 48
FEWEST_GAMES = 10
"""Behind a dot of a curve."""


@dataclass(frozen=True)
class Chart:
    """A chart of one figure of a rule set."""

    figure: str
    draw: Callable[[RuleSetFacts], Iterable[str]]
    instead: bool = False
    """Whether the chart takes the place of the figure's lines in the section's table."""
    fewest: int = 0
    """The games that a line must come from to be drawn."""
    intervals: bool = True
    """Whether intervals are drawn."""
    main: bool = False
    """Whether only random games and the strongest play are drawn."""
    by_values: bool = False
    """Whether it is left out where the values of the strongest play may be noise."""


def bars(figure: str, title: str, *, middle: float | None = None, instead: bool = False) -> Chart:
    """Return a chart of a figure with its intervals: a bar for each source; of a table, one chart with a bar a line.

    At `middle` a dashed line crosses the bars. Longer tables show their first lines.
    """

    def draw(rules: RuleSetFacts) -> Iterator[str]:
        alone = [found for source in rules.sources if (found := rules.figure(figure, source))]
        if alone:
            yield _bars(title, [(one.source, one) for one in alone], middle)
        for source in rules.sources:
            if lines := [(one.label, one) for one in rules.table(figure, source)][:MOST_BARS]:
                yield _bars(f"{title}, {source}", lines, middle)

    return Chart(figure, draw, instead)


def curve(
    figure: str,
    title: str,
    across: str,
    up: str,
    *,
    middle: float | None = None,
    square: bool = False,
    instead: bool = True,
    main: bool = False,
) -> Chart:
    """Return a chart of a table whose labels end in numbers, such as plies or sizes: a line for each source.

    `across` and `up` say what the axes are; with `square` both go from 0 to 1 and each source has a chart of its own.
    With `main` there are lines for random games and the strongest play alone.
    """

    def draw(rules: RuleSetFacts) -> Iterator[str]:
        lines = {
            source: [_dot(one) for one in rules.table(figure, source) if one.n == 0 or one.n >= FEWEST_GAMES]
            for source in (rules.main_sources if main else rules.sources)
        }
        lines = {source: dots for source, dots in lines.items() if dots}
        if square:
            for source, dots in lines.items():
                yield line_chart(f"{title}, {source}", {source: dots}, across, up, square=True)
            return
        shares = all(one.unit == "share" for source in lines for one in rules.table(figure, source))
        named = list(lines.items())
        for first in range(0, len(named), MOST_LINES):
            some = dict(named[first : first + MOST_LINES])
            yield line_chart(title, some, across, up, most=1.0 if shares else None, middle=middle)

    return Chart(figure, draw, instead, FEWEST_GAMES, main=main)


def columns(figure: str, title: str, unit: str) -> Chart:
    """Return a chart of a table that says how often whole numbers occurred: columns, for each source."""

    def draw(rules: RuleSetFacts) -> Iterator[str]:
        for source in rules.sources:
            if lines := rules.table(figure, source):
                counts = {int(line.label): round((line.value or 0.0) * line.n) for line in lines}
                yield histogram(f"{title}, {source}", counts, unit)

    return Chart(figure, draw, instead=True, intervals=False)


def _bars(title: str, found: Sequence[tuple[str, Figure]], middle: float | None) -> str:
    shares = all(one.unit == "share" for _, one in found)
    ends = [end for _, one in found for end in (one.value, one.low, one.high) if end is not None]
    made = [Bar(label, one.value or 0.0, _interval(one), _note(one)) for label, one in found]
    least, most = min(0.0, *ends), max(0.0, *ends)
    scale = (0.0, 1.0) if shares and least >= 0 and most <= 1 else (least, most if most > least else 1.0)
    return bar_chart(title, made, middle=middle, scale=scale)


def _interval(figure: Figure) -> tuple[float, float] | None:
    """Return the interval of a figure; ends that are not known are those of a share."""
    if figure.low is None and figure.high is None:
        return None
    return figure.low or 0.0, 1.0 if figure.high is None else figure.high


def _note(figure: Figure) -> str:
    """Return a value and its interval in few letters."""
    sign = " %" if figure.unit == "share" else ""
    interval = _interval(figure)
    value = number(figure.value or 0.0, figure.unit) + sign
    return f"{value} ({'–'.join(number(end, figure.unit) for end in interval)})" if interval else value


def _dot(line: Figure) -> Dot:
    interval = None if line.low is None or line.high is None else (line.low, line.high)
    found = re.search(r"[\d.]+$", line.label)
    return Dot(float(found[0]) if found else 0.0, line.value or 0.0, interval)


CHARTS: Mapping[str, Sequence[Chart]] = {
    BALANCE: (
        bars("AdvantageP1", "The first player's share of the points", middle=EVEN),
        bars("PieRuleShare", "The share of whoever begins, with and without the pie rule", middle=EVEN),
        replace(
            bars("FirstTurnValue", "What first moves are worth to the first player", middle=EVEN, instead=True),
            by_values=True,
        ),
        curve("ShareBySize", "The first player's share by size", "size", "share", middle=EVEN, instead=False),
    ),
    LENGTH: (
        columns("LengthDistribution", "Moves of a game", "moves"),
        curve("LengthBySize", "Moves of a game by size", "size", "moves, mean", instead=False),
    ),
    COMPLEXITY: (curve("BranchingByPly", "Legal moves by ply", "ply", "legal moves, mean", main=True),),
    DEPTH: (
        bars("DoublingGain", "Share against half the simulations", middle=EVEN),
        bars("BeginnerShare", "A beginner's share", middle=EVEN),
    ),
    CALIBRATION: (curve("Reliability", "Reliability", "value", "share of the first player", square=True),),
    EVENTS: (
        bars("ScoreOnSameDice", "Scores by the same dice"),
        bars("ScoreVariance", "What the variance of scores comes from"),
    ),
    SIMPLE: (bars("StrategyShare", "Shares of simple strategies", middle=EVEN),),
}
"""The charts of each section, in their order."""
CHARTED: Mapping[str, Chart] = {chart.figure: chart for charts in CHARTS.values() for chart in charts}
"""The charts by the figures that they draw."""
