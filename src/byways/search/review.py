"""Reviewing a game: the loss of each turn, and what a turn that loses so much is called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from byways.rules.options import SWAP
from byways.rules.position import Position
from byways.search.answer import Analysis

P = TypeVar("P", bound=Position)

BLUNDER, MISTAKE, INACCURACY = "blunder", "mistake", "inaccuracy"
LEAST = {BLUNDER: 0.25, MISTAKE: 0.1, INACCURACY: 0.05}
"""The least loss of each kind, the worst first."""


@dataclass(frozen=True)
class Remark:
    """A remark on one turn, from the analyses before and after it."""

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
        """The value that it loses against the best turn; 0 for a turn that turned out better than expected."""
        return None if self.value is None else max(0.0, self.before.value - self.value)

    @property
    def kind(self) -> str | None:
        """What the turn is called; None where it is the best one that is known, or loses less than any kind."""
        if self.loss is None or self.turn == self.before.best:
            return None
        return next((kind for kind, least in LEAST.items() if self.loss >= least), None)


def is_serious(kind: str | None) -> bool:
    """Return whether a turn of a kind is a mistake or worse: a coach warns of those, and they become exercises."""
    return kind in (BLUNDER, MISTAKE)


def looks(states: Sequence[P], look: Callable[[P], Analysis]) -> Iterator[Analysis | None]:
    """Yield the analyses of all states, in order, as far as `remarks` asks for them; None for the others.

    Where dice are to be rolled only the result of a turn is asked for, and not even that if it was the best one.
    """
    known: Analysis | None = None  # of a player's position just before
    for state in states:
        wanted = state.to_move != "chance" or (
            known is not None and str(state.turn) != known.best and len(state.players) <= 2
        )
        found = look(state) if wanted else None
        yield found
        known = None if state.to_move == "chance" else found


def remarks(states: Sequence[Position], analyses: Iterable[Analysis | None]) -> Iterator[Remark]:
    """Yield a remark on every turn of a player, each as soon as the analyses before and after it are there.

    There is an analysis of every state, the first and the last included.
    """
    pairs = zip(pairwise(states), pairwise(analyses), strict=True)
    for ply, ((before, after), (known, then)) in enumerate(pairs, 1):
        if before.to_move not in (None, "chance"):
            assert known is not None, "a player's position has been looked at"
            yield Remark(ply, str(before.to_move), str(after.turn), known, _worth(before, after, known, then))


def known_loss(known: Analysis, turn: str) -> float | None:
    """Return what a turn loses by the analysis of its position alone; None where that hardly looked at it."""
    choice = next((choice for choice in known.choices if choice.turn == turn), None)
    if choice is None or not (choice.proved or 10 * choice.visits >= known.choices[0].visits):
        return None
    return max(0.0, known.value - choice.value)


def loss_by(states: tuple[Position, Position], known: Analysis, then: Analysis) -> float | None:
    """Return what the turn between two states loses by the analyses of both; None where they cannot tell."""
    remark = next(iter(remarks(states, (known, then))), None)
    return remark.loss if remark else None


def _worth(before: Position, after: Position, known: Analysis, then: Analysis | None) -> float | None:
    """Return the value of the turn between two states: what was expected of the best, else the result."""
    if known.note or (then is not None and then.note):
        return None  # nothing was searched
    turn = str(after.turn)
    players = before.players
    mover = before.to_move
    if then is not None and turn == SWAP.name and after.to_move == mover:
        return 1.0 - then.value  # searches value colours, and whoever swaps sits on the other one from then on
    if turn == known.best:
        return known.value
    if then is not None and len(players) == 2 and then.best is not None:
        return then.value if after.to_move == mover else 1.0 - then.value
    if then is not None and len(players) <= 2 and (then.best is None or len(players) == 1):
        # Of dice and of finished games the value is the first player's.
        return then.value if mover == players[0] else 1.0 - then.value
    return next((choice.value for choice in known.choices if choice.turn == turn), None)
