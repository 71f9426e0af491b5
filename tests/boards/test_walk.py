"""Walks over neighbours: the gap between two edges, against Dijkstra's algorithm."""

import heapq

import numpy as np
import pytest

from byways.boards.shapes import square
from byways.boards.walk import gap
from byways.rng import draw, seeded


def lacking(board, n, mark, rows, enemy):
    """The gap, by Dijkstra."""
    price = [0 if stone == mark else 1 if stone == 0 else enemy for stone in board]
    ways = [(price[cell], cell) for cell in ((i if rows else i * n) for i in range(n))]
    heapq.heapify(ways)
    settled = {}
    while ways:
        cost, cell = heapq.heappop(ways)
        if cell in settled:
            continue
        settled[cell] = cost
        row, column = divmod(cell, n)
        for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if 0 <= r < n and 0 <= c < n:
                heapq.heappush(ways, (cost + price[r * n + c], r * n + c))
    return min(n * n, *(settled[n * (n - 1) + i if rows else i * n + n - 1] for i in range(n)))


@pytest.mark.parametrize("enemy", [1, 2, 36])
def test_a_gap_is_what_a_shortest_way_lacks(enemy):
    rng = seeded(5)
    geometry = np.array(square(6).words)
    for _ in range(60):
        board = np.array([max(draw(rng, 4) - 1, 0) for _ in range(36)], dtype=np.int16)
        for mark, rows in ((1, True), (2, False)):
            expected = lacking(board.tolist(), 6, mark, rows, enemy)
            assert gap(geometry, 0, board, 0, 6, mark, rows, enemy) == expected
