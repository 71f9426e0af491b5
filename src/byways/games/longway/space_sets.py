"""Sets of spaces as whole numbers: space c is bit c. Plain `int` interpreted and a 64-bit integer compiled.

No value here reaches bit 63, so that both ways compute the same. Every grid has seven columns, so that space c is in
row c // COLUMNS and column c % COLUMNS of all grids that have it.
"""

from __future__ import annotations

from byways.kernels import Ints, first_bit, helper

COLUMNS = 7
MOST_ROWS = 9  # more would not fit into 63 bits
MOST_CELLS = MOST_ROWS * COLUMNS
LAST_COLUMN = sum(1 << (COLUMNS * row + COLUMNS - 1) for row in range(MOST_ROWS))

# int16 vectors hold a set in four words of 16 bits.
SET_WORDS = 4
_WORD_BITS = 16
_WORD = (1 << _WORD_BITS) - 1

# Constants of the classical count of bits: sums of pairs, of fours, of eights.
_PAIRS, _FOURS, _EIGHTS = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F


@helper
def count(cells: int) -> int:
    """Count the spaces in a set."""
    x = cells - ((cells >> 1) & _PAIRS)
    x = (x & _FOURS) + ((x >> 2) & _FOURS)
    x = (x + (x >> 4)) & _EIGHTS
    x += x >> 8
    x += x >> 16
    x += x >> 32
    return x & 0x7F


@helper
def first(cells: int) -> int:
    """Return the first space of a set that is not empty."""
    return first_bit(cells)


@helper
def nth(cells: int, n: int) -> int:
    """Return the space of a set before which `n` others come."""
    for _ in range(n):
        cells &= cells - 1
    return first(cells)


@helper
def grow(east: int, south: int, cells: int) -> int:
    """Return the spaces one step from `cells`; `east` and `south` are the spaces whose border on that side is open."""
    return ((cells & east) << 1) | ((cells >> 1) & east) | ((cells & south) << COLUMNS) | ((cells >> COLUMNS) & south)


@helper
def read_set(words: Ints, at: int) -> int:
    """Return the set kept in SET_WORDS words from `at`."""
    a = int(words[at])
    b = int(words[at + 1])
    c = int(words[at + 2])
    d = int(words[at + 3])
    return (a & _WORD) | ((b & _WORD) << 16) | ((c & _WORD) << 32) | (d << 48)


def words_of(cells: int) -> list[int]:
    """Return a set as the SET_WORDS words that `read_set` reads."""
    words = [(cells >> (_WORD_BITS * i)) & _WORD for i in range(SET_WORDS)]
    return [word - (1 << _WORD_BITS) if word >> (_WORD_BITS - 1) else word for word in words]
