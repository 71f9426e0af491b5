"""The rules of Stride as kernels.

A state is the header and one word a hex: 0 empty, +height for a stack of White's (player 0), -height for one of Black's
(player 1); a lone piece is a stack of height 1. White moves up, from row a towards the last row, Black down. Actions:
6 * hex + direction for the top piece's jump from a hex.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from byways.kernels import Ints, Planes, helper, kernel
from byways.kernels.rng import seeded
from byways.rules.boards.shapes import Hexagon
from byways.rules.options import Value
from byways.rules.state_vector import (
    HEADER,
    NOBODY,
    QUIET,
    TO_MOVE,
    exchange_players,
    finish,
    mark_quiet,
    next_turn,
    swap_open,
)
from byways.turns import CELL_COUNT, OPTIONS, TABLE

SIDE = OPTIONS  # hexes a side
REPETITION = OPTIONS + 1  # how often a position may come before it draws; 0: for ever
ARRIVAL = OPTIONS + 2  # 1: a piece wins as it arrives on its goal row (a variant); 0: where it stays for a turn
HEXES = CELL_COUNT
JUMPS = TABLE  # action a jumps over the word of the state at JUMPS + 2 * a and lands on the word at JUMPS + 2 * a + 1

CELLS = HEADER
GOAL, NO_MOVE, REPEATED = 1, 2, 3  # reasons
DOWN, SIDEWAYS, UP = 0, 1, 2  # direction // 2 in the order of `Hexagon`

LARGEST = 8  # hexes a side
HIGHEST = 2 * LARGEST + 3  # pieces that a side begins with on the largest board, all in one stack
KEY_BITS = 62  # so that sums of two words stay within 63 bits
# A word for every hex: a position's key is the sum of height times word, which a jump changes by one difference.
WORDS = np.array([int(seeded(cell)[0]) >> (64 - KEY_BITS) for cell in range(len(Hexagon.layout(LARGEST).names))])
MASK = (1 << KEY_BITS) - 1
_62 = np.uint64(KEY_BITS)

PLANES = 8


def observation_shape(geometry: Ints) -> tuple[int, int]:
    """Return the shape of what `observe` fills."""
    return PLANES, int(geometry[HEXES])


@helper
def row_length(side: int, row: int) -> int:
    """Return the length of a row; rows count from 0."""
    return side + min(row, 2 * side - 2 - row)


def ranges(options: Mapping[str, Value]) -> list[tuple[int, int]]:
    """Return the least and the greatest number of each word behind the header: heights, negative ones of Black."""
    return [(-32_767, 32_767)] * len(Hexagon.layout(int(options["side"])).names)


@kernel
def setup(geometry: Ints, state: Ints) -> None:
    """Fill each side's second and third rows (decision S1); White moves first."""
    side = int(geometry[SIDE])
    hexes = int(geometry[HEXES])
    first = row_length(side, 0)
    for cell in range(first, first + row_length(side, 1) + row_length(side, 2)):
        state[CELLS + cell] = 1
        state[CELLS + hexes - 1 - cell] = -1
    state[TO_MOVE] = 0


@helper
def colour(player: int) -> int:
    """Return the sign of a player's heights."""
    return 1 - 2 * player


@helper
def index(word: int) -> int:
    """Return a non-negative index; knowing the sign, machine code skips wraparound: a fifth more games."""
    return int(word) & 0x7FFF


@helper
def may_jump(geometry: Ints, state: Ints, cell: int, d: int, player: int) -> bool:
    """Return whether the top piece of the player's stack on `cell` may jump in direction d.

    Without branches, because a processor cannot predict which random jumps are legal.
    """
    sign = colour(player)
    at = JUMPS + 12 * cell + 2 * d
    over = int(state[index(geometry[at])])
    landing = sign * int(state[index(geometry[at + 1])])
    forward = d // 2 == UP - 2 * player
    return (over != 0) & (forward | (landing < 0) | (landing >= sign * int(state[CELLS + cell])))


@kernel
def legal_actions(geometry: Ints, state: Ints, out: Ints) -> int:
    """List the jumps of the player to move."""
    player = int(state[TO_MOVE])
    if player == NOBODY:
        return 0
    count = 0
    for cell in range(int(geometry[HEXES])):
        if colour(player) * int(state[CELLS + cell]) > 0:
            for d in range(6):
                if may_jump(geometry, state, cell, d, player):
                    out[count] = 6 * cell + d
                    count += 1
    return count


@kernel
def allows(geometry: Ints, state: Ints, action: int) -> bool:
    """Return whether `legal_actions` lists the action."""
    player = int(state[TO_MOVE])
    cell = action // 6
    return colour(player) * int(state[CELLS + cell]) > 0 and may_jump(geometry, state, cell, action % 6, player)


