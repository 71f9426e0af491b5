"""Breakthrough, by Dan Troyka (2000): step forward, capture aslant, and reach the far row."""

from __future__ import annotations

from byways.cells import BOTTOM, NORTH, SOUTH, TOP, cells, columns, neighbour, piece, put, sides, step
from byways.game import About, AlphaBeta, Game, Grid, Rules, SearchKernels, Steps, Whole
from byways.kernels import Ints, Reals, kernel
from byways.turns import finish, mover, next_turn

from .breakthrough_playout import ALL_TAKEN, FAR_ROW, playout


@kernel
def setup(geometry: Ints, state: Ints) -> None:
    """Give each player two rows of pieces; White, below, moves first."""
    for cell in range(2 * columns(geometry)):
        put(state, cell, 2)
        put(state, cells(geometry) - 1 - cell, 1)


@kernel
def legal_actions(geometry: Ints, state: Ints, out: Ints) -> int:
    """List steps forward: straight onto an empty cell, or aslant onto one without a piece of the same player."""
    own = 1 + mover(state)
    straight = NORTH if own == 1 else SOUTH
    count = 0
    for start in range(cells(geometry)):
        if piece(state, start) != own:
            continue
        for direction in range(straight - 1, straight + 2):
            end = neighbour(geometry, start, direction)
            if end >= 0 and piece(state, end) != own and (direction != straight or piece(state, end) == 0):
                out[count] = 8 * start + direction
                count += 1
    return count


@kernel
def apply(geometry: Ints, state: Ints, action: int) -> None:
    """Step, and take what stands there."""
    player = mover(state)
    start, end = step(geometry, action)
    put(state, start, 0)
    put(state, end, 1 + player)
    next_turn(state, 1 - player)
    judge(geometry, state, end)


@kernel
def judge(geometry: Ints, state: Ints, cell: int) -> None:
    """End the game if the piece on a cell stands on its far row, or if no enemy is left."""
    player = piece(state, cell) - 1
    if sides(geometry, cell) & (TOP if player == 0 else BOTTOM) > 0:
        finish(state, FAR_ROW, player)
        return
    for at in range(cells(geometry)):
        if piece(state, at) == 2 - player:
            return
    finish(state, ALL_TAKEN, player)


@kernel
def evaluate(geometry: Ints, state: Ints, values: Reals) -> int:
    """Compare the players' pieces: each counts as many as two rows, and the rows that it has gone."""
    lead, last = 0, cells(geometry) - 1
    for cell in range(cells(geometry)):
        if piece(state, cell) == 1:
            lead += 2 + (last - cell) // columns(geometry)
        elif piece(state, cell) == 2:
            lead -= 2 + cell // columns(geometry)
    values[0] = 0.5 + 0.5 * lead / (20.0 + abs(lead))
    values[1] = 1.0 - values[0]
    return 1


GAME = Game(
    about=About("breakthrough", "Breakthrough", "Dan Troyka", "Step forward, capture aslant, and reach the far row."),
    options=(Whole("rows", 8, "rows", 5, 12), Whole("columns", 8, "columns", 3, 12)),
    players=("white", "black"),
    reasons=("far row", "all taken"),
    board=Grid("rows", "columns"),
    actions=Steps(),
    rules=Rules(setup=setup, legal_actions=legal_actions, apply=apply, judge=judge, single=True),
    search=SearchKernels(playout=playout, evaluate=evaluate),
    engine=AlphaBeta(),
)
