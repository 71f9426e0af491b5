"""The exact longest path: depth-first branch and bound that can be stopped and taken up again, for kernels.

Every path is met exactly once, at the first of its stones in row-major order, its *root*: one arm grows from the root
to an end, then another that leaves the root by a later connection. When all paths through a root are known the root is
taken away, so that the graph shrinks while the best path grows.

The bound: a stone that can still be reached has at most two connections on the path; a share of each belongs to the
stone. Only where an arm ends may a stone have one connection, so a dead end counts only as such an end. Shares are
halves; on big boards `degree_bounds` finds better ones, and counts only one of two connections that cross.

A search for all longest paths is told the stone sets of those that are *known*, and leaves out paths whose stones
include such a set: what they leave for later paths is no better. That also bounds it, for a path must skip a stone of
each set; without this, a board where one path can pass all stones in a million orders would be searched for them all.
"""

from __future__ import annotations

import numpy as np

from byways.games.stroll.paths.degree_bounds import (
    BLOCKED,
    COLUMNS,
    GONE,
    LEVIES,
    LEVY,
    STACK,
    TAKEN,
    block,
    block_stone,
    divide_evenly,
    sharpen,
    unblock,
    unblock_stone,
    worth,
)
from byways.games.stroll.paths.sight_lines import END, FAR, SHARE, TO, VIA, Table
from byways.kernels import Wide, helper

# A search is two arrays: `work`, whose columns are lists by stone, by frame or by connection, and `counters` with
# single numbers. They are handed on one by one, for machine code pays for every tuple of arrays.
#
# Columns of `work`, with those of `degree_bounds`.
SEEN = 1  # by stone: the last bound that reached it
STONE = 3  # by frame: where the path stands
ALONG = 4  # by frame: the connection that led there, or -1
NEXT = 5  # by frame: which of the stone's connections is to be tried next
COVERED = 6  # by frame: the length of the path

# Words of `counters`.
DEPTH = 0  # the frame on top, or -1 before the next root
ROOT = 1  # the present root, or -1
CLOSED = 2  # the frame where the second arm leaves the root; 0 while the first arm is open
FRESH = 3  # 1: the frame on top has not been judged yet
BOUNDS = 4  # bounds computed
FRAMES = 5  # frames judged
LEVEL = 6  # what marks the stones of a known path in its row
UNIT = 7  # the shares of one step of a connection, both together; 2: halves
COUNTERS = 8

ON_PATH = 1
OUT_OF_BUDGET = -1
MANY = 40  # stones that are worth better shares than halves
FINE = 32  # UNIT of those
FIRST_ROUNDS, MORE_ROUNDS = 200, 20  # of `sharpen`, at the beginning and at each root
_NONE = -1_000_000


