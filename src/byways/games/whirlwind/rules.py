"""The rules of Whirlwind as kernels.

A state is the header, one word a cell (EMPTY, or 1 + the player whose stone is there), and one word behind them
for a turn whose second stone is still to come (`first_stone`). Black (player 0) joins the top and bottom rows, White
(player 1) the left and right columns. Actions: a cell to place a stone on; then the end of a turn after one stone.

At the end of a turn no two stones of one colour may touch only at a corner. Placing stones can bring about such a
touch only at the new stones, and mend one only on the two points that both its stones are orthogonally next to: so the
test is local, and a stone that may not stand alone can be mended only from one of its orthogonal neighbours.

In the variant of one stone a turn all turns are as the first turn of the usual game.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from byways.kernels import Bits, Ints, Planes, Wide, helper, kernel
from byways.kernels.rng import draw
from byways.rules.boards.symmetries import mirror_square
from byways.rules.boards.walk import connected
from byways.rules.options import Value
from byways.rules.state_vector import (
    AGE,
    FIRST_TURN,
    HEADER,
    NOBODY,
    PART,
    TO_MOVE,
    finish,
    next_turn,
)
from byways.turns import CELL_COUNT, OPTIONS, TABLE

SIZE = OPTIONS  # cells a side
REVERSED = OPTIONS + 1  # 1: the set-up's colours are exchanged
STONES = OPTIONS + 2  # the most stones a turn: 2, or in the variant 1
NEAR = TABLE  # the neighbour of cell c in direction d at NEAR + 8 * c + d, or -1

CELLS = HEADER
EMPTY, BLACK, WHITE = 0, 1, 2
NOWHERE = -1  # instead of a cell
CONNECTION, NO_TURN = 1, 2  # reasons

DIAGRAM = 14  # cells a side of the source's diagram

# A *ring* has a bit for each neighbour of a cell: above, then clockwise; so the even bits are orthogonal neighbours.
RING = (1, 2, 4, 7, 6, 5, 3, 0)  # the direction on a `Grid` of each bit
BIT = (7, 0, 1, 6, 2, 5, 4, 3)  # and the bit of each direction
STRAIGHT, SLANTED = 0b01010101, 0b10101010
MENDING = (0, 6, 2, 4)  # above, left, right, below: in the order of the cells

OWN, ENEMY, PENDING, SINGLE, UPRIGHT, MOVING = range(6)  # planes of `observe`
PLANES = 6


def observation_shape(geometry: Ints) -> tuple[int, int]:
    """Return the shape of an observation: the planes and cells that `observe` fills."""
    return PLANES, int(geometry[SIZE]) ** 2


def longest(options: Mapping[str, Value]) -> int:
    """Return how many actions a game has at most: a stone on every point, and the end of a turn of two after each."""
    return int(options["stones"]) * int(options["size"]) ** 2


def ranges(options: Mapping[str, Value]) -> list[tuple[int, int]]:
    """Return the least and the greatest number of each word behind the header."""
    cells = int(options["size"]) ** 2
    return [*[(EMPTY, WHITE)] * cells, (0, cells)]


@kernel
def setup(geometry: Ints, state: Ints) -> None:
    """Place the source's diagram, cropped or continued about its centre; Black moves first."""
    n = int(geometry[SIZE])
    shift = (DIAGRAM - n) // 2
    for cell in range(n * n):
        row, column = cell // n + shift, cell % n + shift
        pattern = (3 * row + column) % 10  # 1 or 6 just where (row + 2 * column) % 5 is 2
        if pattern == 1 or pattern == 6:
            stone = WHITE if pattern == 1 else BLACK
            state[CELLS + cell] = 3 - stone if geometry[REVERSED] == 1 else stone
    state[TO_MOVE] = 0


@helper
def first_stone(geometry: Ints) -> int:
    """Return the offset of the word that holds 1 + the cell of the turn's first stone while PART is 1, else 0."""
    return CELLS + int(geometry[CELL_COUNT])


