"""Events: what a game's rules bring about in play, as its author names it, for reports to count."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from byways.rules.position import Position

Over = Literal["mean", "sum", "most", "end"]
SHARE = "share"


@dataclass(frozen=True)
class Event:
    """Something that turns bring about, such as captures; reports count it in games of every strength.

    The figure of a game is the mean, the sum or the greatest of the numbers that `of` returns for its turns, or the
    number of the turn that ended it; the figure of a report is the mean over games.
    """

    name: str
    """How figures are called: words written together, each with a capital letter, such as "EdgeCaptures"."""
    says: str
    """What is counted, in one sentence."""
    of: Callable[[Position, Position], float | None]
    """(before, after) -> the number for one turn of a player, 0 or more; None: the turn does not count. It is asked of
    every turn but rolls of dice and `swap`. Truth values count as 1 and 0."""
    over: Over = "mean"
    """How the numbers of a game become one: "mean", "sum" or "most"; without any the game does not count. "end": only
    the turn that ends the game is asked about, and a game without an end does not count."""
    unit: str = ""
    """Default: "a turn" of a mean, "a game" of a sum. SHARE for truth values of which the mean is taken."""

    def of_game(self, states: Sequence[Position]) -> float | None:
        """Return a game's figure from all its states, the start included; None where no turn counts."""
        asked = states if self.over != "end" else states[-2:] if states[-1].to_move is None else ()
        found = []
        for before, after in itertools.pairwise(asked):
            if before.mover >= 0 and before.swapped == after.swapped:
                number = self.of(before, after)
                if number is not None:
                    found.append(float(number))
        if not found:
            return None
        if self.over == "most":
            return max(found)
        return sum(found) / (len(found) if self.over == "mean" else 1)

    @property
    def measured_in(self) -> str:
        """The unit of the figure."""
        return (
            self.unit or {"mean": "a move", "sum": "a game", "most": "most in a game", "end": "at the end"}[self.over]
        )
