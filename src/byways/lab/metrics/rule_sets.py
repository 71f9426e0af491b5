"""Figures of many records, apart for each game with its options: averages over different rules mean nothing."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass

from byways.game import Game, Variant
from byways.lab.metrics.metric import Accumulator, Measurement, Metric, Row, Settings
from byways.lab.metrics.registry import event_metrics
from byways.lab.metrics.sample import GameSample
from byways.records import Record
from byways.statistics.intervals import Interval


@dataclass(frozen=True)
class RuleSet:
    """A game with its options, and the figures of its games."""

    variant: Variant
    games: int
    """Those that count."""
    repeats: int
    """Further games that were the same as one of these."""
    set_up: int
    """Of the games that count, how many began elsewhere than at the usual start."""
    figures: tuple[Measurement, ...]

    @property
    def game(self) -> str:
        """The game's id."""
        return self.variant.game.name

    @property
    def options(self) -> Mapping[str, int | bool | str]:
        """The game's options, all of them."""
        return dict(self.variant.options)


class _Games:
    """The games of one rule set so far."""

    def __init__(self, accumulator: Accumulator) -> None:
        self.accumulator = accumulator
        self.seen: set[Hashable] = set()
        self.games = self.repeats = self.set_up = 0


class RuleSets:
    """Gathers figures record by record; records are looked at once and not kept.

    Without `repeats` a game with the same start, turns and result as an earlier one does not count: players who always
    answer alike tell nothing new by it. With `events` the events that each game names are counted, too.
    """

    def __init__(
        self,
        metrics: Sequence[Metric],
        settings: Settings | None = None,
        *,
        repeats: bool = False,
        events: bool = False,
    ) -> None:
        self._metrics = tuple(metrics)
        self._settings = settings
        self._repeats = repeats
        self._events = events
        self._of: dict[Variant, _Games] = {}

    def add(self, record: Record) -> None:
        """Take in a record. Raises RecordError where its values cannot be read."""
        start = record.start
        games = self._of.get(start.variant) or self._begun(start.variant.game)
        sample = GameSample.of(record)
        self._of[start.variant] = games
        same = hash((start.vector.tobytes(), record.turns, record.winners, record.termination))
        if not self._repeats and same in games.seen:
            games.repeats += 1
            return
        games.seen.add(same)
        games.games += 1
        games.set_up += bool((start.vector != start.variant.start()).any())
        games.accumulator.add(sample)

    def _begun(self, game: Game) -> _Games:
        metrics = (*self._metrics, *event_metrics(game)) if self._events else self._metrics
        return _Games(Accumulator(metrics, self._settings))

    def figures(self) -> list[RuleSet]:
        """Return the rule sets in the order in which they came, with the figures of their games."""
        return [
            RuleSet(variant, games.games, games.repeats, games.set_up, tuple(games.accumulator.figures()))
            for variant, games in self._of.items()
        ]


def definitions(metrics: Iterable[Metric]) -> dict[str, object]:
    """Return what metrics are, by name."""
    return {metric.name: _defined(metric) for metric in metrics}


def _defined(metric: Metric) -> Mapping[str, object]:
    about = metric.about
    return {
        "group": about.group,
        "definition": about.definition,
        "source": about.source,
        "unit": about.unit,
        "range": [_finite(about.low), _finite(about.high)],
    }


def document(found: Sequence[RuleSet], settings: Settings) -> dict[str, object]:
    """Return figures, their settings and their definitions as data for JSON; what has no bound is null."""
    metrics = [figure.metric for one in found for figure in one.figures]
    return {
        "settings": asdict(settings),
        "definitions": definitions(metrics),
        "rule_sets": [
            {
                "game": one.game,
                "options": one.options,
                "games": one.games,
                "repeats": one.repeats,
                "set_up": one.set_up,
                "metrics": [figure_data(figure) for figure in one.figures],
            }
            for one in found
        ],
    }


def figure_data(figure: Measurement) -> dict[str, object]:
    """Return a figure as data for JSON: name, n, value, interval, quartiles, and rows where it is a table."""
    plain = {"name": figure.metric.name, "n": figure.n, "value": figure.value, "interval": _ends(figure.interval)}
    rows = {"rows": [_row(row) for row in figure.rows]} if figure.rows else {}
    return {**plain, "quartiles": figure.quartiles and list(figure.quartiles), **rows}


def _row(row: Row) -> dict[str, object]:
    return {"label": row.label, "value": row.value, "n": row.n, "interval": _ends(row.interval)}


def _ends(interval: Interval | None) -> list[float | None] | None:
    return None if interval is None else [_finite(interval.low), _finite(interval.high)]


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
