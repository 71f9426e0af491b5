"""The longest path of a side with few stones: the search of `longest_path` with its sets in words, for kernels.

With at most MOST stones and MOST connections the connections that are still open fit into one word, so that a step of
the search copies a few words and has nothing to undo. Connections are numbered from the longest to the shortest: the
lowest bits of a stone's open connections are its best ones. Roots, arms and the bound are those of `longest_path`,
where they are explained, with halves as shares.

A search is two arrays: `work` with lists by stone, by connection or by frame, and `counters` with single numbers.
"""

from __future__ import annotations

import numpy as np

from byways.games.stroll.board import CELLS, COUNTING, EMPTY, SIZE
from byways.games.stroll.paths.longest_path import OUT_OF_BUDGET
from byways.games.stroll.paths.sight_lines import Table
from byways.kernels import Ints, Wide, always_inline, first_bit, helper

MOST = 62  # bits of a word
_ROOM = MOST + 2  # frames: one more than there are stones, where the second arm begins

# Where the lists of `work` begin.
MINE = 0  # by stone: its connections
CELL = _ROOM  # by stone
FAR = 2 * _ROOM  # by connection: its steps; 1 where only stones count
CROSSED = 3 * _ROOM  # by connection: those that it crosses
ENDS = 4 * _ROOM  # by connection: the numbers of its two stones, exclusive or
STONE = 5 * _ROOM  # by frame: where the path stands
OPEN = 6 * _ROOM  # by frame: the connections that the rest of the path may use
NEXT = 7 * _ROOM  # by frame: those that are still to be tried from here
COVERED = 8 * _ROOM  # by frame: the length of the path
WORDS = 9 * _ROOM

# Words of `counters`.
STONES = 0  # all
DEPTH = 1  # the frame on top, or -1 before the next root
ROOTS = 2  # the stones that are still to be roots
CLOSED = 3  # the frame where the second arm leaves the root; 0 while the first arm is open
LEFT = 4  # the connections between stones that have not been a root yet
JUDGED = 5  # frames judged
FRESH = 6  # 1: the frame on top has not been judged yet
COUNTERS = 7

_PATIENCE = 1_000  # frames in which all longest paths should be found
_NO_MORE = 1 << MOST  # a connection that leads nowhere and is no steps long, behind all others
_NONE = -1_000_000
_BITS = 6  # for a stone's number + 1
_STEP = 1 << _BITS
_INDEX = _ROOM - 1  # keeps a stone or a frame; knowing the sign, machine code skips wraparound
_FIRST, _STRIDE, _STEPS, _ONE, _OTHER, _LINE = range(6)  # a line: its first cell, the way on, its length, both stones


@helper
def begin_small_side(geometry: Ints, state: Ints, mark: int, barred: Ints, work: Wide, counters: Wide) -> bool:
    """Begin a search among the stones of one side, `mark` 1 or 2, but those on cells c with barred[c] != 0.

    False, and nothing of use is written, where there are too many stones or connections.
    """
    n = int(geometry[SIZE])
    last = np.full(6 * n, -1, dtype=np.int64)  # the last stone of each row, column, falling and rising diagonal
    lines = np.empty((MOST, _LINE), dtype=np.int64)
    stones = count = 0
    cell = -1
    for row in range(n):
        for column in range(n):
            cell += 1
            stone = int(state[CELLS + cell])
            if stone == EMPTY:
                continue
            number = -1
            if stone == mark and barred[cell] == 0:
                if stones == MOST:
                    return False
                number = stones
                work[MINE + stones] = 0
                work[CELL + stones] = cell
                stones += 1
            if count > MOST - 4:
                return False
            count = _look_back(lines, count, last, row, cell, column, 1, number)
            count = _look_back(lines, count, last, n + column, cell, row, n, number)
            count = _look_back(lines, count, last, 3 * n - 1 + row - column, cell, row, n + 1, number)
            count = _look_back(lines, count, last, 4 * n - 1 + row + column, cell, row, n - 1, number)
    _number_connections(n, lines, count, work)
    if geometry[COUNTING] == 1:
        for e in range(count):
            work[FAR + e] = 1
    work[FAR + MOST] = work[ENDS + MOST] = 0
    counters[STONES] = (1 << stones) - 1
    restart_small_side(work, counters, counters[STONES])
    return True


@helper
def restart_small_side(work: Wide, counters: Wide, stones: int) -> None:
    """Begin anew, among these stones."""
    counters[ROOTS] = stones
    counters[DEPTH] = -1
    counters[LEFT] = -1
    counters[CLOSED] = counters[JUDGED] = counters[FRESH] = 0
    others = counters[STONES] & ~stones
    while others != 0:
        counters[LEFT] &= ~work[MINE + first_bit(others)]
        others &= others - 1


