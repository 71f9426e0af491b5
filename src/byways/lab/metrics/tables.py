"""Metrics that are tables: shares of labels, figures by ply, reliability curves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from byways.lab.metrics.calibration import BINS, Forecast
from byways.lab.metrics.metric import Row
from byways.statistics.intervals import mean_interval, wilson
from byways.statistics.moments import Moments


def label_shares(games: Sequence[str]) -> list[Row]:
    """Return the share of the games with each label, the most frequent first, with Wilson's interval."""
    return _shares(Counter(games), len(games))


def cell_shares(games: Sequence[Sequence[str]]) -> list[Row]:
    """Return for each cell the share of the games that name it, the most frequent first, with Wilson's interval."""
    return _shares(Counter(cell for cells in games for cell in cells), len(games))


def by_ply(games: Sequence[Sequence[float]]) -> list[Row]:
    """Return the mean of the n-th values of all games that have one, for n from 1, with Student's interval."""
    rows = []
    for ply in range(max(map(len, games))):
        values = [float(game[ply]) for game in games if len(game) > ply]
        interval = mean_interval(Moments.of(values)).interval if min(values) < max(values) else None
        rows.append(Row(str(ply + 1), sum(values) / len(values), len(values), interval))
    return rows


def reliability(games: Sequence[Sequence[Forecast]]) -> list[Row]:
    """Return the mean result for each bin of values, ascending; each game counts once in a bin, so Wilson's holds.

    A row's label is the mean of the values in its bin, as shares with two decimals.
    """
    rows = []
    for number in range(BINS):
        some = [forecast for game in games for forecast in game if forecast.bin == number]
        if some:
            label = f"{sum(one.value for one in some) / len(some):.2f}"
            points = sum(one.result for one in some)
            rows.append(Row(label, points / len(some), len(some), wilson(points, len(some))))
    return rows


def _shares(counts: Counter[str], games: int) -> list[Row]:
    ordered = sorted(counts.items(), key=lambda item: -item[1])  # stable: ties stay in order of appearance
    return [Row(label, count / games, games, wilson(count, games)) for label, count in ordered]
