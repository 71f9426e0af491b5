"""Claims of paths, for kernels: the stones that may follow, the end of a round, the next player to claim."""

from __future__ import annotations

import numpy as np

from byways.games.stroll.board import (
    CELLS,
    EQUAL,
    LONGER,
    NEAR,
    ROUND,
    SIZE,
    claim_rounds,
    own_words,
    stone_seen,
    worth_of,
)
from byways.games.stroll.paths.sight_lines import STEPS, Table, crosses, write_line
from byways.kernels import Ints, Wide, helper
from byways.rules.state_vector import PART, TO_MOVE, finish


@helper
def read_claim(geometry: Ints, state: Ints, player: int, turn: int, out: Wide) -> int:
    """Write the cells that `player` claimed in round `turn` to `out`, in order; return how many."""
    n = int(geometry[SIZE])
    rounds = claim_rounds(geometry)
    count = 0
    for cell in range(n * n):
        if state[CELLS + cell] == player + 1 and state[rounds + cell] == turn:
            out[int(state[rounds + n * n + cell]) - 1] = cell
            count += 1
    return count


@helper
def write_lines(n: int, path: Wide, count: int, lines: Table) -> None:
    """Write the segments of a path of `count` cells."""
    for i in range(count - 1):
        write_line(n, int(path[i]), int(path[i + 1]), lines, i)


@helper
def claim_length(geometry: Ints, state: Ints, player: int, turn: int) -> int:
    """Return the length of the path that `player` claimed in round `turn`; 0 without a claim."""
    n = int(geometry[SIZE])
    path = np.empty(n * n, dtype=np.int64)
    lines = np.empty((n * n, 5), dtype=np.int64)
    count = read_claim(geometry, state, player, turn, path)
    write_lines(n, path, count, lines)
    length = min(count, 1)
    for i in range(count - 1):
        length += worth_of(geometry, int(lines[i, STEPS]))
    return length


def begin_at_other_end(geometry: Ints, state: Ints, player: int) -> None:
    """Let the claim that `player` makes begin where it ends so far. No kernel: pages ask for it between two clicks."""
    n = int(geometry[SIZE])
    path = np.empty(n * n, dtype=np.int64)
    count = read_claim(geometry, state, player, int(state[own_words(geometry) + ROUND]), path)
    for i in range(count):
        state[claim_rounds(geometry) + n * n + path[i]] = count - i


@helper
def turn_round(geometry: Ints, state: Ints, player: int, turn: int) -> None:
    """Let a claim begin at its end that is earlier in row-major order."""
    n = int(geometry[SIZE])
    rounds = claim_rounds(geometry)
    path = np.empty(n * n, dtype=np.int64)
    count = read_claim(geometry, state, player, turn, path)
    if count > 1 and path[count - 1] < path[0]:
        for i in range(count):
            state[rounds + n * n + path[i]] = count - i


@helper
def can_claim(geometry: Ints, state: Ints, player: int) -> bool:
    """Return whether a stone of `player` is on no claim yet."""
    rounds = claim_rounds(geometry)
    for cell in range(int(geometry[SIZE]) ** 2):
        if state[CELLS + cell] == player + 1 and state[rounds + cell] == 0:
            return True
    return False


@helper
def mark_followers(geometry: Ints, state: Ints, follows: Wide) -> None:
    """Set follows[c] to 1 for every stone c that may come next on the claim of the player to move."""
    n = int(geometry[SIZE])
    rounds = claim_rounds(geometry)
    player = int(state[TO_MOVE])
    path = np.empty(n * n, dtype=np.int64)
    lines = np.empty((n * n, 5), dtype=np.int64)
    count = read_claim(geometry, state, player, int(state[own_words(geometry) + ROUND]), path)
    if count == 0:
        for cell in range(n * n):
            if state[CELLS + cell] == player + 1 and state[rounds + cell] == 0:
                follows[cell] = 1
        return
    write_lines(n, path, count, lines)
    end = int(path[count - 1])
    for d in range(8):
        at = stone_seen(geometry, state, end, d)
        if at < 0 or state[CELLS + at] != player + 1 or state[rounds + at] != 0 or at == geometry[NEAR + 8 * end + d]:
            continue
        write_line(n, end, at, lines, count - 1)
        free = True
        for i in range(count - 1):
            free = free and not crosses(lines, i, count - 1)
        if free:
            follows[at] = 1


@helper
def claim_actions(geometry: Ints, state: Ints, out: Ints) -> int:
    """Return the stones that may come next on the claim, and, where there is one, its end."""
    cells = int(geometry[SIZE]) ** 2
    follows = np.zeros(cells, dtype=np.int64)
    mark_followers(geometry, state, follows)
    count = 0
    for cell in range(cells):
        if follows[cell] == 1:
            out[count] = cell
            count += 1
    if state[PART] > 0:
        out[count] = cells
        count += 1
    return count


@helper
def lengthen_claim(geometry: Ints, state: Ints, cell: int) -> None:
    """Add the stone on `cell` to the claim."""
    rounds = claim_rounds(geometry)
    state[PART] += 1
    state[rounds + cell] = state[own_words(geometry) + ROUND]
    state[rounds + int(geometry[SIZE]) ** 2 + cell] = state[PART]


@helper
def judge_claims(geometry: Ints, state: Ints) -> None:
    """Compare the claims of the round once both are in, and ask for the next one.

    A round is White's to begin, then Black's; a side without stones left has nothing to claim and counts 0. Where
    nobody has claimed yet and it is Black's turn it stays Black's: White's claim is hidden.
    """
    turn = own_words(geometry) + ROUND
    white = claim_length(geometry, state, 0, int(state[turn]))
    black = claim_length(geometry, state, 1, int(state[turn]))
    white_goes_on = can_claim(geometry, state, 0)
    black_goes_on = can_claim(geometry, state, 1)
    if white > 0 and black == 0 and black_goes_on:
        state[TO_MOVE] = 1
        return
    if white != black:
        finish(state, LONGER, 0 if white > black else 1)
        return
    if white > 0:
        state[turn] += 1
    if not white_goes_on and not black_goes_on:
        finish(state, EQUAL, -1)
    elif not black_goes_on:
        state[TO_MOVE] = 0
    elif not white_goes_on:
        state[TO_MOVE] = 1
