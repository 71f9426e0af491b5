"""The signatures of the kernel contract, and what stands in for a kernel that a game leaves out."""

from __future__ import annotations

import numpy as np

from byways.header import QUIET, REASON, WINNER
from byways.kernels import Ints, Planes, Reals, Wide, Words, kernel
from byways.rng import draw

SETUP = "void(Ints, Ints)"
LEGAL = "int64(Ints, Ints, Ints)"
APPLY = "void(Ints, Ints, int64)"
ALLOWS = "int64(Ints, Ints, int64)"
COUNT = "int64(Ints)"
OUTCOME = "int64(Ints, Ints, Reals)"
CHANCES = "void(Ints, Ints, Wide)"
CHOOSE = "int64(Ints, Ints, Ints, int64, Words)"
PLAYOUT = "int64(Ints, Ints, Words, Reals)"
TRACED = "int64(Ints, Ints, Words, Reals, Ints)"
EVALUATE = "int64(Ints, Ints, Reals)"
ORDER = "void(Ints, Ints, Ints, int64, Wide)"
OBSERVE = "void(Ints, Ints, int64, Planes)"
KEY = "uint64(Ints, Ints)"
SYMMETRY = "int64(Ints, Ints, int64, Ints, Ints)"
PACK = "void(Ints, Ints, Ints)"
JUDGE = "int64(Ints, Ints, Wide)"
GLANCE = "int64(Ints, Ints, int64)"

LONGEST_GAME = 20_000  # actions; a random game that gets there, without end and without repetition, is left as a draw

_13, _7, _17 = np.uint64(13), np.uint64(7), np.uint64(17)


@kernel(ALLOWS)
def allows(geometry: Ints, state: Ints, action: int) -> int:
    """No opinion."""
    return -1


@kernel(OUTCOME)
def outcome(geometry: Ints, state: Ints, values: Reals) -> int:
    """The winner has 1, the others 0; a draw gives everybody 1/2."""
    winner = int(state[WINNER])
    for player in range(values.size):
        values[player] = 0.5 if winner == 0 else float(int(winner == player + 1))
    return int(state[REASON])


@kernel(SETUP)
def settle(geometry: Ints, state: Ints) -> None:
    """Nothing to judge."""


@kernel(CHANCES)
def chances(geometry: Ints, state: Ints, weights: Wide) -> None:
    """All equally likely."""
    for i in range(weights.size):
        weights[i] = 1


@kernel(CHOOSE)
def choose(geometry: Ints, state: Ints, legal: Ints, count: int, rng: Words) -> int:
    """Each legal action equally likely."""
    return int(legal[draw(rng, count)])


@kernel(PLAYOUT)
def playout(geometry: Ints, state: Ints, rng: Words, values: Reals) -> int:
    """Left to the caller."""
    return 0


@kernel(TRACED)
def traced(geometry: Ints, state: Ints, rng: Words, values: Reals, trace: Ints) -> int:
    """Left to the caller."""
    return -1


@kernel(EVALUATE)
def evaluate(geometry: Ints, state: Ints, values: Reals) -> int:
    """No opinion."""
    return 0


@kernel(ORDER)
def order(geometry: Ints, state: Ints, legal: Ints, count: int, scores: Wide) -> None:
    """All alike."""
    for i in range(count):
        scores[i] = 0


@kernel(LEGAL)
def forcing(geometry: Ints, state: Ints, out: Ints) -> int:
    """None."""
    return 0


@kernel(OBSERVE)
def observe(geometry: Ints, state: Ints, player: int, planes: Planes) -> None:
    """The state vector itself."""
    for i in range(state.size):
        planes[0, i] = state[i]


@kernel(KEY)
def key(geometry: Ints, state: Ints) -> np.uint64:
    """A cyclic code over the words, with one step of xorshift64 as the multiplication."""
    h = np.uint64(0x9E3779B97F4A7C15)
    for i in range(state.size):
        if i != QUIET:
            h ^= np.uint64(int(state[i]) & 0xFFFF)
            h ^= h << _13
            h ^= h >> _7
            h ^= h << _17
    return h


@kernel(SYMMETRY)
def symmetry(geometry: Ints, state: Ints, index: int, image: Ints, actions: Ints) -> int:
    """Only the identity."""
    image[:] = state
    for action in range(actions.size):
        actions[action] = action
    return 1


@kernel(PACK)
def pack(geometry: Ints, state: Ints, packed: Ints) -> None:
    """The state as it is."""
    packed[:] = state


@kernel(JUDGE)
def judge(geometry: Ints, state: Ints, numbers: Wide) -> int:
    """No opinion."""
    numbers[0] = numbers[1] = 1
    return 0


@kernel(GLANCE)
def glance(geometry: Ints, state: Ints, player: int) -> int:
    """All alike."""
    return 0
