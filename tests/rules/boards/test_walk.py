"""Walks over neighbours: the gap between two edges, against Dijkstra's algorithm, and the chain that leaves none."""

import heapq

import pytest

from byways import registry
from byways.cells import CELLS
from byways.kernels.rng import draw, seeded
from byways.rules.boards.walk import connected, gap

SIDES = [(-1, 0), (1, 0), (0, -1), (0, 1)]
CORNERS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]


def lacking(board, n, mark, rows, enemy, steps):
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
        for r, c in ((row + down, column + right) for down, right in steps):
            if 0 <= r < n and 0 <= c < n:
                heapq.heappush(ways, (cost + price[r * n + c], r * n + c))
    return min(n * n, *(settled[n * (n - 1) + i if rows else i * n + n - 1] for i in range(n)))


@pytest.mark.parametrize("steps", [SIDES, SIDES + CORNERS], ids=len)
@pytest.mark.parametrize("enemy", [1, 2, 36])
def test_a_gap_is_what_a_shortest_way_lacks(enemy, steps):
    rng = seeded(5)
    variant = registry.find("troll").variant({"size": 6})
    state = variant.blank()
    joined = set()
    for full in range(60):
        board = state[CELLS:] = [1 + draw(rng, 2) if full % 3 == 0 else max(draw(rng, 4) - 1, 0) for _ in range(36)]
        for player in range(2):
            expected = lacking(board, 6, player + 1, player == 0, enemy, steps)
            assert gap(variant.geometry, state, player, enemy, len(steps)) == expected
            joined.add(connected(variant.geometry, state, player, len(steps)))
            assert connected(variant.geometry, state, player, len(steps)) is (expected == 0)
    assert joined == {True, False}
