"""The eight symmetries of the square, for kernels."""

from __future__ import annotations

from byways.kernels import Ints, helper


@helper
def mirror_cells(n: int, state: Ints, cells: int, index: int, exchange: bool, image: Ints, actions: Ints) -> None:
    """Write the image of the cells, which begin at the offset `cells`, and of the actions, which begin with the cells.

    Bit 0 of `index` exchanges rows and columns, bit 1 top and bottom, bit 2 left and right. With `exchange` the pieces
    1 and 2 change places.
    """
    for cell in range(n * n):
        row, column = (cell % n, cell // n) if index & 1 else (cell // n, cell % n)
        row = n - 1 - row if index & 2 else row
        column = n - 1 - column if index & 4 else column
        at, piece = n * row + column, int(state[cells + cell])
        image[cells + at] = 3 - piece if exchange and piece != 0 else piece
        actions[cell] = at
    for action in range(n * n, actions.size):
        actions[action] = action
