"""The table of a proof-number search: proof and disproof numbers by a position's key, in an array of fixed size.

Buckets of four entries; where a bucket is full, the entry that cost the least work gives way.
"""

from __future__ import annotations

import numpy as np

from byways.kernels import Bits, helper

LARGEST = (1 << 28) - 1
"""The largest number that an entry holds."""
BUCKET = 4  # entries of the table that a position may be kept in
_ENTRY = 2  # words: the key, then both numbers and the work
_28, _56 = np.uint64(28), np.uint64(56)
_NUMBER = np.uint64(LARGEST)
_NONE = np.uint64(0)


@helper
def find(table: Bits, hashed: np.uint64) -> int:
    """Return the index of a position in the table, or -1; the word behind holds its numbers."""
    at = bucket(table, hashed)
    for slot in range(at, at + BUCKET * _ENTRY, _ENTRY):
        if table[slot] == hashed and table[slot + 1] != _NONE:
            return slot
    return -1


@helper
def bucket(table: Bits, hashed: np.uint64) -> int:
    """Return the index of the first entry that a position may be kept in; the table has a power of two of them."""
    return int(np.int64(hashed & np.uint64(table.size // (BUCKET * _ENTRY) - 1))) * BUCKET * _ENTRY


@helper
def store(table: Bits, hashed: np.uint64, proof: int, disproof: int, work: int) -> int:
    """Keep a position's numbers, if need be instead of those of its bucket that cost the least work.

    Returns how many more entries are in use.
    """
    at = bucket(table, hashed)
    least = at
    for slot in range(at, at + BUCKET * _ENTRY, _ENTRY):
        if table[slot + 1] == _NONE or table[slot] == hashed:
            least = slot
            break
        if table[slot + 1] >> _56 < table[least + 1] >> _56:
            least = slot
    new = int(table[least + 1] == _NONE)
    table[least] = hashed
    table[least + 1] = np.uint64(proof) | np.uint64(disproof) << _28 | np.uint64(_rough(work)) << _56
    return new


@helper
def proof_of(entry: np.uint64) -> int:
    """Return the proof number in an entry."""
    return int(np.int64(entry & _NUMBER))


@helper
def disproof_of(entry: np.uint64) -> int:
    """Return the disproof number in an entry."""
    return int(np.int64(entry >> _28 & _NUMBER))


@helper
def _rough(work: int) -> int:
    """Return a number of positions in 8 bits: four steps to each doubling."""
    steps = 0
    while work >= 8:
        work >>= 1
        steps += 4
    return min(steps + work, 255)


@helper
def work_of(entry: np.uint64) -> int:
    """Estimate the number of positions searched for an entry."""
    rough = int(np.int64(entry >> _56))
    if rough < 8:
        return rough
    return (rough % 4 + 4) << (rough // 4 - 1)
