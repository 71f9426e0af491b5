"""Vocabulary for kernels: the course of a game. Whose turn it is, how a turn and a game end, what the options say.

A state is one int16 vector: the header of `byways.rules.state_vector`, a word for each cell of the board
(`byways.cells`), then the game's counters. The geometry is another, constant for the options: whether the pie rule is
on, the options in order, the board with its table of neighbours, then the game's numbers and weights. The readers here
return plain ints, so that sums neither overflow nor need a cast.
"""

from __future__ import annotations

from byways.kernels import Ints, helper
from byways.kernels.rng import draw
from byways.rules.state_vector import (
    CHANCE,
    GEOMETRY,
    HEADER,
    NOBODY,
    PART,
    TO_MOVE,
    exchange_players,
    finish,
    mark_quiet,
    next_turn,
)

__all__ = [
    "CHANCE",
    "HEADER",
    "NOBODY",
    "PART",
    "TO_MOVE",
    "draw",
    "exchange_players",
    "finish",
    "mark_quiet",
    "mover",
    "next_turn",
    "number",
    "option",
    "weight",
]

OPTIONS = GEOMETRY  # the options in order, without the pie rule: a number, 0 or 1, or the index of a choice
MOST_OPTIONS = 15
_BOARD = OPTIONS + MOST_OPTIONS
CELL_COUNT, ROWS, COLUMNS, DIRECTIONS, TOUCHING, ACTIONS, MOVES, NUMBERS, WEIGHTS, TABLE = range(_BOARD, _BOARD + 10)


@helper
def mover(state: Ints) -> int:
    """Return the player to move, from 0; CHANCE; or NOBODY when the game is over."""
    return int(state[TO_MOVE])


@helper
def option(geometry: Ints, index: int) -> int:
    """Return an option by its place in `Game.options`."""
    return int(geometry[OPTIONS + index])


@helper
def number(geometry: Ints, index: int) -> int:
    """Return one of the constants that `Game.numbers` lists."""
    return int(geometry[int(geometry[NUMBERS]) + index])


@helper
def weight(geometry: Ints, index: int) -> int:
    """Return a weight of the evaluation by its place in `SearchKernels.weights`."""
    return int(geometry[int(geometry[WEIGHTS]) + index])
