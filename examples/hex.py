"""Hex, by Piet Hein (1942) and John Nash (1948): Black joins top and bottom, White left and right.

BYWAYS_GAMES=examples/hex.py byways play hex
"""

from __future__ import annotations

from byways.cells import edges, joins, piece, put
from byways.game import SWAP, About, Cells, Game, Rhombus, Rules, Whole
from byways.kernels import Ints, kernel
from byways.turns import finish, mover, next_turn

CONNECTION = 1  # the first of the reasons


@kernel
def allows(geometry: Ints, state: Ints, cell: int) -> bool:
    """Allow a stone on any empty cell."""
    return piece(state, cell) == 0


@kernel
def apply(geometry: Ints, state: Ints, cell: int) -> None:
    """Place a stone."""
    player = mover(state)
    put(state, cell, 1 + player)
    next_turn(state, 1 - player)
    judge(geometry, state, cell)


@kernel
def judge(geometry: Ints, state: Ints, cell: int) -> None:
    """End the game if the stone on a cell belongs to a chain that joins its owner's edges."""
    player = piece(state, cell) - 1
    if joins(geometry, state, cell, edges(player)):
        finish(state, CONNECTION, player)


GAME = Game(
    about=About(
        name="hex", title="Hex", designer="Piet Hein and John Nash", summary="Join your two edges of the board."
    ),
    options=(Whole("size", 11, "cells on each side", 3, 19), SWAP),
    players=("black", "white"),
    reasons=("connection",),
    board=Rhombus("size", edges=True),
    actions=Cells(),
    rules=Rules(allows=allows, apply=apply, judge=judge, single=True),
)
