"""Stroll's engine: the ending is solved, not searched."""

from __future__ import annotations

from byways.games.stroll.board import ROUND, SIZE, own_words
from byways.games.stroll.engine.evaluation import FRAMES
from byways.games.stroll.paths.best_paths import BUDGET, best_claim, is_big, longest_left
from byways.rules.position import Position
from byways.rules.state_vector import NOBODY, TO_MOVE
from byways.search.engines import KnownEnding, Mcts, Surrogate, reweighted

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
