"""What a metric is, and measuring several over games in one pass."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple, TypeAlias

import msgspec
import numpy as np

from byways.errors import OptionError
from byways.lab.metrics.sample import GameSample
from byways.statistics.intervals import Interval, mean_interval, wilson
from byways.statistics.moments import Moments


@dataclass(frozen=True)
class Settings:
    """What metrics of evaluations take as given. Raises OptionError for numbers that cannot be."""

    error: float = 0.05
    """The evaluation's error: a lead of less is none."""
    swing: float = 0.2
    """The change of a value that makes a killer turn or a surprise."""
    decided: float = 0.9
    """The winner's share from which on a game is decided."""
    loss: float = 0.05
    """What an effective turn may lose against the best."""

    def __post_init__(self) -> None:
        for name, low, high in (("error", 0, 0.5), ("swing", 0, 1), ("decided", 0.5, 1), ("loss", 0, 1)):
            value = getattr(self, name)
            if not low <= value <= high:
                raise OptionError(
                    "metrics.setting",
                    "{option} must be from {low} to {high}, not {value}",
                    option=name,
                    low=low,
                    high=high,
                    value=value,
                )


class Kind(Enum):
    """How the games' values become one figure."""

    SHARE = "share"
    """The mean of games that have the lowest or the highest value, 1 apart, or in between, with Wilson's interval."""
    MEAN = "mean"
    """The mean over games, with Student's interval and quartiles."""
    WHOLE = "whole"
    """One figure of all games together, without an interval."""
    TABLE = "table"
    """Several figures, each with its number of games and where possible its interval."""


class Row(NamedTuple):
    """A line of a metric that is a table."""

    label: str
    value: float
    n: int
    interval: Interval | None = None


class Quartiles(NamedTuple):
    """How the games' values are distributed; quantiles by linear interpolation."""

    minimum: float
    lower: float
    median: float
    upper: float
    maximum: float


PerGame: TypeAlias = Callable[[GameSample, Settings], Any]
"""A game's value, or what `Aggregate` needs of it; None where the game has none. It is small: samples are not kept."""
Aggregate: TypeAlias = Callable[[Sequence[Any]], float | list[Row]]
"""What the games' values are together; there is at least one."""


class Definition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a metric is, in words and numbers."""

    name: str
    group: str
    """One of `registry.GROUPS`."""
    kind: Kind
    unit: str
    low: float
    """The smallest possible value, or -inf."""
    high: float
    definition: str
    """One or two sentences."""
    source: str
    """A paper, or Ludii's file and commit and whether this is the metric *as described* or *as coded*."""


@dataclass(frozen=True)
class Metric:
    """A figure of games: what it is, and the pure functions that compute it."""

    about: Definition
    per_game: PerGame
    aggregate: Aggregate | None = None
    """None for the mean over games."""

    @property
    def name(self) -> str:
        """The metric's name, as Ludii has it where it is one of Ludii's."""
        return self.about.name


@dataclass(frozen=True)
class Measurement:
    """What a metric is of some games."""

    metric: Metric
    n: int
    """The number of games that have a value."""
    value: float | None = None
    """None where no game has one, and of tables."""
    interval: Interval | None = None
    """At 95 %, of a mean; None where all games have the same value, from which Student's would have no width."""
    quartiles: Quartiles | None = None
    rows: tuple[Row, ...] = ()


class Accumulator:
    """Figures that are gathered game by game; samples are looked at once and not kept."""

    def __init__(self, metrics: Sequence[Metric], settings: Settings | None = None) -> None:
        self._metrics = tuple(metrics)
        self._settings = settings or Settings()
        self._values: list[list[Any]] = [[] for _ in self._metrics]

    def add(self, sample: GameSample) -> None:
        """Take in a game."""
        for metric, values in zip(self._metrics, self._values, strict=True):
            if (value := metric.per_game(sample, self._settings)) is not None:
                values.append(value)

    def values(self, metric: Metric) -> Sequence[Any]:
        """Return the values of the games that have one, in their order, as for the interval of a difference."""
        return tuple(self._values[self._metrics.index(metric)])

    def figures(self) -> list[Measurement]:
        """Return the figures of the games so far, one for each metric in order."""
        return [figure_of(metric, values) for metric, values in zip(self._metrics, self._values, strict=True)]


def measure(
    samples: Iterable[GameSample], metrics: Sequence[Metric], settings: Settings | None = None
) -> list[Measurement]:
    """Return the figures of some games, one for each metric in order.

    The games count as independent of each other: pairs from one opening, or repeated games, make intervals too narrow.
    """
    accumulator = Accumulator(metrics, settings)
    for sample in samples:
        accumulator.add(sample)
    return accumulator.figures()


def figure_of(metric: Metric, values: Sequence[Any]) -> Measurement:
    """Return the figure that games' values make together."""
    n = len(values)
    if n == 0:
        return Measurement(metric, 0)
    if metric.aggregate is not None:
        together = metric.aggregate(values)
        rows = tuple(together) if isinstance(together, list) else ()
        return Measurement(metric, n, None if isinstance(together, list) else together, rows=rows)
    about = metric.about
    interval = interval_of(about, values)
    if about.kind is Kind.SHARE:
        return Measurement(metric, n, math.fsum(value - about.low for value in values) / n + about.low, interval)
    quartiles = Quartiles(*map(float, np.quantile(values, [0, 0.25, 0.5, 0.75, 1])))
    return Measurement(metric, n, math.fsum(values) / n, interval, quartiles)


def interval_of(about: Definition, values: Sequence[float], level: float = 0.95) -> Interval | None:
    """Return the interval of the mean of values: Wilson's for shares, else Student's; None where nothing varies."""
    if about.kind is Kind.SHARE:
        found = wilson(math.fsum(value - about.low for value in values), len(values), level)
        return Interval(found.low + about.low, found.high + about.low)
    if min(values) == max(values):
        return None
    found = mean_interval(Moments.of(values), level).interval
    return Interval(max(found.low, about.low), min(found.high, about.high))
