"""What the tests of Stroll share."""

import numpy as np

import byways
from byways.kernels.rng import seeded
from byways.position.state import State
from byways.search.random_game import random_turn
from games.playing import play

# White's lines a3–e3 and c1–c5 cross at c3, and so do Black's b2–d4 and b4–e1; all else of use is cut.
CROSS = """
   a b c d e
 1 . . O . X
 2 . X . . .
 3 O . . . O
 4 . X . X .
 5 . . O . .
"""
# White's diagonals a1–d4 and a4–d1 cross at the corner of b2, c2, b3 and c3.
CORNER = """
   a b c d e
 1 O . X O .
 2 X . . . .
 3 . . . . .
 4 O . X O .
 5 . . . . .
"""


def position(text, **options):
    return byways.start("stroll", position=text, **options)


def played(turns, **options):
    return play(byways.start("stroll", **options), *turns.split())


def items(state):
    """All that the picture of a state shows."""
    (board,) = state.variant.game.picture(state).boards
    return kinds(board.items)


def kinds(items):
    return {(item.kind, *item.at, item.owner, item.text) for item in items}


def observed(state, vector, player):
    planes = np.zeros(state.variant.observation_shape, dtype=np.float32)
    state.variant.kernels.observe(state.variant.geometry, vector, player, planes)
    return planes


def some_vectors(size=7, games=6, **options):
    """Vectors from random games, in the middle of turns too."""
    variant = byways.find("stroll").variant({"size": size, **options})
    rng = seeded(4)
    for _ in range(games):
        state = State(variant, variant.start())
        while state.to_move is not None:
            yield variant, state.vector.copy()
            actions = random_turn(state, rng)
            yield variant, variant.apply(state.vector, actions[0])
            state = state.apply_unchecked(actions)
