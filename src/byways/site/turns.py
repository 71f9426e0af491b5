"""Turns as pages send them: actions one after another, the last of which may be missing, or what was pointed at."""

from __future__ import annotations

from collections.abc import Sequence

from byways.errors import IllegalTurnError, UnreadableTurnError
from byways.header import PART
from byways.kernels import Ints
from byways.state import State


def read_actions(text: str) -> list[int]:
    """Actions from an address: numbers with commas between. What is no number is left out."""
    return [int(word) for word in text.split(",") if word.isascii() and word.isdigit()]


def partway(state: State, actions: Sequence[int]) -> Ints | None:
    """The state vector in the middle of a turn, or None where the actions make a whole one. Raises IllegalTurnError."""
    vector = state.follow(actions)
    if vector is None:
        raise IllegalTurnError("turn.impossible", "that is not possible now")
    return None if actions and vector[PART] == 0 else vector


def meant(state: State, clicks: Sequence[str]) -> tuple[int, ...]:
    """The legal actions that were meant by clicks which follow no offer: a whole turn, or the beginning of one.

    Raises IllegalTurnError, which says why there are none.
    """
    texts = state.variant.game.texts
    try:
        actions = texts.meant(state, clicks)
    except UnreadableTurnError as error:
        raise IllegalTurnError("turn.place", "{place} cannot be chosen now", place=clicks[-1][:40]) from error
    if state.follow(actions) is None:
        raise texts.refusal(state, actions)
    return actions
