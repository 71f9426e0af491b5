"""A board that is played on without a game being kept: in a lesson, in a puzzle.

A page shows how it begins, and hears what it has to change. Drawing takes so long that it is done in threads: other
people's turns must not wait for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from byways.draw import changes
from byways.picture import Picture
from byways.site.play.turn_texts import partway
from byways.site.play.view import board_of, offers_of
from byways.state import State


def seen(state: State) -> State:
    """Return a state as the player to move sees it: the opponents' secrets are blank."""
    return state.view(state.to_move)


def shown_as(state: State) -> dict[str, Any]:
    """Return the message for a complete drawing, with what may be chosen."""
    offers = offers_of(state.variant, state.vector)
    drawn, said = board_of(state, state.variant.game.picture(state), offers)
    return {"mover": state.to_move, "box": drawn.view_box, "markup": drawn.markup(), **said}


def since(before: State, after: State, offers: list[list[Any]], picture: Picture | None = None) -> dict[str, Any]:
    """Return the changes for a page that shows the beginning. `picture` is drawn in place of the game's own."""
    first, _ = board_of(before, before.variant.game.picture(before), offers_of(before.variant, before.vector))
    drawn, said = board_of(after, picture or after.variant.game.picture(after), offers)
    return {"box": drawn.view_box, "pieces": changes(first, drawn), **said}


def part_since(first: State, before: State, actions: Sequence[int]) -> dict[str, Any] | None:
    """Return a partial turn's changes for a page that shows the beginning; None if the turn is whole.

    Raises IllegalTurnError.
    """
    vector = partway(seen(before), actions)
    if vector is None:
        return None
    between = State(before.variant, vector.copy(), before)
    return {**since(first, between, offers_of(before.variant, vector)), "kind": "part", "taken": actions}
