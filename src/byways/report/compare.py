"""Comparing rule sets: differences of shares and lengths with their intervals, and whether one is no less balanced."""

from __future__ import annotations

import math
from collections.abc import Iterator

from byways.report.figures import MARGIN, Difference, Figure
from byways.report.rule_set import RuleSetReport
from byways.statistics.intervals import Estimate, Interval, Share, is_no_less, newcombe, welch
from byways.statistics.moments import Moments

_SHARES = ("AdvantageP1", "Drawishness")


def differences(first: RuleSetReport, second: RuleSetReport) -> Iterator[Difference]:
    """Yield the second's shares and lengths less the first's, for each strength, with 95 % intervals.

    Shares by Newcombe's method 10, lengths by Welch's: both for independent games. `Imbalance` is how far the first
    player's share is from ½, whoever is ahead.
    """
    for source in dict.fromkeys(figure.source for figure in first.figures):
        for name in _SHARES:
            one, other = first.figure(name, source), second.figure(name, source)
            if one and other and one.value is not None and other.value is not None:
                yield _difference(first, second, newcombe(_share(other), _share(one)), one, other)
                if name == "AdvantageP1":
                    yield _imbalance(first, second, one, other)
        one, other = first.figure("DurationTurns", source), second.figure("DurationTurns", source)
        if one and other:
            estimate = welch(_lengths(second, source), _lengths(first, source))
            yield _difference(first, second, estimate, one, other)


def _share(figure: Figure) -> Share:
    assert figure.value is not None
    return Share(min(float(figure.n), figure.value * figure.n), figure.n)


def _imbalance(first: RuleSetReport, second: RuleSetReport, one: Figure, other: Figure) -> Difference:
    """Return by how much further from ½ the second's share is, and whether it is no less balanced.

    From the intervals of both distances, as Newcombe's method does from those of shares; Zou and Donner (2008),
    "Construction of confidence limits about effect measures: a general approach", Statistics in Medicine 27.
    """
    (v1, low1, high1), (v2, low2, high2) = _distance(one), _distance(other)
    value = v2 - v1
    down, up = math.hypot(v2 - low2, high1 - v1), math.hypot(high2 - v2, v1 - low1)
    less = Estimate(-value, Interval(-value - up, -value + down))
    return Difference(
        "Imbalance", one.source, first.name, second.name, value, value - down, value + up, (one.n, other.n), one.unit,
        is_no_less(less, MARGIN),
    )  # fmt: skip


def _distance(figure: Figure) -> tuple[float, float, float]:
    """Return how far a share is from ½, and the ends of the interval of that."""
    assert figure.value is not None
    low, high = ((figure.low or 0.0) - 0.5, (1.0 if figure.high is None else figure.high) - 0.5)
    least = 0.0 if low <= 0 <= high else min(abs(low), abs(high))
    return abs(figure.value - 0.5), least, max(abs(low), abs(high))


def _lengths(report: RuleSetReport, source: str) -> Moments:
    """Return the moments of the lengths of games, from their distribution."""
    lines = report.table("LengthDistribution", source)
    turns = [float(line.label) for line in lines]
    return Moments.of_counts(turns, [round((line.value or 0.0) * line.n) for line in lines])


def _difference(first: RuleSetReport, second: RuleSetReport, found: Estimate, one: Figure, other: Figure) -> Difference:
    low, high = found.interval
    return Difference(one.name, one.source, first.name, second.name, found.value, low, high, (one.n, other.n), one.unit)
