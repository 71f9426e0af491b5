"""Walks on square boards: chains of adjacent cells that join two edges, and what they lack.

Chains are orthogonal unless `ways` says otherwise: they go on in so many directions of DIRECTIONS.
"""

from __future__ import annotations

import numpy as np

from byways.cells import BOTTOM, CELLS, LEFT, RIGHT, TOP
from byways.kernels import Ints, helper
from byways.rules.boards.layout import Layout
from byways.turns import ROWS, TABLE

DIRECTIONS = (1, 3, 4, 6, 0, 2, 5, 7)  # of `shapes.Grid`: the orthogonal ones, then the diagonal ones
ORTHOGONAL, ALL = 4, 8  # how many of them


@helper
def connected(geometry: Ints, state: Ints, player: int, ways: int = ORTHOGONAL) -> bool:
    """Return whether a chain of the player's pieces joins the player's edges."""
    return chain(geometry, state, CELLS, player + 1, player, ways)


@helper
def chain(geometry: Ints, board: Ints, cells: int, mark: int, player: int, ways: int = ORTHOGONAL) -> bool:
    """Return whether cells holding `mark` join the player's edges: the outer rows of player 0, the outer columns of 1.

    `cells` is the offset of the cells in `board`.
    """
    n = int(geometry[ROWS])
    rows = player == 0
    stack = np.empty(n * n, dtype=np.int16)
    seen = np.zeros(n * n, dtype=np.uint8)
    count = 0
    for i in range(n):
        cell = i if rows else i * n
        if board[cells + cell] == mark:
            seen[cell] = 1
            stack[count] = cell
            count += 1
    while count > 0:
        count -= 1
        cell = int(stack[count])
        if (cell // n if rows else cell % n) == n - 1:
            return True
        for i in range(ways):
            at = int(geometry[TABLE + 8 * cell + DIRECTIONS[i]])
            if at >= 0 and seen[at] == 0 and board[cells + at] == mark:
                seen[at] = 1
                stack[count] = at
                count += 1
    return False


@helper
def gap(geometry: Ints, state: Ints, player: int, enemy: int, ways: int = ORTHOGONAL) -> int:
    """Return the cost of the cells that the player lacks to connect: an empty one 1, an enemy's `enemy`.

    On n×n cells an `enemy` of n * n or more bars the way; n * n at most, where every way is barred.
    """
    n = int(geometry[ROWS])
    mark = player + 1
    rows = player == 0
    cost = np.full(n * n, n * n, dtype=np.int64)
    ring = np.empty(n * n, dtype=np.int64)  # cells whose cost has fallen, each once
    waits = np.zeros(n * n, dtype=np.uint8)
    first = count = 0
    for i in range(n):
        cell = i if rows else i * n
        cost[cell] = min(_price(int(state[CELLS + cell]), mark, enemy), n * n)
        ring[count] = cell
        waits[cell] = 1
        count += 1
    while count > 0:
        cell = int(ring[first])
        first = (first + 1) % (n * n)
        count = count - 1
        waits[cell] = 0
        for i in range(ways):
            at = int(geometry[TABLE + 8 * cell + DIRECTIONS[i]])
            if at < 0:
                continue
            reached = cost[cell] + _price(int(state[CELLS + at]), mark, enemy)
            if reached < cost[at]:
                cost[at] = reached
                if waits[at] == 0:
                    ring[(first + count) % (n * n)] = at
                    waits[at] = 1
                    count += 1
    least = n * n
    for i in range(n):
        least = min(least, int(cost[n * (n - 1) + i if rows else i * n + n - 1]))
    return least


@helper
def _price(there: int, mark: int, enemy: int) -> int:
    """Return the cost of a cell for a chain of `mark`."""
    return 0 if there == mark else 1 if there == 0 else enemy


def joining_chain(layout: Layout, state: Ints, player: int, ways: int = ORTHOGONAL) -> list[str]:
    """Return the names along a shortest chain as in `chain`, in order; empty if none. For pictures, not searches."""
    first, last = (TOP, BOTTOM) if player == 0 else (LEFT, RIGHT)
    own = {cell for cell in range(len(layout.names)) if state[CELLS + cell] == player + 1}
    queue = [cell for cell in sorted(own) if layout.sides[cell] & first]
    from_here = {cell: cell for cell in queue}
    for cell in queue:
        if layout.sides[cell] & last:
            found = [cell]
            while from_here[found[-1]] != found[-1]:
                found.append(from_here[found[-1]])
            return [layout.names[cell] for cell in reversed(found)]
        for d in DIRECTIONS[:ways]:
            at = layout.neighbours[cell][d]
            if at in own and at not in from_here:
                from_here[at] = cell
                queue.append(at)
    return []
