"""Comparing rule sets: differences of shares and lengths with their intervals, and whether one is no less balanced."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from byways.report.figures import Figure
from byways.report.rule_set import RuleSetReport
from byways.statistics.intervals import Estimate, Share, newcombe, welch
from byways.statistics.moments import Moments

MARGIN = 0.03
"""By how much a rule set may be less balanced and still count as no less balanced."""
_SHARES = ("AdvantageP1", "Drawishness")


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


def differences(first: RuleSetReport, second: RuleSetReport) -> Iterator[Difference]:
    """Yield the second's shares and lengths less the first's, for each strength, with 95 % intervals.

    Shares by Newcombe's method 10, lengths by Welch's: both for independent games.
    """
    for source in dict.fromkeys(figure.source for figure in first.figures):
        for name in _SHARES:
            one, other = first.figure(name, source), second.figure(name, source)
            if one and other and one.value is not None and other.value is not None:
                yield _difference(first, second, newcombe(_share(other), _share(one)), one, other)
        one, other = first.figure("DurationTurns", source), second.figure("DurationTurns", source)
        if one and other:
            estimate = welch(_lengths(second, source), _lengths(first, source))
            yield _difference(first, second, estimate, one, other)


def _share(figure: Figure) -> Share:
    assert figure.value is not None
    return Share(min(float(figure.n), figure.value * figure.n), figure.n)


def _lengths(report: RuleSetReport, source: str) -> Moments:
    """Return the moments of the lengths of games, from their distribution."""
    lines = report.table("LengthDistribution", source)
    turns = [float(line.label) for line in lines]
    return Moments.of_counts(turns, [round((line.value or 0.0) * line.n) for line in lines])


def _difference(first: RuleSetReport, second: RuleSetReport, found: Estimate, one: Figure, other: Figure) -> Difference:
    low, high = found.interval
    return Difference(one.name, one.source, first.name, second.name, found.value, low, high, (one.n, other.n), one.unit)
