"""Small pictures of games under way, for the list of games."""

from __future__ import annotations

import functools

from byways import registry
from byways.draw import svg
from byways.rng import seeded
from byways.search.random_game import random_turn
from byways.state import State

_SEED = 4
_SHARE = 0.45  # of a random game that has been played in the picture


@functools.cache
def art(game: str) -> str:
    """An SVG of a random game's middle; it follows the reader's theme."""
    variant = registry.find(game).variant()
    rng = seeded(_SEED)
    state = State(variant, variant.start())
    while state.to_move is not None and len(state.turns) < 400:
        state = state.apply_unchecked(random_turn(state, rng))
    count = int(len(state.turns) * _SHARE)
    while len(state.turns) > count and state.previous is not None:
        state = state.previous
    return svg(state, theme="auto", width=480)
