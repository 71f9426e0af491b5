"""Figures as data for JSON: numbers as they are, what has no bound or no value as null."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict

from byways.lab.metrics.metric import Measurement, Metric, Row, Settings
from byways.lab.metrics.rule_sets import RuleSet
from byways.statistics.intervals import Interval


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
