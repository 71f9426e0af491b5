"""Whole random games of Whirlwind, fast; and the beginner's evaluation.

The board is copied to a sheet with a margin one point wide, so that every point has eight neighbours at fixed steps.
Stone by stone the sheet keeps what the rules ask for: each player's ring around every point (one look says whether a
stone may go there), the chains (union-find, with each edge as a chain in the margin), and the empty points as a
list. A stone is drawn from the empty points until a legal one comes up, which is far quicker than listing the legal
ones and just as fair. Points leave that list at its end, latest first, so what is cut off it tells the whole game.
"""

from __future__ import annotations

import numpy as np

from byways.games.whirlwind.rules import (
    CELLS,
    CONNECTION,
    EMPTY,
    NO_TURN,
    NOWHERE,
    SIZE,
    SLANTED,
    STONES,
    STRAIGHT,
    corner_touches,
)
from byways.kernels import Bits, Ints, Reals, Wide, helper, kernel
from byways.kernels.rng import below, following
from byways.rules.boards.walk import gap
from byways.rules.defaults import outcome
from byways.rules.state_vector import AGE, FIRST_TURN, NOBODY, PART, TO_MOVE, finish, next_turn

# The rows of a sheet, one behind the other; the word of a point is at the row's offset plus the point. Points are
# numbered row by row with the margin.
ROW = 784  # the points of the largest board
STONE = 0  # EMPTY, or 1 + the player whose stone is there; what stands in the margin does not matter
PARENT = ROW  # of a stone or an edge in the union-find forest of chains
EMPTIES = 2 * ROW  # the empty points, in no order; behind them the others, the latest stone first
SPOT = 3 * ROW  # where in that list an empty point stands
LEGAL = 4 * ROW  # room for a list of legal points' spots
RINGS = 5 * ROW  # the ring of Black's stones around a point, FULL, and its edges; White's in the next row
REACH = 7 * ROW  # which of its player's edges a chain touches, at its root: 1 the first, 2 the second, BOTH
WORDS = 8 * ROW

FULL = 1 << 8  # in a ring: the point is not empty
EDGES = 9  # bit EDGES + i of a ring: neighbour i is a point of the player's edge
BOTH = 3
TRIES = 12  # draws before the legal points are listed; late in a game most empty points are illegal
ALONE = 1 << 8

# For a ring with FULL, where it is 0: ALONE if a stone may stand there, and bit i if it may beside one at neighbour i.
MENDS = np.zeros(512, dtype=np.int64)
for _ring in range(256):
    MENDS[_ring] = ALONE * (corner_touches(_ring) == 0)
    for _i in range(0, 8, 2):
        MENDS[_ring] |= (corner_touches(_ring | 1 << _i) == 0) << _i
MENDS.flags.writeable = False


@kernel
def playout(geometry: Ints, state: Ints, rng: Bits, values: Reals) -> int:
    """Play the random game to its end in place and write its values."""
    n = int(geometry[SIZE])
    sheet = np.empty(WORDS, dtype=np.int64)
    left = lay_out(n, state, sheet)
    play_to_end(n, state, sheet, left, geometry[STONES] == 1, rng)
    outcome(geometry, state, values)
    return 1


@kernel
def playout_trace(geometry: Ints, state: Ints, rng: Bits, values: Reals, trace: Ints) -> int:
    """Play as `playout` does, and write the game to `trace`, pairs of a player and an action; return how many fit."""
    n = int(geometry[SIZE])
    sheet = np.empty(WORDS, dtype=np.int64)
    begun = int(state[TO_MOVE]) if state[PART] == 1 else NOBODY
    always_single = geometry[STONES] == 1
    single = always_single or state[AGE] == FIRST_TURN
    before = lay_out(n, state, sheet)
    left = play_to_end(n, state, sheet, before, always_single, rng)
    outcome(geometry, state, values)
    heard = 0
    room = trace.size // 2
    for spot in range(before - 1, left - 1, -1):
        point = int(sheet[EMPTIES + spot])
        player = int(sheet[STONE + point]) - 1
        if begun not in (NOBODY, player) and heard < room:
            trace[2 * heard] = begun
            trace[2 * heard + 1] = n * n
            heard += 1
        if heard < room:
            trace[2 * heard], trace[2 * heard + 1] = player, cell_of(n, point)
            heard += 1
        begun = NOBODY if begun == player or single else player
        single = always_single
    if begun != NOBODY and heard < room:
        trace[2 * heard] = begun
        trace[2 * heard + 1] = n * n
        heard += 1
    return heard


