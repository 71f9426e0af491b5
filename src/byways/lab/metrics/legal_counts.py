"""Counting the legal turns of many positions."""

from __future__ import annotations

from collections.abc import Sequence

from byways.kernels import compiled
from byways.position.perft import count_turns, perft, perft_by
from byways.position.state import State

_WORTH_COMPILING = 20_000  # turns counted by a process; below, loading machine code takes longer than counting
_interpreted = 0  # how many this process has counted without


def count_legal_turns(states: Sequence[State]) -> list[int]:
    """Return how many legal turns each state of a game has.

    Where a turn is one action these are the legal actions; else the turns are counted, not listed: by machine code
    where the game's rules are machine code already, and else once they have become many.
    """
    return [_count(state) for state in states]


def _count(state: State) -> int:
    global _interpreted
    if state.variant.turn_names is not None:
        return len(state.legal_actions())
    if state.variant.rules.compiled or _interpreted >= _WORTH_COMPILING:
        return perft_by(compiled(count_turns), state, 1)
    count = perft(state, 1)
    _interpreted += count
    return count
