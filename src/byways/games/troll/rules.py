"""The rules of Troll as kernels.

A state is the header and one word a cell: EMPTY, or 1 + the player whose disc lies there. White (player 0) joins the
top and bottom rows, Black (player 1) the left and right columns. Actions: a cell to place a disc on; then PASS; then,
with the pie rule, swap.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from byways import defaults
from byways.boards import square
from byways.boards.walk import chain
from byways.header import GEOMETRY, HEADER, NOBODY, TO_MOVE, exchange_players, finish, next_turn, swap, swap_open
from byways.kernels import Ints, Planes, helper, kernel
from byways.options import Value

SIZE = GEOMETRY  # cells a side
CAPTURE = GEOMETRY + 1  # 1: a disc may be placed on the opponent's edges if it flips something; 0: never
NEAR = GEOMETRY + 2  # the neighbour of cell c in direction d at NEAR + 8 * c + d, or -1
# After it, for every cell, its row and its column: the lines between White's edges and between Black's.

CELLS = HEADER
EMPTY = 0
CONNECTION, BLOCKED = 1, 2  # reasons


def geometry(options: Mapping[str, Value]) -> Ints:
    """The constant vector for a size, a reading of T1 and the pie rule."""
    size = int(options["size"])
    head = [int(options["swap"]), size, int(options["edges"] == "capture")]
    lines = [line for cell in range(size * size) for line in divmod(cell, size)]
    return np.concatenate([np.array(head, np.int16), square.neighbours(size), np.array(lines, np.int16)])


def width(geometry: Ints) -> int:
    """The length of a state vector."""
    return CELLS + int(geometry[SIZE]) ** 2


@kernel(defaults.COUNT)
def num_actions(geometry: Ints) -> int:
    """The cells, PASS and swap."""
    n = int(geometry[SIZE])
    return n * n + 1 + int(geometry[0])


@kernel(defaults.SETUP)
def setup(geometry: Ints, state: Ints) -> None:
    """An empty board; White moves first."""
    state[TO_MOVE] = 0


@helper
def flips_along(geometry: Ints, state: Ints, cell: int, d: int, me: int) -> int:
    """How many enemy discs a disc of `me` (1 or 2) on `cell` brackets in direction d."""
    count = 0
    at = int(geometry[NEAR + 8 * cell + d])
    while at >= 0 and state[CELLS + at] == 3 - me:
        count += 1
        at = int(geometry[NEAR + 8 * at + d])
    if at < 0 or state[CELLS + at] != me:
        return 0
    return count


@helper
def line_of(geometry: Ints, cell: int, player: int) -> int:
    """Which of the lines between the player's edges the cell lies in, from 0 to size - 1."""
    n = int(geometry[SIZE])
    return int(geometry[NEAR + 8 * n * n + 2 * cell + player])


@helper
def must_flip(geometry: Ints, cell: int, player: int) -> bool:
    """Whether the cell lies on the opponent's edges or is a corner (decision T1)."""
    line = line_of(geometry, cell, 1 - player)
    return line == 0 or line == geometry[SIZE] - 1


@helper
def may_place(geometry: Ints, state: Ints, cell: int, player: int) -> bool:
    """Whether `player` may place a disc on `cell`."""
    if state[CELLS + cell] != EMPTY:
        return False
    if not must_flip(geometry, cell, player):
        return True
    if geometry[CAPTURE] == 0:
        return False
    for d in range(8):
        if flips_along(geometry, state, cell, d, player + 1) > 0:
            return True
    return False


@helper
def can_place(geometry: Ints, state: Ints, player: int) -> bool:
    """Whether `player` may place a disc anywhere."""
    n = int(geometry[SIZE])
    for cell in range(n * n):
        if may_place(geometry, state, cell, player):
            return True
    return False


