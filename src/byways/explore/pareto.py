"""Ordering rule sets by several goals: who dominates whom, fronts, and which to keep.

A rule set dominates another if it misses no goal by more and some goal by less. Those that none dominates are the
first front; without them, those that none of the rest dominates are the second, and so on (Deb, Pratap, Agarwal and
Meyarivan 2002, "A fast and elitist multiobjective genetic algorithm: NSGA-II", IEEE Transactions on Evolutionary
Computation 6).
"""

from __future__ import annotations

from collections.abc import Sequence

from byways.statistics.intervals import Interval

Misses = Sequence[float]
"""By how much a rule set misses each goal."""


def dominates(one: Misses, other: Misses) -> bool:
    """Return whether one misses no goal by more than the other, and some goal by less."""
    return all(a <= b for a, b in zip(one, other, strict=True)) and any(a < b for a, b in zip(one, other, strict=True))


def surely_dominates(one: Sequence[Interval], other: Sequence[Interval]) -> bool:
    """Return whether one dominates the other wherever in their intervals all misses lie."""
    return dominates([interval.high for interval in one], [interval.low for interval in other])


def front(misses: Sequence[Misses]) -> list[int]:
    """Return the numbers of those that none dominates, ascending."""
    return [i for i, one in enumerate(misses) if not any(dominates(other, one) for other in misses)]


def ordered(misses: Sequence[Misses]) -> list[int]:
    """Return all numbers, the best first: by front, within a front by the sum of the ranks in each goal."""
    found: list[int] = []
    left = list(range(len(misses)))
    while left:
        best = [left[i] for i in front([misses[i] for i in left])]
        found += sorted(best, key=lambda i: (_rank(misses, i), i))
        left = [i for i in left if i not in best]
    return found


def _rank(misses: Sequence[Misses], number: int) -> int:
    """Return how many are better, summed over the goals."""
    return sum(other[goal] < miss for goal, miss in enumerate(misses[number]) for other in misses)
