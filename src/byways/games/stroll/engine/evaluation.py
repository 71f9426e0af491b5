"""Stroll's engine: a logistic regression over lines, cells and the player to move; the ending is solved."""

from __future__ import annotations

import math

import numpy as np

from byways.games.stroll.board import CELLS, COUNTING, EMPTY, ROUND, SIZE, own_words
from byways.games.stroll.engine.cell_features import cells_worth, look_around, sight_worths
from byways.games.stroll.engine.line_features import board_worth, count_free, phase_shares, stone_worth, worths
from byways.games.stroll.engine.weights import PHASES, PLAYOUTS, SECOND, TEMPO, UNITS, blend
from byways.games.stroll.paths.best_paths import BUDGET, best_claim, is_big, longest_left
from byways.games.stroll.paths.further_paths import length_soon
from byways.kernels import Ints, Reals, Wide, kernel
from byways.rules.position import Position
from byways.rules.state_vector import NOBODY, PART, TO_MOVE
from byways.search.engines import KnownEnding, Mcts, Surrogate, reweighted
from byways.turns import weight

FRAMES = 400  # of the search for a path; enough for a proof on boards of up to 12 × 12 cells, mostly
_BEGINNERS_FRAMES = 50  # a person does not find every longest path either


@kernel
def evaluate(geometry: Ints, state: Ints, values: Reals) -> int:
    """Estimate both players' values; while many first stones are still to come, random games add only noise.

    No opinion where only stones count: the weights were learnt from lengths in cells.
    """
    if geometry[COUNTING] == 1:
        return 0
    cells = int(geometry[SIZE]) ** 2
    rows, beside, free = look_around(geometry, state)
    shares = np.empty(PHASES, dtype=np.float64)
    phase_shares(free, cells, shares)
    x = board_worth(geometry, state, worths(geometry, shares))
    x += cells_worth(geometry, state, rows, beside, sight_worths(geometry, shares))
    if state[TO_MOVE] >= 0:
        x += (1 - 2 * int(state[TO_MOVE])) * blend(geometry, TEMPO if state[PART] == 0 else SECOND, shares)
    values[0] = 1.0 / (1.0 + math.exp(-x / UNITS))
    values[1] = 1.0 - values[0]
    return 2 if free > weight(geometry, PLAYOUTS) else 1


@kernel
def beginner(geometry: Ints, state: Ints, player: int) -> int:
    """Return the length of a path of the player's own stones that is found soon."""
    return length_soon(geometry, state, player + 1, _BEGINNERS_FRAMES)


_NOTHING = 200  # the promise of a stone that adds nothing; most add something
_STEP = 2  # thousandths of a logit


@kernel
def order(geometry: Ints, state: Ints, legal: Ints, count: int, scores: Wide) -> None:
    """Score each stone on an empty cell; claims score 0."""
    cells = int(geometry[SIZE]) ** 2
    shares = np.empty(PHASES, dtype=np.float64)
    phase_shares(count_free(geometry, state), cells, shares)
    table = worths(geometry, shares)
    for i in range(count):
        action = int(legal[i])
        scores[i] = 0
        if action < cells and state[CELLS + action] == EMPTY:
            worth = stone_worth(geometry, state, action, int(state[TO_MOVE]), table)
            scores[i] = min(max(_NOTHING + worth // _STEP, 0), 1000)


EXACT = 16


def stand_in(state: Position) -> Position:
    """Return the same board as if both sides got their best paths: random claims would tell a search nothing.

    On boards of more than EXACT cells a side it will be those that are soon found: an exact end can take seconds.
    """
    small = int(state.variant.geometry[SIZE]) <= EXACT
    if (small and state.variant.options["ending"] == "solve") or _is_claiming(state):
        return state
    variant = state.variant.game.variant({**state.variant.options, "ending": "solve"})
    return state.recast(variant if small else reweighted(variant, {"hurry": FRAMES}))


def known_turn(state: Position) -> tuple[str, float] | None:
    """Return the best claim if one is due; its value assumes that the other side claims its best path too."""
    if not _is_claiming(state) or state.vector[TO_MOVE] == NOBODY:
        return None
    budget = BUDGET if is_big(state.variant) else 0
    mine = longest_left(state, int(state.vector[TO_MOVE]), budget)
    other = longest_left(state, 1 - int(state.vector[TO_MOVE]), budget)
    return best_claim(state, budget), 0.5 if mine == other else float(mine > other)


def _is_claiming(state: Position) -> bool:
    return bool(state.vector[own_words(state.variant.geometry) + ROUND] > 0)


ENGINE = KnownEnding(known_turn, then=Surrogate(stand_in, then=Mcts(leaf=0.3, widen=0.6, exploration=0.2, solve=1.0)))
