"""Turns planned in advance: who may plan, and from which position."""

from __future__ import annotations

from byways.header import TO_MOVE
from byways.site.timeline.timeline import Timeline
from byways.state import State


def may_plan(game: Timeline, holder: str | None) -> bool:
    """Return whether a browser may plan: for one seat of two, while the other is to move, where nothing is hidden."""
    mine, mover = game.players_of(holder), game.mover
    if len(mine) != 1 or len(game.seats) != 2 or mover is None:
        return False
    return game.to_move not in mine and game.state.variant.game.secrets.hide is None


def imagined(state: State) -> State:
    """Return a position of a game of two as if the other player were to move."""
    vector = state.vector.copy()
    (vector[TO_MOVE],) = (i for i, player in enumerate(state.players) if player != state.to_move)
    return State(state.variant, vector, state.previous, state.turn)