@helper
def is_single(geometry: Ints, state: Ints) -> bool:
    """Return whether the present turn is exactly one stone: the game's first, or any with one stone a turn."""
    return bool(state[AGE] == FIRST_TURN or geometry[STONES] == 1)


@helper
def ring_of(geometry: Ints, state: Ints, cell: int, other: int, stone: int) -> int:
    """Return the ring of neighbours of `cell` holding `stone`, as if the cell `other` (or NOWHERE) held it too."""
    ring = 0
    for i in range(8):
        at = int(geometry[NEAR + 8 * cell + RING[i]])
        if at >= 0 and (at == other or state[CELLS + at] == stone):
            ring |= 1 << i
    return ring


@helper
def corner_touches(ring: int) -> int:
    """Return the diagonal neighbours in a ring that touch the stone only at a corner: none beside both is occupied."""
    straight = ring & STRAIGHT
    return ring & SLANTED & ~(straight << 1 | straight >> 1 | straight << 7)


@helper
def may_stand(geometry: Ints, state: Ints, cell: int, other: int, stone: int) -> bool:
    """Return whether `stone` on `cell` touches none of its colour only at a corner; `other` may hold one too."""
    return corner_touches(ring_of(geometry, state, cell, other, stone)) == 0


@helper
def may_pair(geometry: Ints, state: Ints, first: int, second: int, stone: int) -> bool:
    """Return whether both stones of a turn may stay; nothing else is checked of the two cells."""
    return may_stand(geometry, state, first, second, stone) and may_stand(geometry, state, second, first, stone)


@helper
def has_mate(geometry: Ints, state: Ints, cell: int, stone: int) -> bool:
    """Return whether a second stone next to `cell` makes a turn of one that may not stand there alone."""
    for i in range(0, 8, 2):
        mate = int(geometry[NEAR + 8 * cell + RING[i]])
        if mate >= 0 and state[CELLS + mate] == EMPTY and may_pair(geometry, state, cell, mate, stone):
            return True
    return False


@helper
def may_begin(geometry: Ints, state: Ints, cell: int, stone: int) -> bool:
    """Return whether a legal turn places `stone` on `cell`, alone or, unless the turn is single, with another."""
    if state[CELLS + cell] != EMPTY:
        return False
    if may_stand(geometry, state, cell, NOWHERE, stone):
        return True
    return not is_single(geometry, state) and has_mate(geometry, state, cell, stone)


@helper
def may_follow(geometry: Ints, state: Ints, first: int, cell: int, stone: int) -> bool:
    """Return whether `stone` on `cell` completes the turn whose first stone is already on the board."""
    if state[CELLS + cell] != EMPTY:
        return False
    return may_pair(geometry, state, cell, first, stone)


@helper
def _rings(geometry: Ints, state: Ints, stone: int) -> Wide:
    """Return the ring of every cell's neighbours that hold `stone`: that of `ring_of`, for all cells at once."""
    cells = int(geometry[SIZE]) ** 2
    rings = np.zeros(cells, dtype=np.int64)
    for cell in range(cells):
        if state[CELLS + cell] == stone:
            for i in range(8):
                at = int(geometry[NEAR + 8 * cell + RING[i]])
                if at >= 0:
                    rings[at] |= 1 << (i ^ 4)  # seen from there, the stone lies the opposite way
    return rings


