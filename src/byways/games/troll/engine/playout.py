"""Random games of Troll on cells, for every size; on 8×8 they are left to bitboards. The game of `rules`, only faster.

A point is drawn among the empty ones and drawn again where no disc may be placed, which is uniform over the legal
points; only when that keeps failing are they listed.
"""

from __future__ import annotations

import numpy as np

from byways.games.troll.engine.bitboards import TRIES, on_bitboards
from byways.games.troll.rules import BLOCKED, CELLS, CLOSED, CONNECTION, EMPTY, SIZE, ways
from byways.kernels import Bits, Ints, Reals, helper, kernel
from byways.kernels.rng import draw
from byways.rules.state_vector import NOBODY, TO_MOVE, WINNER, finish

BORDER = 3  # what lies around the cells: no player's disc, not empty


@kernel
def playout(geometry: Ints, state: Ints, rng: Bits, values: Reals) -> int:
    """Play a random game to its end in place; see `SearchKernels.playout`."""
    if geometry[SIZE] != 8:
        return playout_on_cells(geometry, state, rng, values)
    if state[TO_MOVE] != NOBODY:
        on_bitboards(geometry, state, rng)
    _write_values(state, values)
    return 1


@kernel
def playout_on_cells(geometry: Ints, state: Ints, rng: Bits, values: Reals) -> int:
    """Play as `playout` does, on the plain cells for every size."""
    if state[TO_MOVE] != NOBODY:
        _on_cells(geometry, state, rng)
    _write_values(state, values)
    return 1


@helper
def _write_values(state: Ints, values: Reals) -> None:
    winner = int(state[WINNER])
    values[0] = 0.5 if winner == 0 else 2.0 - winner
    values[1] = 1.0 - values[0]


@helper
def _on_cells(geometry: Ints, state: Ints, rng: Bits) -> None:
    """Play a random game of any size on a board with a border, where a step in a direction is a number to add."""
    n = int(geometry[SIZE])
    wide = n + 2
    board = np.full(wide * wide, BORDER, dtype=np.int16)
    line = np.zeros((2, wide * wide), dtype=np.int16)  # of every cell, between White's edges and between Black's
    discs = np.zeros((2, n), dtype=np.int16)  # of White in every row, of Black in every column
    # In the order of `walk.DIRECTIONS`, so that chains go on by the first `links` of them.
    steps = np.array([-wide, -1, 1, wide, -wide - 1, -wide + 1, wide - 1, wide + 1], dtype=np.int16)
    links = ways(geometry)
    empties = np.empty(n * n, dtype=np.int16)
    left = 0
    for cell in range(n * n):
        row, column = cell // n, cell % n
        at = (row + 1) * wide + column + 1
        disc = int(state[CELLS + cell])
        board[at] = disc
        line[0, at] = row
        line[1, at] = column
        if disc == EMPTY:
            empties[left] = at
            left += 1
        else:
            discs[disc - 1, line[disc - 1, at]] += 1
    capture = geometry[CLOSED] == 0
    player = int(state[TO_MOVE])
    seen = np.zeros(wide * wide, dtype=np.int16)
    stack = np.empty(n * n, dtype=np.int16)
    changed = np.empty(n * n, dtype=np.int16)
    tick = 0
    while True:
        count = 0
        for _ in range(TRIES if left > 0 else 0):
            i = draw(rng, left)
            count = _place(board, steps, line, n, capture, int(empties[i]), player, changed)
            if count > 0:
                break
        if count == 0:
            i = _draw_listed(board, steps, line, n, capture, empties[:left], player, changed, rng)
            if i >= 0:
                count = _place(board, steps, line, n, capture, int(empties[i]), player, changed)
        if count > 0:
            left -= 1
            empties[i] = empties[left]
            _count(discs, line, changed, count, player)
            tick += 1
            spans = _spans(discs, n, player)
            if spans and _joins(board, steps[:links], line, n, changed[:count], seen, stack, tick, player):
                finish(state, CONNECTION, player)
                return
        elif _draw_listed(board, steps, line, n, capture, empties[:left], 1 - player, changed, rng) < 0:
            finish(state, BLOCKED, -1)
            return
        player = 1 - player


@helper
def _bracketed(board: Ints, steps: Ints, cell: int, player: int, changed: Ints, count: int) -> int:
    """Append to `changed` the enemy discs that a disc of `player` on `cell` brackets; return the new count."""
    for d in range(8):
        step = int(steps[d])
        at = cell + step
        while board[at] == 2 - player:
            at += step
        if board[at] == player + 1:
            at -= step
            while at != cell:
                changed[count] = at
                count += 1
                at -= step
    return count


@helper
def _place(board: Ints, steps: Ints, line: Ints, n: int, capture: bool, cell: int, player: int, changed: Ints) -> int:
    """Place a disc if the player may, else return 0; write the cells that became the player's and return how many."""
    across = line[1 - player, cell]
    barred = across == 0 or across == n - 1  # decision T1
    if barred and not capture:
        return 0
    changed[0] = cell
    count = _bracketed(board, steps, cell, player, changed, 1)
    if barred and count == 1:
        return 0
    for i in range(count):
        board[changed[i]] = player + 1
    return count


@helper
def _draw_listed(
    board: Ints, steps: Ints, line: Ints, n: int, capture: bool, empties: Ints, player: int, changed: Ints, rng: Bits
) -> int:
    """Return the index in `empties` of a uniformly random point where `player` may place, or -1: by listing."""
    legal = np.empty(empties.size, dtype=np.int16)
    count = 0
    for i in range(empties.size):
        cell = int(empties[i])
        across = line[1 - player, cell]
        barred = across == 0 or across == n - 1
        if not barred or (capture and _bracketed(board, steps, cell, player, changed, 0) > 0):
            legal[count] = i
            count += 1
    return int(legal[draw(rng, count)]) if count > 0 else -1


@helper
def _count(discs: Ints, line: Ints, changed: Ints, count: int, player: int) -> None:
    """Keep the counts of discs a line: the first changed cell was empty, the others were the enemy's."""
    for i in range(count):
        discs[player, line[player, changed[i]]] += 1
    for i in range(1, count):
        discs[1 - player, line[1 - player, changed[i]]] -= 1


@helper
def _spans(discs: Ints, n: int, player: int) -> bool:
    """Return whether the player has a disc in every line between the two edges; without that there is no chain."""
    for i in range(n):
        if discs[player, i] == 0:
            return False
    return True


@helper
def _joins(
    board: Ints,
    steps: Ints,
    line: Ints,
    n: int,
    changed: Ints,
    seen: Ints,
    stack: Ints,
    tick: int,
    player: int,
) -> bool:
    """Return whether a chain through one of the cells in `changed` joins the player's edges.

    A chain goes on by all `steps`. `seen` holds the tick at which a cell was last reached.
    """
    for i in range(changed.size):
        if seen[changed[i]] == tick:
            continue
        seen[changed[i]] = tick
        stack[0] = changed[i]
        waiting = 1
        low, high = False, False
        while waiting > 0:
            waiting -= 1
            cell = int(stack[waiting])
            low |= line[player, cell] == 0
            high |= line[player, cell] == n - 1
            if low and high:
                return True
            for d in range(steps.size):
                at = cell + int(steps[d])
                if board[at] == player + 1 and seen[at] != tick:
                    seen[at] = tick
                    stack[waiting] = at
                    waiting += 1
    return False
