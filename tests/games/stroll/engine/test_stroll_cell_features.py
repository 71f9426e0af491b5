"""What the cells of a Stroll board are worth, against looking in each direction by coordinates."""

import numpy as np
import pytest

from byways.games.stroll.board import CELLS
from byways.games.stroll.engine.cell_features import BESIDE, FREE, STONE, cells_worth, look_around, sight_worths
from byways.games.stroll.engine.line_features import count_free
from byways.games.stroll.engine.weights import CELL_KINDS, DEGREES, LENGTHS, WEIGHTS
from byways.games.stroll.rules import is_free
from games.stroll.stroll_boards import some_vectors


def board_of(variant, vector):
    size = variant.options["size"]
    return vector[CELLS : CELLS + size * size].reshape(size, size).tolist()


def seen_from(board, row, column):
    """The colour and the distance of the first stone in each direction that has one."""
    size = len(board)
    for down, right in ((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b):
        steps = 1
        while 0 <= (r := row + down * steps) < size and 0 <= (c := column + right * steps) < size:
            if board[r][c]:
                yield board[r][c], steps
                break
            steps += 1


def ninths(size, steps):
    return min(max(round(10 * steps / size + 1e-9), 1), 9)


def slow_rows(board, cell, colour):
    """How many stones of a colour a cell sees, and the greatest distances."""
    size = len(board)
    far = sorted((ninths(size, s) for who, s in seen_from(board, *divmod(cell, size)) if who == colour), reverse=True)
    return [len(far), *(far + [0] * LENGTHS)[:LENGTHS]]


@pytest.mark.parametrize("size", [5, 7, 10])
def test_cells_see_the_first_stone_in_each_direction(size):
    for variant, vector in some_vectors(size=size, games=2):
        board = board_of(variant, vector)
        rows, beside, free = look_around(variant.geometry, vector.copy())
        assert free == count_free(variant.geometry, vector)
        for cell in range(size * size):
            stone = board[cell // size][cell % size]
            if stone == 0:
                assert beside[cell] == (not is_free(variant.geometry, vector, cell))
            for colour in (1, 2):
                if stone in (0, colour):
                    assert rows[size * size * (colour - 1) + cell].tolist() == slow_rows(board, cell, colour)


def slow_worth(variant, vector, table):
    board, size = board_of(variant, vector), variant.options["size"]
    total = 0
    for cell in range(size * size):
        stone = board[cell // size][cell % size]
        kind = STONE if stone else FREE if is_free(variant.geometry, vector, cell) else BESIDE
        for colour in {1, 2} if stone == 0 else {stone}:
            degree, *far = slow_rows(board, cell, colour)
            worth = table[kind][min(degree, DEGREES - 1)] + sum(
                table[kind][DEGREES + i] * far[i] for i in range(LENGTHS)
            )
            total += worth if colour == 1 else -worth
    return total


def test_the_board_is_worth_what_its_cells_are():
    table = np.array([[7**kind * (3 + i) ** 2 for i in range(DEGREES + LENGTHS)] for kind in range(CELL_KINDS)])
    for variant, vector in some_vectors():
        rows, beside, _ = look_around(variant.geometry, vector.copy())
        assert cells_worth(variant.geometry, vector, rows, beside, table) == slow_worth(variant, vector, table)


def test_weights_are_blended_by_phase():
    variant, _ = next(some_vectors())
    table = sight_worths(variant.geometry, np.array([1.0, 0.0, 0.0]))
    assert table[STONE, 2] == WEIGHTS["stone sees 2 late"]
    assert table[FREE, DEGREES + 1] == WEIGHTS["free second late"]
    half = sight_worths(variant.geometry, np.array([0.0, 0.5, 0.5]))
    mean = (WEIGHTS["beside farthest middle"] + WEIGHTS["beside farthest early"]) / 2
    assert half[BESIDE, DEGREES] == pytest.approx(mean, abs=0.5)
