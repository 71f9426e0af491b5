"""Whole random games of Whirlwind, fast.

The board is copied to a sheet with a margin one point wide, so that every point has eight neighbours at fixed steps.
Stone by stone the sheet keeps what the rules ask for: each player's ring around every point (one look says whether a
stone may stand there), the chains (union-find, with each edge as a chain in the margin), and the empty points as a
list. A stone is drawn from the empty points until a legal one comes up, which is far quicker than listing the legal
ones and just as fair. Points leave that list at its end, latest first, so what is cut off it tells the whole game.
"""

from __future__ import annotations

import numpy as np

from byways.defaults import outcome
from byways.games.whirlwind.rules import CELLS, CONNECTION, EMPTY, NO_TURN, NOWHERE, SIZE, corner_touches
from byways.header import AGE, FIRST_TURN, NOBODY, PART, TO_MOVE, finish, next_turn
from byways.kernels import Bits, Ints, Reals, States, helper, kernel
from byways.rng import draw

# The rows of a sheet; its columns are points, numbered row by row with the margin.
STONE = 0  # EMPTY, or 1 + the player whose stone or edge is there; CORNER in the corners of the margin
PARENT = 1  # of a stone or an edge in the union-find forest of chains
EMPTIES = 2  # the empty points, in no order, as long as the list is; behind them the others, the latest stone first
SPOT = 3  # where in that list an empty point stands
LEGAL = 4  # room for a list of legal points
RINGS = 5  # the ring of Black's stones around a point; White's in the next row
REACH = 7  # which of its player's edges a chain touches, at its root: 1 the first, 2 the second, BOTH
ROWS = 8

CORNER = 3
BOTH = 3
TRIES = 12  # draws before the legal points are listed; late in a game most empty points are illegal
_DOWN = np.array([-1, -1, 0, 1, 1, 1, 0, -1])  # to the neighbour of each bit of a ring
_ACROSS = np.array([0, 1, 1, 1, 0, -1, -1, -1])


@kernel
def playout(geometry: Ints, state: Ints, rng: Bits, values: Reals) -> int:
    """Play the random game to its end in place and write its values."""
    n = int(geometry[SIZE])
    sheet = np.empty((ROWS, (n + 2) * (n + 2)), dtype=np.int16)
    left = lay_out(n, state, sheet)
    play_to_end(n, state, sheet, left, rng)
    outcome(geometry, state, values)
    return 1


@kernel
def playout_trace(geometry: Ints, state: Ints, rng: Bits, values: Reals, trace: Ints) -> int:
    """Play as `playout` does, and write the game to `trace`, pairs of a player and an action; return how many fit."""
    n = int(geometry[SIZE])
    sheet = np.empty((ROWS, (n + 2) * (n + 2)), dtype=np.int16)
    begun = int(state[TO_MOVE]) if state[PART] == 1 else NOBODY
    single = state[AGE] == FIRST_TURN
    before = lay_out(n, state, sheet)
    left = play_to_end(n, state, sheet, before, rng)
    outcome(geometry, state, values)
    heard, room = 0, trace.size // 2
    for spot in range(before - 1, left - 1, -1):
        point = int(sheet[EMPTIES, spot])
        player = int(sheet[STONE, point]) - 1
        if begun not in (NOBODY, player) and heard < room:
            trace[2 * heard], trace[2 * heard + 1] = begun, n * n
            heard += 1
        if heard < room:
            trace[2 * heard], trace[2 * heard + 1] = player, cell_of(n, point)
            heard += 1
        begun = NOBODY if begun == player or single else player
        single = False
    if begun != NOBODY and heard < room:
        trace[2 * heard], trace[2 * heard + 1] = begun, n * n
        heard += 1
    return heard


@helper
def play_to_end(n: int, state: Ints, sheet: States, left: int, rng: Bits) -> int:
    """Play turns until the game is over and write the board back to the state; return how many points stay empty."""
    while state[TO_MOVE] != NOBODY:
        left = play_turn(n, state, sheet, left, rng)
    for row in range(n):
        for column in range(n):
            state[CELLS + row * n + column] = sheet[STONE, point_of(n, row, column)]
    state[CELLS + n * n] = 0
    return left


@helper
def point_of(n: int, row: int, column: int) -> int:
    """Return the point of a sheet where a cell of the board lies."""
    return (row + 1) * (n + 2) + column + 1


