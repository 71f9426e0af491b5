"""Troll on boards of at most 7×7 as two bitboards, for proofs: the header, White's discs, Black's discs."""

from __future__ import annotations

import numpy as np

from byways.game.groups import Form, Options
from byways.games.troll.engine.tactics8 import captures, wins
from byways.games.troll.rules import BLOCKED, CLOSED, CONNECTION, JOINS, SIZE
from byways.kernels import Ints, Wide, first_bit, helper, kernel
from byways.rules.boards.bitboards import (
    LARGEST,
    NONE,
    WORDS,
    beside,
    bit,
    board,
    bracketed,
    column,
    count_bits,
    edges,
    grown,
    least_image,
    mixed,
    pack_pieces,
    read_bits,
    row,
    write_bits,
    write_cells,
)
from byways.rules.state_vector import HEADER, NOBODY, TO_MOVE, finish, next_turn

DISCS = HEADER  # White's, then Black's


def width(geometry: Ints) -> int:
    """Return the length of a packed position."""
    return DISCS + 2 * WORDS


@kernel
def pack(geometry: Ints, state: Ints, packed: Ints) -> None:
    """Copy the header and pack the discs as bits."""
    pack_pieces(int(geometry[SIZE]), state, packed, DISCS)


@helper
def _placements(geometry: Ints, own: np.uint64, enemy: np.uint64, player: int) -> np.uint64:
    """Return the cells where a player may place a disc."""
    n = int(geometry[SIZE])
    first, last = edges(n, 1 - player)
    empty = board(n) & ~(own | enemy)
    found = empty & ~(first | last)
    if geometry[CLOSED] == 0:
        ends, _ = captures(own, enemy, empty & (first | last))
        found |= ends
    return found


@helper
def _blocked(geometry: Ints, own: np.uint64, enemy: np.uint64, player: int) -> bool:
    """Return whether neither side may place a disc."""
    n = int(geometry[SIZE])
    empty = board(n) & ~(own | enemy)
    corners = (row(n, 0) | row(n, n - 1)) & (column(n, 0) | column(n, n - 1))
    if empty & ~corners != NONE:  # always free for one of the two, or for both
        return False
    some = _placements(geometry, own, enemy, player) | _placements(geometry, enemy, own, 1 - player)
    return bool(some == NONE)


@kernel
def legal_actions(geometry: Ints, packed: Ints, out: Ints) -> int:
    """List the legal actions, as the rules do."""
    player = int(packed[TO_MOVE])
    if player == NOBODY:
        return 0
    n = int(geometry[SIZE])
    own = read_bits(packed, DISCS + WORDS * player)
    enemy = read_bits(packed, DISCS + WORDS * (1 - player))
    count = write_cells(n, _placements(geometry, own, enemy, player), out)
    if count == 0:
        out[0] = n * n
        count = 1
    return count


@kernel
def count_actions(geometry: Ints, packed: Ints, out: Ints) -> int:
    """Count the legal actions."""
    player = int(packed[TO_MOVE])
    if player == NOBODY:
        return 0
    own = read_bits(packed, DISCS + WORDS * player)
    enemy = read_bits(packed, DISCS + WORDS * (1 - player))
    count = count_bits(_placements(geometry, own, enemy, player))
    if count == 0:
        return 1
    return int(count)


@helper
def _joined(n: int, own: np.uint64, player: int, diagonal: bool) -> bool:
    """Return whether the discs join the player's edges."""
    first, last = edges(n, player)
    if own & first == NONE or own & last == NONE:
        return False
    return bool(grown(first, own, diagonal) & last != NONE)


@kernel
def apply(geometry: Ints, packed: Ints, action: int) -> None:
    """Apply an action, as the rules do."""
    n = int(geometry[SIZE])
    player = int(packed[TO_MOVE])
    mine, theirs = DISCS + WORDS * player, DISCS + WORDS * (1 - player)
    own = read_bits(packed, mine)
    enemy = read_bits(packed, theirs)
    next_turn(packed, 1 - player)
    if action < n * n:
        cell = bit(n, action)
        flips = bracketed(own, enemy, first_bit(int(cell)))
        own |= flips | cell
        enemy &= ~flips
        write_bits(packed, mine, own)
        write_bits(packed, theirs, enemy)
        if _joined(n, own, player, geometry[JOINS] == 1):
            finish(packed, CONNECTION, player)
            return
    if _blocked(geometry, own, enemy, player):
        finish(packed, BLOCKED, -1)


@kernel
def key(geometry: Ints, packed: Ints) -> np.uint64:
    """Return a hash that is the same for all four images under the symmetries that keep the colours."""
    white, black = least_image(int(geometry[SIZE]), read_bits(packed, DISCS), read_bits(packed, DISCS + WORDS))
    mover = 1 + int(packed[TO_MOVE])
    return mixed(mixed(np.uint64(mover) << np.uint64(61), white), black)


@helper
def _distance(n: int, own: np.uint64, enemy: np.uint64, player: int, diagonal: bool) -> int:
    """Return the cost of joining the player's edges: 1 for an empty cell, 2 for a disc to be flipped."""
    first, last = edges(n, player)
    whole = board(n)
    empty = whole & ~(own | enemy)
    reached = first & own  # at this cost
    soon = first & empty  # at one more
    later = first & enemy  # at two more
    done = NONE
    cost = 0
    while True:
        reached |= grown(beside(reached, diagonal) & own, own & ~done, diagonal)
        if reached & last != NONE:
            return cost
        done |= reached
        around = beside(reached, diagonal) & whole & ~done
        reached = (soon | around & empty) & ~done
        soon = later | around & enemy
        later = NONE
        cost += 1


@kernel
def estimate(geometry: Ints, packed: Ints, numbers: Wide) -> int:
    """Return the winner if the player to move connects at once, or 0; write proof numbers by distances."""
    n = int(geometry[SIZE])
    diagonal = geometry[JOINS] == 1
    player = int(packed[TO_MOVE])
    own = read_bits(packed, DISCS + WORDS * player)
    enemy = read_bits(packed, DISCS + WORDS * (1 - player))
    ahead = _distance(n, enemy, own, 1 - player, diagonal) - _distance(n, own, enemy, player, diagonal)
    numbers[player] = max(1, 8 - 2 * ahead)  # measured: half the positions of a flat 1
    numbers[1 - player] = max(1, 8 + 2 * ahead)
    first, last = edges(n, player)
    from_first = grown(first, own | enemy, diagonal)
    from_last = grown(last, own | enemy, diagonal)
    if (beside(from_first, diagonal) | first) & (beside(from_last, diagonal) | last) == NONE:
        return 0  # one disc is not enough, whatever it flips
    barred, other = edges(n, 1 - player)
    empty = board(n) & ~(own | enemy)
    free = empty & ~(barred | other)
    ends, discs = captures(own, enemy, empty if geometry[CLOSED] == 0 else free)
    return player + 1 if wins(own, enemy, first, last, free, ends, discs, diagonal) != NONE else 0


_FORM = Form(width, pack, legal_actions, apply, key, count_actions, estimate=estimate)


def form(options: Options) -> Form | None:
    """Return the form on bitboards, if they have room for the board, else None."""
    return _FORM if int(options["size"]) <= LARGEST else None
