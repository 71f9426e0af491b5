"""What each figure of a report is, and where it comes from: those of metrics, and a report's own."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files

import msgspec

from byways.game import Game
from byways.lab.metrics.events import event_metrics
from byways.lab.metrics.registry import METRICS
from byways.lab.report.facts import Definition


def definitions(names: Iterable[str], game: Game) -> dict[str, Definition]:
    """Return the definition and the source of a game's figures by name, in the order of the names."""
    metrics = {
        metric.name: Definition(metric.about.definition, metric.about.source)
        for metric in (*METRICS, *event_metrics(game))
    }
    return {name: metrics.get(name) or _own()[name] for name in dict.fromkeys(names)}


@functools.cache
def _own() -> Mapping[str, Definition]:
    """Return the definitions and sources of figures that are no metrics."""
    text = files("byways.lab.report").joinpath("definitions.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Definition])