@helper
def new_search(roads: Table, clashes: Table, barred: Wide) -> tuple[Table, Wide]:
    """Begin a search among the stones v with barred[v] == 0; return (work, counters)."""
    work = np.zeros((max(roads.shape[0] // 8 + 2, clashes.shape[0]), COLUMNS), dtype=np.int64)
    counters = np.zeros(COUNTERS, dtype=np.int64)
    begin_search(roads, clashes, barred, work, counters)
    return work, counters


@helper
def begin_search(roads: Table, clashes: Table, barred: Wide, work: Table, counters: Wide) -> None:
    """Write the beginning of a search to `work` and `counters`, which are all zeros."""
    stones = roads.shape[0] // 8
    left = 0
    for v in range(stones):
        if barred[v] != 0:
            work[v, TAKEN] = GONE
        else:
            left += 1
    counters[DEPTH] = counters[ROOT] = -1
    counters[UNIT] = 2
    if left >= MANY:
        for v in range(stones):
            if barred[v] != 0:
                block_stone(roads, clashes, work, v)
        divide_evenly(roads, clashes, work, FINE)
        halves = worth(roads, work)
        sharpen(roads, clashes, work, FIRST_ROUNDS)
        counters[UNIT] = FINE
        if worth(roads, work) > halves - FINE:
            divide_evenly(roads, clashes, work, 2)
            counters[UNIT] = 2


@helper
def two_best(roads: Table, work: Table, v: int, stamp: int) -> int:
    """Return the sum of a stone's two best shares of connections with stones that were reached, at least 0."""
    best = second = _NONE
    for i in range(8 * v, roads[8 * v, END]):
        e = roads[i, VIA]
        if work[roads[i, TO], SEEN] == stamp and work[e, BLOCKED] == 0:
            share = roads[i, SHARE] - 2 * work[e, LEVY]
            if share > best:
                best, second = share, best
            elif share > second:
                second = share
    return int(max(best + second, 0))


@helper
def to_skip(roads: Table, work: Table, counters: Wide, known: Table) -> int:
    """Return a lower bound on what the bound loses because a path must skip a stone of each known path."""
    stamp = counters[BOUNDS]
    level = counters[LEVEL]
    loss = 0
    for k in range(known.shape[0]):
        least = -_NONE
        for v in range(roads.shape[0] // 8):
            if known[k, v] != level or work[v, TAKEN] == ON_PATH:
                continue
            skipped = work[v, SEEN] != stamp
            least = min(least, 0 if skipped else two_best(roads, work, v, stamp))
        loss = max(loss, least)
    return loss


@helper
def hopeless(roads: Table, work: Table, counters: Wide, known: Table, at_least: int) -> bool:
    """Return whether the bound says that no path of this length goes on from the frame on top."""
    counters[BOUNDS] += 1
    stamp = counters[BOUNDS]
    depth = counters[DEPTH]
    end = work[depth, STONE]
    root = work[0, STONE]
    start = work[0, NEXT]
    both = counters[CLOSED] == 0  # arms are open
    work[0, STACK] = end
    work[end, SEEN] = stamp
    top = 1
    if both and depth > 0:
        work[1, STACK] = root
        work[root, SEEN] = stamp
        top = 2
    needed = counters[UNIT] * (at_least - work[depth, COVERED])
    total = 2 * work[0, LEVIES]
    most = next_most = _NONE  # to be had where an arm ends
    while top > 0:
        top -= 1
        v = work[top, STACK]
        best = second = _NONE
        for i in range(start if v == root and depth > 0 else 8 * v, roads[8 * v, END]):
            w = roads[i, TO]
            e = roads[i, VIA]
            if work[e, BLOCKED] == 0 and (work[w, TAKEN] == 0 or work[w, SEEN] == stamp):
                share = roads[i, SHARE] - 2 * work[e, LEVY]
                if share > best:
                    best, second = share, best
                elif share > second:
                    second = share
                if work[w, SEEN] != stamp:
                    work[w, SEEN] = stamp
                    work[top, STACK] = w
                    top += 1
        if depth > 0 and v in (end, root):
            best = max(best, 0)
            total += best
            if not both:
                continue
            gain = -best
        else:
            through = max(best + second, 0)
            total += through
            gain = best - through
        if gain > most:
            most, next_most = gain, most
        elif gain > next_most:
            next_most = gain
        if total + most + (next_most if both else 0) >= needed and known.shape[0] == 0:
            return False
    total += most if most > _NONE else 0
    total += next_most if both and next_most > _NONE else 0
    return bool(total < needed or total - to_skip(roads, work, counters, known) < needed)


@helper
def push(work: Table, counters: Wide, stone: int, connection: int, slot: int, covered: int) -> None:
    """Push a new frame."""
    counters[DEPTH] += 1
    counters[FRESH] = 1
    depth = counters[DEPTH]
    work[depth, STONE] = stone
    work[depth, ALONG] = connection
    work[depth, NEXT] = slot
    work[depth, COVERED] = covered


@helper
def pop(roads: Table, clashes: Table, work: Table, counters: Wide) -> None:
    """Take back the frame on top; with a second arm's beginning goes the end of the first arm, where all is tried."""
    fine = counters[UNIT] > 2
    if 0 < counters[CLOSED] == counters[DEPTH]:
        counters[CLOSED] = 0
        counters[DEPTH] -= 1
        if fine:
            unblock_stone(roads, clashes, work, work[counters[DEPTH], STONE])
    depth = counters[DEPTH]
    counters[DEPTH] -= 1
    counters[FRESH] = 0
    work[work[depth, STONE], TAKEN] = 0 if depth > 0 else GONE
    if depth > 0:
        e = work[depth, ALONG]
        if fine:
            for j in range(1, clashes[e, 0] + 1):
                unblock(clashes, work, clashes[e, j])
            if depth > 1:
                unblock_stone(roads, clashes, work, work[depth - 1, STONE])
        else:
            for j in range(1, clashes[e, 0] + 1):
                work[clashes[e, j], BLOCKED] -= 1
    elif fine:
        block_stone(roads, clashes, work, work[0, STONE])


@helper
def next_root(roads: Table, clashes: Table, work: Table, counters: Wide) -> bool:
    """Begin at the next stone that is there, if any; a search that is over stays so."""
    stones = roads.shape[0] // 8
    root = counters[ROOT] + 1
    while root < stones and work[root, TAKEN] != 0:
        root += 1
    counters[ROOT] = min(root, stones)
    if root >= stones:
        return False
    if counters[UNIT] > 2:
        sharpen(roads, clashes, work, MORE_ROUNDS)
    work[root, TAKEN] = ON_PATH
    push(work, counters, root, -1, 8 * root, 1)
    return True


@helper
def advance(roads: Table, clashes: Table, work: Table, counters: Wide) -> bool:
    """Lengthen the path, begin its second arm, or go back: one step of the search. Return whether it became longer."""
    depth = counters[DEPTH]
    v = work[depth, STONE]
    i = work[depth, NEXT]
    last = roads[8 * v, END]
    while i < last and (work[roads[i, TO], TAKEN] != 0 or work[roads[i, VIA], BLOCKED] != 0):
        i += 1
    work[depth, NEXT] = i + 1
    if i < last:
        w = roads[i, TO]
        e = roads[i, VIA]
        work[w, TAKEN] = ON_PATH
        if counters[UNIT] > 2:
            if depth > 0:
                block_stone(roads, clashes, work, v)
            for j in range(1, clashes[e, 0] + 1):
                block(clashes, work, clashes[e, j])
        else:
            for j in range(1, clashes[e, 0] + 1):
                work[clashes[e, j], BLOCKED] += 1
        push(work, counters, w, e, 8 * w, work[depth, COVERED] + roads[i, FAR])
        return True
    if counters[CLOSED] == 0 and depth > 0:
        counters[CLOSED] = depth + 1
        if counters[UNIT] > 2:
            block_stone(roads, clashes, work, v)
        push(work, counters, work[0, STONE], -1, work[0, NEXT], work[depth, COVERED])
    else:
        pop(roads, clashes, work, counters)
    return False


@helper
def next_path(
    roads: Table, clashes: Table, work: Table, counters: Wide, known: Table, at_least: int, budget: int
) -> int:
    """Go on until a path of at least this length is met; return its length, or 0 when there are no more.

    Each path is met once, but those that pass all stones of a `known` path, a row each, may be left out. After
    `budget` frames in all (0: no limit) it returns OUT_OF_BUDGET; with a larger one the search goes on.
    """
    while True:
        if counters[DEPTH] < 0:
            if not next_root(roads, clashes, work, counters):
                return 0
            if at_least <= 1:
                return 1
        if counters[FRESH] == 1:
            if budget > 0 and counters[FRAMES] >= budget:
                return OUT_OF_BUDGET
            counters[FRESH] = 0
            counters[FRAMES] += 1
            if hopeless(roads, work, counters, known, at_least):
                pop(roads, clashes, work, counters)
                continue
        if advance(roads, clashes, work, counters) and work[counters[DEPTH], COVERED] >= at_least:
            return int(work[counters[DEPTH], COVERED])


@helper
def not_longer(roads: Table, clashes: Table, work: Table, counters: Wide, known: Table, longest: int) -> int:
    """Return an upper bound on the length of any path, where `longest` is the longest met so far. Ends the search."""
    while counters[DEPTH] > 0:
        pop(roads, clashes, work, counters)
    while counters[DEPTH] == 0 or next_root(roads, clashes, work, counters):
        while not hopeless(roads, work, counters, known, longest + 1):
            longest += 1
        pop(roads, clashes, work, counters)
    return longest


@helper
def read_path(work: Table, counters: Wide, out: Wide) -> int:
    """Write the stones of the path just met to `out`, from end to end; return how many."""
    depth = counters[DEPTH]
    closed = counters[CLOSED]
    count = 0
    for i in range(closed - 1 if closed > 0 else depth, -1, -1):
        out[count] = work[i, STONE]
        count += 1
    for i in range(closed + 1, depth + 1 if closed > 0 else 0):
        out[count] = work[i, STONE]
        count += 1
    return count