@always_inline
def _look_back(lines: Table, count: int, last: Wide, slot: int, cell: int, here: int, stride: int, number: int) -> int:
    """Note the connection of a stone, if any, to the last one of a row, column or diagonal; return how many there are.

    `number` is the stone's, or -1; it is the last one now, and `here` its place there.
    """
    before = last[slot]
    last[slot] = _STEP * here + number + 1
    other = (before & (_STEP - 1)) - 1
    steps = here - (before >> _BITS)
    if before < 0 or other < 0 or number < 0 or steps < 2:
        return count
    lines[count, _FIRST] = cell - steps * stride
    lines[count, _STRIDE] = stride
    lines[count, _STEPS] = steps
    lines[count, _ONE] = other
    lines[count, _OTHER] = number
    return count + 1


@helper
def _number_connections(n: int, lines: Table, count: int, work: Wide) -> None:
    """Write the connections to `work`, the longest first, and which of them cross.

    Those cross that share a cell between their ends, and diagonals that meet at the corner of four cells.
    """
    longer = np.zeros(n + 1, dtype=np.int64)  # by steps: how many connections are longer
    for i in range(count):
        longer[lines[i, _STEPS]] += 1
    total = 0
    for steps in range(n, 0, -1):
        total, longer[steps] = total + longer[steps], total
    passed = np.zeros(2 * n * n, dtype=np.int64)  # by cell, then by the cell whose lower right corner it is
    place = np.empty(count, dtype=np.int64)
    for i in range(count):
        steps = lines[i, _STEPS]
        e = place[i] = longer[steps]
        longer[steps] += 1
        one, other = lines[i, _ONE], lines[i, _OTHER]
        work[FAR + e] = steps
        work[ENDS + e] = one ^ other
        work[MINE + one] |= 1 << e
        work[MINE + other] |= 1 << e
        _pass(n, lines, i, 1 << e, passed)
    for i in range(count):
        work[CROSSED + place[i]] = _pass(n, lines, i, 0, passed) & ~(1 << place[i])


@always_inline
def _pass(n: int, lines: Table, i: int, bit: int, passed: Wide) -> int:
    """Leave a mark on all that a line passes, and return the marks found there."""
    found = 0
    stride = lines[i, _STRIDE]
    at = lines[i, _FIRST]
    corner = n * n if stride == n + 1 else n * n - 1 if stride == n - 1 else -1
    for step in range(lines[i, _STEPS]):
        if step > 0:
            passed[at] |= bit
            found |= passed[at]
        if corner >= 0:
            passed[corner + at] |= bit
            found |= passed[corner + at]
        at += stride
    return found


@always_inline
def _hopeless(work: Wide, counters: Wide, at_least: int) -> bool:
    """Return whether the bound says that no path of this length goes on from the frame on top."""
    depth = counters[DEPTH] & _INDEX
    unused = work[OPEN + depth]
    both = counters[CLOSED] == 0  # two arms are open
    needed = 2 * (at_least - work[COVERED + depth])
    top = work[STONE + depth] & _INDEX
    seen = 1 << top
    reached = seen
    total = 0
    most = next_most = _NONE  # to be had where an arm ends
    if depth > 0:
        mine = work[MINE + top] & unused
        reached = _next_to(work, top, mine)
        total = work[FAR + first_bit(mine | _NO_MORE)]
        if both:
            most = -total
            root = work[STONE] & _INDEX
            mine = work[MINE + root] & unused
            seen |= 1 << root
            reached |= _next_to(work, root, mine)
            best = work[FAR + first_bit(mine | _NO_MORE)]
            total += best
            most, next_most = max(most, -best), min(most, -best)
        reached &= ~seen
        seen |= reached
    while reached != 0:
        v = first_bit(reached)
        mine = work[MINE + v] & unused
        best = work[FAR + first_bit(mine | _NO_MORE)]
        second = work[FAR + first_bit((mine & (mine - 1)) | _NO_MORE)]
        near = _next_to(work, v, mine) & ~seen
        seen |= near
        reached = (reached & (reached - 1)) | near
        through = best + second if second > 0 else 0
        total += through
        gain = best - through
        next_most = max(next_most, min(most, gain))
        most = max(most, gain)
        if total + most + (next_most if both else 0) >= needed:
            return False
    total += most if most > _NONE else 0
    total += next_most if both and next_most > _NONE else 0
    return bool(total < needed)


@always_inline
def _next_to(work: Wide, v: int, mine: int) -> int:
    """Return the stones to which some connections of a stone lead, and perhaps itself."""
    near = 1 << (work[ENDS + first_bit(mine | _NO_MORE)] ^ v)
    mine &= mine - 1
    near |= 1 << (work[ENDS + first_bit(mine | _NO_MORE)] ^ v)
    mine &= mine - 1
    while mine != 0:
        near |= 1 << (work[ENDS + first_bit(mine)] ^ v)
        mine &= mine - 1
    return int(near)


