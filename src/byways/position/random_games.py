"""A random game as a state, with all its turns."""

from __future__ import annotations

from typing import Any

import numpy as np

from byways import registry
from byways.errors import OptionError
from byways.game import Variant
from byways.kernels import Bits, Ints, compiled
from byways.kernels.rng import seeded
from byways.position.state import State
from byways.rules.defaults import LONGEST_GAME
from byways.rules.state_vector import PART
from byways.search.random_game import random_actions, random_move
from byways.translatable import say

_SEED = 4  # of the game whose middle is shown
_SHARE = 0.45  # of a random game that has been played in its middle
_LONGEST = 400  # turns of that game
_CHUNK = 256  # actions that are drawn at a time: repetitions are found only when they are repeated on states


def random_game(game: str, seed: int = 0, **options: object) -> State:
    """Return the final state of a random game; the same seed always gives the same game.

    Every action is drawn uniformly from the legal ones, or as the game says (Whirlwind ends a turn that may end after
    its first stone half of the time); dice fall by their chances. A game without an end stops after some thousands of
    actions. Raises OptionError for an unknown game, a wrong option, or a seed that is no whole number.
    """
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        allowed = say("a whole number")
        template = "option {option}: {value!r} is not allowed; it must be {allowed}"
        raise OptionError("option.value", template, option="seed", value=seed, allowed=allowed)
    variant = registry.find(game).variant(options)
    state = State(variant, variant.start())
    rng = seeded(int(seed))
    played = 0
    while state.to_move is not None and played < LONGEST_GAME:
        for action in _drawn(state, rng):
            state = state.apply(action)
            played = played + 1
            if state.to_move is None:
                break
    whole = state if state.vector[PART] == 0 else state.previous
    assert whole is not None
    return whole


def _drawn(state: State, rng: Bits) -> list[int]:
    """Return the next actions of a random game."""
    variant = state.variant
    vector = state.vector.copy()
    trace = np.empty(_CHUNK, dtype=np.int16)
    k = variant.kernels
    rules = variant.rules.calls
    play: Any = random_actions
    drawing: tuple[Any, Any] = (k.chances, k.choose)
    if variant.rules.compiled:
        play = compiled(random_actions)
        drawing = (compiled(k.chances), compiled(k.choose))
    count = play(rules.legal_actions, rules.apply, *drawing, variant.geometry, vector, variant.num_actions, rng, trace)
    drawn: Ints = trace[:count]
    found: list[int] = drawn.tolist()
    return found


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
