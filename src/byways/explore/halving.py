"""Successive halving: many rule sets play few games, the better half plays on, and the last are measured afresh.

Jamieson and Talwalkar (2016), "Non-stochastic best arm identification and hyperparameter optimization", AISTATS.
Whoever is chosen because it did best was lucky on the way: its means are biased. So every round plays games of its
own, with seeds of its own, and figures are those of the last round alone, in which nobody is chosen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from byways.explore.goals import Goal
from byways.explore.pareto import ordered
from byways.metrics import Metric
from byways.metrics.metric import Kind
from byways.statistics.intervals import Interval, mean_interval, wilson
from byways.statistics.moments import Moments

RANDOM_GAMES = 2_048
FEWEST = 10
"""Games of each rule set in a round, at least."""

P = TypeVar("P")


@dataclass(frozen=True)
class Round:
    """Some games of each rule set that is left, after which so many are kept."""

    number: int
    """From 1."""
    random: bool
    """Whether random games are played, not those of a level."""
    rule_sets: int
    games: int
    """Of each."""
    kept: int
    """All of them in the last round, whose figures are reported."""


@dataclass(frozen=True)
class Sample:
    """The values of each metric, by its name, in the games of one rule set; one number for each game that has any."""

    values: Mapping[str, Sequence[float]]

    def n(self, metric: Metric) -> int:
        """Return how many games have a value."""
        return len(self.values.get(metric.name, ()))

    def mean(self, metric: Metric) -> float | None:
        """Return the mean over games; None where no game has a value."""
        values = self.values.get(metric.name, ())
        return math.fsum(values) / len(values) if values else None

    def interval(self, metric: Metric, level: float) -> Interval | None:
        """Return the interval of the mean: Wilson's for shares, else Student's; None where nothing varies."""
        values = self.values.get(metric.name, ())
        if not values:
            return None
        low, high = metric.about.low, metric.about.high
        if metric.about.kind is Kind.SHARE:
            found = wilson(math.fsum(value - low for value in values), len(values), level)
            return Interval(found.low + low, found.high + low)
        if min(values) == max(values):
            return None
        found = mean_interval(Moments.of(values), level).interval
        return Interval(max(low, found.low), min(high, found.high))


Play = Callable[[Round, Sequence[int]], Generator[P, None, Sequence[Sample]]]
"""Plays a round of the rule sets with some numbers; yields its progress, and returns a sample for each."""


def rounds_of(rule_sets: int, keep: int, games: int, *, levels_only: bool = False) -> list[Round]:
    """Return the rounds that leave `keep` rule sets, which the last one plays `games` of each.

    Each round but the last keeps the better half, and all rounds of a level play about as many games as the last.
    Random games come first, where a round of a level will choose after them.
    """
    found: list[Round] = []
    left, last = rule_sets, min(keep, rule_sets)
    while left > last:
        random = not found and not levels_only and left > 2 * last
        each = RANDOM_GAMES if random else max(FEWEST, -(-games * last // left))
        found.append(Round(len(found) + 1, random, left, each, max(last, -(-left // 2))))
        left = found[-1].kept
    return [*found, Round(len(found) + 1, False, last, games, last)]


def halve(
    rounds: Sequence[Round], goals: Sequence[Goal], play: Play[P]
) -> Generator[P, None, tuple[list[list[int]], Sequence[Sample]]]:
    """Play all rounds; yield their progress; return who played each, and the samples of the last in its order."""
    left = list(range(rounds[0].rule_sets))
    played: list[list[int]] = []
    samples: Sequence[Sample] = ()
    for one in rounds:
        played.append(left)
        samples = yield from play(one, left)
        if one.kept < len(left):
            places = ordered(misses(goals, samples))[: one.kept]
            left = [left[place] for place in sorted(places)]
    return played, samples


def misses(goals: Sequence[Goal], samples: Sequence[Sample]) -> list[list[float]]:
    """Return by how much each rule set misses each goal of which some rule set has values; inf for one without any."""
    told = [goal for goal in goals if any(sample.n(goal.metric) for sample in samples)]
    return [
        [math.inf if (mean := sample.mean(goal.metric)) is None else goal.miss(mean) for goal in told]
        for sample in samples
    ]
