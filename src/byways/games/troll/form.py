"""Troll on boards of at most 7×7 as two bitboards, for proofs: the header, White's discs, Black's discs."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from byways import defaults
from byways.boards.bits import (
    LARGEST,
    NONE,
    WORDS,
    beside,
    bit,
    board,
    column,
    grown,
    mirrored,
    mixed,
    read_bits,
    row,
    run,
    upended,
    write_bits,
    write_cells,
)
from byways.game import Form
from byways.games.troll.rules import BLOCKED, CAPTURE, CELLS, CONNECTION, SIZE
from byways.games.troll.tactics8 import captures, wins
from byways.header import HEADER, NOBODY, TO_MOVE, finish, next_turn, swap, swap_open
from byways.kernels import Ints, Wide, helper, kernel
from byways.options import Value

DISCS = HEADER  # White's, then Black's


def width(geometry: Ints) -> int:
    """The length of a packed position."""
    return DISCS + 2 * WORDS


@kernel(defaults.PACK)
def pack(geometry: Ints, state: Ints, packed: Ints) -> None:
    """The header as it is, the discs as bits."""
    n = int(geometry[SIZE])
    for i in range(HEADER):
        packed[i] = state[i]
    for player in range(2):
        discs = NONE
        for cell in range(n * n):
            if state[CELLS + cell] == player + 1:
                discs |= bit(n, cell)
        write_bits(packed, DISCS + WORDS * player, discs)


@helper
def _edges(n: int, player: int) -> tuple[np.uint64, np.uint64]:
    """The first and the last of the lines that a player joins."""
    return (row(n, 0), row(n, n - 1)) if player == 0 else (column(n, 0), column(n, n - 1))


@helper
def _placements(geometry: Ints, own: np.uint64, enemy: np.uint64, player: int) -> np.uint64:
    """The cells where a player may place a disc."""
    n = int(geometry[SIZE])
    first, last = _edges(n, 1 - player)
    empty = board(n) & ~(own | enemy)
    found = empty & ~(first | last)
    if geometry[CAPTURE] == 1:
        ends, _ = captures(own, enemy, empty & (first | last))
        found |= ends
    return found


@helper
def _blocked(geometry: Ints, own: np.uint64, enemy: np.uint64, player: int) -> bool:
    """Whether neither side may place a disc."""
    n = int(geometry[SIZE])
    empty = board(n) & ~(own | enemy)
    corners = (row(n, 0) | row(n, n - 1)) & (column(n, 0) | column(n, n - 1))
    if empty & ~corners != NONE:  # always free for one of the two, or for both
        return False
    some = _placements(geometry, own, enemy, player) | _placements(geometry, enemy, own, 1 - player)
    return bool(some == NONE)


@kernel(defaults.LEGAL)
def legal_actions(geometry: Ints, packed: Ints, out: Ints) -> int:
    """As the rules say."""
    player = int(packed[TO_MOVE])
    if player == NOBODY:
        return 0
    n = int(geometry[SIZE])
    own, enemy = read_bits(packed, DISCS + WORDS * player), read_bits(packed, DISCS + WORDS * (1 - player))
    count = write_cells(n, _placements(geometry, own, enemy, player), out)
    if count == 0:
        out[0] = n * n
        count = 1
    if swap_open(geometry, packed):
        out[count] = n * n + 1
        count += 1
    return count


@helper
def _joined(n: int, own: np.uint64, player: int) -> bool:
    """Whether the discs join the player's edges."""
    first, last = _edges(n, player)
    if own & first == NONE or own & last == NONE:
        return False
    return bool(grown(first, own) & last != NONE)


@kernel(defaults.APPLY)
def apply(geometry: Ints, packed: Ints, action: int) -> None:
    """As the rules say."""
    n = int(geometry[SIZE])
    player = int(packed[TO_MOVE])
    if action > n * n:
        swap(packed)
        return
    mine, theirs = DISCS + WORDS * player, DISCS + WORDS * (1 - player)
    own, enemy = read_bits(packed, mine), read_bits(packed, theirs)
    next_turn(packed, 1 - player)
    if action < n * n:
        flips = run(own, enemy, bit(n, action))
        own |= flips | bit(n, action)
        enemy &= ~flips
        write_bits(packed, mine, own)
        write_bits(packed, theirs, enemy)
        if _joined(n, own, player):
            finish(packed, CONNECTION, player)
            return
    if _blocked(geometry, own, enemy, player):
        finish(packed, BLOCKED, -1)


@kernel(defaults.KEY)
def key(geometry: Ints, packed: Ints) -> np.uint64:
    """The same for all four images by the symmetries that keep the colours."""
    n = int(geometry[SIZE])
    white, black = read_bits(packed, DISCS), read_bits(packed, DISCS + WORDS)
    best, other = white, black
    for i in range(1, 4):
        one, two = white, black
        if i & 1:
            one, two = mirrored(n, one), mirrored(n, two)
        if i & 2:
            one, two = upended(n, one), upended(n, two)
        if one < best or (one == best and two < other):
            best, other = one, two
    mover = 1 + int(packed[TO_MOVE]) + 2 * int(swap_open(geometry, packed))
    return mixed(mixed(np.uint64(mover) << np.uint64(61), best), other)


@helper
def _distance(n: int, own: np.uint64, enemy: np.uint64, player: int) -> int:
    """What it costs to join the player's edges where an empty cell costs 1 and a disc to be flipped costs 2."""
    first, last = _edges(n, player)
    whole = board(n)
    empty = whole & ~(own | enemy)
    reached, soon, later = first & own, first & empty, first & enemy  # at this cost, at one more, at two more
    done = NONE
    cost = 0
    while True:
        reached |= grown(beside(reached) & own, own & ~done)
        if reached & last != NONE:
            return cost
        done |= reached
        around = beside(reached) & whole & ~done
        reached, soon, later = (soon | around & empty) & ~done, later | around & enemy, NONE
        cost += 1


@kernel(defaults.JUDGE)
def judge(geometry: Ints, packed: Ints, numbers: Wide) -> int:
    """Whether the player to move connects at once; else how far each is from connecting."""
    n = int(geometry[SIZE])
    player = int(packed[TO_MOVE])
    own, enemy = read_bits(packed, DISCS + WORDS * player), read_bits(packed, DISCS + WORDS * (1 - player))
    ahead = _distance(n, enemy, own, 1 - player) - _distance(n, own, enemy, player)
    numbers[player] = max(1, 8 - 2 * ahead)  # measured: half the positions of a flat 1
    numbers[1 - player] = max(1, 8 + 2 * ahead)
    first, last = _edges(n, player)
    if (beside(grown(first, own | enemy)) | first) & (beside(grown(last, own | enemy)) | last) == NONE:
        return 0  # one disc is not enough, whatever it flips
    barred, other = _edges(n, 1 - player)
    empty = board(n) & ~(own | enemy)
    free = empty & ~(barred | other)
    ends, discs = captures(own, enemy, empty if geometry[CAPTURE] == 1 else free)
    return player + 1 if wins(own, enemy, first, last, free, ends, discs) != NONE else 0


_FORM = Form(width, pack, legal_actions, apply, key, judge=judge)


def form(options: Mapping[str, Value]) -> Form | None:
    """Bitboards, where they have room for the board."""
    return _FORM if int(options["size"]) <= LARGEST else None
