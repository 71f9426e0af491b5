"""Havannah, by Christian Freeling (1981), as an author would write it: sides and corners come from the vocabulary."""

import numpy as np

from byways.cells import CELLS, HEXAGON_SIDES, cells, corners, directions, neighbour, piece, put, sides
from byways.game import About, Cells, Game, Hexagon, Rules, Whole
from byways.kernels import Ints, helper, kernel
from byways.turns import finish, mover, next_turn

BRIDGE, FORK, RING, FULL = 1, 2, 3, 4


@kernel
def allows(geometry: Ints, state: Ints, cell: int) -> bool:
    return piece(state, cell) == 0


@kernel
def apply(geometry: Ints, state: Ints, cell: int) -> None:
    player = mover(state)
    put(state, cell, 1 + player)
    next_turn(state, 1 - player)
    judge(geometry, state, cell)


@kernel
def judge(geometry: Ints, state: Ints, cell: int) -> None:
    """End the game where the chain of a stone joins two corners, or three sides without the corners, or is a ring."""
    total = cells(geometry)
    chain = np.zeros(total, dtype=np.uint8)
    grow(geometry, chain, cell, state[CELLS + cell], state)
    met = 0
    for at in range(total):
        if chain[at]:
            met |= corners(geometry, at)
    joined, player = sides_of(geometry, chain), piece(state, cell) - 1
    if met & (met - 1):
        finish(state, BRIDGE, player)
    elif joined >= 3:
        finish(state, FORK, player)
    elif is_ring(geometry, chain):
        finish(state, RING, player)
    else:
        for at in range(total):
            if piece(state, at) == 0:
                return
        finish(state, FULL, -1)


@helper
def grow(geometry: Ints, chain: Ints, cell: int, what: int, state: Ints) -> None:
    stack = np.empty(cells(geometry), dtype=np.int16)
    stack[0], count, chain[cell] = cell, 1, 1
    while count > 0:
        count -= 1
        here = int(stack[count])
        for direction in range(directions(geometry)):
            at = neighbour(geometry, here, direction)
            if at >= 0 and not chain[at] and state[CELLS + at] == what:
                chain[at] = 1
                stack[count] = at
                count += 1


@helper
def sides_of(geometry: Ints, chain: Ints) -> int:
    """Return how many sides a chain joins; corners belong to none."""
    met = 0
    for at in range(cells(geometry)):
        if chain[at] and corners(geometry, at) == 0:
            met |= sides(geometry, at)
    count = 0
    for side in HEXAGON_SIDES:
        count += met & side != 0
    return count


@helper
def is_ring(geometry: Ints, chain: Ints) -> bool:
    """Return whether a chain has a cell within it, or shuts others out from the rim of the board."""
    total = cells(geometry)
    outside = np.zeros(total, dtype=np.uint8)
    stack = np.empty(total, dtype=np.int16)
    count = 0
    for at in range(total):
        if sides(geometry, at) and not chain[at]:
            outside[at] = 1
            stack[count] = at
            count += 1
    while count > 0:
        count -= 1
        here = int(stack[count])
        for direction in range(directions(geometry)):
            at = neighbour(geometry, here, direction)
            if at >= 0 and not chain[at] and not outside[at]:
                outside[at] = 1
                stack[count] = at
                count += 1
    for at in range(total):
        around = 0
        for direction in range(directions(geometry)):
            near = neighbour(geometry, at, direction)
            around += near >= 0 and chain[near]
        if (not chain[at] and not outside[at]) or (chain[at] and around == 6):
            return True
    return False


GAME = Game(
    about=About(name="havannah", title="Havannah", designer="Christian Freeling", summary="Ring, bridge or fork."),
    options=(Whole("side", 4, "cells on each side", 2, 10),),
    players=("white", "black"),
    reasons=("bridge", "fork", "ring", "full"),
    board=Hexagon("side"),
    actions=Cells(),
    rules=Rules(allows=allows, apply=apply, judge=judge, single=True),
)
