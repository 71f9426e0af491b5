"""Captures and immediate wins of one side, on boards of any size."""

from __future__ import annotations

import numpy as np

from byways.games.troll.rules import CELLS, CLOSED, EMPTY, NEAR, SIZE, flips_along, line_of, must_flip, ways
from byways.kernels import Ints, Wide, helper
from byways.rules.boards.walk import DIRECTIONS, chain


@helper
def look(geometry: Ints, state: Ints, player: int, found: Wide) -> None:
    """Count where `player` would win at once, where a disc would flip any, and the discs that could be flipped."""
    n = int(geometry[SIZE])
    own = (state[CELLS : CELLS + n * n] == player + 1).astype(np.int16)
    ends = np.zeros(n * n, dtype=np.int16)
    discs = np.zeros(n * n, dtype=np.int16)
    for cell in range(n * n):
        if state[CELLS + cell] == EMPTY and (geometry[CLOSED] == 0 or not must_flip(geometry, cell, player)):
            ends[cell] = _flip(geometry, state, cell, player, discs)
    found[1], found[2] = ends.sum(), discs.sum()
    hoped = own | ends | discs
    flipping = chain(geometry, hoped, 0, 1, player, ways(geometry))  # else there is no chain, whatever is flipped
    first, last = _next_to_edge(geometry, own, player, 0), _next_to_edge(geometry, own, player, n - 1)
    found[0] = 0
    for cell in range(n * n):
        if state[CELLS + cell] != EMPTY or (ends[cell] == 0 and must_flip(geometry, cell, player)):
            continue
        if first[cell] == 1 and last[cell] == 1:
            found[0] += 1
        elif flipping and ends[cell] == 1:
            tried = own.copy()
            tried[cell] = 1
            _flip(geometry, state, cell, player, tried)
            if chain(geometry, tried, 0, 1, player, ways(geometry)):
                found[0] += 1


@helper
def _flip(geometry: Ints, state: Ints, cell: int, player: int, discs: Ints) -> int:
    """Mark in `discs` what a disc on `cell` would flip; 1 if that is anything."""
    any_flips = 0
    for d in range(8):
        at = cell
        for _ in range(flips_along(geometry, state, cell, d, player + 1)):
            at = int(geometry[NEAR + 8 * at + d])
            discs[at] = 1
            any_flips = 1
    return any_flips


@helper
def _next_to_edge(geometry: Ints, own: Ints, player: int, line: int) -> Ints:
    """Mark the cells in a line of the player's and those beside a chain of own discs that reaches it."""
    n = int(geometry[SIZE])
    marks = np.zeros(n * n, dtype=np.int16)
    stack = np.empty(n * n, dtype=np.int16)
    waiting = 0
    for cell in range(n * n):
        if line_of(geometry, cell, player) == line:
            marks[cell] = 1
            if own[cell] == 1:
                stack[waiting] = cell
                waiting += 1
    while waiting > 0:
        waiting -= 1
        cell = int(stack[waiting])
        for i in range(ways(geometry)):
            at = int(geometry[NEAR + 8 * cell + DIRECTIONS[i]])
            if at >= 0 and marks[at] == 0:
                marks[at] = 1
                if own[at] == 1:
                    stack[waiting] = at
                    waiting += 1
    return marks