@helper
def cell_of(n: int, point: int) -> int:
    """Return the cell of the board that lies on a point of a sheet."""
    return (point // (n + 2) - 1) * n + point % (n + 2) - 1


@helper
def neighbour(n: int, point: int, i: int) -> int:
    """Return the neighbour of a point that bit i of a ring stands for."""
    return int(point + _DOWN[i] * (n + 2) + _ACROSS[i])


@helper
def lay_out(n: int, state: Ints, sheet: States) -> int:
    """Fill the sheet from a state; return how many points are empty."""
    sheet[STONE, :] = CORNER
    sheet[RINGS, :] = 0
    sheet[RINGS + 1, :] = 0
    for player in range(2):
        for far in range(2):
            sheet[REACH, edge_point(n, player, far, 0)] = 1 + far
            for i in range(n):
                edge = edge_point(n, player, far, i)
                sheet[STONE, edge] = player + 1
                sheet[PARENT, edge] = edge_point(n, player, far, 0)
    left = 0
    for row in range(n):
        for column in range(n):
            point = point_of(n, row, column)
            sheet[STONE, point] = EMPTY
            sheet[EMPTIES, left] = point
            sheet[SPOT, point] = left
            left += 1
    for row in range(n):
        for column in range(n):
            stone = int(state[CELLS + row * n + column])
            if stone != EMPTY:
                left = place(n, sheet, left, point_of(n, row, column), stone - 1)
    return left


@helper
def edge_point(n: int, player: int, far: int, i: int) -> int:
    """Return point i of a player's edge in the margin: Black's top (far = 0) or bottom, White's left or right."""
    wide = n + 2
    if player == 0:
        return far * (n + 1) * wide + i + 1
    return (i + 1) * wide + far * (n + 1)


@helper
def root_of(sheet: States, point: int) -> int:
    """Return the root of the chain that a stone or an edge belongs to."""
    while sheet[PARENT, point] != point:
        sheet[PARENT, point] = sheet[PARENT, sheet[PARENT, point]]
        point = int(sheet[PARENT, point])
    return point


@helper
def joins(sheet: States, point: int) -> bool:
    """Return whether the chain of a stone touches both edges of its player."""
    return bool(sheet[REACH, root_of(sheet, point)] == BOTH)


@helper
def place(n: int, sheet: States, left: int, point: int, player: int) -> int:
    """Put a stone on an empty point; return how many points are then empty."""
    stone = player + 1
    root = point
    sheet[STONE, point] = stone
    sheet[PARENT, point] = point
    sheet[REACH, point] = 0
    for i in range(8):
        near = neighbour(n, point, i)
        sheet[RINGS + player, near] |= 1 << (i ^ 4)  # seen from there, the stone lies the opposite way
        if i % 2 == 0 and sheet[STONE, near] == stone:
            reach = sheet[REACH, root]
            sheet[PARENT, root] = root_of(sheet, near)
            root = int(sheet[PARENT, root])
            sheet[REACH, root] |= reach
    spot, last = int(sheet[SPOT, point]), int(sheet[EMPTIES, left - 1])
    sheet[EMPTIES, spot] = last
    sheet[SPOT, last] = spot
    sheet[EMPTIES, left - 1] = point
    return left - 1


@helper
def play_turn(n: int, state: Ints, sheet: States, left: int, rng: Bits) -> int:
    """Play one turn, or what is left of it, and judge the position; return how many points are then empty."""
    player = int(state[TO_MOVE])
    single = state[AGE] == FIRST_TURN
    if state[PART] == 1:
        cell = int(state[CELLS + n * n]) - 1
        first = point_of(n, cell // n, cell % n)
    else:
        first = draw_point(n, sheet, left, player, not single, rng)
        if first == NOWHERE:
            finish(state, NO_TURN, 1 - player)
            return left
        left = place(n, sheet, left, first, player)
    if corner_touches(int(sheet[RINGS + player, first])) != 0:
        second = draw_mate(n, sheet, first, player, rng)
    elif single or draw(rng, 2) == 0:
        second = NOWHERE
    else:
        second = draw_point(n, sheet, left, player, False, rng)
    if second != NOWHERE:
        left = place(n, sheet, left, second, player)
    next_turn(state, 1 - player)
    if joins(sheet, first) or (second != NOWHERE and joins(sheet, second)):
        finish(state, CONNECTION, player)
    return left


@helper
def draw_point(n: int, sheet: States, left: int, player: int, mates: bool, rng: Bits) -> int:
    """Draw a random empty point where a stone is legal by itself or (if `mates`) with a second one; NOWHERE if none."""
    for _ in range(TRIES if left > 0 else 0):
        point = int(sheet[EMPTIES, draw(rng, left)])
        if is_legal(n, sheet, point, player, mates):
            return point
    count = 0
    for spot in range(left):
        point = int(sheet[EMPTIES, spot])
        if is_legal(n, sheet, point, player, mates):
            sheet[LEGAL, count] = point
            count += 1
    return int(sheet[LEGAL, draw(rng, count)]) if count > 0 else NOWHERE


@helper
def is_legal(n: int, sheet: States, point: int, player: int, mates: bool) -> bool:
    """Return whether a stone is legal on an empty point, by itself or (if `mates`) with a second one."""
    if corner_touches(int(sheet[RINGS + player, point])) == 0:
        return True
    return mates and mates_of(n, sheet, point, player) != 0


@helper
def mates_of(n: int, sheet: States, point: int, player: int) -> int:
    """Return the neighbours, as bits of a ring, where a second stone mends a first one on `point`."""
    ring = int(sheet[RINGS + player, point])
    mates = 0
    for i in range(0, 8, 2):
        mate = neighbour(n, point, i)
        mates_ring = int(sheet[RINGS + player, mate]) | 1 << (i ^ 4)
        if sheet[STONE, mate] == EMPTY and corner_touches(ring | 1 << i) == 0 and corner_touches(mates_ring) == 0:
            mates |= 1 << i
    return mates


@helper
def draw_mate(n: int, sheet: States, point: int, player: int, rng: Bits) -> int:
    """Draw the point of a random second stone that mends a first one on `point`; there must be one."""
    mates = mates_of(n, sheet, point, player)
    while True:
        i = 2 * draw(rng, 4)
        if mates >> i & 1:
            return neighbour(n, point, i)
