"""Goals of an exploration: metrics, each with the values that are wanted of it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from byways.errors import OptionError
from byways.lab.metrics import Metric, find
from byways.lab.metrics.course import EVEN
from byways.lab.metrics.metric import Kind
from byways.statistics.intervals import Interval

NAMED = {
    "balance": ("AdvantageP1", EVEN, EVEN),
    "decisive": ("Drawishness", -math.inf, 0.0),
    "length": ("DurationTurns", math.nan, math.nan),
    "choice": ("BranchingFactor", math.inf, math.inf),
    "drama": ("Drama", math.inf, math.inf),
}
"""Short names of goals: the metric, and the least and the greatest value that is wanted; nan: to be given."""
ALLOWED = "balance, decisive, length=20..40, choice, drama, or a metric: NAME=low, NAME=high, NAME=1.5..2"
TOLERANCE = 0.05
_ENDS = {"low": (-math.inf, -math.inf), "high": (math.inf, math.inf)}
_OF_TWO = ("AdvantageP1", "FirstPlayerEdge", "FirstColourShare", "Drawishness", "Swaps")


@dataclass(frozen=True)
class Goal:
    """A metric's mean over games, and where it is wanted: from `low` to `high`, as low as possible or as high."""

    name: str
    """As it was given, without the values."""
    metric: Metric
    low: float
    """Both ends are −inf where the mean is to be low, and inf where it is to be high."""
    high: float

    def miss(self, value: float) -> float:
        """Return by how much a mean misses the goal, in the metric's unit; the less, the better, negative for "high".

        0 within the wanted values. Where no value is enough it is the mean itself, or its negative.
        """
        if self.low == math.inf:
            return -value
        if self.high == -math.inf:
            return value
        return max(self.low - value, value - self.high, 0.0)

    def miss_interval(self, interval: Interval) -> Interval:
        """Return the least and the greatest miss of the goal by means in an interval."""
        ends = sorted((self.miss(interval.low), self.miss(interval.high)))
        outside = interval.high < self.low or interval.low > self.high
        return Interval(ends[0] if outside or not math.isfinite(self.low + self.high) else 0.0, ends[1])

    @property
    def open(self) -> bool:
        """Whether no value is enough: the lower, or the higher, the better."""
        return self.low == math.inf or self.high in (-math.inf, self.metric.about.low)

    def tolerance(self, means: Sequence[float]) -> float:
        """Return which difference is none unless another is given: 5 points of shares, 5 % of what is usual of others.

        That is the middle of the values wanted, or where no value is enough the mean of some means.
        """
        if self.metric.about.unit == "share":
            return TOLERANCE
        usual = abs(self.low + self.high) / 2 if math.isfinite(self.low + self.high) else abs(fmean(means or [0.0]))
        return TOLERANCE * usual

    @property
    def wanted(self) -> str:
        """What is wanted, in a few words."""
        if self.low == math.inf:
            return "as high as possible"
        if self.open:
            return "as low as possible"
        scale, sign = (100, " %") if self.metric.about.unit == "share" else (1, "")
        ends = dict.fromkeys((f"{scale * self.low:g}", f"{scale * self.high:g}"))
        return " to ".join(ends) + sign

    @property
    def text(self) -> str:
        """The goal as `goal_of` reads it."""
        if self.name in NAMED and self.name != "length":
            return self.name
        ends = {ends: word for word, ends in _ENDS.items()}
        return f"{self.name}={ends.get((self.low, self.high)) or f'{self.low:g}..{self.high:g}'}"


def goal_of(text: str) -> Goal:
    """Return the goal that a text such as "balance" or "length=20..40" names. Raises OptionError."""
    name, equals, wanted = (part.strip() for part in text.partition("="))
    if name in NAMED:
        metric_name, low, high = NAMED[name]
        if equals and not math.isnan(low):
            raise _refused(text)
        if not equals and math.isnan(low):
            raise _refused(text)
        metric = find(metric_name)
    else:
        metric = find(name)
        low = math.nan
        high = math.nan
        name = metric.name
    if metric.about.kind not in (Kind.SHARE, Kind.MEAN):
        raise OptionError(
            "explore.metric", "{name} is not a mean over games, so that it cannot be a goal; choose {allowed}",
            option="target", name=metric.name, allowed=ALLOWED,
        )  # fmt: skip
    if math.isnan(low):
        low, high = _ENDS.get(wanted) or _range(wanted, text)
    return Goal(name, metric, low, high)


def goals_of(texts: Iterable[str], players: int) -> tuple[Goal, ...]:
    """Return the goals that texts name; balance and decisiveness where there are none. Raises OptionError."""
    goals = tuple(goal_of(text) for text in texts)
    if not goals and players > 1:
        goals = (goal_of("balance"), goal_of("decisive"))
    if not goals:
        raise OptionError(
            "explore.solo", "a game for one has no balance: name a goal, such as Score=10..15",
            option="target", allowed=ALLOWED,
        )  # fmt: skip
    names = [goal.metric.name for goal in goals]
    for name in names:
        if names.count(name) > 1:
            raise OptionError(
                "explore.twice", "--target names {name} twice", option="target", allowed=ALLOWED, name=name
            )
        if players == 1 and name in _OF_TWO:
            raise OptionError(
                "explore.solo", "a game for one has no {name}: name a goal, such as Score=10..15",
                option="target", allowed=ALLOWED, name=name,
            )  # fmt: skip
    return goals


def tolerances_of(texts: Iterable[str], goals: Sequence[Goal]) -> list[float | None]:
    """Return the tolerance of each goal, of which texts such as "balance=0.05,length=1" give some; None for the others.

    Raises OptionError.
    """
    found: dict[str, float | None] = {goal.name: None for goal in goals}
    for text in ",".join(texts).split(",") if texts else ():
        name, _, value = (part.strip() for part in text.partition("="))
        if name not in found:
            raise OptionError(
                "explore.tolerance", "no goal {name!r} is wanted that could have a tolerance; choose {allowed}",
                option="tolerance", name=name[:40], allowed=", ".join(found),
            )  # fmt: skip
        if found[name] is not None:
            raise OptionError(
                "explore.twice", "--tolerance names {name} twice", option="tolerance", name=name, allowed=""
            )
        found[name] = _tolerance(value)
    return list(found.values())


def _tolerance(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value < math.inf:
        raise OptionError(
            "explore.tolerance", "a tolerance is {allowed}, not {given!r}",
            option="tolerance", allowed="0 or more", given=text[:40],
        )  # fmt: skip
    return value


def _range(wanted: str, text: str) -> tuple[float, float]:
    try:
        low, high = map(float, wanted.split(".."))
    except ValueError:
        raise _refused(text) from None
    if not (math.isfinite(low) and math.isfinite(high) and low <= high):
        raise _refused(text)
    return low, high


def _refused(text: str) -> OptionError:
    return OptionError(
        "explore.goal",
        "there is no goal {given!r}; choose {allowed}",
        option="target",
        given=text[:40],
        allowed=ALLOWED,
    )
