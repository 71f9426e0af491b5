"""Intervals of shares and means from a fixed number of games, and of differences between two rule sets or players.

They hold if the number of games was fixed beforehand. Who looks again and again and stops at will needs
`byways.statistics.sequential` or `byways.statistics.confidence_sequence`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from byways.errors import OptionError
from byways.statistics.checks import require_at_least, require_fraction
from byways.statistics.distributions import student_quantile
from byways.statistics.moments import Moments

PRIOR_PAIRS = 2
"""With what weight, in pairs, a design effect is drawn to 1, what games that do not depend on each other have."""


class Interval(NamedTuple):
    """A confidence interval."""

    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half of its width, the number behind ±."""
        return (self.high - self.low) / 2

    def covers(self, value: float) -> bool:
        """Return whether a value is within."""
        return self.low <= value <= self.high


class Estimate(NamedTuple):
    """A value with its interval."""

    value: float
    interval: Interval


@dataclass(frozen=True)
class Share:
    """A share of the points: of how many games, and how much they depend on each other.

    `design_effect` is the variance of the share over that of as many independent games without draws; `degrees` are
    the degrees of freedom of that estimate (infinite if it is known).
    """

    points: float
    games: int
    design_effect: float = 1.0
    degrees: float = math.inf

    def __post_init__(self) -> None:
        require_at_least("games", self.games, 0)
        require_at_least("design_effect", self.design_effect, 1e-12)
        if not 0 <= self.points <= self.games:
            raise OptionError(
                "statistics.points",
                "{points} points in {games} games cannot be",
                option="points",
                points=self.points,
                games=self.games,
                allowed=f"0 to {self.games}",
            )

    @classmethod
    def of_pairs(cls, pairs: Sequence[float]) -> Share:
        """Return the share of pairs of games: one number for each pair, the points of both games, from 0 to 2."""
        return cls.of_moments(_checked(pairs))

    @classmethod
    def of_moments(cls, pairs: Moments) -> Share:
        """Return the same from the moments of the pairs' points, which a long run can add up."""
        points = min(2.0 * pairs.n, max(0.0, pairs.n * pairs.mean))
        return cls(points, 2 * pairs.n, design_effect_of(pairs), max(1, pairs.n - 1))

    @property
    def value(self) -> float:
        """Points a game; ½ before the first."""
        return self.points / self.games if self.games else 0.5

    @property
    def effective_games(self) -> float:
        """The number of independent games that would tell as much."""
        return self.games / self.design_effect

    def interval(self, level: float = 0.95) -> Interval:
        """Return Wilson's interval with the effective number of games, by Student's quantile.

        Korn and Graubard (1998), "Confidence intervals for proportions with small expected number of positive counts
        estimated from survey data", Survey Methodology 24, divide n by the design effect and by the square of
        t over z; in Wilson's interval the latter is the same as t in place of z.
        """
        if self.games == 0:
            return Interval(0.0, 1.0)
        unit = student_quantile(level, self.degrees) ** 2 / self.effective_games
        p = self.value
        middle = (p + unit / 2) / (1 + unit)
        half = math.sqrt(p * (1 - p) * unit + unit * unit / 4) / (1 + unit)
        return Interval(max(0.0, middle - half), min(1.0, middle + half))


def wilson(points: float, games: int, level: float = 0.95) -> Interval:
    """Return the interval of a share of independent games; a draw is half a point, which makes it a little too wide.

    Wilson (1927), "Probable inference, the law of succession, and statistical inference", JASA 22.
    """
    return Share(points, games).interval(level)


def wilson_of_pairs(pairs: Sequence[float], level: float = 0.95) -> Interval:
    """Return the interval of the share of pairs of games, one number from 0 to 2 for each: see `Share.interval`."""
    return Share.of_pairs(pairs).interval(level)


def design_effect(pairs: Sequence[float]) -> float:
    """Return how much more the share of some pairs varies than that of as many independent games without draws.

    `pairs` has the points of both games of each opening. Where each player takes one game of most pairs (openings that
    favour one colour, counted by player; draws), it is far below 1; where both games of an opening go the same way
    (the same openings counted by colour) it reaches 2. Kish (1965), "Survey Sampling", 5.4: the variance in the design
    over that of a simple random sample. So that a few pairs that happen to be alike do not make it 0, it is drawn to 1
    with the weight of `PRIOR_PAIRS` pairs of even games; it stays 1 where one player has won everything.
    """
    return design_effect_of(_checked(pairs))


