"""The sections of a report, and its figures: numbers with their interval and how many games they come from."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files

import msgspec
from msgspec import Struct

from byways.lab.metrics import Measurement, find
from byways.lab.metrics.metric import Definition, Kind, Row
from byways.lab.metrics.registry import GROUP
from byways.statistics.intervals import Interval, Share


class Section(Struct, frozen=True):
    """A section of a report."""

    title: str
    about: str
    """What it tells a designer, in a sentence or two; empty where the title says it."""


(
    RULES, ENDINGS, LENGTH, COMPLEXITY, BALANCE, COURSE, CALIBRATION, SPACE, DEPTH, EVENTS, SIMPLE
) = (
    "rules", "endings", "length", "complexity", "balance", "course", "calibration", "space", "depth", "events",
    "strategies",
)  # fmt: skip
SECTIONS: Mapping[str, Section] = msgspec.convert(
    tomllib.loads(files("byways.lab.report").joinpath("sections.toml").read_text(encoding="utf-8")), dict[str, Section]
)
"""The sections of a report, in their order."""

RANDOM, BOUND = "random", "bound"
"""Sources of figures beside the levels: random games, and bounds that follow from the rules."""

_SECTION_OF_GROUP = {"outcome": ENDINGS, "length": LENGTH, "board": SPACE, "choices": COURSE}
_SECTION_OF_METRIC = {
    **dict.fromkeys(
        ("FirstPlayerEdge", "AdvantageP1", "FirstColourShare", "Balance", "OutcomeUniformity", "Swaps", "Drawishness"),
        BALANCE,
    ),
    **dict.fromkeys(
        (
            "BranchingFactor", "BranchingFactorMedian", "BranchingFactorMax", "DecisionMoves", "GameTreeComplexity",
            "BranchingByPly",
        ),
        COMPLEXITY,
    ),
    "ShortestWin": SIMPLE,
}  # fmt: skip


class Figure(Struct, frozen=True):
    """One number of a report."""

    section: str
    name: str
    label: str
    """Which line of a table, or which quartile; empty for the figure itself."""
    value: float | None
    low: float | None
    """The ends of the 95 % interval; None where there is none."""
    high: float | None
    n: int
    """The games it comes from; of bounds 0."""
    unit: str
    source: str
    """`RANDOM`, "level 3" or `BOUND`."""

    @property
    def share(self) -> Share:
        """The value as a share of the points in its games."""
        return Share(min(float(self.n), (self.value or 0.0) * self.n), self.n)


MARGIN = 0.03
"""By how much a rule set may be less balanced and still count as no less balanced."""


BRIER_OF_HALF = 0.25
"""The Brier score of values that say ½ of every position, where nothing is drawn."""


def says_nothing(brier: Figure | None) -> bool:
    """Return whether values are not shown to foretell results better than ½ for every position, by their Brier score.

    What such values say of a game's course may be noise.
    """
    if brier is None or brier.value is None:
        return False
    return (brier.value if brier.high is None else brier.high) >= BRIER_OF_HALF


class Difference(Struct, frozen=True):
    """A figure of one rule set less that of another."""

    name: str
    source: str
    first: str
    """The rule set that is subtracted."""
    second: str
    value: float
    low: float
    high: float
    n: tuple[int, int]
    """The games of the first and the second."""
    unit: str
    no_less: bool | None = None
    """Of `Imbalance`: whether the second is shown to be no less balanced, with a margin of `MARGIN`."""


def from_metrics(found: Iterable[Measurement], source: str) -> Iterator[Figure]:
    """Yield the figures of metrics that some game had a value of, with quartiles of means, and rows of tables."""
    for one in found:
        if not one.n:
            continue
        about = one.metric.about
        if one.rows:
            yield from rows(about.name, one.rows, about.unit, source)
            continue
        yield _figure(about, "", one.value, one.interval, one.n, source)
        if one.quartiles and about.kind is Kind.MEAN and about.group != GROUP:
            for label in ("minimum", "lower", "median", "upper", "maximum"):
                yield _figure(about, label, getattr(one.quartiles, label), None, one.n, source)


def rows(name: str, found: Iterable[Row], unit: str, source: str, section: str | None = None) -> Iterator[Figure]:
    """Yield the rows of a table as figures."""
    of = section or section_of(find(name).about)
    for row in found:
        low, high = _ends(row.interval)
        yield Figure(of, name, row.label, row.value, low, high, row.n, unit, source)


def section_of(about: Definition) -> str:
    """Return the section of a metric."""
    return _SECTION_OF_METRIC.get(about.name) or _SECTION_OF_GROUP.get(about.group, about.group)


def _figure(
    about: Definition, label: str, value: float | None, interval: Interval | None, n: int, source: str
) -> Figure:
    low, high = _ends(interval)
    return Figure(section_of(about), about.name, label, value, low, high, n, about.unit, source)


def _ends(interval: Interval | None) -> tuple[float | None, float | None]:
    """Return the ends of an interval; None for those that are infinite."""
    low, high = interval or (math.inf, math.inf)
    return (low if math.isfinite(low) else None), (high if math.isfinite(high) else None)
