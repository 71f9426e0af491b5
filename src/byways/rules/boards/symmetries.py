"""The eight symmetries of the square, for kernels."""

from __future__ import annotations

from byways.cells import CELLS
from byways.kernels import Ints, helper
from byways.rules.state_vector import exchange_players


@helper
def mirror_square(n: int, state: Ints, index: int, exchange: bool, image: Ints, actions: Ints) -> None:
    """Write the image of a state on n×n cells, and of the actions, which begin with the cells; counters stay.

    Bit 0 of `index` exchanges rows and columns, bit 1 top and bottom, bit 2 left and right. With `exchange` the two
    players and their pieces change places.
    """
    image[:] = state
    if exchange:
        exchange_players(image)
    for cell in range(n * n):
        row, column = (cell % n, cell // n) if index & 1 else (cell // n, cell % n)
        row = n - 1 - row if index & 2 else row
        column = n - 1 - column if index & 4 else column
        at = n * row + column
        piece = int(state[CELLS + cell])
        image[CELLS + at] = 3 - piece if exchange and piece != 0 else piece
        actions[cell] = at
    for action in range(n * n, actions.size):
        actions[action] = action
