"""Games by turns that promise something: each the best of a few random ones, by what its stones add to the lines of
sight. What they come to says more of a position than what random games do (Gelly, Wang, Munos and Teytaud, 2006)."""

from __future__ import annotations

import numpy as np

from byways import defaults
from byways.games.stroll.board import CELLS, CLAIM, EMPTY, FIRST, SIZE, own_words
from byways.games.stroll.hints import CANDIDATES, LAST, PHASES, weight
from byways.games.stroll.lines import phase_shares, stone_worth, worths
from byways.games.stroll.playout import draw_reachable, list_free, put_stone
from byways.games.stroll.rules import outcome
from byways.header import NOBODY, PART, TO_MOVE, finish, next_turn
from byways.kernels import Grid, Ints, Reals, Wide, Words, helper, kernel
from byways.rng import draw

_LEAST = -1_000_000  # less than any turn is worth


@helper
def is_near(n: int, one: int, two: int) -> bool:
    """Whether two cells are the same or neighbours."""
    return abs(one // n - two // n) <= 1 and abs(one % n - two % n) <= 1


@helper
def leaves_none(geometry: Ints, one: int, two: int, free: Wide, count: int) -> bool:
    """Whether no cell is left free for a first stone when stones stand on these two."""
    n = int(geometry[SIZE])
    for i in range(count):
        if not is_near(n, int(free[i]), one) and not is_near(n, int(free[i]), two):
            return False
    return True


@helper
def draw_turn(geometry: Ints, state: Ints, rng: Words, free: Wide, count: int, table: Grid) -> tuple[int, int]:
    """The best of some random turns of the player to move, or of second stones where the first one is there."""
    begun = int(state[own_words(geometry) + FIRST]) - 1
    player = int(state[TO_MOVE])
    best, best_one, best_two = _LEAST, -1, -1
    for _ in range(weight(geometry, CANDIDATES)):
        one, merit = begun, 0
        if begun < 0:
            one = int(free[draw(rng, count)])
            merit = stone_worth(geometry, state, one, player, table)
            state[CELLS + one] = player + 1
        two = draw_reachable(geometry, state, one, rng)
        merit += stone_worth(geometry, state, two, player, table)
        if begun < 0:
            state[CELLS + one] = EMPTY
        if leaves_none(geometry, one, two, free, count):
            merit += weight(geometry, LAST)
        if merit > best:
            best, best_one, best_two = merit, one, two
    return best_one, best_two


@helper
def fill_well(geometry: Ints, state: Ints, rng: Words) -> None:
    """Play the board phase to its end; nobody swaps."""
    cells = int(geometry[SIZE]) ** 2
    begun = own_words(geometry) + FIRST
    free, at = np.empty(cells, dtype=np.int64), np.empty(cells, dtype=np.int64)
    count = list_free(geometry, state, free, at)
    shares = np.empty(PHASES, dtype=np.float64)
    phase_shares(count, cells, shares)
    table = worths(geometry, shares)
    while state[TO_MOVE] != NOBODY:
        one, two = draw_turn(geometry, state, rng, free, count, table)
        if state[PART] == 0:
            count = put_stone(geometry, state, one, free, at, count)
        count = put_stone(geometry, state, two, free, at, count)
        state[begun] = 0
        next_turn(state, 1 - int(state[TO_MOVE]))
        if count == 0:
            finish(state, 0, -1)


@kernel(defaults.PLAYOUT)
def guided(geometry: Ints, state: Ints, rng: Words, values: Reals) -> int:
    """See `Kernels.guided`. Where paths are claimed, games are left to the slow way."""
    if geometry[CLAIM] == 1:
        return 0
    fill_well(geometry, state, rng)
    outcome(geometry, state, values)
    return 1
