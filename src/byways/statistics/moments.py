"""How many, mean and sum of squares, gathered one value at a time; and a table's variance split by rows and columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from byways.statistics.checks import require_at_least


@dataclass(frozen=True)
class Moments:
    """The number of some values, their mean, and their squared deviations from it, added up."""

    n: int = 0
    mean: float = 0.0
    squares: float = 0.0

    @classmethod
    def of(cls, values: Iterable[float]) -> Moments:
        """Return the moments of some values, gone through once."""
        n = 0
        mean = 0.0
        squares = 0.0
        for value in values:
            n += 1
            off = value - mean
            mean += off / n
            squares += off * (value - mean)
        return cls(n, float(mean), float(squares))

    @classmethod
    def of_counts(cls, values: Sequence[float], counts: Sequence[int]) -> Moments:
        """Return the moments of values that occur so many times each."""
        n = sum(counts)
        if n == 0:
            return cls()
        mean = sum(value * count for value, count in zip(values, counts, strict=True)) / n
        squares = sum((value - mean) ** 2 * count for value, count in zip(values, counts, strict=True))
        return cls(n, mean, squares)

    def __add__(self, other: Moments) -> Moments:
        """Return the moments of both sets of values together (Chan, Golub and LeVeque 1979)."""
        n = self.n + other.n
        if n == 0:
            return self
        off = other.mean - self.mean
        return Moments(
            n, self.mean + off * other.n / n, self.squares + other.squares + off * off * self.n * other.n / n
        )

    @property
    def variance(self) -> float:
        """The unbiased sample variance; 0 for fewer than two values."""
        return self.squares / (self.n - 1) if self.n > 1 else 0.0


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
