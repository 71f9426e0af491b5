"""Completing a turn: actions one after another, until another turn begins."""

from __future__ import annotations

from collections.abc import Callable

from byways.kernels import Ints
from byways.rules.position import Position
from byways.rules.state_vector import NOBODY, PART, TO_MOVE


def complete_turn(
    apply: Callable[[Ints, int], Ints], vector: Ints, choose: Callable[[Ints], int]
) -> tuple[tuple[int, ...], Ints]:
    """Take the actions that `choose` picks, at least one, until the turn is over; return them and where they lead."""
    taken: list[int] = []
    while not taken or (vector[PART] > 0 and vector[TO_MOVE] != NOBODY):
        taken.append(choose(vector))
        vector = apply(vector, taken[-1])
    return tuple(taken), vector


def expected_turns(state: Position, choose: Callable[[Ints], int | None]) -> list[str]:
    """Return the whole turns of the actions that `choose` picks from a state on, until it picks None."""
    turns: list[str] = []
    actions: list[int] = []
    vector = state.vector
    while state.to_move is not None and (action := choose(vector)) is not None:
        actions.append(action)
        vector = state.variant.apply(vector, action)
        if vector[PART] == 0:
            state = state.apply_unchecked(actions)
            turns.append(str(state.turn))
            vector = state.vector
            actions = []
    return turns
