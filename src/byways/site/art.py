"""Small pictures of games under way, for the list of games: within the page, so that they follow theme and board."""

from __future__ import annotations

import functools
import logging
from dataclasses import dataclass

from markupsafe import Markup

from byways import registry
from byways.draw import scene
from byways.game import Game
from byways.rng import seeded
from byways.search.random_game import random_turn
from byways.site.tongue import teller, tongue
from byways.state import State

_log = logging.getLogger("byways")

_SEED = 4
_SHARE = 0.45  # of a random game that has been played in the picture


@dataclass(frozen=True)
class Art:
    """A drawing: its view box, and what stands between <svg> and </svg>."""

    box: str
    markup: Markup


def art(game: Game) -> Art | None:
    """A random game's middle, in the reader's language; None where there is nothing to be seen, or drawing it fails."""
    return _art(game.name, tongue().code)


@functools.cache
def _art(game: str, language: str) -> Art | None:
    try:
        state = _middle(game)
        picture, tell = state.variant.game.picture(state), teller(state.variant.game)
        if not picture.boards:
            return None
        drawn = scene(picture, players=state.players, prefix=f"art-{game}-", tell=tell)
    except Exception:  # a game of somebody's own may do anything; the list of games must not suffer for it
        _log.exception("no picture of %s", game)
        return None
    return Art(drawn.view_box, Markup(drawn.markup()))


@functools.cache
def _middle(game: str) -> State:
    variant = registry.find(game).variant()
    rng = seeded(_SEED)
    state = State(variant, variant.start())
    while state.to_move is not None and len(state.turns) < 400:
        state = state.apply_unchecked(random_turn(state, rng))
    count = int(len(state.turns) * _SHARE)
    while len(state.turns) > count and state.previous is not None:
        state = state.previous
    return state
