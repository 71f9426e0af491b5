"""The rules of Stroll as kernels; `byways.games.stroll.board` has the layout of a state.

Actions: a cell (for the first stone, for the second, or the next stone of a claim); then END, which ends a claim.
A claim of several stones may be drawn from either of its ends and is one turn, but two sequences of actions: counts of
sequences, such as perft's, count it twice.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from byways.games.stroll.board import (
    CELLS,
    CLAIM,
    EMPTY,
    EQUAL,
    FIRST,
    LONGER,
    NEAR,
    ROUND,
    SIZE,
    claim_rounds,
    hurry,
    own_words,
)
from byways.games.stroll.claims import (
    claim_actions,
    judge_claims,
    lengthen_claim,
    turn_round,
)
from byways.games.stroll.paths.further_paths import compare, compare_soon
from byways.kernels import Ints, Reals, helper, kernel
from byways.rules.boards.symmetries import mirror_square
from byways.rules.options import Value
from byways.rules.state_vector import NOBODY, PART, REASON, TO_MOVE, WINNER, finish, next_turn


def longest(options: Mapping[str, Value]) -> int:
    """Return how many actions a game has at most: a stone on every cell, each of them a claim of its own."""
    cells = int(options["size"]) ** 2
    return 3 * cells if options["ending"] == "claim" else cells


def ranges(options: Mapping[str, Value]) -> list[tuple[int, int]]:
    """Return the least and the greatest number of each word behind the header; a round claims a cell at least."""
    cells = int(options["size"]) ** 2
    claims = [(0, cells)] * (1 + 2 * cells) if options["ending"] == "claim" else [(0, 0)]
    return [*[(EMPTY, 2)] * cells, (0, cells), *claims]


@helper
def is_free(geometry: Ints, state: Ints, cell: int) -> bool:
    """Return whether a first stone may go on the cell: it is empty, and so are its 8 neighbours (decision L4)."""
    if state[CELLS + cell] != EMPTY:
        return False
    for d in range(8):
        at = int(geometry[NEAR + 8 * cell + d])
        if at >= 0 and state[CELLS + at] != EMPTY:
            return False
    return True


@helper
def any_free(geometry: Ints, state: Ints) -> bool:
    """Return whether a first stone may be placed anywhere; if not, the board phase is over for both sides."""
    for cell in range(int(geometry[SIZE]) ** 2):
        if is_free(geometry, state, cell):
            return True
    return False


@helper
def mark_reachable(geometry: Ints, state: Ints, cell: int, marks: Ints) -> None:
    """Set marks[c] to 1 for every cell c where a stone on `cell` can project another."""
    for d in range(8):
        at = int(geometry[NEAR + 8 * cell + d])
        while at >= 0 and state[CELLS + at] == EMPTY:
            marks[at] = 1
            at = int(geometry[NEAR + 8 * at + d])


@helper
def board_actions(geometry: Ints, state: Ints, out: Ints) -> int:
    """List the cells for the first stone, or those for the second."""
    cells = int(geometry[SIZE]) ** 2
    first = int(state[own_words(geometry) + FIRST]) - 1
    marks = np.zeros(cells, dtype=np.int16)
    if first >= 0:
        mark_reachable(geometry, state, first, marks)
    count = 0
    for cell in range(cells):
        fits = marks[cell] == 1 if first >= 0 else is_free(geometry, state, cell)
        if fits:
            out[count] = cell
            count += 1
    return count


@kernel
def legal_actions(geometry: Ints, state: Ints, out: Ints) -> int:
    """List the cells for the next stone, or the stones that may come next on a claim; then END."""
    if state[TO_MOVE] == NOBODY:
        return 0
    if state[own_words(geometry) + ROUND] > 0:
        return claim_actions(geometry, state, out)
    return board_actions(geometry, state, out)


@kernel
def allows(geometry: Ints, state: Ints, action: int) -> int:
    """Return whether one action is legal while stones are placed; -1, which is no opinion, for claims."""
    own = own_words(geometry)
    cells = int(geometry[SIZE]) ** 2
    if state[TO_MOVE] == NOBODY:
        return 0
    if state[own + ROUND] > 0:
        return -1
    if action == cells:
        return 0
    first = int(state[own + FIRST]) - 1
    if first < 0:
        return int(is_free(geometry, state, action))
    marks = np.zeros(cells, dtype=np.int16)
    mark_reachable(geometry, state, first, marks)
    return int(marks[action])


@kernel
def settle(geometry: Ints, state: Ints) -> None:
    """End the board phase where no first stone can be placed; then the game is over, or the paths are claimed.

    Without claims the reason and the winner stay open: `outcome` solves the paths when it is asked.
    """
    turn = own_words(geometry) + ROUND
    if any_free(geometry, state):
        return
    if geometry[CLAIM] == 0:
        finish(state, 0, -1)
        return
    if state[turn] == 0:
        state[turn] = 1
    judge_claims(geometry, state)


@helper
def place(geometry: Ints, state: Ints, cell: int) -> None:
    """Place the first stone, or project the second and end the turn."""
    first = own_words(geometry) + FIRST
    player = int(state[TO_MOVE])
    state[CELLS + cell] = player + 1
    if state[PART] == 0:
        state[first] = cell + 1
        state[PART] = 1
        return
    state[first] = 0
    next_turn(state, 1 - player)
    if not any_free(geometry, state):
        state[TO_MOVE] = 0  # White claims first
        settle(geometry, state)


@kernel
def apply(geometry: Ints, state: Ints, action: int) -> None:
    """Place a stone, lengthen or end a claim."""
    cells = int(geometry[SIZE]) ** 2
    turn = int(state[own_words(geometry) + ROUND])
    player = int(state[TO_MOVE])
    if action == cells:
        turn_round(geometry, state, player, turn)
        next_turn(state, 0)
        judge_claims(geometry, state)
    elif turn > 0:
        lengthen_claim(geometry, state, action)
    else:
        place(geometry, state, action)


@kernel
def outcome(geometry: Ints, state: Ints, values: Reals) -> int:
    """Decide by the claims when they are in; otherwise find the best paths and compare them, as far as it takes.

    In a `hurry` it is an estimate, and the reason is -1.
    """
    if state[TO_MOVE] != NOBODY:
        return 0
    winner = int(state[WINNER])
    reason = int(state[REASON])
    frames = hurry(geometry)
    if reason == 0 and frames > 0:
        winner = compare_soon(geometry, state, frames)
        reason = -1
    elif reason == 0:
        winner = compare(geometry, state)
        reason = LONGER if winner > 0 else EQUAL
    for player in range(2):
        values[player] = 0.5 if winner == 0 else float(int(winner == player + 1))
    return reason


@kernel
def symmetry(geometry: Ints, state: Ints, index: int, image: Ints, actions: Ints) -> int:
    """Write one of the eight symmetries of the square; the colours stay."""
    n = int(geometry[SIZE])
    own = own_words(geometry)
    rounds = claim_rounds(geometry)
    mirror_square(n, state, index, False, image, actions)
    for cell in range(n * n if geometry[CLAIM] == 1 else 0):
        at = int(actions[cell])
        image[rounds + at] = state[rounds + cell]
        image[rounds + n * n + at] = state[rounds + n * n + cell]
    if state[own + FIRST] > 0:
        image[own + FIRST] = actions[int(state[own + FIRST]) - 1] + 1
    for turn in range(1, int(state[own + ROUND]) + 1):
        for player in range(2):
            if state[PART] == 0 or state[TO_MOVE] != player or turn < state[own + ROUND]:  # the claim is ended
                turn_round(geometry, image, player, turn)
    return 8
