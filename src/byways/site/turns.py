"""Turns as pages send them: actions one after another, the last of which may still be missing."""

from __future__ import annotations

from collections.abc import Sequence

from byways.errors import IllegalTurnError
from byways.header import PART
from byways.kernels import Ints
from byways.state import State


def partway(state: State, actions: Sequence[int]) -> Ints | None:
    """The state vector in the middle of a turn, or None where the actions make a whole one. Raises IllegalTurnError."""
    variant, vector = state.variant, state.vector
    for i, action in enumerate(actions):
        if (i > 0 and vector[PART] == 0) or not variant.allows(vector, action):
            raise IllegalTurnError("turn.impossible", "that is not possible now")
        vector = variant.apply(vector, action)
    return None if actions and vector[PART] == 0 else vector


def possible(state: State, actions: Sequence[int]) -> bool:
    """Whether actions are a turn, or the beginning of one."""
    try:
        partway(state, actions)
    except IllegalTurnError:
        return False
    return True
