"""Seeds that depend on what they are for alone: on no worker, no order of arrival and no game before."""

from __future__ import annotations

from hashlib import blake2b

from byways.kernels import Bits
from byways.kernels.rng import seeded


def seed_of(*parts: int | str) -> int:
    """Return a hash of 62 bits of all parts in their order, such as (run, "dice", game, ply)."""
    text = "\x1f".join(map(repr, parts)).encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "little") >> 2


def generator(*parts: int | str) -> Bits:
    """Return a generator of its own for all parts in their order, shape (1,)."""
    return seeded(seed_of(*parts))
