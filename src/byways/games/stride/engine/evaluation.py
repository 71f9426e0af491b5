"""The static evaluation of a Stride position.

The board is read into words of bits, and row by row pieces and forward jumps are counted there. Bit number - 1 of a
row's word is a hex: a forward jump of White's ends two rows up at the same bit or two bits on.
"""

from __future__ import annotations

from byways.games.stride.rules import CELLS, HEXES, SIDE, colour, index, on_goal, row_length
from byways.kernels import Ints, Reals, helper, kernel
from byways.rules.state_vector import NOBODY, TO_MOVE
from byways.turns import WEIGHTS as FIRST_WEIGHT

# A piece's row parity never changes. "step0" … "step7" weigh a piece that can still reach its goal row, by the jumps it
# is away; "aid0" … "aid7" one that can only help, by the jumps it is away from the row before.
STEPS = 8
WEIGHTS = {
    "step0": 300,
    "step1": 285,
    "step2": 145,
    "step3": 110,
    "step4": 100,
    "step5": 95,
    "step6": 92,
    "step7": 90,
    "aid0": 18,
    "aid1": 113,
    "aid2": 75,
    "aid3": 70,
    "aid4": 70,
    "aid5": 70,
    "aid6": 70,
    "aid7": 70,
    "jump": 50,
    "tempo": 3,
    "buried": 107,
}

_PLACES = {name: i for i, name in enumerate(WEIGHTS)}
_JUMP, _TEMPO, _BURIED = _PLACES["jump"], _PLACES["tempo"], _PLACES["buried"]
_HALF = 600.0  # a lead that is worth a half of what there is to gain
_WORD = 62  # hexes that are read at a time
_ROW = 16  # bits that hold the longest row
# For counting bits: every second, every second pair, every second four, and one in every eight.
_1, _2, _4, _8 = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F, 0x0101010101010101


@helper
def bits(word: int) -> int:
    """Count the bits set in a word; written so that machine code does it in one instruction."""
    word = word - ((word >> 1) & _1)
    word = (word & _2) + ((word >> 2) & _2)
    return ((((word + (word >> 4)) & _4) * _8) >> 56) & 0x7F


@helper
def read(heights: Ints) -> tuple[int, int]:
    """Return the bitboards of White's and of Black's stacks among some hexes."""
    white = black = 0
    for i in range(heights.size):  # of a slice: machine code need not ask of each index whether it counts from the end
        height = int(heights[i])
        white |= int(height > 0) << i
        black |= int(height < 0) << i
    return white, black


@helper
def pieces(heights: Ints) -> int:
    """Return White's pieces minus Black's."""
    more = 0
    for i in range(heights.size):
        more += int(heights[i])
    return more


@helper
def weight(rows: int) -> int:
    """Return the index of the weight of a piece so many rows before its goal."""
    return (rows >> 1) + STEPS * (rows & 1)


@helper
def lead(geometry: Ints, state: Ints) -> int:
    """Return White's lead: pieces by their places, pieces under a stack's top, and free jumps, less Black's."""
    side = int(geometry[SIDE])
    weights = int(geometry[FIRST_WEIGHT])
    end = CELLS + int(geometry[HEXES])
    last = 2 * side - 2
    at = CELLS
    held = 0
    white = 0
    black = 0
    buried = int(geometry[weights + _BURIED])
    score = buried * pieces(state[CELLS:end])
    jumps = 0
    over = board1 = white1 = white2 = board2 = 0  # of the row before, and of the row before that
    for row in range(last + 1):
        length = row_length(side, row)
        if held < length:
            held = min(_WORD, end - at)
            white, black = read(state[at : at + held])
        mask = (1 << length) - 1
        shift = max(0, row - side + 1)
        white0 = (white & mask) << shift
        black0 = (black & mask) << shift
        board0 = mask << shift
        white = white >> length
        black = black >> length
        held = held - length
        at = at + length
        score += (int(geometry[index(weights + weight(last - row))]) - buried) * bits(white0)
        score -= (int(geometry[index(weights + weight(row))]) - buried) * bits(black0)
        up = (white2 & over & board0) | (((white2 << 1) & over) << 1 & board0) << _ROW
        down = (black0 & over & board2) | (((black0 >> 1) & over) >> 1 & board2) << _ROW
        jumps += bits(up) - bits(down)
        over = white0 | black0
        white2 = white1
        board2 = board1
        white1 = white0
        board1 = board0
    return score + int(geometry[weights + _JUMP]) * jumps


@kernel
def evaluate(geometry: Ints, state: Ints, values: Reals) -> int:
    """Write the values by lead and tempo; a piece on its goal counts as a win, as the search checks for its capture."""
    score = float(lead(geometry, state))
    player = int(state[TO_MOVE])
    if player != NOBODY:
        score += colour(player) * float(geometry[int(geometry[FIRST_WEIGHT]) + _TEMPO])
    values[0] = 0.5 + 0.5 * score / (_HALF + abs(score))
    if player != NOBODY and on_goal(geometry, state, 1 - player):
        values[0] = player
    values[1] = 1 - values[0]
    return 1


@kernel
def beginner(geometry: Ints, state: Ints, player: int) -> int:
    """Count by how many rows the own pieces have gone ahead of the enemy's; what was captured has gone nowhere."""
    side = int(geometry[SIDE])
    cell = CELLS
    total = 0
    last = 2 * side - 2
    for row in range(last + 1):
        for _ in range(row_length(side, row)):
            height = int(state[cell])
            total += height * (row if height > 0 else last - row)
            cell += 1
    return total * colour(player)
