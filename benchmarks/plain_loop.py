"""A plain loop over states in a fresh process, as `benchmarks.startup` runs it: how long its rules stay interpreted.

It prints the seconds, those of the processor, and the turns until the rules are machine code, and then turns a second.
"""

from __future__ import annotations

import random
import sys
import time

import byways

_LONGEST = 300.0  # seconds


def main(game: str) -> None:
    """Play random games of a game at its default options until its rules are machine code, and a second more."""
    first = state = byways.start(game)
    rules = first.variant.game.rule_calls
    clocks = time.perf_counter, time.process_time
    begun = [clock() for clock in clocks]
    turns = 0
    while not rules.compiled and clocks[0]() - begun[0] < _LONGEST:
        state = _played(state, first)
        turns += 1
    took = [clock() - at for clock, at in zip(clocks, begun, strict=True)]
    fast, until = 0, clocks[0]() + 1.0
    while clocks[0]() < until:
        state = _played(state, first)
        fast += 1
    print(*took, turns, fast)


def _played(state: byways.State, first: byways.State) -> byways.State:
    turns = state.legal_turns()
    return state.play(random.choice(turns)) if turns else first


if __name__ == "__main__":
    main(sys.argv[1])
