"""Comparing rule sets: differences of shares and lengths with their intervals, and whether one is no less balanced."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from byways.errors import OptionError
from byways.game import Game
from byways.lab.report.facts import RuleSetFacts
from byways.lab.report.figures import EVENTS, MARGIN, Difference, Figure
from byways.rules.options import Choice, Flag, Option, Value, Whole
from byways.statistics.intervals import Estimate, Interval, is_no_less, newcombe, welch
from byways.statistics.moments import Moments

_SHARES = ("AdvantageP1", "Drawishness")
Ends: TypeAlias = tuple[float, float, float]
"""A figure, and the low and the high end of its interval."""


def differences(first: RuleSetFacts, second: RuleSetFacts) -> Iterator[Difference]:
    """Yield the second's shares and lengths less the first's, for each strength, with 95 % intervals.

    Shares by Newcombe's method 10, lengths by Welch's: both for independent games. `Imbalance` is how far the first
    player's share is from ½, in either direction. Events by the intervals of both, as `_recovered` does.
    """
    for source in first.sources:
        for name in _SHARES:
            one, other = first.figure(name, source), second.figure(name, source)
            if one and other:
                yield _difference(first, second, newcombe(other.share, one.share), one, other)
                if name == "AdvantageP1":
                    yield _imbalance(first, second, one, other)
        one, other = first.figure("DurationTurns", source), second.figure("DurationTurns", source)
        if one and other:
            estimate = welch(_lengths(second, source), _lengths(first, source))
            yield _difference(first, second, estimate, one, other)
        for name in dict.fromkeys(figure.name for figure in first.figures if figure.section == EVENTS):
            one, other = first.figure(name, source), second.figure(name, source)
            if one and other and (ends := _ends(one)) and (other_ends := _ends(other)):
                yield _difference(first, second, _recovered(ends, other_ends), one, other)


def _ends(figure: Figure) -> Ends | None:
    """Return a figure and the ends of its interval; None where it has none."""
    if figure.value is None or figure.low is None or figure.high is None:
        return None
    return figure.value, figure.low, figure.high


def _recovered(one: Ends, other: Ends) -> Estimate:
    """Return the second figure less the first, from the intervals of both.

    Zou and Donner (2008), "Construction of confidence limits about effect measures: a general approach", Statistics in
    Medicine 27: with Wilson's intervals it is Newcombe's method 10.
    """
    (v1, low1, high1), (v2, low2, high2) = one, other
    value = v2 - v1
    return Estimate(
        value, Interval(value - math.hypot(v2 - low2, high1 - v1), value + math.hypot(high2 - v2, v1 - low1))
    )


def _imbalance(first: RuleSetFacts, second: RuleSetFacts, one: Figure, other: Figure) -> Difference:
    """Return by how much further from ½ the second's share is, and whether it is no less balanced."""
    value, (low, high) = _recovered(_distance(one), _distance(other))
    less = Estimate(-value, Interval(-high, -low))
    return Difference(
        "Imbalance", one.source, first.name, second.name, value, low, high, (one.n, other.n), one.unit,
        is_no_less(less, MARGIN),
    )  # fmt: skip


def _distance(figure: Figure) -> Ends:
    """Return how far a share is from ½, and the ends of the interval of that."""
    assert figure.value is not None
    low, high = ((figure.low or 0.0) - 0.5, (1.0 if figure.high is None else figure.high) - 0.5)
    least = 0.0 if low <= 0 <= high else min(abs(low), abs(high))
    return abs(figure.value - 0.5), least, max(abs(low), abs(high))


def _lengths(report: RuleSetFacts, source: str) -> Moments:
    """Return the moments of the lengths of games, from their distribution."""
    lines = report.table("LengthDistribution", source)
    turns = [float(line.label) for line in lines]
    return Moments.of_counts(turns, [round((line.value or 0.0) * line.n) for line in lines])


def _difference(first: RuleSetFacts, second: RuleSetFacts, found: Estimate, one: Figure, other: Figure) -> Difference:
    low, high = found.interval
    return Difference(one.name, one.source, first.name, second.name, found.value, low, high, (one.n, other.n), one.unit)


MOST_VALUES = 8
"""Values of a knob; those of one with more are to be named."""


def values_of_knobs(game: Game, knobs: Iterable[str], options: Mapping[str, str]) -> dict[str, list[str]]:
    """Return all values of some options as texts, the one in force first. Raises OptionError for what is no knob."""
    variant = game.variant(options)
    every = {option.name: option for option in game.options}
    found = {}
    for name in knobs:
        values = _values(every[name]) if name in every else ()
        if not 1 < len(values) <= MOST_VALUES:
            known = [one.name for one in game.options if 1 < len(_values(one)) <= MOST_VALUES]
            template = "--{option} takes {allowed}, not {given!r}; name values of others by --compare, as in size=6,8"
            allowed = " or ".join(known) or "nothing in this game"
            raise OptionError("report.ablate", template, option="ablate", allowed=allowed, given=name)
        now = variant.options[name]
        found[name] = [every[name].write(value) for value in (now, *(one for one in values if one != now))]
    return found


def _values(option: Option) -> tuple[Value, ...]:
    if isinstance(option, Whole):
        return option.values
    if isinstance(option, Choice):
        return option.choices
    return (False, True) if isinstance(option, Flag) else ()
