"""Square boards of at most 7×7 cells as 64-bit words, for kernels: bit 8 * row + column is a cell.

The eighth column stays empty, so that steps sideways cannot run on into the next row.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from byways.cells import CELLS
from byways.kernels import Ints, helper, last_bit
from byways.rules.state_vector import HEADER

LARGEST = 7
WORDS = 4  # int16 words of a state that hold one board

ONE, NONE = np.uint64(1), np.uint64(0)
_8, _16, _32 = (np.uint64(n) for n in (8, 16, 32))
_2, _4 = np.uint64(2), np.uint64(4)
_ODD, _PAIRS, _HALVES = (np.uint64(n) for n in (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F))
_BYTES, _SHORTS = np.uint64(0x00FF00FF00FF00FF), np.uint64(0x0000FFFF0000FFFF)
_FIRST = np.uint64(0x0101010101010101)
_TOP = np.uint64(1 << 63)
_BYTE, _LOW = np.uint64(0xFF), np.uint64(0xFFFFFFFF)
_SPREAD, _SPREAD_HIGH = np.uint64(0x9E3779B1), np.uint64(0x85EBCA77)  # odd, about 2**32 over the golden ratio and such
_17, _29 = np.uint64(17), np.uint64(29)


def _rays(steps: tuple[tuple[int, int], ...], length: int = 7) -> NDArray[np.uint64]:
    """Return the cells of 8×8 that steps of (rows, columns) from a cell reach: a row a cell, a column a step."""

    def ray(cell: int, rows: int, columns: int) -> int:
        places = ((cell // 8 + i * rows, cell % 8 + i * columns) for i in range(1, length + 1))
        return sum(1 << 8 * row + column for row, column in places if 0 <= row < 8 and 0 <= column < 8)

    return np.array([[ray(cell, *step) for step in steps] for cell in range(64)], dtype=np.uint64)


_UP = ((1, 0), (0, 1), (1, 1), (1, -1))
_DOWN = ((-1, 0), (0, -1), (-1, -1), (-1, 1))
_RISING, _FALLING = _rays(_UP), _rays(_DOWN)  # towards higher and towards lower bits
_AROUND = np.bitwise_or.reduce(_rays(_UP + _DOWN, 1), axis=1)


@helper
def bit(n: int, cell: int) -> np.uint64:
    """Return the word with one cell, numbered in row-major order on an n×n board."""
    return ONE << np.uint64(8 * (cell // n) + cell % n)


@helper
def count_bits(cells: np.uint64) -> int:
    """Return how many cells a word holds."""
    pairs = cells - (cells >> ONE & _ODD)
    fours = (pairs & _PAIRS) + (pairs >> _2 & _PAIRS)
    rows = fours + (fours >> _4) & _HALVES
    rows += rows >> _8
    rows += rows >> _16
    return int(rows + (rows >> _32) & _BYTE)


@helper
def read_bits(state: Ints, at: int) -> np.uint64:
    """Return the cells that lie in four words of a state."""
    found = NONE
    for i in range(WORDS):
        found |= np.uint64(int(state[at + i]) & 0xFFFF) << np.uint64(16 * i)
    return found


@helper
def write_bits(state: Ints, at: int, cells: np.uint64) -> None:
    """Put cells into four words of a state."""
    for i in range(WORDS):
        low = int(np.int64(cells >> np.uint64(16 * i) & np.uint64(0xFFFF)))
        state[at + i] = (low ^ 0x8000) - 0x8000


@helper
def pack_pieces(n: int, state: Ints, packed: Ints, at: int) -> None:
    """Copy the header, and write the two players' pieces on an n×n board as bits, WORDS each from `at`."""
    for i in range(HEADER):
        packed[i] = state[i]
    for player in range(2):
        pieces = NONE
        for cell in range(n * n):
            if state[CELLS + cell] == player + 1:
                pieces |= bit(n, cell)
        write_bits(packed, at + WORDS * player, pieces)


@helper
def row(n: int, index: int) -> np.uint64:
    """Return all cells of a row of an n×n board."""
    return ((ONE << np.uint64(n)) - ONE) << np.uint64(8 * index)


@helper
def column(n: int, index: int) -> np.uint64:
    """Return all cells of a column of an n×n board."""
    return (_FIRST & ((ONE << np.uint64(8 * n)) - ONE)) << np.uint64(index)


