"""Kernels that the library makes around a game's own: the list of legal actions, the pie rule, defaults.

Each template calls `inner`; `bound` makes a new function of its code whose globals bind `inner` to the game's kernel.
So numba and the cache see an ordinary module-level function, and no kernel of a game ever hears of the pie rule.
"""

from __future__ import annotations

import functools
from types import FunctionType
from typing import Any, TypeVar, cast

import numpy as np

from byways.cells import CELLS
from byways.kernels import Flags, Ints, Kernel, Planes, Wide, kernel
from byways.rules.state_vector import NOBODY, TO_MOVE, swap, swap_open
from byways.turns import ACTIONS, CELL_COUNT, MOVES

F = TypeVar("F", bound=Kernel)

_OPEN = np.uint64(0x9E3779B97F4A7C15)
_SWAP_SCORE = 1000  # in move ordering: it must be looked at


def inner(*given: object) -> Any:
    """Stand for the game's kernel in the templates; never called."""
    raise NotImplementedError


def bound(template: F, around: Kernel) -> F:
    """Return a kernel: the template around one of a game's."""
    made: Any = _bound(template, around)  # the cache forgets which type it is
    return cast(F, made)


@functools.cache
def _bound(template: Kernel, around: Kernel) -> Kernel:
    assert isinstance(template, FunctionType)
    made = FunctionType(template.__code__, {**template.__globals__, "inner": around}, around.__name__)
    made.__annotations__ = template.__annotations__
    made.__doc__ = around.__doc__
    # Machine code is named by module and name: two games' must not share one.
    made.__module__ = around.__module__
    made.__qualname__ = f"{around.__qualname__}_{template.__name__}"
    return kernel(made)


def listed(geometry: Ints, state: Ints, out: Ints) -> int:
    """Derive `legal_actions` from `allows`."""
    if state[TO_MOVE] == NOBODY:
        return 0
    count = 0
    for action in range(int(geometry[ACTIONS])):
        if inner(geometry, state, action):
            out[count] = action
            count += 1
    return count


def listed_moves(geometry: Ints, state: Ints, out: Ints) -> int:
    """Derive `legal_actions` where the first actions move own pieces: cells without one are passed over."""
    player = int(state[TO_MOVE])
    if player == NOBODY:
        return 0
    each = int(geometry[MOVES])
    total = int(geometry[CELL_COUNT])
    count = 0
    for cell in range(total):
        if state[CELLS + cell] == 1 + player:
            for action in range(each * cell, each * cell + each):
                if inner(geometry, state, action):
                    out[count] = action
                    count += 1
    for action in range(each * total, int(geometry[ACTIONS])):
        if inner(geometry, state, action):
            out[count] = action
            count += 1
    return count


def allowed(geometry: Ints, state: Ints, action: int) -> int:
    """Derive an `allows` that knows the end of the game."""
    if state[TO_MOVE] == NOBODY:
        return 0
    return int(inner(geometry, state, action))


def settled(geometry: Ints, state: Ints) -> None:
    """Derive `settle` from `judge`."""
    for cell in range(int(geometry[CELL_COUNT])):
        if state[TO_MOVE] != NOBODY and state[CELLS + cell] != 0:
            inner(geometry, state, cell)


def listed_or_swap(geometry: Ints, state: Ints, out: Ints) -> int:
    """Add swap to `legal_actions`, as the last."""
    count = int(inner(geometry, state, out))
    if swap_open(geometry, state):
        out[count] = geometry[ACTIONS]
        count += 1
    return count


def allowed_or_swap(geometry: Ints, state: Ints, action: int) -> int:
    """Answer for swap in the place of `allows`."""
    if action == geometry[ACTIONS]:
        return int(swap_open(geometry, state))
    return int(inner(geometry, state, action))


def applied_or_swap(geometry: Ints, state: Ints, action: int) -> None:
    """Apply swap, which changes the header only."""
    if action == geometry[ACTIONS]:
        swap(state)
    else:
        inner(geometry, state, action)


def masked_or_swap(geometry: Ints, state: Ints, legal: Flags) -> int:
    """Add swap to a mask, as the last."""
    count = int(inner(geometry, state, legal))
    own = int(geometry[ACTIONS])
    if count >= 0 and legal.size > own:
        legal[own] = swap_open(geometry, state)
        count += int(legal[own])
    return count


def ordered_or_swap(geometry: Ints, state: Ints, legal: Ints, count: int, scores: Wide) -> None:
    """Score swap in the place of `order`, which sees the game's own actions only."""
    if count > 0 and legal[count - 1] == geometry[ACTIONS]:
        count -= 1
        scores[count] = _SWAP_SCORE
    inner(geometry, state, legal, count, scores)


def keyed_with_swap(geometry: Ints, state: Ints) -> np.uint64:
    """Tell a position in which swap is open from the same one later."""
    key: np.uint64 = np.uint64(inner(geometry, state))
    return key ^ _OPEN if swap_open(geometry, state) else key


def mirrored_with_swap(geometry: Ints, state: Ints, index: int, image: Ints, actions: Ints) -> int:
    """Map swap to itself."""
    for action in range(int(geometry[ACTIONS]), actions.size):
        actions[action] = action
    return int(inner(geometry, state, index, image, actions[: int(geometry[ACTIONS])]))


@kernel
def begin(geometry: Ints, state: Ints) -> None:
    """Start with an empty board and the first player to move."""
    state[TO_MOVE] = 0


@kernel
def observe_pieces(geometry: Ints, state: Ints, player: int, planes: Planes) -> None:
    """Write three planes: own pieces, others' pieces, and all ones where `player` is to move."""
    for cell in range(int(geometry[CELL_COUNT])):
        what = int(state[CELLS + cell])
        if what != 0:
            planes[0 if what == player + 1 else 1, cell] = 1.0
        if state[TO_MOVE] == player:
            planes[2, cell] = 1.0
