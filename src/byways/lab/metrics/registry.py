"""All metrics: their definitions from definitions.toml, with the functions that compute them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from importlib.resources import files

import msgspec

from byways.errors import OptionError
from byways.lab.metrics.functions import FUNCTIONS
from byways.lab.metrics.metric import Definition, Metric

GROUPS = {
    "outcome": "How games end",
    "length": "How long they are, and how much there is to choose from",
    "board": "Where they are played",
    "course": "How they go, by an engine's values",
    "choices": "What there is to choose from, by the values of all moves",
    "calibration": "How well the values foretold the results",
}


def _read() -> tuple[Metric, ...]:
    text = files("byways.lab.metrics").joinpath("definitions.toml").read_text(encoding="utf-8")
    definitions = msgspec.convert(tomllib.loads(text)["metric"], list[Definition])
    computed = ((definition, FUNCTIONS[definition.name]) for definition in definitions)
    return tuple(Metric(definition, one.per_game, one.aggregate) for definition, one in computed)


METRICS = _read()
"""In the order in which they are shown."""
_BY_NAME = {metric.name.lower(): metric for metric in METRICS}


def find(name: str) -> Metric:
    """Return the metric with a name, in any case. Raises OptionError."""
    metric = _BY_NAME.get(name.strip().lower())
    if metric is None:
        raise OptionError(
            "metrics.unknown",
            "there is no metric {option!r}; the metrics are: {allowed}",
            option=name[:40],
            allowed=", ".join(metric.name for metric in METRICS),
        )
    return metric


def chosen(names: Iterable[str]) -> tuple[Metric, ...]:
    """Return the metrics with some names, in the order of `METRICS`; all of them without names. Raises OptionError."""
    wanted = {find(name).name for name in names}
    return tuple(metric for metric in METRICS if metric.name in wanted) if wanted else METRICS