@helper
def board(n: int) -> np.uint64:
    """Return all cells of an n×n board."""
    return ((ONE << np.uint64(n)) - ONE) * column(n, 0)


@helper
def edges(n: int, player: int) -> tuple[np.uint64, np.uint64]:
    """Return the first and the last of the lines that a player joins: rows for the first player, else columns."""
    return (row(n, 0), row(n, n - 1)) if player == 0 else (column(n, 0), column(n, n - 1))


@helper
def lowest(cells: np.uint64) -> np.uint64:
    """Return the first cell of a set that is not empty."""
    return cells & (~cells + ONE)


@helper
def write_cells(n: int, cells: np.uint64, out: Ints) -> int:
    """Write the numbers of the cells to `out`, ascending; return how many."""
    count = 0
    for i in range(n):
        line = int(np.int64(cells >> np.uint64(8 * i) & _BYTE))
        at = n * i
        while line > 0:
            if line & 1:
                out[count] = at
                count += 1
            line >>= 1
            at += 1
    return count


@helper
def beside(cells: np.uint64, diagonal: bool = False) -> np.uint64:
    """Return all cells adjacent to one of these, orthogonally unless `diagonal`; some may lie off the board.

    With `diagonal` the cells themselves may be among them.
    """
    if diagonal:
        wide = cells | cells << ONE | cells >> ONE
        return wide | wide << _8 | wide >> _8
    return cells << _8 | cells >> _8 | cells << ONE | cells >> ONE


@helper
def grown(seed: np.uint64, within: np.uint64, diagonal: bool = False) -> np.uint64:
    """Return all cells of `within` that a chain in it joins to its cells in `seed`; see `beside`."""
    found = seed & within
    while True:
        more = found | (beside(found, diagonal) & within)
        if more == found:
            return found
        found = more


@helper
def bracketed(own: np.uint64, enemy: np.uint64, at: int) -> np.uint64:
    """Return the enemy cells between bit `at` and an own cell, in all eight directions; also on 8×8.

    In a direction only the first cell that is not the enemy's matters: the lowest or the highest bit of its ray.
    """
    found = NONE
    if _AROUND[at] & enemy == NONE:
        return found
    for direction in range(4):
        ray = _RISING[at, direction]
        end = lowest(~enemy & ray | _TOP)
        if end & own & ray != NONE:
            found |= ray & (end - ONE)
        ray = _FALLING[at, direction]
        end = ONE << np.uint64(last_bit(int(~enemy & ray | ONE)))
        if end & own & ray != NONE:
            found |= ray & ~(end | (end - ONE))
    return found


@helper
def mirrored(n: int, cells: np.uint64) -> np.uint64:
    """Return the cells with left and right exchanged."""
    x = (cells >> ONE & _ODD) | (cells & _ODD) << ONE
    x = (x >> _2 & _PAIRS) | (x & _PAIRS) << _2
    x = (x >> _4 & _HALVES) | (x & _HALVES) << _4
    return x >> np.uint64(8 - n)


@helper
def upended(n: int, cells: np.uint64) -> np.uint64:
    """Return the cells with top and bottom exchanged."""
    x = (cells >> _8 & _BYTES) | (cells & _BYTES) << _8
    x = (x >> _16 & _SHORTS) | (x & _SHORTS) << _16
    x = x >> _32 | x << _32
    return x >> np.uint64(8 * (8 - n))


@helper
def least_image(n: int, one: np.uint64, other: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Return the same pair for all four images of two sets of cells under reflections that keep rows rows."""
    best = one
    rest = other
    for i in range(1, 4):
        first, second = one, other
        if i & 1:
            first, second = mirrored(n, first), mirrored(n, second)
        if i & 2:
            first, second = upended(n, first), upended(n, second)
        if first < best or (first == best and second < rest):
            best = first
            rest = second
    return best, rest


@helper
def mixed(h: np.uint64, word: np.uint64) -> np.uint64:
    """Return a hash of a hash and a word; 0 if both are equal. Halves are multiplied so that nothing overflows."""
    h ^= word
    h ^= h >> _29
    h = (h & _LOW) * _SPREAD ^ ((h >> _32) * _SPREAD_HIGH << _17 | (h >> _32) * _SPREAD_HIGH >> np.uint64(47))
    h ^= h >> _32
    return (h & _LOW) * _SPREAD_HIGH ^ ((h >> _32) * _SPREAD << _32 | (h >> _32) * _SPREAD >> _32)
