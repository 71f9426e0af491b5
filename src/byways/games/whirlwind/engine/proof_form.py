"""Whirlwind on boards of up to 7×7 as two bitboards, for proofs: the header, FIRST, Black's stones, White's."""

from __future__ import annotations

import numpy as np

from byways.game.groups import Form, Options
from byways.games.whirlwind.rules import CONNECTION, NO_TURN, SIZE, STONES, first_stone, is_single
from byways.kernels import Ints, Wide, helper, kernel
from byways.rules.boards.bitboards import (
    LARGEST,
    NONE,
    ONE,
    WORDS,
    beside,
    bit,
    board,
    edges,
    grown,
    least_image,
    lowest,
    mixed,
    pack_pieces,
    read_bits,
    write_bits,
    write_cells,
)
from byways.rules.state_vector import AGE, FIRST_TURN, HEADER, NOBODY, PART, TO_MOVE, finish, next_turn

FIRST = HEADER  # as the word at `first_stone` of a state
PLACED = HEADER + 1  # Black's stones, then White's
_7, _8, _9 = np.uint64(7), np.uint64(8), np.uint64(9)
FAR = 9  # more stones than any connection of such a board still needs


def width(geometry: Ints) -> int:
    """Return the length of a packed position."""
    return PLACED + 2 * WORDS


@kernel
def pack(geometry: Ints, state: Ints, packed: Ints) -> None:
    """Copy the header and FIRST, and pack the stones as bits."""
    pack_pieces(int(geometry[SIZE]), state, packed, PLACED)
    packed[FIRST] = state[first_stone(geometry)]


@helper
def touches(stones: np.uint64) -> np.uint64:
    """Return the stones that have another diagonally below, without a common orthogonal neighbour among them."""
    right = stones & stones >> _9 & ~(stones >> ONE) & ~(stones >> _8)
    left = stones & stones >> _7 & ~(stones << ONE) & ~(stones >> _8)
    return right | left


@helper
def _mates(cell: np.uint64, own: np.uint64, empty: np.uint64) -> np.uint64:
    """Return the empty points that make a turn with `cell`, which may not stand alone."""
    found = NONE
    left = beside(cell) & empty
    while left != NONE:
        mate = lowest(left)
        left ^= mate
        if touches(own | cell | mate) == NONE:
            found |= mate
    return found


@helper
def _beginnings(own: np.uint64, empty: np.uint64, alone: bool) -> np.uint64:
    """Return the points where a turn may begin; `alone`: with the only stone of it."""
    found = NONE
    left = empty
    while left != NONE:
        cell = lowest(left)
        left ^= cell
        if touches(own | cell) == NONE or (not alone and _mates(cell, own, empty) != NONE):
            found |= cell
    return found


@helper
def _own(packed: Ints, player: int) -> np.uint64:
    return read_bits(packed, PLACED + WORDS * player)


@kernel
def legal_actions(geometry: Ints, packed: Ints, out: Ints) -> int:
    """List the legal actions, as the rules do."""
    player = int(packed[TO_MOVE])
    if player == NOBODY:
        return 0
    n = int(geometry[SIZE])
    own = _own(packed, player)
    empty = board(n) & ~(own | _own(packed, 1 - player))
    if packed[PART] == 0:
        count = write_cells(n, _beginnings(own, empty, is_single(geometry, packed)), out)
    else:
        fits = NONE
        left = empty
        while left != NONE:
            cell = lowest(left)
            left ^= cell
            if touches(own | cell) == NONE:
                fits |= cell
        count = write_cells(n, fits, out)
        if touches(own) == NONE:
            out[count] = n * n
            count += 1
    return count


