"""Random games of Troll on 8×8 by bitboards: one 64-bit word for each side's discs."""

from __future__ import annotations

import numpy as np

from byways.games.troll.rules import BLOCKED, CAPTURE, CELLS, CONNECTION, EMPTY, must_flip
from byways.header import TO_MOVE, finish
from byways.kernels import Ints, Words, helper
from byways.rng import draw

TRIES = 24  # fruitless draws before the points are listed

_ONE, _7, _8, _9 = np.uint64(1), np.uint64(7), np.uint64(8), np.uint64(9)
_NONE = np.uint64(0)
_ROW_1, _ROW_8 = np.uint64(0xFF), np.uint64(0xFF << 56)
_COLUMN_A = np.uint64(0x0101010101010101)
_COLUMN_H = np.uint64(0x8080808080808080)
_NOT_A, _NOT_H = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)


@helper
def on_bitboards(geometry: Ints, state: Ints, rng: Words) -> None:
    """A random game on 8×8; bit c of a word is cell c. The discs of `state` are not kept up to date."""
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
    capture = geometry[CAPTURE] == 1
    while True:
        cell = -1
        flips = _NONE
        for _ in range(TRIES if left > 0 else 0):
            i = draw(rng, left)
            at = int(empties[i])
            flips = _flips(own, enemy, _ONE << np.uint64(at))
            if not must_flip(geometry, at, player) or (capture and flips != _NONE):
                cell = at
                break
        if cell < 0:
            i = _draw_listed(geometry, own, enemy, empties, left, player, rng)
            if i >= 0:
                cell = int(empties[i])
                flips = _flips(own, enemy, _ONE << np.uint64(cell))
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
    geometry: Ints, own: np.uint64, enemy: np.uint64, empties: Ints, left: int, player: int, rng: Words
) -> int:
    """The index in `empties` of a uniformly random point where `player` may place, or -1: by listing."""
    legal = np.empty(64, dtype=np.int16)
    capture = geometry[CAPTURE] == 1
    count = 0
    for i in range(left):
        cell = int(empties[i])
        if not must_flip(geometry, cell, player) or (capture and _flips(own, enemy, _ONE << np.uint64(cell)) != _NONE):
            legal[count] = i
            count += 1
    return int(legal[draw(rng, count)]) if count > 0 else -1


@helper
def _flips(own: np.uint64, enemy: np.uint64, bit: np.uint64) -> np.uint64:
    """The enemy discs that a disc on `bit` brackets."""
    inner = enemy & _NOT_A & _NOT_H  # a run along a row or a diagonal cannot go on past column a or h
    return (
        _run_down(own, enemy, bit, _8)
        | _run_up(own, enemy, bit, _8)
        | _run_down(own, inner, bit, _ONE)
        | _run_up(own, inner, bit, _ONE)
        | _run_down(own, inner, bit, _7)
        | _run_up(own, inner, bit, _7)
        | _run_down(own, inner, bit, _9)
        | _run_up(own, inner, bit, _9)
    )


@helper
def _run_up(own: np.uint64, enemy: np.uint64, bit: np.uint64, step: np.uint64) -> np.uint64:
    """The run of enemy discs from `bit` towards higher cells, if an own disc ends it."""
    run = _NONE
    at = bit << step
    while at & enemy:
        run |= at
        at <<= step
    return run if at & own else _NONE


@helper
def _run_down(own: np.uint64, enemy: np.uint64, bit: np.uint64, step: np.uint64) -> np.uint64:
    """The run of enemy discs from `bit` towards lower cells, if an own disc ends it."""
    run = _NONE
    at = bit >> step
    while at & enemy:
        run |= at
        at >>= step
    return run if at & own else _NONE


@helper
def _connected(own: np.uint64, player: int) -> bool:
    """Whether the discs join the player's edges: fill from one edge until nothing is added."""
    first, last = (_ROW_1, _ROW_8) if player == 0 else (_COLUMN_A, _COLUMN_H)
    filled = own & first
    if not filled or not own & last:
        return False
    while True:
        beside = (filled << _8) | (filled >> _8) | ((filled & _NOT_H) << _ONE) | ((filled & _NOT_A) >> _ONE)
        grown = filled | (beside & own)
        if grown & last:
            return True
        if grown == filled:
            return False
        filled = grown
