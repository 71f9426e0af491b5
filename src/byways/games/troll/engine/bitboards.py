"""Random games of Troll on 8×8 by bitboards: one 64-bit word for each side's discs."""

from __future__ import annotations

import numpy as np

from byways.boards.bitboards import run
from byways.games.troll.engine.tactics8 import grown
from byways.games.troll.rules import BLOCKED, CELLS, CLOSED, CONNECTION, EMPTY, must_flip
from byways.header import TO_MOVE, finish
from byways.kernels import Bits, Ints, helper
from byways.rng import draw

TRIES = 24  # fruitless draws before the points are listed

_ONE, _NONE = np.uint64(1), np.uint64(0)
_ROW_1, _ROW_8 = np.uint64(0xFF), np.uint64(0xFF << 56)
_COLUMN_A = np.uint64(0x0101010101010101)
_COLUMN_H = np.uint64(0x8080808080808080)


@helper
def on_bitboards(geometry: Ints, state: Ints, rng: Bits) -> None:
    """Play a random game on 8×8; bit c of a word is cell c. The discs of `state` are not kept up to date."""
    own, enemy = _NONE, _NONE
    empties = np.empty(64, dtype=np.int16)
    left = 0
    player = int(state[TO_MOVE])
    for cell in range(64):
        bit = _ONE << np.uint64(cell)
        disc = int(state[CELLS + cell])
        if disc == EMPTY:
            empties[left] = cell
            left += 1
        elif disc == player + 1:
            own |= bit
        else:
            enemy |= bit
    capture = geometry[CLOSED] == 0
    while True:
        cell = -1
        flips = _NONE
        for _ in range(TRIES if left > 0 else 0):
            i = draw(rng, left)
            at = int(empties[i])
            flips = run(own, enemy, _ONE << np.uint64(at))
            if not must_flip(geometry, at, player) or (capture and flips != _NONE):
                cell = at
                break
        if cell < 0:
            i = _draw_listed(geometry, own, enemy, empties, left, player, rng)
            if i >= 0:
                cell = int(empties[i])
                flips = run(own, enemy, _ONE << np.uint64(cell))
        if cell >= 0:
            left -= 1
            empties[i] = empties[left]
            own |= flips | (_ONE << np.uint64(cell))
            enemy &= ~flips
            if _connected(own, player):
                finish(state, CONNECTION, player)
                return
        elif _draw_listed(geometry, enemy, own, empties, left, 1 - player, rng) < 0:
            finish(state, BLOCKED, -1)
            return
        own, enemy = enemy, own
        player = 1 - player


@helper
def _draw_listed(
    geometry: Ints, own: np.uint64, enemy: np.uint64, empties: Ints, left: int, player: int, rng: Bits
) -> int:
    """Return the index in `empties` of a uniformly random point where `player` may place, or -1: by listing."""
    legal = np.empty(64, dtype=np.int16)
    capture = geometry[CLOSED] == 0
    count = 0
    for i in range(left):
        cell = int(empties[i])
        if not must_flip(geometry, cell, player) or (capture and run(own, enemy, _ONE << np.uint64(cell)) != _NONE):
            legal[count] = i
            count += 1
    return int(legal[draw(rng, count)]) if count > 0 else -1


@helper
def _connected(own: np.uint64, player: int) -> bool:
    """Return whether the discs join the player's edges."""
    first, last = (_ROW_1, _ROW_8) if player == 0 else (_COLUMN_A, _COLUMN_H)
    return bool(grown(first, own) & last != _NONE)
