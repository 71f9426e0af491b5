"""The rules of Troll as kernels.

A state is the header and one word a cell: EMPTY, or 1 + the player whose disc is there. White (player 0) joins the
top and bottom rows, Black (player 1) the left and right columns. Actions: a cell to place a disc on; then PASS; then,
with the pie rule, swap.
"""

from __future__ import annotations

from collections.abc import Mapping

from byways.kernels import Ints, Planes, helper, kernel
from byways.rules.boards.symmetries import mirror_square
from byways.rules.boards.walk import ALL, ORTHOGONAL, connected
from byways.rules.options import Value
from byways.rules.state_vector import HEADER, NOBODY, TO_MOVE, finish, next_turn
from byways.turns import OPTIONS, TABLE

SIZE = OPTIONS  # cells a side
CLOSED = OPTIONS + 1  # 1: the opponent's edges are closed; 0: a disc may be placed there if it flips something
JOINS = OPTIONS + 2  # 1: discs that touch only at a corner are joined too (a variant); 0: they are not
NEAR = TABLE  # the neighbour of cell c in direction d at NEAR + 8 * c + d, or -1
# After it and the sides, for every cell, its row and its column: the lines between White's edges and between Black's.

CELLS = HEADER
EMPTY = 0
CONNECTION, BLOCKED = 1, 2  # reasons


def numbers(options: Mapping[str, Value]) -> list[int]:
    """Return the row and the column of every cell."""
    size = int(options["size"])
    return [line for cell in range(size * size) for line in divmod(cell, size)]


def longest(options: Mapping[str, Value]) -> int:
    """Return how many actions a game has at most: a disc on every cell, and a pass before each."""
    return 2 * int(options["size"]) ** 2


def ranges(options: Mapping[str, Value]) -> list[tuple[int, int]]:
    """Return the least and the greatest number of each word behind the header."""
    return [(EMPTY, 2)] * int(options["size"]) ** 2


@helper
def flips_along(geometry: Ints, state: Ints, cell: int, d: int, me: int) -> int:
    """Count the enemy discs that a disc of `me` (1 or 2) on `cell` brackets in direction d."""
    count = 0
    at = int(geometry[NEAR + 8 * cell + d])
    while at >= 0 and state[CELLS + at] == 3 - me:
        count += 1
        at = int(geometry[NEAR + 8 * at + d])
    if at < 0 or state[CELLS + at] != me:
        return 0
    return count


@helper
def ways(geometry: Ints) -> int:
    """Return in how many of `walk.DIRECTIONS` a chain goes on."""
    return ALL if geometry[JOINS] == 1 else ORTHOGONAL


@helper
def line_of(geometry: Ints, cell: int, player: int) -> int:
    """Return the cell's line between the player's edges, from 0 to size - 1."""
    n = int(geometry[SIZE])
    return int(geometry[NEAR + 9 * n * n + 2 * cell + player])


@helper
def must_flip(geometry: Ints, cell: int, player: int) -> bool:
    """Return whether the cell is on the opponent's edges or a corner (decision T1)."""
    line = line_of(geometry, cell, 1 - player)
    return line == 0 or line == geometry[SIZE] - 1


@helper
def may_place(geometry: Ints, state: Ints, cell: int, player: int) -> bool:
    """Return whether `player` may place a disc on `cell`."""
    if state[CELLS + cell] != EMPTY:
        return False
    if not must_flip(geometry, cell, player):
        return True
    if geometry[CLOSED] == 1:
        return False
    for d in range(8):
        if flips_along(geometry, state, cell, d, player + 1) > 0:
            return True
    return False


@helper
def can_place(geometry: Ints, state: Ints, player: int) -> bool:
    """Return whether `player` may place a disc anywhere."""
    n = int(geometry[SIZE])
    for cell in range(n * n):
        if may_place(geometry, state, cell, player):
            return True
    return False


@kernel
def legal_actions(geometry: Ints, state: Ints, out: Ints) -> int:
    """List the cells where a disc may be placed, or PASS where there are none."""
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
    return count


@kernel
def allows(geometry: Ints, state: Ints, action: int) -> bool:
    """Return whether `legal_actions` lists the action."""
    player = int(state[TO_MOVE])
    cells = int(geometry[SIZE]) ** 2
    if action < cells:
        return may_place(geometry, state, action, player)
    return not can_place(geometry, state, player)


@kernel
def settle(geometry: Ints, state: Ints) -> None:
    """End the game where the player who moved last has connected, or where neither can place (decision T2)."""
    player = int(state[TO_MOVE])
    if connected(geometry, state, 1 - player, ways(geometry)):
        finish(state, CONNECTION, 1 - player)
    elif not can_place(geometry, state, player) and not can_place(geometry, state, 1 - player):
        finish(state, BLOCKED, -1)


@kernel
def apply(geometry: Ints, state: Ints, action: int) -> None:
    """Place a disc and flip what it brackets, or pass."""
    n = int(geometry[SIZE])
    player = int(state[TO_MOVE])
    if action < n * n:
        for d in range(8):
            at = action
            for _ in range(flips_along(geometry, state, action, d, player + 1)):
                at = int(geometry[NEAR + 8 * at + d])
                state[CELLS + at] = player + 1
        state[CELLS + action] = player + 1
    next_turn(state, 1 - player)
    settle(geometry, state)


@kernel
def symmetry(geometry: Ints, state: Ints, index: int, image: Ints, actions: Ints) -> int:
    """Write one of the symmetries of the square; those that exchange rows and columns exchange the colours too."""
    mirror_square(int(geometry[SIZE]), state, index, index & 1 == 1, image, actions)
    return 8


def observation_shape(geometry: Ints) -> tuple[int, int]:
    """Return the shape of an observation: four planes of cells, see `observe`."""
    return 4, int(geometry[SIZE]) ** 2


@kernel
def observe(geometry: Ints, state: Ints, player: int, planes: Planes) -> None:
    """Write the planes: own discs, enemy discs, one's own two edges, and all ones where `player` is to move."""
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
