"""Hex, by Piet Hein (1942) and John Nash, as a game of your own: one file, and everything Byways has works for it.

    BYWAYS_GAMES=examples/hex_game.py byways play hex

Cells are named as on a square board; each row is drawn half a cell further to the right. Black joins top and bottom,
White left and right.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from byways import defaults
from byways.boards import square
from byways.errors import IllegalTurnError
from byways.game import Game, Kernels
from byways.header import GEOMETRY, HEADER, NOBODY, TO_MOVE, finish, next_turn, swap, swap_open
from byways.kernels import Ints, helper, kernel
from byways.options import SWAP, Whole
from byways.picture import Board, Edge, Item, Label, Picture, Point
from byways.state import State
from byways.texts import SquareTexts

SIZE = GEOMETRY
STEPS = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))  # (rows, columns) to the six neighbours


@kernel(defaults.COUNT)
def num_actions(geometry: Ints) -> int:
    """The cells, and swap."""
    return int(geometry[SIZE]) ** 2 + int(geometry[0])


@kernel(defaults.SETUP)
def setup(geometry: Ints, state: Ints) -> None:
    """An empty board."""
    state[TO_MOVE] = 0


@kernel(defaults.LEGAL)
def legal_actions(geometry: Ints, state: Ints, out: Ints) -> int:
    """Every empty cell; swap last."""
    if state[TO_MOVE] == NOBODY:
        return 0
    cells = int(geometry[SIZE]) ** 2
    count = 0
    for cell in range(cells):
        if state[HEADER + cell] == 0:
            out[count] = cell
            count += 1
    if swap_open(geometry, state):
        out[count] = cells
        count += 1
    return count


@helper
def joined(geometry: Ints, state: Ints, player: int) -> bool:
    """Whether the player's stones join the player's edges, by flooding from one of them."""
    n = int(geometry[SIZE])
    reached = np.zeros(n * n, dtype=np.int16)
    stack = np.empty(n * n, dtype=np.int16)
    count = 0
    for i in range(n):
        cell = i if player == 0 else i * n
        if state[HEADER + cell] == player + 1:
            reached[cell] = 1
            stack[count] = cell
            count += 1
    while count > 0:
        count -= 1
        row, column = int(stack[count]) // n, int(stack[count]) % n
        if (row if player == 0 else column) == n - 1:
            return True
        for down, right in STEPS:
            r, c = row + down, column + right
            if 0 <= r < n and 0 <= c < n and reached[r * n + c] == 0 and state[HEADER + r * n + c] == player + 1:
                reached[r * n + c] = 1
                stack[count] = r * n + c
                count += 1
    return False


@kernel(defaults.SETUP)
def settle(geometry: Ints, state: Ints) -> None:
    """The player who moved last may have won."""
    player = 1 - int(state[TO_MOVE])
    if joined(geometry, state, player):
        finish(state, 1, player)


@kernel(defaults.APPLY)
def apply(geometry: Ints, state: Ints, action: int) -> None:
    """Place a stone, or swap."""
    player = int(state[TO_MOVE])
    if action == int(geometry[SIZE]) ** 2:
        swap(state)
        return
    state[HEADER + action] = player + 1
    next_turn(state, 1 - player)
    settle(geometry, state)


class HexTexts(SquareTexts):
    """A turn is a cell."""

    def refusal(self, state: State, actions: Sequence[int]) -> IllegalTurnError:
        cell = square.name(actions[0], self.size(state.variant))
        return IllegalTurnError("turn.occupied", "{cell} is occupied", cell=cell)


def picture(state: State) -> Picture:
    """Stones on a rhombus of hexes."""
    size = int(state.variant.options["size"])
    places = [(column + row / 2, row * 3**0.5 / 2) for row in range(size) for column in range(size)]
    points = tuple(Point(name, *place) for name, place in zip(square.names(size), places, strict=True))
    stones = [
        Item("stone", (point.name,), state.players[value - 1], says=f"{state.players[value - 1]} stone")
        for point, value in zip(points, state.vector[HEADER:], strict=True)
        if value
    ]
    ends = (("black", places[:size], 0, -0.5), ("black", places[-size:], 0, 0.5))
    sides = (("white", places[::size], -0.45, 0), ("white", places[size - 1 :: size], 0.45, 0))
    edges = tuple(Edge(owner, tuple((x + dx, y + dy) for x, y in line)) for owner, line, dx, dy in (*ends, *sides))
    columns = [Label(square.LETTERS[i], x - 0.55, y - 1.0) for i, (x, y) in enumerate(places[:size])]
    rows = [Label(str(i + 1), x - 1.0, y + 0.1) for i, (x, y) in enumerate(places[::size])]
    return Picture((Board("hexes", points, (*columns, *rows), edges, tuple(stones)),))


GAME = Game(
    name="hex",
    title="Hex",
    designer="Piet Hein and John Nash",
    credit="Rules by Piet Hein (1942) and John Nash (1948), free to play.",
    summary="Join your two edges; nobody else can then join theirs.",
    options=(Whole("size", 11, "cells a side", 3, 19), SWAP),
    players=lambda options: ("black", "white"),
    reasons=("connection",),
    geometry=lambda options: np.array([int(options["swap"]), int(options["size"])], dtype=np.int16),
    width=lambda geometry: HEADER + int(geometry[SIZE]) ** 2,
    kernels=Kernels(setup, legal_actions, apply, num_actions, settle=settle),
    texts=HexTexts(),
    picture=picture,
)
