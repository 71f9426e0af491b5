"""Random games played by the library and by an oracle side by side."""

import random

from byways.kernels.rng import seeded
from byways.search.random_game import random_turn


def play_side_by_side(oracle, state, seed, longest=400):
    """Every position of a random game has the same turns and the same end both ways; returns the last state."""
    rng = random.Random(seed)
    for _ in range(longest):
        turns = state.legal_turns()
        assert turns == oracle.turns(), f"\n{state}"
        if not turns:
            break
        turn = rng.choice(turns)
        state = state.play(turn)
        oracle.play(turn)
    if state.outcome is not None:
        assert (state.outcome.winner, state.outcome.reason) == oracle.result
    else:
        assert oracle.result is None
    return state


def both_games(oracle, state, seed):
    """Yield the states of a random game, each with the oracle as it is then."""
    rng = seeded(seed)
    while state.to_move is not None:
        yield state, oracle
        state = state.apply_unchecked(random_turn(state, rng))
        oracle.play(state.turns[-1])
    yield state, oracle
