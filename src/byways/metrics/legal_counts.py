"""Counting the legal turns of many positions."""

from __future__ import annotations

from collections.abc import Sequence

from byways.kernels import compiled
from byways.state import State
from byways.turn_count import count_turns, perft, perft_by

_WORTH_COMPILING = 20_000  # turns; below, loading machine code takes longer than counting


def count_legal_turns(states: Sequence[State]) -> list[int]:
    """Return how many legal turns each state of a game has.

    Where a turn is one action these are the legal actions; else the turns are counted, not listed, by machine code
    once they have become many.
    """
    counts: list[int] = []
    total = 0
    for state in states:
        if state.variant.turn_names is not None:
            count = len(state.legal_actions())
        elif total < _WORTH_COMPILING:
            count = perft(state, 1)
        else:
            count = perft_by(compiled(count_turns), state, 1)
        total += count
        counts.append(count)
    return counts
