"""Splitting the variance of scores: how much of it is rows, such as dice, how much columns, such as players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from byways.statistics.checks import require_at_least


class Components(NamedTuple):
    """Variances, in squared units of the scores; none is negative."""

    rows: float
    columns: float
    rest: float
    """What neither explains: chance within a cell, and rows that suit some columns better than others."""

    @property
    def shares(self) -> tuple[float, float, float]:
        """Each component's share of their sum; all 0 where there is no variance at all."""
        total = sum(self)
        return (self.rows / total, self.columns / total, self.rest / total) if total > 0 else (0.0, 0.0, 0.0)


def components(scores: Sequence[Sequence[float]]) -> Components:
    """Return the variance components of a table, (rows, columns), with one score in each cell.

    score = mean + row + column + rest, by the analysis of variance; estimates below 0 count as 0. Searle, Casella and
    McCulloch (1992), "Variance Components", 4.4. Raises OptionError for fewer than two rows or columns.
    """
    table = np.array(scores, dtype=np.float64)
    require_at_least("rows", len(table), 2)
    require_at_least("columns", table.shape[1], 2)
    rows, columns = table.shape
    by_row = table.mean(axis=1)
    by_column = table.mean(axis=0)
    mean = table.mean()
    rest = float(((table - by_row[:, None] - by_column + mean) ** 2).sum()) / ((rows - 1) * (columns - 1))
    of_rows = (float(by_row.var(ddof=1)) * columns - rest) / columns
    of_columns = (float(by_column.var(ddof=1)) * rows - rest) / rows
    return Components(max(0.0, of_rows), max(0.0, of_columns), rest)