@helper
def _fitting_rows(geometry: Ints, state: Ints, stone: int, pairs: bool, rows: Wide) -> None:
    """Write for each row of the board the columns, as bits, where a stone may be placed, to rows[0, 1:-1].

    A stone may stand where it touches none of its colour only at a corner; with `pairs` also where a second one, next
    to it, mends all such touches and may stand there itself. Row 1 holds the stones, row 2 the empty points, 3 to 6 the
    touches above, below, on the left and on the right.
    """
    n = int(geometry[SIZE])
    rows[:] = 0
    for row in range(n):
        own = 0
        empty = 0
        for column in range(n):
            held = int(state[CELLS + n * row + column])
            own |= int(held == stone) << column
            empty |= int(held == EMPTY) << column
        rows[1, row + 1] = own
        rows[2, row + 1] = empty
    for row in range(1, n + 1):
        above = int(rows[1, row - 1])
        here = int(rows[1, row])
        below = int(rows[1, row + 1])
        left, right = here << 1, here >> 1  # the cells with a stone on their left, and on their right
        high_left = above << 1 & ~(above | left)
        high_right = above >> 1 & ~(above | right)
        low_left = below << 1 & ~(below | left)
        low_right = below >> 1 & ~(below | right)
        rows[3, row] = high_left | high_right
        rows[4, row] = low_left | low_right
        rows[5, row] = high_left | low_left
        rows[6, row] = high_right | low_right
    for row in range(1, n + 1):
        empty = int(rows[2, row])
        high = int(rows[3, row])
        low = int(rows[4, row])
        left, right = int(rows[5, row]), int(rows[6, row])
        fits = ~(high | low)
        if pairs:  # the mate above mends the touches above, and so on
            fits |= ~low & int(rows[2, row - 1]) & ~int(rows[3, row - 1])
            fits |= ~high & int(rows[2, row + 1]) & ~int(rows[4, row + 1])
            fits |= ~right & (empty & ~left) << 1 | ~left & (empty & ~right) >> 1
        rows[0, row] = fits & empty


