"""Counting how often a position has come."""

from __future__ import annotations

from byways.kernels import Bits, helper


@helper
def repeats(line: Bits, last: int, quiet: int, repetition: int) -> bool:
    """Return whether the position of line[last] has come `repetition` times since the last irreversible turn.

    `line` holds the keys of positions in order, `quiet` is the header's QUIET of that position.
    """
    same = 0
    for i in range(max(last - quiet, 0), last + 1):
        if line[i] == line[last]:
            same += 1
    return same >= repetition
