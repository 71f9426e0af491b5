"""How many, mean and sum of squares: what intervals of means need, gathered one value at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


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
