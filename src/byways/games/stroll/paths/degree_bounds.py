"""Shares of connections that make the bound of the longest path sharper, for kernels.

The bound gives every stone its two best shares of connections. Any shares will do that add up, over a connection's two
ends, to its length; those that make the bound least are near halves where both ends want the connection, and lie with
the end that does not want it otherwise. Of two connections that cross a path has one at most: so both may pay a *toll*
if the bound counts the toll once. Shares and tolls are the multipliers of a Lagrangian relaxation (Held and Karp,
1971), found by subgradient steps; whatever they are, the bound holds, so they can change at any time of a search.

A toll is kept as its quarter, for each connection has two ends: the *levy* of a connection is the sum of the quarters
with connections that are not blocked. Each end's share of a connection is less by twice the levy, and the bound counts
twice the levies of all open connections: that makes each toll once and the lengths less by the toll each. It counts
them also where no arm can reach any more: what is reached may cross what is not, and has paid for it.
"""

from __future__ import annotations

from byways.games.stroll.paths.sight_lines import END, FAR, MATE, PICKED, SHARE, TO, VIA, Table
from byways.kernels import helper

# Columns of the `work` of a search that are used here.
TAKEN = 0  # by stone: on the path, GONE or 0
BLOCKED = 2  # by connection: how many connections of the path cross it; and how often an end of it is used up
STACK = 7  # scratch
LEVY = 8  # by connection
LEVIES = 9  # in row 0: of all connections that are not blocked, together
COLUMNS = 10

GONE = 2
_NONE = -1_000_000


@helper
def divide_evenly(roads: Table, clashes: Table, work: Table, unit: int) -> None:
    """Give each end half of its connection, `unit` a step for both together, with no tolls; note the other ends."""
    for v in range(roads.shape[0] // 8):
        for i in range(8 * v, roads[8 * v, END]):
            roads[i, SHARE] = roads[i, FAR] * (unit // 2)
            w = roads[i, TO]
            for j in range(8 * w, roads[8 * w, END]):
                if roads[j, VIA] == roads[i, VIA]:
                    roads[i, MATE] = j
    half = clashes.shape[1] // 2
    work[0, LEVIES] = 0
    for e in range(clashes.shape[0]):
        work[e, LEVY] = 0
        for j in range(clashes[e, 0] + 1):
            clashes[e, half + j] = 0


@helper
def block(clashes: Table, work: Table, e: int) -> None:
    """Add a reason why connection e cannot be had; if it is the first, those that cross it need not pay."""
    work[e, BLOCKED] += 1
    if work[e, BLOCKED] == 1:
        work[0, LEVIES] -= 2 * work[e, LEVY]  # its own, and its part of theirs
        half = clashes.shape[1] // 2
        for j in range(1, clashes[e, 0] + 1):
            work[clashes[e, j], LEVY] -= clashes[e, half + j]


@helper
def unblock(clashes: Table, work: Table, e: int) -> None:
    """Remove a reason why connection e cannot be had."""
    work[e, BLOCKED] -= 1
    if work[e, BLOCKED] == 0:
        work[0, LEVIES] += 2 * work[e, LEVY]
        half = clashes.shape[1] // 2
        for j in range(1, clashes[e, 0] + 1):
            work[clashes[e, j], LEVY] += clashes[e, half + j]


@helper
def block_stone(roads: Table, clashes: Table, work: Table, v: int) -> None:
    """Block all connections of a stone."""
    for i in range(8 * v, roads[8 * v, END]):
        block(clashes, work, roads[i, VIA])


@helper
def unblock_stone(roads: Table, clashes: Table, work: Table, v: int) -> None:
    """Take that back."""
    for i in range(8 * v, roads[8 * v, END]):
        unblock(clashes, work, roads[i, VIA])


@helper
def pick(roads: Table, work: Table, v: int) -> int:
    """Mark the two connections that the bound counts at a stone, if any; return what it counts there."""
    first = second = -1
    levies = 0
    best = next_best = _NONE
    for i in range(8 * v, roads[8 * v, END]):
        roads[i, PICKED] = 0
        e = roads[i, VIA]
        if work[e, BLOCKED] != 0:
            continue
        levies += work[e, LEVY]
        share = roads[i, SHARE] - 2 * work[e, LEVY]
        if share > best:
            first, second = i, first
            best, next_best = share, best
        elif share > next_best:
            second = i
            next_best = share
    if best + next_best > 0:
        roads[first, PICKED] = roads[second, PICKED] = 1
    return int(levies + max(best + next_best, 0))


@helper
def worth(roads: Table, work: Table) -> int:
    """Return the part of the bound that depends on the shares, over all stones; ends of arms are left out."""
    total = 0
    for v in range(roads.shape[0] // 8):
        total += pick(roads, work, v)
    return total


@helper
def sharpen(roads: Table, clashes: Table, work: Table, rounds: int) -> None:
    """Take `rounds` subgradient steps, ever shorter, for all connections that are not blocked."""
    stones = roads.shape[0] // 8
    half = clashes.shape[1] // 2
    for k in range(rounds):
        step = 2 + 14 * (rounds - k) // rounds // 2 * 2
        for v in range(stones):
            pick(roads, work, v)
        for v in range(stones):
            for i in range(8 * v, roads[8 * v, END]):
                j = roads[i, MATE]
                if i < j and work[roads[i, VIA], BLOCKED] == 0:
                    change = step * (roads[i, PICKED] - roads[j, PICKED])
                    roads[i, SHARE] -= change
                    roads[j, SHARE] += change
                    work[roads[i, VIA], STACK] = roads[i, PICKED] + roads[j, PICKED]
        for e in range(clashes.shape[0]):
            if work[e, BLOCKED] != 0:
                continue
            for j in range(1, clashes[e, 0] + 1):
                f = clashes[e, j]
                if work[f, BLOCKED] == 0:
                    toll = max(0, clashes[e, half + j] + step // 2 * (work[e, STACK] + work[f, STACK] - 2))
                    work[e, LEVY] += toll - clashes[e, half + j]
                    clashes[e, half + j] = toll
    work[0, LEVIES] = 0
    for e in range(clashes.shape[0]):
        if work[e, BLOCKED] == 0:
            work[0, LEVIES] += work[e, LEVY]
