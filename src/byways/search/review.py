"""Going over a game that was played: what each turn gave away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from byways.options import SWAP
from byways.search.analysis import Analysis
from byways.state import State


@dataclass(frozen=True)
class Remark:
    """What an analysis says of one turn."""

    ply: int
    """From 1."""
    player: str
    turn: str
    before: Analysis
    """Of the position in which it was played."""
    value: float | None
    """What the turn is worth to its player, from 0 to 1; None where the analysis did not look at it."""

    @property
    def loss(self) -> float | None:
        """How much less it is worth than the best turn; 0 for a turn that turned out better than expected."""
        return None if self.value is None else max(0.0, self.before.value - self.value)


def remarks(states: Sequence[State], analyses: Sequence[Analysis]) -> Iterator[Remark]:
    """What is to say of every turn of a player, from the analyses of all states, the first and the last included."""
    pairs = zip(pairwise(states), pairwise(analyses), strict=True)
    for ply, ((before, after), (known, then)) in enumerate(pairs, 1):
        if before.to_move not in (None, "chance"):
            yield Remark(ply, str(before.to_move), str(after.turn), known, _worth(before, after, known, then))


def _worth(before: State, after: State, known: Analysis, then: Analysis) -> float | None:
    """The value of the turn between two states: what was expected of the best, else what came of it."""
    turn = str(after.turn)
    players, mover = before.players, before.to_move
    if turn == SWAP.name and after.to_move == mover:
        return 1.0 - then.value  # searches value colours, and whoever swaps sits on the other one from then on
    if turn == known.best:
        return known.value
    if len(players) == 2 and then.best is not None:
        return then.value if after.to_move == mover else 1.0 - then.value
    if len(players) <= 2 and (then.best is None or len(players) == 1):
        # Of dice and of finished games the value is the first player's.
        return then.value if mover == players[0] else 1.0 - then.value
    return next((choice.value for choice in known.choices if choice.turn == turn), None)
