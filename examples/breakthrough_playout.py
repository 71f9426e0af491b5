"""Random games of Breakthrough, ten times as fast as by listing every step: draw a piece and a way until they fit."""

from __future__ import annotations

import numpy as np

from byways.cells import BOTTOM, CELLS, NORTH, SOUTH, TOP, cells, neighbour, sides
from byways.kernels import Bits, Ints, Reals, helper, kernel
from byways.rules.defaults import outcome
from byways.turns import NOBODY, draw, finish, mover

FAR_ROW, ALL_TAKEN = 1, 2  # reasons


@kernel
def playout(geometry: Ints, state: Ints, rng: Bits, values: Reals) -> int:
    """Play the random game to its end in place and write its values."""
    if mover(state) != NOBODY:
        play(geometry, state, rng)
    outcome(geometry, state, values)
    return 1


@helper
def play(geometry: Ints, state: Ints, rng: Bits) -> None:
    """Keep where each player's pieces stand as a list, and each cell's place in its list."""
    total = np.uint64(cells(geometry))
    board = state[CELLS:]
    stands, place = np.empty(2 * cells(geometry), dtype=np.int16), np.empty(cells(geometry), dtype=np.int16)
    counts = np.zeros(2, dtype=np.int64)
    for cell in range(cells(geometry)):
        if board[cell] > 0:
            owner = int(board[cell]) - 1
            stands[owner * cells(geometry) + counts[owner]] = cell
            place[cell] = counts[owner]
            counts[owner] += 1
    player, own, other = mover(state), int(counts[mover(state)]), int(counts[1 - mover(state)])
    while True:
        straight, goal = (NORTH, TOP) if player == 0 else (SOUTH, BOTTOM)
        drawn = draw(rng, 3 * own)
        way = drawn % 3 - 1  # aslant to the left, straight, aslant to the right
        at = np.uint64(player) * total + np.uint64(drawn // 3)
        start = np.uint64(stands[at])
        landing = neighbour(geometry, int(start), straight + way)
        if landing < 0:
            continue
        end = np.uint64(landing)
        found = board[end]
        if found == player + 1 or (way == 0 and found != 0):
            continue
        board[start], board[end], stands[at] = 0, player + 1, landing
        spot, place[end] = np.uint64(place[end]), place[start]
        if found != 0:
            other -= 1
            last = np.uint64(1 - player) * total + np.uint64(other)
            stands[np.uint64(1 - player) * total + spot] = stands[last]
            place[np.uint64(stands[last])] = spot
            place[end] = place[start]
        if sides(geometry, landing) & goal or other == 0:
            finish(state, FAR_ROW if sides(geometry, landing) & goal else ALL_TAKEN, player)
            return
        player, own, other = 1 - player, other, own
