"""Taking turns back: as far as a decision of one's own, never across a roll of the dice or a reveal."""

from __future__ import annotations

from collections.abc import Callable

from byways.errors import CannotUndoError
from byways.position.state import State


def take_back(state: State, decides: Callable[[State], bool]) -> State:
    """Return the last state before this one at which `decides` holds. Raises CannotUndoError."""
    while True:
        before = state.previous
        if before is None:
            raise CannotUndoError("undo.first", "there is no move to take back")
        if before.to_move == "chance":
            raise CannotUndoError("undo.dice", "a dice roll cannot be taken back")
        pending = before.variant.game.secrets.turns
        if 0 < pending(before) >= pending(state):
            raise CannotUndoError("undo.revealed", "what has been revealed cannot be taken back")
        if decides(before):
            return before
        state = before
