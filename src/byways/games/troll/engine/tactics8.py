"""Captures and immediate wins of one side, on boards of at most 8×8 cells, by bitboards.

Bit 8 * row + column of a word is a cell. A run of discs goes on only over cells that lie between others, so that no
step runs from the end of one row into the next. `beside` and `grown` of `boards.bitboards` rely on an empty eighth
column: with those of this module Whirlwind's proofs take 7 % longer.
"""

from __future__ import annotations

import numpy as np

from byways.games.troll.rules import CELLS, CLOSED, JOINS, SIZE
from byways.kernels import Ints, Wide, first_bit, helper
from byways.rules.boards.bitboards import bracketed, count_bits

LARGEST = 8

_0, _1, _7, _8, _9 = (np.uint64(n) for n in (0, 1, 7, 8, 9))
_ROW, _COLUMN = np.uint64(0xFF), np.uint64(0x0101010101010101)
_NOT_FIRST, _NOT_LAST = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)  # columns
_INNER = np.uint64(0x7E7E7E7E7E7E7E7E)


@helper
def look(geometry: Ints, state: Ints, player: int, found: Wide) -> None:
    """Count where `player` would win at once, where a disc would flip any, and the discs that could be flipped."""
    n = int(geometry[SIZE])
    own = _0
    enemy = _0
    board = _0
    for row in range(n):
        for column in range(n):
            disc = state[CELLS + n * row + column]
            bit = np.uint64(8 * row + column)
            own |= np.uint64(disc == player + 1) << bit
            enemy |= np.uint64(disc == 2 - player) << bit
            board |= _1 << bit
    far = np.uint64(n - 1)
    top, bottom = _ROW & board, (_ROW << (_8 * far)) & board
    left, right = _COLUMN & board, (_COLUMN << far) & board
    first, last, barred = (top, bottom, left | right) if player == 0 else (left, right, top | bottom)
    empty = board & ~(own | enemy)
    free = empty & ~barred
    ends, discs = captures(own, enemy, empty if geometry[CLOSED] == 0 else free)
    found[0] = count_bits(wins(own, enemy, first, last, free, ends, discs, geometry[JOINS] == 1))
    found[1] = count_bits(ends)
    found[2] = count_bits(discs)


@helper
def captures(own: np.uint64, enemy: np.uint64, empty: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Return the cells of `empty` where a disc flips something, and the enemy discs that could be flipped."""
    inner = enemy & _INNER
    ends = _0
    discs = _0
    for step, body in ((_8, enemy), (_1, inner), (_7, inner), (_9, inner)):
        run = (own << step) & body
        for _ in range(5):
            run |= (run << step) & body
        end = (run << step) & empty
        back = (end >> step) & run
        for _ in range(5):
            back |= (back >> step) & run
        ends |= end
        discs |= back
        run = (own >> step) & body
        for _ in range(5):
            run |= (run >> step) & body
        end = (run >> step) & empty
        back = (end << step) & run
        for _ in range(5):
            back |= (back << step) & run
        ends |= end
        discs |= back
    return ends, discs


@helper
def wins(
    own: np.uint64,
    enemy: np.uint64,
    first: np.uint64,
    last: np.uint64,
    free: np.uint64,
    ends: np.uint64,
    discs: np.uint64,
    diagonal: bool,
) -> np.uint64:
    """Return the cells where a disc joins the edges `first` and `last`.

    `free`: where it need not flip anything; `diagonal`: discs that touch only at a corner are joined too.
    """
    from_first = grown(first, own, diagonal)
    from_last = grown(last, own, diagonal)
    won = (beside(from_first, diagonal) | first) & (beside(from_last, diagonal) | last) & (free | ends)
    left = ends & ~won
    if left == _0 or grown(first, own | discs | left, diagonal) & last == _0:  # no chain, whatever is flipped
        return won
    while left != _0:
        cell = left & (~left + _1)
        left ^= cell
        if grown(first, own | cell | bracketed(own, enemy, first_bit(int(cell))), diagonal) & last != _0:
            won |= cell
    return won


@helper
def beside(cells: np.uint64, diagonal: bool) -> np.uint64:
    """Return all cells adjacent to one of these, orthogonally unless `diagonal`.

    With `diagonal` the cells themselves are among them.
    """
    if diagonal:
        wide = cells | ((cells & _NOT_LAST) << _1) | ((cells & _NOT_FIRST) >> _1)
        return wide | (wide << _8) | (wide >> _8)
    return (cells << _8) | (cells >> _8) | ((cells & _NOT_LAST) << _1) | ((cells & _NOT_FIRST) >> _1)


@helper
def grown(seed: np.uint64, within: np.uint64, diagonal: bool) -> np.uint64:
    """Return all cells of `within` that a chain in it joins to its cells in `seed`; see `beside`."""
    found = seed & within
    while True:
        more = found | (beside(found, diagonal) & within)
        more |= beside(more, diagonal) & within
        if more == found:
            return found
        found = more
