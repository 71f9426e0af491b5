"""Connect Four, by Howard Wexler (1974): discs fall down the columns, and four in a line win."""

from __future__ import annotations

from byways.cells import SOUTH, full, neighbour, piece, put, run
from byways.game import About, Columns, Game, Grid, Rules, Whole
from byways.kernels import Ints, kernel
from byways.turns import finish, mover, next_turn

FOUR, FULL = 1, 2  # reasons


@kernel
def allows(geometry: Ints, state: Ints, column: int) -> bool:
    """Allow a disc in a column whose top cell is empty; the cells of the top row have the first numbers."""
    return piece(state, column) == 0


@kernel
def apply(geometry: Ints, state: Ints, column: int) -> None:
    """Let a disc fall to the lowest empty cell of its column."""
    player = mover(state)
    cell = column
    below = neighbour(geometry, cell, SOUTH)
    while below >= 0 and piece(state, below) == 0:
        cell, below = below, neighbour(geometry, below, SOUTH)
    put(state, cell, 1 + player)
    next_turn(state, 1 - player)
    judge(geometry, state, cell)


@kernel
def judge(geometry: Ints, state: Ints, cell: int) -> None:
    """End the game if the disc on a cell is one of four in a line, or, drawn, if the board is full."""
    for direction in range(4):
        if 1 + run(geometry, state, cell, direction) + run(geometry, state, cell, 7 - direction) >= 4:
            finish(state, FOUR, piece(state, cell) - 1)
            return
    if full(geometry, state):
        finish(state, FULL, -1)


GAME = Game(
    about=About(
        name="connect_four",
        title="Connect Four",
        designer="Howard Wexler",
        summary="Drop discs into columns; four in a line win.",
    ),
    options=(Whole("rows", 6, "cells a column", 4, 12), Whole("columns", 7, "columns", 4, 12)),
    players=("white", "black"),
    reasons=("four in a line", "board full"),
    board=Grid("rows", "columns"),
    actions=Columns(),
    rules=Rules(
        allows=allows,
        apply=apply,
        judge=judge,
        single=True,
        longest=lambda options: int(options["rows"]) * int(options["columns"]),
    ),
)