@helper
def play_to_end(n: int, state: Ints, sheet: Wide, left: int, always_single: bool, rng: Bits) -> int:
    """Play turns until the game is over and write the board back to the state; return how many points stay empty."""
    word = rng[0]  # of the generator, written back at the end
    wide = n + 2
    while state[TO_MOVE] != NOBODY:
        player = int(state[TO_MOVE])
        single = always_single or state[AGE] == FIRST_TURN
        won = False
        if state[PART] == 1:
            cell = int(state[CELLS + n * n]) - 1
            first = point_of(n, cell // n, cell % n)
            won = joins(sheet, first)
        else:
            spot, word = draw_spot(wide, sheet, left, player, not single, word)
            if spot == NOWHERE:
                finish(state, NO_TURN, 1 - player)
                break
            first = index(sheet[EMPTIES + spot])
            won = place(wide, sheet, left, first, spot, player)
            left -= 1
        spot = NOWHERE
        if MENDS[sheet[RINGS + ROW * player + first] & 0xFF] < ALONE:
            second, word = draw_mate(wide, sheet, first, player, word)
            spot = index(sheet[SPOT + second])
        elif not single:
            word = following(word)
            if below(word, 2) != 0:
                spot, word = draw_spot(wide, sheet, left, player, False, word)
        if spot != NOWHERE:
            won |= place(wide, sheet, left, index(sheet[EMPTIES + spot]), spot, player)
            left -= 1
        next_turn(state, 1 - player)
        if won:
            finish(state, CONNECTION, player)
    rng[0] = word
    for row in range(n):
        for column in range(n):
            state[CELLS + row * n + column] = sheet[STONE + point_of(n, row, column)]
    state[CELLS + n * n] = 0
    return left


@helper
def index(word: int) -> int:
    """Return a non-negative index below 8192; knowing the sign, machine code skips wraparound."""
    return int(word) & 0x1FFF


@helper
def point_of(n: int, row: int, column: int) -> int:
    """Return the point of a sheet for a cell of the board."""
    return (row + 1) * (n + 2) + column + 1


@helper
def cell_of(n: int, point: int) -> int:
    """Return the cell of the board at a point of a sheet."""
    return (point // (n + 2) - 1) * n + point % (n + 2) - 1


@helper
def neighbour(wide: int, point: int, i: int) -> int:
    """Return the orthogonal neighbour of a point at bit i of a ring."""
    step = wide if i & 2 == 0 else 1  # bits 0 and 4 are above and below
    return point + (step if i in (2, 4) else -step)


@helper
def lay_out(n: int, state: Ints, sheet: Wide) -> int:
    """Fill the sheet from a state; return how many points are empty."""
    wide = n + 2
    for point in range(wide * wide):
        sheet[RINGS + point] = FULL
        sheet[RINGS + ROW + point] = FULL
    left = 0
    for row in range(n):
        for column in range(n):
            point = point_of(n, row, column)
            sheet[RINGS + point] = 0
            sheet[RINGS + ROW + point] = 0
            sheet[STONE + point] = EMPTY
            sheet[EMPTIES + left] = point
            sheet[SPOT + point] = left
            left += 1
    for player in range(2):
        for far in range(2):
            root = edge_point(n, player, far, 0)
            sheet[REACH + root] = 1 + far
            for i in range(n):
                edge = edge_point(n, player, far, i)
                sheet[PARENT + edge] = root
                way = 4 * far if player == 0 else 6 - 4 * far  # to the edge from the point beside it
                beside = neighbour(wide, edge, way ^ 4)
                sheet[RINGS + ROW * player + beside] |= 1 << (EDGES + way)
    for row in range(n):
        for column in range(n):
            stone = int(state[CELLS + row * n + column])
            if stone != EMPTY:
                point = point_of(n, row, column)
                place(wide, sheet, left, point, index(sheet[SPOT + point]), stone - 1)
                left -= 1
    return left


@helper
def edge_point(n: int, player: int, far: int, i: int) -> int:
    """Return point i of a player's edge in the margin: Black's top (far = 0) or bottom, White's left or right."""
    wide = n + 2
    if player == 0:
        return far * (n + 1) * wide + i + 1
    return (i + 1) * wide + far * (n + 1)


@helper
def root_of(sheet: Wide, point: int) -> int:
    """Return the root of the chain that a stone or an edge belongs to."""
    parent = index(sheet[PARENT + point])
    while parent != point:
        above = index(sheet[PARENT + parent])
        sheet[PARENT + point] = above
        point = parent
        parent = above
    return point


@helper
def joins(sheet: Wide, point: int) -> bool:
    """Return whether the chain of a stone touches both edges of its player."""
    return bool(sheet[REACH + root_of(sheet, point)] == BOTH)


@helper
def place(wide: int, sheet: Wide, left: int, point: int, spot: int, player: int) -> bool:
    """Put a stone on the empty point at a spot of the list of `left`; return whether it joins its player's edges."""
    rings = RINGS + ROW * player
    around = index(rings + point)
    ring = int(sheet[around])
    sheet[STONE + point] = player + 1
    sheet[around] = ring | FULL
    sheet[index(RINGS + ROW - ROW * player + point)] |= FULL
    up = index(around - wide)
    down = index(around + wide)
    sheet[up] |= 1 << 4  # seen from there, the stone lies the opposite way
    sheet[index(up + 1)] |= 1 << 5
    sheet[index(around + 1)] |= 1 << 6
    sheet[index(down + 1)] |= 1 << 7
    sheet[down] |= 1 << 0
    sheet[index(down - 1)] |= 1 << 1
    sheet[index(around - 1)] |= 1 << 2
    sheet[index(up - 1)] |= 1 << 3
    last = index(sheet[EMPTIES + left - 1])
    sheet[EMPTIES + spot] = last
    sheet[SPOT + last] = spot
    sheet[EMPTIES + left - 1] = point
    root = point
    reach = 0
    # Where the corner between two neighbours is held too, both are of one chain.
    links = (ring & ~((ring & STRAIGHT) << 2 & (ring & SLANTED) << 1) | ring >> EDGES) & STRAIGHT
    sheet[PARENT + point] = point
    for i in range(0, 8, 2):
        if links >> i & 1:
            chain = root_of(sheet, index(neighbour(wide, point, i)))
            reach |= int(sheet[REACH + chain])
            sheet[PARENT + root] = chain
            root = chain
    sheet[REACH + root] = reach
    return reach == BOTH


@helper
def draw_spot(wide: int, sheet: Wide, left: int, player: int, mates: bool, word: np.uint64) -> tuple[int, np.uint64]:
    """Draw the spot of an empty point where a stone is legal by itself or (if `mates`) with a second one.

    Return NOWHERE if there is none, and the generator's word.
    """
    for _ in range(TRIES if left > 0 else 0):
        word = following(word)
        spot = index(below(word, left))
        if is_legal(wide, sheet, index(sheet[EMPTIES + spot]), player, mates):
            return spot, word
    count = 0
    for spot in range(left):
        if is_legal(wide, sheet, index(sheet[EMPTIES + spot]), player, mates):
            sheet[LEGAL + count] = spot
            count += 1
    if count == 0:
        return NOWHERE, word
    word = following(word)
    return int(sheet[LEGAL + below(word, count)]), word


@helper
def is_legal(wide: int, sheet: Wide, point: int, player: int, mates: bool) -> bool:
    """Return whether a stone is legal on an empty point, by itself or (if `mates`) with a second one."""
    mends = int(MENDS[sheet[RINGS + ROW * player + point] & 0xFF])
    return mends >= ALONE or (mates and mends != 0 and mates_of(wide, sheet, point, player) != 0)


@helper
def mates_of(wide: int, sheet: Wide, point: int, player: int) -> int:
    """Return the neighbours, as bits of a ring, where a second stone mends a first one on `point`."""
    at = index(RINGS + ROW * player + point)
    above = int(MENDS[sheet[index(at - wide)] & 0x1FF])
    right = int(MENDS[sheet[index(at + 1)] & 0x1FF])
    below_it = int(MENDS[sheet[index(at + wide)] & 0x1FF])
    left = int(MENDS[sheet[index(at - 1)] & 0x1FF])
    there = above >> 4 & 1 | right >> 4 & 4 | below_it << 4 & 16 | left << 4 & 64
    return int(MENDS[sheet[at] & 0xFF]) & there


@helper
def draw_mate(wide: int, sheet: Wide, point: int, player: int, word: np.uint64) -> tuple[int, np.uint64]:
    """Draw the point of a random second stone that mends a first one on `point`; there must be one. And the word."""
    mates = mates_of(wide, sheet, point, player)
    while True:
        word = following(word)
        i = 2 * below(word, 4)
        if mates >> i & 1:
            return index(neighbour(wide, point, i)), word


@kernel
def beginner(geometry: Ints, state: Ints, player: int) -> int:
    """Return minus the number of stones missing between the player's edges, whatever may touch at corners."""
    return -gap(geometry, state, player, int(geometry[SIZE]) ** 2)
