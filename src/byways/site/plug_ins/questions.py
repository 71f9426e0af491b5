"""What is asked of a game at once (`processes.call_in_plug_in`), in its process, which imports no more of the site."""

from __future__ import annotations

from byways.game import Variant
from byways.kernels.rng import seeded
from byways.position.state import State
from byways.search.random_game import random_move

_SEED = 4
_SHARE = 0.45  # of a random game that has been played in its middle
_LONGEST = 400  # turns of a random game


def offers(state: State) -> list[tuple[int, list[str]]]:
    """Return every action that may follow a state with its clicks: the usual ones first, then all other notations."""
    variant = state.variant
    vector = state.vector
    legal = (*state.legal_actions().tolist(), *variant.game.texts.further(variant, vector))
    ways = [(action, variant.ways(vector, action)) for action in legal]
    shown = [(action, list(first)) for action, (first, *_) in ways]
    return shown + [(action, list(clicks)) for action, (_, *more) in ways for clicks in more]


def middle(variant: Variant) -> State:
    """Return the middle of a random game."""
    rng = seeded(_SEED)
    state = State(variant, variant.start())
    while state.to_move is not None and len(state.turns) < _LONGEST:
        state = random_move(state, rng).after
    count = int(len(state.turns) * _SHARE)
    while len(state.turns) > count and state.previous is not None:
        state = state.previous
    return state
