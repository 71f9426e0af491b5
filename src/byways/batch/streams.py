"""Generators of random numbers for many games."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from byways.kernels.rng import seeded


def game_streams(seed: int, count: int) -> NDArray[np.uint64]:
    """Return `count` generators, all different: SplitMix64 from a start that the seed gives."""
    z: NDArray[np.uint64] = seeded(seed) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    z[z == 0] = 1
    return z
