"""The random numbers of kernels: a generator state that the caller owns, the same interpreted and compiled.

Marsaglia's xorshift64 (Journal of Statistical Software 8/14, 2003). It needs shifts and exclusive ors only, so NumPy's
overflow warnings never come up in interpreted runs.
"""

from __future__ import annotations

import numpy as np

from byways.kernels import Bits, helper

_MASK = (1 << 64) - 1
_13, _7, _17, _32 = np.uint64(13), np.uint64(7), np.uint64(17), np.uint64(32)


def seeded(seed: int) -> Bits:
    """Return a generator state, shape (1,), that is well mixed also for small seeds such as 0, 1 and 2."""
    z = (seed * 0x9E3779B97F4A7C15 + 0x9E3779B97F4A7C15) & _MASK  # SplitMix64
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return np.array([z ^ (z >> 31) or 1], dtype=np.uint64)


@helper
def draw(rng: Bits, n: int) -> int:
    """Draw a number from 0 to n - 1, each equally likely; n is below 2**31."""
    rng[0] = following(rng[0])
    return below(rng[0], n)


@helper
def following(x: np.uint64) -> np.uint64:
    """Return the generator's word after x: for loops that keep it in a variable, which is faster than an array."""
    x ^= x << _13
    x ^= x >> _7
    x ^= x << _17
    return x


@helper
def below(x: np.uint64, n: int) -> int:
    """Return the number from 0 to n - 1 for the generator's word x."""
    return (int(x >> _32) * n) >> 32
