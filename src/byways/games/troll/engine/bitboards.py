"""Random games of Troll on 8×8 by bitboards: one 64-bit word for each side's discs."""

from __future__ import annotations

import numpy as np

from byways.games.troll.engine.tactics8 import grown
from byways.games.troll.rules import BLOCKED, CELLS, CLOSED, CONNECTION, EMPTY, JOINS
from byways.kernels import Bits, Ints, Wide, helper
from byways.kernels.rng import below, following
from byways.rules.boards.bitboards import bracketed
from byways.rules.state_vector import TO_MOVE, finish

TRIES = 24  # fruitless draws before the points are listed

_ONE, _NONE = np.uint64(1), np.uint64(0)
_ROW_1, _ROW_8 = np.uint64(0xFF), np.uint64(0xFF << 56)
_COLUMN_A = np.uint64(0x0101010101010101)
_COLUMN_H = np.uint64(0x8080808080808080)
_ROWS, _COLUMNS = _ROW_1 | _ROW_8, _COLUMN_A | _COLUMN_H
_2, _4, _8, _16, _32 = (np.uint64(n) for n in (2, 4, 8, 16, 32))


@helper
def on_bitboards(geometry: Ints, state: Ints, rng: Bits) -> None:
    """Play a random game on 8×8; bit c of a word is cell c. The discs of `state` are not kept up to date."""
    own = _NONE
    enemy = _NONE
    room = np.empty((2, 64), dtype=np.int64)
    empties = room[0]
    legal = room[1]
    left = 0
    player = int(state[TO_MOVE])
    word = rng[0]  # of the generator, written back at the end
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
    diagonal = geometry[JOINS] == 1
    while True:
        cell = -1
        flips = _NONE
        barred = _COLUMNS if player == 0 else _ROWS  # the opponent's edges (decision T1)
        for _ in range(TRIES if left > 0 else 0):
            word = following(word)
            i = below(word, left)
            at = int(empties[i])
            bit = _ONE << np.uint64(at)
            if bit & barred != _NONE and not capture:
                continue
            flips = bracketed(own, enemy, at)
            if bit & barred == _NONE or flips != _NONE:
                cell = at
                break
        if cell < 0:
            count = _list(own, enemy, empties, left, barred, capture, legal)
            if count > 0:
                word = following(word)
                i = int(legal[below(word, count)])
                cell = int(empties[i])
                flips = bracketed(own, enemy, cell)
        if cell >= 0:
            left -= 1
            empties[i] = empties[left]
            own |= flips | (_ONE << np.uint64(cell))
            enemy &= ~flips
            if _connected(own, player, diagonal):
                finish(state, CONNECTION, player)
                break
        elif _list(enemy, own, empties, left, _ROWS if player == 0 else _COLUMNS, capture, legal) == 0:
            finish(state, BLOCKED, -1)
            break
        own, enemy = enemy, own
        player = 1 - player
    rng[0] = word


@helper
def _list(
    own: np.uint64, enemy: np.uint64, empties: Wide, left: int, barred: np.uint64, capture: bool, legal: Wide
) -> int:
    """Write the indices in `empties` of the points where `own` may place to `legal`; return how many."""
    count = 0
    for i in range(left):
        at = int(empties[i])
        if barred >> np.uint64(at) & _ONE == _NONE or (capture and bracketed(own, enemy, at) != _NONE):
            legal[count] = i
            count += 1
    return count


@helper
def _connected(own: np.uint64, player: int, diagonal: bool) -> bool:
    """Return whether the discs join the player's edges; without a disc in every line between these they do not."""
    lines = own
    if player == 0:
        lines |= lines >> _4
        lines |= lines >> _2
        if (lines | lines >> _ONE) & _COLUMN_A != _COLUMN_A:
            return False
        return bool(grown(_ROW_1, own, diagonal) & _ROW_8 != _NONE)
    lines |= lines >> _32
    lines |= lines >> _16
    if (lines | lines >> _8) & _ROW_1 != _ROW_1:
        return False
    return bool(grown(_COLUMN_A, own, diagonal) & _COLUMN_H != _NONE)
