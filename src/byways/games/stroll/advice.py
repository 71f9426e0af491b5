"""What engines need not search: the ending, which is solved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from byways.games.stroll.board import ROUND, SIZE, own_words
from byways.games.stroll.evaluate import FRAMES
from byways.games.stroll.paths import BUDGET, best_claim, is_big, longest_left
from byways.header import NOBODY, TO_MOVE

if TYPE_CHECKING:
    from byways.state import State


EXACT = 16


def stand_in(state: State) -> State:
    """The same board where both sides will get their best paths: random claims would tell a search nothing.

    On boards of more than EXACT cells a side it will be those that are soon found: an exact end can take seconds.
    """
    small = int(state.variant.geometry[SIZE]) <= EXACT
    if (small and state.variant.options["ending"] == "solve") or _is_claiming(state):
        return state
    variant = state.variant.game.variant({**state.variant.options, "ending": "solve"})
    if not small:
        variant.geometry[-1] = FRAMES
    return type(state)(variant, state.vector[: variant.width].copy())


def known_turn(state: State) -> tuple[str, float] | None:
    """The best claim, where one is asked for; its value takes the other side's claim for the best too."""
    if not _is_claiming(state) or state.vector[TO_MOVE] == NOBODY:
        return None
    budget = BUDGET if is_big(state.variant) else 0
    mine = longest_left(state, int(state.vector[TO_MOVE]), budget)
    other = longest_left(state, 1 - int(state.vector[TO_MOVE]), budget)
    return best_claim(state, budget), 0.5 if mine == other else float(mine > other)


def _is_claiming(state: State) -> bool:
    return bool(state.vector[own_words(state.variant.geometry) + ROUND] > 0)