@always_inline
def _push(work: Wide, counters: Wide, stone: int, unused: int, covered: int) -> None:
    """Push a new frame, from whose stone all connections are tried that the rest of the path may use."""
    depth = (counters[DEPTH] + 1) & _INDEX
    counters[DEPTH] = depth
    counters[FRESH] = 1
    work[STONE + depth] = stone
    work[OPEN + depth] = unused
    work[COVERED + depth] = covered
    work[NEXT + depth] = work[MINE + (stone & _INDEX)] & unused
    if depth > 0 and counters[CLOSED] == 0:
        work[NEXT + depth] &= ~work[MINE + (work[STONE] & _INDEX)]


@always_inline
def _pop(work: Wide, counters: Wide) -> None:
    """Take back the frame on top; with a second arm's beginning goes the end of the first arm, where all is tried."""
    if 0 < counters[CLOSED] == counters[DEPTH]:
        counters[CLOSED] = 0
        counters[DEPTH] -= 1
    if counters[DEPTH] == 0:
        counters[LEFT] &= ~work[MINE + (work[STONE] & _INDEX)]
    counters[DEPTH] -= 1
    counters[FRESH] = 0


@always_inline
def _advance(work: Wide, counters: Wide) -> bool:
    """Lengthen the path, begin its second arm, or go back: one step of the search. Return whether it became longer."""
    depth = counters[DEPTH] & _INDEX
    v = work[STONE + depth] & _INDEX
    left = work[NEXT + depth]
    if left != 0:
        e = first_bit(left)
        work[NEXT + depth] = left & (left - 1)
        used = work[MINE + v]
        if depth == 0:
            used &= (2 << e) - 1  # the second arm may take the root's later connections
        unused = work[OPEN + depth] & ~(used | work[CROSSED + e])
        _push(work, counters, work[ENDS + e] ^ v, unused, work[COVERED + depth] + work[FAR + e])
        return True
    if counters[CLOSED] == 0 and depth > 0:
        counters[CLOSED] = depth + 1
        _push(work, counters, work[STONE], work[OPEN + depth] & ~work[MINE + v], work[COVERED + depth])
    else:
        _pop(work, counters)
    return False


@helper
def next_of_small_side(work: Wide, counters: Wide, at_least: int, budget: int) -> int:
    """Go on until a path of at least this length is met; return its length, or 0 when there are no more.

    After `budget` frames in all (0: no limit) it returns OUT_OF_BUDGET; with a larger one the search goes on.
    """
    while True:
        if counters[DEPTH] < 0:
            if counters[ROOTS] == 0:
                return 0
            root = first_bit(counters[ROOTS])
            counters[ROOTS] &= counters[ROOTS] - 1
            _push(work, counters, root, counters[LEFT], 1)
            if at_least <= 1:
                return 1
        if counters[FRESH] == 1:
            if 0 < budget <= counters[JUDGED]:
                return OUT_OF_BUDGET
            counters[FRESH] = 0
            counters[JUDGED] += 1
            if _hopeless(work, counters, at_least):
                _pop(work, counters)
                continue
        if _advance(work, counters) and work[COVERED + counters[DEPTH]] >= at_least:
            return int(work[COVERED + counters[DEPTH]])


@helper
def read_small_side(work: Wide, counters: Wide, out: Ints) -> int:
    """Write the cells of the path just met to `out`, from end to end; return how many."""
    depth = counters[DEPTH]
    closed = counters[CLOSED]
    count = 0
    for i in range(closed - 1 if closed > 0 else depth, -1, -1):
        out[count] = work[CELL + work[STONE + i]]
        count += 1
    for i in range(closed + 1, depth + 1 if closed > 0 else 0):
        out[count] = work[CELL + work[STONE + i]]
        count += 1
    return count


@helper
def second_of_small_side(work: Wide, counters: Wide, length: int) -> int:
    """Return the length of the longest path left by one of this length, the longest; -1 if not found quickly."""
    rests = np.empty(_ROOM, dtype=np.int64)
    count = _rests(work, counters, length, rests)
    best = 0 if count > 0 else -1
    for i in range(count):
        restart_small_side(work, counters, rests[i])
        while True:
            found = next_of_small_side(work, counters, best + 1, 0)
            if found == 0:
                break
            best = found
    return best


@helper
def _rests(work: Wide, counters: Wide, length: int, rests: Wide) -> int:
    """Write what each path of this length leaves, as sets of stones, unless another leaves as much and more.

    Return how many, or 0 where there are too many or finding them takes too long.
    """
    restart_small_side(work, counters, counters[STONES])
    count = 0
    while True:
        found = next_of_small_side(work, counters, length, _PATIENCE)
        if found == 0:
            return count
        if found == OUT_OF_BUDGET or count == rests.size:
            return 0
        rest = counters[STONES]
        for i in range(counters[DEPTH] + 1):
            rest &= ~(1 << work[STONE + i])
        kept = 0
        known = False
        for i in range(count):
            known = known or rest & ~rests[i] == 0
            if known or rests[i] & ~rest != 0:
                rests[kept] = rests[i]
                kept += 1
        if not known:
            rests[kept] = rest
            kept += 1
        count = kept
