"""An exploration's JSON as typed values: the fields are the keys, in their order."""

from __future__ import annotations

from msgspec import Struct


class GoalFacts(Struct, frozen=True):
    """A goal, and what its metric is."""

    name: str
    metric: str
    unit: str
    wanted: str
    open: bool
    """Whether no value is enough."""
    tolerance: float
    definition: str
    source: str

    @property
    def tolerated(self) -> str:
        """The tolerance with its unit."""
        return f"{100 * self.tolerance:g} points" if self.unit == "share" else f"{self.tolerance:.3g} {self.unit}"


class Round(Struct, frozen=True):
    """A batch of games of each rule set that was left, and which were shown to be worse after it."""

    of_each: int
    rule_sets: tuple[str, ...]
    dropped: tuple[str, ...]


class GoalFigure(Struct, frozen=True):
    """A rule set's mean of a goal's metric, and by how much it misses the goal; None: not known."""

    goal: str
    metric: str
    n: int
    value: float | None
    low: float | None
    high: float | None
    miss: float | None
    miss_low: float | None
    miss_high: float | None


class RuleSetFacts(Struct, frozen=True):
    """A rule set with its games."""

    name: str
    options: dict[str, int | bool | str]
    games: int
    confidence_of_each: float
    """Of one interval, so that all together hold at the exploration's."""
    repeated: int
    unfinished: int
    best: bool
    worse_than: str | None
    figures: tuple[GoalFigure, ...]
    """One for each goal."""


class ExploreFacts(Struct, frozen=True):
    """A whole exploration."""

    byways: str
    game: str
    title: str
    command: str
    seed: int
    strength: str
    player: str
    confidence: float
    budget: int
    games: int
    goals: tuple[GoalFacts, ...]
    rounds: tuple[Round, ...]
    rule_sets: tuple[RuleSetFacts, ...]
    """The best first, then what is not told apart, then what was dropped."""
    times: dict[str, float]