@helper
def can_move(geometry: Ints, state: Ints, player: int) -> bool:
    """Return whether the player has a legal jump."""
    for cell in range(int(geometry[HEXES])):
        if colour(player) * int(state[CELLS + cell]) > 0:
            for d in range(6):
                if may_jump(geometry, state, cell, d, player):
                    return True
    return False


@helper
def goal(geometry: Ints, player: int) -> int:
    """Return the first hex of the player's goal row; the others follow it."""
    return (1 - player) * (int(geometry[HEXES]) - int(geometry[SIDE]))


@helper
def on_goal(geometry: Ints, state: Ints, player: int) -> bool:
    """Return whether the player has a piece on the goal row."""
    first = CELLS + goal(geometry, player)
    for at in range(first, first + int(geometry[SIDE])):
        if colour(player) * int(state[index(at)]) > 0:
            return True
    return False


@kernel
def settle(geometry: Ints, state: Ints) -> None:
    """End the game if the player to move has a piece on the goal row (and wins) or has no move (and loses).

    Where arrival wins, so does the other player, who has just moved.
    """
    player = int(state[TO_MOVE])
    if on_goal(geometry, state, player):
        finish(state, GOAL, player)
    elif geometry[ARRIVAL] == 1 and on_goal(geometry, state, 1 - player):
        finish(state, GOAL, 1 - player)
    elif not can_move(geometry, state, player):
        finish(state, NO_MOVE, 1 - player)


@kernel
def apply(geometry: Ints, state: Ints, action: int) -> None:
    """Jump with the top piece onto the hex behind, where an enemy stack is captured whole."""
    player = int(state[TO_MOVE])
    sign = colour(player)
    start = CELLS + action // 6
    landing = int(geometry[JUMPS + 2 * action + 1])
    state[start] -= sign
    if sign * int(state[landing]) < 0:
        state[landing] = sign
        state[QUIET] = 0  # pieces never come back, so no earlier position does
    else:
        state[landing] += sign
        mark_quiet(state)
    next_turn(state, 1 - player)
    settle(geometry, state)


@kernel
def key(geometry: Ints, state: Ints) -> np.uint64:
    """Hash the hexes' heights and the player to move."""
    total = 0
    for cell in range(int(geometry[HEXES])):
        total += int(state[CELLS + cell]) * int(WORDS[cell])  # machine code overflows, which the mask cuts off
    total &= MASK
    return np.uint64(total) ^ (np.uint64(int(state[TO_MOVE]) + 2) << _62)


@kernel
def symmetry(geometry: Ints, state: Ints, index: int, image: Ints, actions: Ints) -> int:
    """1: left and right exchanged. 2: half a turn with the colours exchanged. 3: both."""
    side = int(geometry[SIDE])
    hexes = int(geometry[HEXES])
    mirrored = index % 2
    turned = index // 2
    image[:] = state
    if turned:
        exchange_players(image)
    last = -1
    for row in range(2 * side - 1):
        first, last = last + 1, last + row_length(side, row)
        for cell in range(first, last + 1):
            there = cell + mirrored * (first + last - 2 * cell)
            there += turned * (hexes - 1 - 2 * there)
            image[CELLS + there] = colour(turned) * int(state[CELLS + cell])
            for d in range(6):
                way = d ^ mirrored  # directions come in pairs of left and right
                way += turned * (5 - 2 * way)
                actions[6 * cell + d] = 6 * there + way
    for action in range(6 * hexes, actions.size):
        actions[action] = action
    return 4


@kernel
def observe(geometry: Ints, state: Ints, player: int, planes: Planes) -> None:
    """Write eight planes of one word a hex, which lie as the board does for both players.

    Own stacks (1) and their heights, enemy stacks and theirs, the own goal row, the enemy's, and two planes filled
    with 1 where `player` is to move and where swap is open.
    """
    side = int(geometry[SIDE])
    hexes = int(geometry[HEXES])
    sign = colour(player)
    for cell in range(hexes):
        height = sign * int(state[CELLS + cell])
        planes[0, cell] = np.float32(height > 0)
        planes[1, cell] = np.float32(max(height, 0))
        planes[2, cell] = np.float32(height < 0)
        planes[3, cell] = np.float32(max(-height, 0))
    for i in range(side):
        planes[4 + player, hexes - side + i] = 1.0
        planes[5 - player, i] = 1.0
    planes[6, :] = np.float32(state[TO_MOVE] == player)
    planes[7, :] = np.float32(swap_open(geometry, state))
