"""Troll on 8×8 as two bitboards, for batches: the header, White's discs, Black's discs; bit c of a word is cell c."""

from __future__ import annotations

import numpy as np

from byways.game.groups import BatchForm, Options
from byways.games.troll.engine.tactics8 import captures, grown
from byways.games.troll.rules import BLOCKED, CELLS, CLOSED, CONNECTION, JOINS
from byways.kernels import Flags, Ints, Planes, helper, kernel
from byways.rules.boards.bitboards import WORDS, bracketed, read_bits, write_bits
from byways.rules.state_vector import HEADER, NOBODY, TO_MOVE, finish, next_turn

DISCS = HEADER  # White's, then Black's
PASS = 64

_NONE, _ONE, _ALL = np.uint64(0), np.uint64(1), np.uint64(0xFFFFFFFFFFFFFFFF)
_TOP, _BOTTOM = np.uint64(0xFF), np.uint64(0xFF << 56)
_LEFT, _RIGHT = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)


def width(geometry: Ints) -> int:
    """Return the length of a packed position."""
    return DISCS + 2 * WORDS


@kernel
def pack(geometry: Ints, state: Ints, packed: Ints) -> None:
    """Copy the header and pack the discs as bits."""
    packed[:HEADER] = state[:HEADER]
    white, black = _NONE, _NONE
    for cell in range(64):
        white |= np.uint64(state[CELLS + cell] == 1) << np.uint64(cell)
        black |= np.uint64(state[CELLS + cell] == 2) << np.uint64(cell)
    write_bits(packed, DISCS, white)
    write_bits(packed, DISCS + WORDS, black)


@kernel
def unpack(geometry: Ints, packed: Ints, state: Ints) -> None:
    """Copy the header and write the discs."""
    state[:HEADER] = packed[:HEADER]
    white, black = read_bits(packed, DISCS), read_bits(packed, DISCS + WORDS)
    for cell in range(64):
        bit = np.uint64(cell)
        state[CELLS + cell] = np.int64(white >> bit & _ONE) + 2 * np.int64(black >> bit & _ONE)


@helper
def _sides(packed: Ints, player: int) -> tuple[np.uint64, np.uint64]:
    """Return a player's discs and the enemy's."""
    return read_bits(packed, DISCS + WORDS * player), read_bits(packed, DISCS + WORDS * (1 - player))


@helper
def _placements(geometry: Ints, own: np.uint64, enemy: np.uint64, player: int) -> np.uint64:
    """Return the cells where a player may place a disc."""
    barred = (_LEFT | _RIGHT) if player == 0 else (_TOP | _BOTTOM)
    empty = ~(own | enemy)
    found = empty & ~barred
    if geometry[CLOSED] == 0 and empty & barred != _NONE:
        ends, _ = captures(own, enemy, empty & barred)
        found |= ends
    return found


@kernel
def mask(geometry: Ints, packed: Ints, legal: Flags) -> int:
    """Write the mask of the legal actions; see `SearchKernels.mask`."""
    player = int(packed[TO_MOVE])
    cells = _NONE
    count = 0
    if player != NOBODY:
        own, enemy = _sides(packed, player)
        cells = _placements(geometry, own, enemy, player)
    for cell in range(64):
        one = cells >> np.uint64(cell) & _ONE
        legal[cell] = one != _NONE
        count += int(one)
    legal[PASS] = player != NOBODY and count == 0
    return count + int(legal[PASS])


@kernel
def apply(geometry: Ints, packed: Ints, action: int) -> None:
    """Place a disc and flip what it brackets, or pass; then end the game where it is over, as the rules do."""
    player = int(packed[TO_MOVE])
    own, enemy = _sides(packed, player)
    next_turn(packed, 1 - player)
    if action < PASS:
        flips = bracketed(own, enemy, action)
        own |= flips | _ONE << np.uint64(action)
        enemy &= ~flips
        write_bits(packed, DISCS + WORDS * player, own)
        write_bits(packed, DISCS + WORDS * (1 - player), enemy)
        first, last = (_TOP, _BOTTOM) if player == 0 else (_LEFT, _RIGHT)
        both = own & first != _NONE and own & last != _NONE
        if both and grown(first, own, geometry[JOINS] == 1) & last != _NONE:
            finish(packed, CONNECTION, player)
            return
    inside = ~(own | enemy) & ~((_TOP | _BOTTOM) & (_LEFT | _RIGHT))
    if inside != _NONE:  # such a cell is free for one of the two, or for both
        return
    if _placements(geometry, own, enemy, player) | _placements(geometry, enemy, own, 1 - player) == _NONE:
        finish(packed, BLOCKED, -1)


@kernel
def observe(geometry: Ints, packed: Ints, player: int, planes: Planes) -> None:
    """Write the planes of `rules.observe`."""
    own, enemy = _sides(packed, player)
    edges = (_TOP | _BOTTOM) if player == 0 else (_LEFT | _RIGHT)
    moving = _ALL if packed[TO_MOVE] == player else _NONE
    for plane, cells in enumerate((own, enemy, edges, moving)):
        for cell in range(64):
            planes[plane, cell] = np.float32(cells >> np.uint64(cell) & _ONE)


_FORM = BatchForm(width, pack, unpack, apply, mask, observe)


def batch_form(options: Options) -> BatchForm | None:
    """Return the form on bitboards for 8×8, else None."""
    return _FORM if options["size"] == 8 else None
