"""Whole random games, with the exact ending: the cells that are still free for a first stone are kept in a list."""

from __future__ import annotations

import numpy as np

from byways.games.stroll.board import CELLS, CLAIM, EMPTY, FIRST, NEAR, SIZE, own_words
from byways.games.stroll.rules import is_free, outcome
from byways.kernels import Bits, Ints, Reals, Wide, helper, kernel
from byways.kernels.rng import draw
from byways.rules.state_vector import NOBODY, PART, TO_MOVE, finish, next_turn


@helper
def list_free(geometry: Ints, state: Ints, free: Wide, at: Wide) -> int:
    """Write the free cells to `free` and the index of each to `at` (-1: not free); return how many."""
    count = 0
    for cell in range(int(geometry[SIZE]) ** 2):
        at[cell] = -1
        if is_free(geometry, state, cell):
            free[count] = cell
            at[cell] = count
            count += 1
    return count


@helper
def drop_free(cell: int, free: Wide, at: Wide, count: int) -> int:
    """Take a cell out of the list, if it is in it; return how many are left."""
    if at[cell] < 0:
        return count
    last = index(free[count - 1])
    place = index(at[cell])
    free[place] = last
    at[last] = place
    at[cell] = -1
    return count - 1


@helper
def index(word: int) -> int:
    """Return a non-negative index; knowing the sign, machine code skips wraparound."""
    return int(word) & 0x7FFF


@helper
def put_stone(geometry: Ints, state: Ints, cell: int, free: Wide, at: Wide, count: int) -> int:
    """Place a stone of the player to move; return how many cells are left free."""
    state[CELLS + cell] = state[TO_MOVE] + 1
    count = drop_free(cell, free, at, count)
    near = index(NEAR + 8 * cell)
    for d in range(8):
        beside = int(geometry[near + d])
        if beside >= 0:
            count = drop_free(beside, free, at, count)
    return count


@helper
def draw_reachable(geometry: Ints, state: Ints, cell: int, reached: Wide, rng: Bits) -> int:
    """Draw one of the cells that can be reached from a stone, uniformly; `reached` is room to list them."""
    count = 0
    for d in range(8):
        at = int(geometry[index(NEAR + 8 * cell) + d])
        while at >= 0 and state[CELLS + at] == EMPTY:
            reached[count] = at
            count += 1
            at = int(geometry[NEAR + 8 * at + d])
    return int(reached[index(draw(rng, count))])


@helper
def hear(trace: Ints, heard: int, player: int, action: int) -> int:
    """Note an action in the trace, if it fits; return how many are there."""
    if 2 * heard + 1 >= trace.size:
        return heard
    trace[2 * heard] = player
    trace[2 * heard + 1] = action
    return heard + 1


@helper
def fill(geometry: Ints, state: Ints, rng: Bits, trace: Ints) -> int:
    """Play the random board phase to its end, noting the actions; return how many were noted."""
    cells = int(geometry[SIZE]) ** 2
    begun = own_words(geometry) + FIRST
    room = np.empty((3, cells), dtype=np.int64)
    free = room[0]
    at = room[1]
    reached = room[2]
    count = list_free(geometry, state, free, at)
    heard = 0
    while state[TO_MOVE] != NOBODY:
        player = int(state[TO_MOVE])
        if state[PART] == 0:
            first = int(free[draw(rng, count)])
            heard = hear(trace, heard, player, first)
            state[begun] = first + 1
            state[PART] = 1
            count = put_stone(geometry, state, first, free, at, count)
        second = draw_reachable(geometry, state, int(state[begun]) - 1, reached, rng)
        heard = hear(trace, heard, player, second)
        count = put_stone(geometry, state, second, free, at, count)
        state[begun] = 0
        next_turn(state, 1 - player)
        if count == 0:
            finish(state, 0, -1)
    return heard


@kernel
def playout(geometry: Ints, state: Ints, rng: Bits, values: Reals) -> int:
    """Play a random game after which both sides get their best paths. Random claims are left to the general playout."""
    if geometry[CLAIM] == 1:
        return 0
    fill(geometry, state, rng, np.empty(0, dtype=np.int16))
    outcome(geometry, state, values)
    return 1


@kernel
def playout_trace(geometry: Ints, state: Ints, rng: Bits, values: Reals, trace: Ints) -> int:
    """Play as `playout` does, and write the stones placed to `trace`, as pairs of a player and an action."""
    if geometry[CLAIM] == 1:
        return -1
    heard = fill(geometry, state, rng, trace)
    outcome(geometry, state, values)
    return heard
