"""The kernels that a game supplies, as types: their signatures are derived from these.

Every kernel takes `geometry`, the constant vector of the game and its options, and `state`, both int16 vectors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np

from byways.kernels import Bits, Flags, Ints, Planes, Reals, Wide

Setup: TypeAlias = Callable[[Ints, Ints], None]
Mask: TypeAlias = Callable[[Ints, Ints, Flags], int]
LegalActions: TypeAlias = Callable[[Ints, Ints, Ints], int]
Apply: TypeAlias = Callable[[Ints, Ints, int], None]
Allows: TypeAlias = Callable[[Ints, Ints, int], int]
Outcome: TypeAlias = Callable[[Ints, Ints, Reals], int]
Chances: TypeAlias = Callable[[Ints, Ints, Wide], None]
Choose: TypeAlias = Callable[[Ints, Ints, Ints, int, Bits], int]
Playout: TypeAlias = Callable[[Ints, Ints, Bits, Reals], int]
PlayoutTrace: TypeAlias = Callable[[Ints, Ints, Bits, Reals, Ints], int]
Evaluate: TypeAlias = Callable[[Ints, Ints, Reals], int]
Order: TypeAlias = Callable[[Ints, Ints, Ints, int, Wide], None]
Observe: TypeAlias = Callable[[Ints, Ints, int, Planes], None]
Key: TypeAlias = Callable[[Ints, Ints], np.uint64]
Symmetry: TypeAlias = Callable[[Ints, Ints, int, Ints, Ints], int]
Pack: TypeAlias = Callable[[Ints, Ints, Ints], None]
Estimate: TypeAlias = Callable[[Ints, Ints, Wide], int]
BeginnerEval: TypeAlias = Callable[[Ints, Ints, int], int]


class RuleKernels(NamedTuple):
    """The kernels of a game by which any game of it is played."""

    legal_actions: LegalActions
    apply: Apply
    outcome: Outcome
    chances: Chances
    choose: Choose
    key: Key


class BoardArrays(NamedTuple):
    """What does not change in a game."""

    geometry: Ints
    num_actions: int
    repetition: int
    """Visits of a position that draw; 0 for none."""