@kernel
def legal_actions(geometry: Ints, state: Ints, out: Ints) -> int:
    """List the stones of all legal turns; amid a turn those that complete it, and its end if it may end."""
    player = int(state[TO_MOVE])
    if player == NOBODY:
        return 0
    n = int(geometry[SIZE])
    first = int(state[first_stone(geometry)]) - 1
    begun = state[PART] == 1
    rows = np.empty((7, n + 2), dtype=np.int64)
    _fitting_rows(geometry, state, player + 1, not begun and not is_single(geometry, state), rows)
    count = 0
    ring = ring_of(geometry, state, first, NOWHERE, player + 1) if begun else 0
    if begun and corner_touches(ring) != 0:  # only a stone next to the first one can mend that
        for i in MENDING:
            at = int(geometry[NEAR + 8 * first + RING[i]])
            if at >= 0 and int(rows[0, at // n + 1]) >> at % n & 1 and corner_touches(ring | 1 << i) == 0:
                out[count] = at
                count += 1
        return count
    for row in range(n):
        fits = int(rows[0, row + 1])
        for column in range(n):
            out[count] = n * row + column
            count += fits >> column & 1
    if begun:
        out[count] = n * n
        count += 1
    return count


@kernel
def list_turns(geometry: Ints, state: Ints, out: Ints) -> int:
    """Write every whole turn as two words, in board order: its stones, or its stone and the end; return how many.

    Far from the first stone the second must be legal by itself, as the first must then be; only next to it both are
    looked at anew.
    """
    if state[TO_MOVE] == NOBODY:
        return 0
    cells = int(geometry[SIZE]) ** 2
    single = is_single(geometry, state)
    rings = _rings(geometry, state, int(state[TO_MOVE]) + 1)
    fits = np.zeros(cells, dtype=np.int64)  # whether a second stone may stand there
    for cell in range(cells):
        fits[cell] = int(state[CELLS + cell] == EMPTY and corner_touches(int(rings[cell])) == 0)
    standing = fits.copy()
    count = 0
    for first in range(cells):
        if state[CELLS + first] != EMPTY:
            continue
        if standing[first]:
            out[2 * count] = first
            out[2 * count + 1] = cells
            count += 1
        if single:
            continue
        for d in range(8):
            at = int(geometry[NEAR + 8 * first + d])
            if at > first and state[CELLS + at] == EMPTY:
                mended = corner_touches(int(rings[first]) | 1 << BIT[d]) | corner_touches(
                    int(rings[at]) | 1 << (BIT[d] ^ 4)
                )
                fits[at] = int(mended == 0)
        if standing[first]:
            for second in range(first + 1, cells):
                if fits[second]:
                    out[2 * count] = first
                    out[2 * count + 1] = second
                    count += 1
        for d in range(8):
            at = int(geometry[NEAR + 8 * first + d])
            if at > first:
                if not standing[first] and fits[at]:
                    out[2 * count] = first
                    out[2 * count + 1] = at
                    count += 1
                fits[at] = standing[at]
    return count


@kernel
def allows(geometry: Ints, state: Ints, action: int) -> bool:
    """Return whether one action is legal."""
    cells = int(geometry[SIZE]) ** 2
    stone = int(state[TO_MOVE]) + 1
    first = int(state[first_stone(geometry)]) - 1
    begun = state[PART] == 1
    if action < cells:
        if begun:
            return may_follow(geometry, state, first, action, stone)
        return may_begin(geometry, state, action, stone)
    return bool(begun and may_stand(geometry, state, first, NOWHERE, stone))


@kernel
def choose(geometry: Ints, state: Ints, legal: Ints, count: int, rng: Bits) -> int:
    """Choose a stone uniformly; end a turn that may end after its first stone half of the time."""
    n = int(geometry[SIZE])
    if legal[count - 1] == n * n:
        if count == 1 or draw(rng, 2) == 0:
            return n * n
        return int(legal[draw(rng, count - 1)])
    return int(legal[draw(rng, count)])


@helper
def can_move(geometry: Ints, state: Ints, player: int) -> bool:
    """Return whether `player` has a legal turn."""
    n = int(geometry[SIZE])
    for cell in range(n * n):
        if may_begin(geometry, state, cell, player + 1):
            return True
    return False


@kernel
def settle(geometry: Ints, state: Ints) -> None:
    """End the game where a player has connected, or where the player to move has no turn and loses (decision W1)."""
    player = int(state[TO_MOVE])
    if connected(geometry, state, 1 - player):
        finish(state, CONNECTION, 1 - player)
    elif connected(geometry, state, player):  # only on a board set up by hand
        finish(state, CONNECTION, player)
    elif not can_move(geometry, state, player):
        finish(state, NO_TURN, 1 - player)


@kernel
def apply(geometry: Ints, state: Ints, action: int) -> None:
    """Place a stone, or end the turn. A turn of exactly one stone ends by itself."""
    n = int(geometry[SIZE])
    player = int(state[TO_MOVE])
    if action < n * n:
        state[CELLS + action] = player + 1
        if state[PART] == 0 and not is_single(geometry, state):
            state[PART] = 1
            state[first_stone(geometry)] = action + 1
            return
    state[first_stone(geometry)] = 0
    next_turn(state, 1 - player)
    if connected(geometry, state, player):
        finish(state, CONNECTION, player)
    elif not can_move(geometry, state, 1 - player):
        finish(state, NO_TURN, player)


@kernel
def observe(geometry: Ints, state: Ints, player: int, planes: Planes) -> None:
    """Write planes of one number a cell, 0 or 1.

    OWN and ENEMY: the stones of `player` and of the opponent, the pending one included; PENDING: the first stone of a
    turn that is not over. The same on every cell: SINGLE, this turn is one stone only; UPRIGHT,
    `player` joins top and bottom; MOVING, `player` is to move.
    """
    own = planes[OWN]
    enemy = planes[ENEMY]
    for cell in range(own.size):
        stone = int(state[CELLS + cell])
        own[cell] = np.float32(stone == player + 1)
        enemy[cell] = np.float32(stone == 2 - player)
    if state[first_stone(geometry)] > 0:
        planes[PENDING, int(state[first_stone(geometry)]) - 1] = 1.0
    if is_single(geometry, state):
        planes[SINGLE, :] = 1.0
    if player == 0:
        planes[UPRIGHT, :] = 1.0
    if state[TO_MOVE] == player:
        planes[MOVING, :] = 1.0


@kernel
def symmetry(geometry: Ints, state: Ints, index: int, image: Ints, actions: Ints) -> int:
    """Write one of the symmetries of the square; those that exchange rows and columns exchange the colours too."""
    mirror_square(int(geometry[SIZE]), state, index, index & 1 == 1, image, actions)
    first = first_stone(geometry)
    if state[first] > 0:
        image[first] = actions[int(state[first]) - 1] + 1
    return 8
