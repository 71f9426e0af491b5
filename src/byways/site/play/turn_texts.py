"""Turns as pages send them: a list of actions, with or without the last, or clicks."""

from __future__ import annotations

from collections.abc import Sequence

from byways.errors import IllegalTurnError, UnreadableTurnError
from byways.header import PART
from byways.kernels import Ints
from byways.state import State


def read_actions(text: str) -> list[int]:
    """Parse actions from an address: comma-separated numbers. Other words are skipped."""
    return [int(word) for word in text.split(",") if word.isascii() and word.isdigit()]


def partway(state: State, actions: Sequence[int]) -> Ints | None:
    """Return the state vector in the middle of a turn, or None if the actions make a whole one.

    Raises IllegalTurnError.
    """
    vector = state.follow(actions)
    if vector is None:
        raise IllegalTurnError("turn.impossible", "that is not possible now")
    return None if actions and vector[PART] == 0 else vector


def led_to(state: State, actions: Sequence[int]) -> bool:
    """Return whether the actions make the whole turn that led to a state."""
    before = state.previous
    if before is None or not actions:
        return False
    vector = before.follow(actions)
    return vector is not None and vector[PART] == 0 and before.write(actions) == state.turn


def meant(state: State, clicks: Sequence[str]) -> tuple[int, ...]:
    """Return the legal actions meant by clicks that match no offer: a whole turn, or the beginning of one.

    Raises IllegalTurnError, which explains why there are none.
    """
    texts = state.variant.game.texts
    try:
        actions = texts.meant(state, clicks)
    except UnreadableTurnError as error:
        raise IllegalTurnError("turn.place", "{place} cannot be chosen now", place=clicks[-1][:40]) from error
    if state.follow(actions) is None:
        raise texts.refusal(state, actions)
    return actions
