"""The kernels that replace those that a game leaves out."""

from __future__ import annotations

import numpy as np

from byways.kernels import Bits, Flags, Ints, Planes, Reals, Wide, kernel
from byways.kernels.rng import draw
from byways.rules.state_vector import QUIET, REASON, WINNER

LONGEST_GAME = 20_000  # actions; a random game that gets there, without end and without repetition, is left as a draw

_13, _7, _17 = np.uint64(13), np.uint64(7), np.uint64(17)


@kernel
def allows(geometry: Ints, state: Ints, action: int) -> int:
    """Return -1, which means no opinion."""
    return -1


@kernel
def outcome(geometry: Ints, state: Ints, values: Reals) -> int:
    """Write 1 for the winner and 0 for the others; 1/2 for everybody in a draw."""
    winner = int(state[WINNER])
    for player in range(values.size):
        values[player] = 0.5 if winner == 0 else float(int(winner == player + 1))
    return int(state[REASON])


@kernel
def settle(geometry: Ints, state: Ints) -> None:
    """Do nothing: there is nothing to judge."""


@kernel
def chances(geometry: Ints, state: Ints, weights: Wide) -> None:
    """Give all outcomes the same weight."""
    for i in range(weights.size):
        weights[i] = 1


@kernel
def choose(geometry: Ints, state: Ints, legal: Ints, count: int, rng: Bits) -> int:
    """Choose a legal action uniformly."""
    return int(legal[draw(rng, count)])


@kernel
def playout(geometry: Ints, state: Ints, rng: Bits, values: Reals) -> int:
    """Return 0, which leaves the playout to the caller."""
    return 0


@kernel
def playout_trace(geometry: Ints, state: Ints, rng: Bits, values: Reals, trace: Ints) -> int:
    """Return -1, which leaves the playout to the caller."""
    return -1


@kernel
def evaluate(geometry: Ints, state: Ints, values: Reals) -> int:
    """Return 0, which means no opinion."""
    return 0


@kernel
def order(geometry: Ints, state: Ints, legal: Ints, count: int, scores: Wide) -> None:
    """Score all actions alike."""
    for i in range(count):
        scores[i] = 0


@kernel
def forcing(geometry: Ints, state: Ints, out: Ints) -> int:
    """Return 0: no action is forcing."""
    return 0


@kernel
def mask(geometry: Ints, state: Ints, legal: Flags) -> int:
    """Return -1, which leaves the mask to the list of legal actions."""
    return -1


@kernel
def observe(geometry: Ints, state: Ints, player: int, planes: Planes) -> None:
    """Write the state vector itself."""
    for i in range(state.size):
        planes[0, i] = state[i]


@kernel
def key(geometry: Ints, state: Ints) -> np.uint64:
    """Return a cyclic code over the words, with one step of xorshift64 as the multiplication."""
    h = np.uint64(0x9E3779B97F4A7C15)
    for i in range(state.size):
        if i != QUIET:
            h ^= np.uint64(int(state[i]) & 0xFFFF)
            h ^= h << _13
            h ^= h >> _7
            h ^= h << _17
    return h


@kernel
def symmetry(geometry: Ints, state: Ints, index: int, image: Ints, actions: Ints) -> int:
    """Write the identity, the only symmetry."""
    image[:] = state
    for action in range(actions.size):
        actions[action] = action
    return 1


@kernel
def pack(geometry: Ints, state: Ints, packed: Ints) -> None:
    """Copy the state as it is."""
    packed[:] = state


@kernel
def estimate(geometry: Ints, state: Ints, numbers: Wide) -> int:
    """Return 0, which means no opinion, and estimate one position for either player."""
    numbers[0] = numbers[1] = 1
    return 0


@kernel
def beginner(geometry: Ints, state: Ints, player: int) -> int:
    """Return 0: all positions are alike."""
    return 0
