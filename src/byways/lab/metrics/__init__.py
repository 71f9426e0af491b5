"""Metrics of games: figures of how they end, how long they are, where they are played and how they go.

Each is a pure function over a `GameSample`, made from a record, and a way to make the games' values one measurement:

    samples = map(GameSample.of, records.read_file("games.txt"))
    for figure in measure(samples, METRICS):
        print(figure.metric.name, figure.value, figure.interval, figure.n)

Metrics of a game's course need the values of its positions (`byways.records.with_values`). docs/guides/metrics.md lists
all metrics with their definitions and sources.
"""

from __future__ import annotations

from byways.lab.metrics.metric import (
    Accumulator as Accumulator,
    Measurement as Measurement,
    Metric as Metric,
    Settings as Settings,
    measure as measure,
)
from byways.lab.metrics.registry import METRICS as METRICS, find as find
from byways.lab.metrics.sample import GameSample as GameSample
