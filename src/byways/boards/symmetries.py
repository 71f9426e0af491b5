"""The eight symmetries of the square, for kernels."""

from __future__ import annotations

from byways.kernels import Ints, helper


@helper
def image_of(n: int, cell: int, index: int) -> int:
    """Return where a symmetry of an n×n board takes a cell, as in `byways.boards.square.symmetries`."""
    row, column = (cell % n, cell // n) if index & 1 else (cell // n, cell % n)
    row = n - 1 - row if index & 2 else row
    column = n - 1 - column if index & 4 else column
    return row * n + column


@helper
def mirror_cells(n: int, state: Ints, cells: int, index: int, exchange: bool, image: Ints, actions: Ints) -> None:
    """Write the image of the cells, which begin at the offset `cells`, and of the actions, which begin with the cells.

    With `exchange` the pieces 1 and 2 change places.
    """
    for cell in range(n * n):
        at, piece = image_of(n, cell, index), int(state[cells + cell])
        image[cells + at] = 3 - piece if exchange and piece != 0 else piece
        actions[cell] = at
    for action in range(n * n, actions.size):
        actions[action] = action
