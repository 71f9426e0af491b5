"""Square boards: cells are numbered in row-major order from the top-left corner, a1."""

from __future__ import annotations

import functools

import numpy as np

from byways.kernels import Ints

# The eight directions as (row step, column step), in row-major order, so that what lies there is in board order.
DIRECTIONS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
ORTHOGONAL = (1, 3, 4, 6)  # up, left, right, down
DIAGONAL = (0, 2, 5, 7)
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def name(cell: int, size: int) -> str:
    """Return the name of a cell, such as "c5": column letter, then row number from the top."""
    return f"{LETTERS[cell % size]}{cell // size + 1}"


@functools.cache
def names(size: int) -> tuple[str, ...]:
    """Return the names of all cells in row-major order."""
    return tuple(name(cell, size) for cell in range(size * size))


@functools.cache
def cells(size: int) -> dict[str, int]:
    """Map names to cells."""
    return {text: cell for cell, text in enumerate(names(size))}


@functools.cache
def neighbours(size: int) -> Ints:
    """Return shape (size * size * 8,): the neighbour of cell c in direction d is at 8 * c + d, or -1 off the board."""
    table = np.full(size * size * 8, -1, dtype=np.int16)
    for cell in range(size * size):
        for d, (down, right) in enumerate(DIRECTIONS):
            row, column = cell // size + down, cell % size + right
            if 0 <= row < size and 0 <= column < size:
                table[8 * cell + d] = row * size + column
    table.flags.writeable = False
    return table


@functools.cache
def symmetries(size: int) -> Ints:
    """Return the symmetries, shape (8, size * size): row k is the image of every cell.

    Even k keep the rows rows, odd k exchange them with columns. Row 0 is the identity.
    """
    grid = np.arange(size * size, dtype=np.int16).reshape(size, size)
    images = np.empty((8, size * size), dtype=np.int16)
    for k in range(8):
        turned = grid.T if k & 1 else grid
        turned = turned[::-1] if k & 2 else turned
        turned = turned[:, ::-1] if k & 4 else turned
        images[k, turned.ravel()] = grid.ravel()
    images.flags.writeable = False
    return images
