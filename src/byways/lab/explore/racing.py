"""Racing: rule sets play on until the games show that one is worse than another by more than the tolerances.

Every look at the games uses intervals that hold together over all pairs of rule sets, goals and looks, so that at most
one race of twenty drops a rule set wrongly. Look k spends 1 / (k (k + 1)) of that error, which adds up to all of it
however long the race is: more games never change what an earlier look found.

Maron and Moore (1994), "Hoeffding races", NIPS; the ε-dominance of Laumanns, Thiele, Deb and Zitzler (2002),
"Combining convergence and diversity in evolutionary multiobjective optimization", Evolutionary Computation 10.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from byways.errors import OptionError
from byways.lab.explore.goals import Goal
from byways.lab.metrics import Metric
from byways.lab.metrics.metric import interval_of
from byways.statistics.intervals import Estimate, Interval, bonferroni, difference_of

LEVEL = 0.95
"""How sure all intervals of a race together are."""
UNKNOWN = Interval(-math.inf, math.inf)
Misses = Sequence[float]
"""By how much a rule set misses each goal."""


def beats(one: Misses, other: Misses, tolerances: Sequence[float]) -> bool:
    """Return whether one misses some goal by less than the other, and none by more, each beyond its tolerance."""
    goals = list(zip(one, other, tolerances, strict=True))
    return all(a <= b + e for a, b, e in goals) and any(a + e < b for a, b, e in goals)


def surely_beats(one: Sequence[Estimate], other: Sequence[Estimate], tolerances: Sequence[float]) -> bool:
    """Return whether the intervals of all differences show that one beats the other."""
    lows = [difference_of(theirs, mine).interval.low for mine, theirs in zip(one, other, strict=True)]
    goals = list(zip(lows, tolerances, strict=True))
    return all(low >= -e for low, e in goals) and any(low > e for low, e in goals)


def front(misses: Sequence[Misses], tolerances: Sequence[float]) -> list[int]:
    """Return the numbers of those that none beats, ascending.

    Three may beat each other in a ring, as tolerances add up; where nothing else is left, tolerances are 0.
    """
    found = [i for i, one in enumerate(misses) if not any(beats(other, one, tolerances) for other in misses)]
    return found or front(misses, [0.0] * len(tolerances))


@dataclass
class Entrant:
    """All that was played of one rule set; kept when it is dropped."""

    number: int
    values: dict[str, list[float]] = field(default_factory=dict)
    """Of each metric, by its name; one number for each game that has any."""
    games: int = 0
    looks: int = 0
    """How often its games were looked at."""
    beaten_by: int | None = None
    """By which it is shown to be beaten; None: it is still in the race."""

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
        return interval_of(metric.about, values, level) if values else None

    def miss(self, goal: Goal) -> float:
        """Return by how much the mean misses a goal; infinite where there is none."""
        mean = self.mean(goal.metric)
        return math.inf if mean is None else goal.miss(mean)

    def missed(self, goal: Goal, level: float) -> Estimate:
        """Return by how much a goal is missed, with its interval; from nothing that varies nothing follows."""
        interval = self.interval(goal.metric, level)
        return Estimate(self.miss(goal), UNKNOWN if interval is None else goal.miss_interval(interval))


class Race:
    """Ask which rule sets play on, tell what their games were: for a loop of one's own as for `byways explore`."""

    def __init__(self, count: int, goals: Sequence[Goal], tolerances: Sequence[float | None]) -> None:
        """Take how many rule sets there are. A tolerance of None is the goal's own. Raises OptionError."""
        if len(tolerances) != len(goals) or not all(given is None or 0 <= given < math.inf for given in tolerances):
            raise OptionError(
                "explore.tolerance", "each goal has a tolerance of {allowed}", option="tolerance", allowed="0 or more"
            )
        self.goals = tuple(goals)
        self.entrants = [Entrant(number) for number in range(count)]
        self.tolerances = tuple(tolerances)
        """None where it is told by the first look."""

    @property
    def left(self) -> list[int]:
        """The numbers of the rule sets that play on."""
        return [one.number for one in self.entrants if one.beaten_by is None]

    @property
    def games(self) -> int:
        """The games that were told."""
        return sum(one.games for one in self.entrants)

    def ask(self, batch: int, budget: int) -> list[int]:
        """Return which rule sets play another batch, within a budget of games; none when the race is over."""
        left = self.left
        return left if len(left) > 1 and self.games + batch * len(left) <= budget else []

    def tell(self, number: int, values: Mapping[str, Sequence[float]], games: int) -> None:
        """Take in the values of each metric in some games of a rule set."""
        entrant = self.entrants[number]
        entrant.games += games
        for name, some in values.items():
            entrant.values.setdefault(name, []).extend(some)

    def level(self, look: int) -> float:
        """Return the level of one interval of a look, from 1; all of all looks hold together at `LEVEL`."""
        count = len(self.entrants)
        pairs = max(count, count * (count - 1) // 2)
        return bonferroni(LEVEL, pairs * len(self.goals) * look * (look + 1))

    def drop(self) -> list[int]:
        """Drop each rule set that is shown to be beaten by another that is left; return their numbers."""
        left = self.left
        for i in left:
            self.entrants[i].looks += 1
        tolerances = self._settled()
        level = self.level(self.entrants[left[0]].looks)
        missed = {i: [self.entrants[i].missed(goal, level) for goal in self.goals] for i in left}
        for i in left:
            others = (j for j in left if j != i and self.entrants[j].beaten_by is None)
            self.entrants[i].beaten_by = next(
                (j for j in others if surely_beats(missed[j], missed[i], tolerances)), None
            )
        return [i for i in left if self.entrants[i].beaten_by is not None]

    def best(self) -> list[int]:
        """Return the numbers of those that are left and that by the means none that is left beats."""
        left = self.left
        misses = [[self.entrants[i].miss(goal) for goal in self.goals] for i in left]
        return [left[place] for place in front(misses, self._settled())]

    def _settled(self) -> list[float]:
        """Return the tolerances, those of goals without any by the means of the first look, and keep them."""
        found = []
        for goal, given in zip(self.goals, self.tolerances, strict=True):
            means = [mean for one in self.entrants if (mean := one.mean(goal.metric)) is not None]
            found.append(goal.tolerance(means) if given is None else given)
        self.tolerances = tuple(found)
        return found