@kernel(defaults.LEGAL)
def legal_actions(geometry: Ints, state: Ints, out: Ints) -> int:
    """The cells where a disc may be placed, or PASS where there are none; swap last."""
    player = int(state[TO_MOVE])
    if player == NOBODY:
        return 0
    n = int(geometry[SIZE])
    count = 0
    for cell in range(n * n):
        if may_place(geometry, state, cell, player):
            out[count] = cell
            count += 1
    if count == 0:
        out[0] = n * n
        count = 1
    if swap_open(geometry, state):
        out[count] = n * n + 1
        count += 1
    return count


@kernel(defaults.ALLOWS)
def allows(geometry: Ints, state: Ints, action: int) -> int:
    """As `legal_actions`, of one action."""
    player, cells = int(state[TO_MOVE]), int(geometry[SIZE]) ** 2
    if player == NOBODY:
        return 0
    if action < cells:
        return int(may_place(geometry, state, action, player))
    if action == cells:
        return int(not can_place(geometry, state, player))
    return int(swap_open(geometry, state))


@helper
def connected(geometry: Ints, state: Ints, player: int) -> bool:
    """Whether an orthogonal chain of `player` joins that player's two edges."""
    n = int(geometry[SIZE])
    return chain(geometry, NEAR, state, CELLS, n, player + 1, player == 0)


@kernel(defaults.SETUP)
def settle(geometry: Ints, state: Ints) -> None:
    """End the game where the player who moved last has connected, or where nobody can place (decision T2)."""
    player = int(state[TO_MOVE])
    if connected(geometry, state, 1 - player):
        finish(state, CONNECTION, 1 - player)
    elif not can_place(geometry, state, player) and not can_place(geometry, state, 1 - player):
        finish(state, BLOCKED, -1)


@kernel(defaults.APPLY)
def apply(geometry: Ints, state: Ints, action: int) -> None:
    """Place a disc and flip what it brackets, or pass, or swap."""
    n = int(geometry[SIZE])
    player = int(state[TO_MOVE])
    if action > n * n:
        swap(state)
        return
    if action < n * n:
        for d in range(8):
            at = action
            for _ in range(flips_along(geometry, state, action, d, player + 1)):
                at = int(geometry[NEAR + 8 * at + d])
                state[CELLS + at] = player + 1
        state[CELLS + action] = player + 1
    next_turn(state, 1 - player)
    settle(geometry, state)


@kernel(defaults.SYMMETRY)
def symmetry(geometry: Ints, state: Ints, index: int, image: Ints, actions: Ints) -> int:
    """The eight symmetries of the square; those that exchange rows and columns exchange the colours too."""
    n = int(geometry[SIZE])
    image[:] = state
    turned = index & 1
    if turned:
        exchange_players(image)
    for cell in range(n * n):
        row, column = (cell % n, cell // n) if turned else (cell // n, cell % n)
        row = n - 1 - row if index & 2 else row
        column = n - 1 - column if index & 4 else column
        disc = int(state[CELLS + cell])
        image[CELLS + row * n + column] = 3 - disc if turned and disc != EMPTY else disc
        actions[cell] = row * n + column
    for action in range(n * n, actions.size):
        actions[action] = action
    return 8


def observation_shape(geometry: Ints) -> tuple[int, int]:
    """Four planes of cells; see `observe`."""
    return 4, int(geometry[SIZE]) ** 2


@kernel(defaults.OBSERVE)
def observe(geometry: Ints, state: Ints, player: int, planes: Planes) -> None:
    """Planes: own discs, enemy discs, one's own two edges, and all ones where `player` is to move."""
    n = int(geometry[SIZE])
    for cell in range(n * n):
        disc = int(state[CELLS + cell])
        if disc != EMPTY:
            planes[0 if disc == player + 1 else 1, cell] = 1.0
        line = line_of(geometry, cell, player)
        if line == 0 or line == n - 1:
            planes[2, cell] = 1.0
        if state[TO_MOVE] == player:
            planes[3, cell] = 1.0