def design_effect_of(pairs: Moments) -> float:
    """Return the same from the moments of the pairs' points, which a long run can add up."""
    if pairs.n < 2:
        return 1.0
    share = pairs.mean / 2
    prior = PRIOR_PAIRS / 2  # the variance of the points of two even games is 1/2
    return (pairs.n * pairs.variance + prior) / (pairs.n * 2 * share * (1 - share) + prior)


def _checked(pairs: Sequence[float]) -> Moments:
    for points in pairs:
        if not 0 <= points <= 2:
            template = "a pair has from 0 to 2 points, not {value}"
            raise OptionError("statistics.pair", template, option="pairs", value=points, allowed="0 to 2")
    return Moments.of(pairs)


def newcombe(first: Share, second: Share, level: float = 0.95) -> Estimate:
    """Return the difference of two independent shares, first minus second, with its interval.

    Newcombe (1998), "Interval estimation for the difference between independent proportions", Statistics in Medicine
    17, method 10, from Wilson's intervals of both, which know the design effects.
    """
    one, other = (Estimate(share.value, share.interval(level)) for share in (first, second))
    value, (low, high) = difference_of(one, other)
    return Estimate(value, Interval(max(-1.0, low), min(1.0, high)))


def difference_of(first: Estimate, second: Estimate) -> Estimate:
    """Return the difference of two independent estimates, first minus second; unbounded where either is.

    Zou and Donner (2008), "Construction of confidence limits about effect measures: a general approach", Statistics in
    Medicine 27 (MOVER).
    """
    value = first.value - second.value
    if not all(math.isfinite(end) for end in (*first.interval, *second.interval)):
        return Estimate(value, Interval(-math.inf, math.inf))
    down = math.hypot(first.value - first.interval.low, second.interval.high - second.value)
    up = math.hypot(first.interval.high - first.value, second.value - second.interval.low)
    return Estimate(value, Interval(value - down, value + up))


def mean_interval(sample: Moments, level: float = 0.95) -> Estimate:
    """Return the mean of independent values with Student's interval; of one value it is infinite."""
    if sample.n < 2:
        require_fraction("level", level)
        return Estimate(sample.mean, Interval(-math.inf, math.inf))
    half = student_quantile(level, sample.n - 1) * math.sqrt(sample.variance / sample.n)
    return Estimate(sample.mean, Interval(sample.mean - half, sample.mean + half))


def welch(first: Moments, second: Moments, level: float = 0.95) -> Estimate:
    """Return the difference of two means, first minus second, with its interval; the variances may differ.

    Welch (1947), "The generalization of 'Student's' problem when several different population variances are involved",
    Biometrika 34, with Satterthwaite's degrees of freedom. Values must be independent: one number for each game.
    """
    require_fraction("level", level)
    difference = first.mean - second.mean
    if min(first.n, second.n) < 2:
        return Estimate(difference, Interval(-math.inf, math.inf))
    one, other = first.variance / first.n, second.variance / second.n
    if one + other == 0:
        return Estimate(difference, Interval(difference, difference))
    degrees = (one + other) ** 2 / (one * one / (first.n - 1) + other * other / (second.n - 1))
    half = student_quantile(level, degrees) * math.sqrt(one + other)
    return Estimate(difference, Interval(difference - half, difference + half))


def is_no_less(difference: Estimate, margin: float) -> bool:
    """Return whether the first of two is shown to be no less than the second by more than a margin (non-inferiority).

    Piaggio et al. (2012), "Reporting of noninferiority and equivalence randomized trials", JAMA 308: the whole
    interval of first minus second is above −margin. A two-sided 95 % interval errs in 2.5 % of cases.
    """
    require_at_least("margin", margin, 0)
    return difference.interval.low > -margin


def bonferroni(level: float, intervals: int) -> float:
    """Return the level that each of several intervals needs so that all hold together with `level` (Dunn 1961)."""
    require_fraction("level", level)
    require_at_least("intervals", intervals, 1)
    return 1 - (1 - level) / intervals


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values adjusted for their number, in the same order; each may be held against the whole error.

    Holm (1979), "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6: never
    weaker than Bonferroni's, and as free of assumptions. It gives verdicts, not intervals.
    """
    adjusted = [0.0] * len(p_values)
    worst = 0.0
    for rank, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        worst = max(worst, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = worst
    return adjusted
