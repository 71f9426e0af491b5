"""Random games as lists of states, on which invariants are tried."""

from __future__ import annotations

from collections.abc import Iterator

from byways.game import Variant
from byways.header import NOBODY, PART, TO_MOVE
from byways.kernels import Ints
from byways.rng import draw, seeded
from byways.search.random_game import random_turn
from byways.state import State


def random_line(variant: Variant, seed: int, longest: int = 400) -> Iterator[State]:
    """Yield the states of a random game, from the start to the end (or to `longest` turns)."""
    rng = seeded(seed)
    state = State(variant, variant.start())
    yield state
    while state.to_move is not None and len(state.turns) < longest:
        state = state.apply_unchecked(random_turn(state, rng))
        yield state


def some_states(variant: Variant, games: int = 3, every: int = 7) -> Iterator[State]:
    """Yield states from several random games: the first few, then one in `every`, and the last."""
    for seed in range(games):
        for ply, state in enumerate(random_line(variant, seed)):
            if ply < 3 or (ply + seed) % every == 0 or state.to_move is None:
                yield state


def half_made_turns(variant: Variant) -> Iterator[Ints]:
    """Yield state vectors of random games, in the middle of turns too."""
    rng = seeded(17)
    for start in some_states(variant, games=2):
        vector = start.vector.copy()
        while vector[TO_MOVE] != NOBODY:
            yield vector
            legal = variant.legal_actions(vector)
            vector = variant.apply(vector, legal[draw(rng, len(legal))])
            if vector[PART] == 0:
                break