@kernel
def apply(geometry: Ints, packed: Ints, action: int) -> None:
    """Apply an action, as the rules do."""
    n = int(geometry[SIZE])
    player = int(packed[TO_MOVE])
    own = _own(packed, player)
    if action < n * n:
        own |= bit(n, action)
        write_bits(packed, PLACED + WORDS * player, own)
        if packed[PART] == 0 and not is_single(geometry, packed):
            packed[PART] = 1
            packed[FIRST] = action + 1
            return
    packed[FIRST] = 0
    next_turn(packed, 1 - player)
    first, last = edges(n, player)
    enemy = _own(packed, 1 - player)
    if grown(first, own) & last != NONE:
        finish(packed, CONNECTION, player)
    elif _beginnings(enemy, board(n) & ~(own | enemy), geometry[STONES] == 1) == NONE:
        finish(packed, NO_TURN, player)


@kernel
def key(geometry: Ints, packed: Ints) -> np.uint64:
    """Return a hash, the same for all four images under the symmetries that keep the colours, except in mid-turn."""
    black, white = _own(packed, 0), _own(packed, 1)
    if packed[PART] == 0:
        black, white = least_image(int(geometry[SIZE]), black, white)
    mover = 1 + int(packed[TO_MOVE]) + 4 * int(packed[AGE] == FIRST_TURN)
    turn = np.uint64(mover) << np.uint64(56) | np.uint64(int(packed[FIRST]))
    return mixed(mixed(mixed(NONE, turn), black), white)


@helper
def _distance(n: int, own: np.uint64, empty: np.uint64, player: int) -> int:
    """Return a lower bound on the stones missing to join the player's edges; FAR if they cannot be joined."""
    first, last = edges(n, player)
    reached = grown(first, own)
    stones = 0
    while reached & last & own == NONE:
        more = (beside(reached) | first) & empty & ~reached
        if more == NONE:
            return FAR
        stones += 1
        reached |= more
        if reached & last != NONE:
            return stones
        reached |= grown(beside(reached), own)
    return stones


@helper
def _ends_now(n: int, own: np.uint64, empty: np.uint64, player: int, pair: bool) -> bool:
    """Return whether one stone, or two if `pair`, joins the player's edges by a legal turn."""
    first, last = edges(n, player)
    near = (beside(grown(first, own)) | first) & empty
    while near != NONE:
        cell = lowest(near)
        near ^= cell
        more = own | cell
        reached = grown(first, more)
        if reached & last != NONE:
            if touches(more) == NONE or (pair and _mates(cell, own, empty) != NONE):
                return True
        elif pair:
            left = (beside(reached) | first) & (beside(grown(last, more)) | last) & empty & ~cell
            while left != NONE:
                second = lowest(left)
                left ^= second
                if touches(more | second) == NONE:
                    return True
    return False


@kernel
def estimate(geometry: Ints, packed: Ints, numbers: Wide) -> int:
    """Return the winner if the player to move connects in this turn, or 0; write proof numbers by distances."""
    n = int(geometry[SIZE])
    player = int(packed[TO_MOVE])
    own = _own(packed, player)
    enemy = _own(packed, 1 - player)
    empty = board(n) & ~(own | enemy)
    mine, theirs = _distance(n, own, empty, player), _distance(n, enemy, empty, 1 - player)
    pair = packed[PART] == 0 and not is_single(geometry, packed)
    if packed[PART] == 1:
        joined = grown(edges(n, player)[0], own) & edges(n, player)[1] != NONE
        if joined and (touches(own) == NONE or _mates(bit(n, int(packed[FIRST]) - 1), own, empty) != NONE):
            return player + 1
    if 0 < mine <= (2 if pair else 1) and _ends_now(n, own, empty, player, pair):
        return player + 1
    numbers[player] = max(1, 4 + 2 * (mine - theirs))  # measured: half the positions of a flat 1
    numbers[1 - player] = max(1, 4 + 2 * (theirs - mine))
    return 0


_FORM = Form(width, pack, legal_actions, apply, key, estimate=estimate)


def form(options: Options) -> Form | None:
    """Return the form on bitboards, if they have room for the board, else None."""
    return _FORM if int(options["size"]) <= LARGEST else None
