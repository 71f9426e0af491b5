"""What players see of Stroll: observations for learners, and secrets: White's claim is hidden until Black's is in."""

from __future__ import annotations

import numpy as np

from byways.games.stroll.board import CELLS, CLAIM, FIRST, ROUND, SIZE, claim_rounds, own_words
from byways.games.stroll.claims import can_claim, claim_length, mark_followers
from byways.games.stroll.rules import is_free, mark_reachable
from byways.kernels import Ints, Planes, helper, kernel
from byways.rules.position import Position
from byways.rules.state_vector import NOBODY, PART, TO_MOVE

# The planes, each one word a cell; "own" is the observer's.
OWN, ENEMY = 0, 1  # stones
FREE = 2  # where a first stone may stand
BEGUN = 3  # the first stone whose second is to come
NEXT = 4  # where the second stone may go, or which stone may be next on the observer's claim
OWN_CLAIMED, ENEMY_CLAIMED = 5, 6  # stones on claims of earlier rounds
OWN_CLAIM = 7  # the observer's claim of this round: its k-th stone has k divided by the cells
CLAIMING = 8  # everywhere 1 once paths are claimed
MY_TURN = 9  # everywhere 1 where the observer decides next
PLANES = 10


def observation_shape(geometry: Ints) -> tuple[int, int]:
    """Return (planes, cells)."""
    return PLANES, int(geometry[SIZE]) ** 2


@helper
def observe_claims(geometry: Ints, state: Ints, player: int, planes: Planes) -> None:
    """Write the planes of claimed stones; of the present round only the observer's own are shown."""
    cells = int(geometry[SIZE]) ** 2
    rounds = claim_rounds(geometry)
    turn = int(state[own_words(geometry) + ROUND])
    for cell in range(cells):
        claimed = int(state[rounds + cell])
        own = state[CELLS + cell] == player + 1
        if 0 < claimed < turn:
            planes[OWN_CLAIMED if own else ENEMY_CLAIMED, cell] = 1.0
        elif claimed > 0 and own:
            planes[OWN_CLAIM, cell] = state[rounds + cells + cell] / cells
    if state[TO_MOVE] == player:
        follows = np.zeros(cells, dtype=np.int64)
        mark_followers(geometry, state, follows)
        for cell in range(cells):
            planes[NEXT, cell] = follows[cell]


@kernel
def observe(geometry: Ints, state: Ints, player: int, planes: Planes) -> None:
    """Write the planes listed above; an enemy's claim of the present round is in none of them."""
    cells = int(geometry[SIZE]) ** 2
    own = own_words(geometry)
    for cell in range(cells):
        stone = int(state[CELLS + cell])
        planes[OWN, cell] = int(stone == player + 1)
        planes[ENEMY, cell] = int(stone == 2 - player)
        planes[FREE, cell] = int(is_free(geometry, state, cell))
        planes[CLAIMING, cell] = int(state[own + ROUND] > 0)
        planes[MY_TURN, cell] = int(state[TO_MOVE] == player)
    if state[PART] == 1 and state[own + FIRST] > 0:
        first = int(state[own + FIRST]) - 1
        marks = np.zeros(cells, dtype=np.int16)
        mark_reachable(geometry, state, first, marks)
        planes[BEGUN, first] = 1.0
        for cell in range(cells):
            planes[NEXT, cell] = marks[cell]
    if geometry[CLAIM] == 1 and state[own + ROUND] > 0:
        observe_claims(geometry, state, player, planes)


def hide(geometry: Ints, state: Ints, player: int) -> None:
    """Remove the other side's claim of a round that is not decided yet; -1 is a spectator, who sees neither's."""
    if geometry[CLAIM] == 0 or state[TO_MOVE] == NOBODY:
        return
    cells = int(geometry[SIZE]) ** 2
    rounds = claim_rounds(geometry)
    turn = int(state[own_words(geometry) + ROUND])
    for cell in range(cells):
        if turn > 0 and state[rounds + cell] == turn and state[CELLS + cell] != player + 1:
            state[rounds + cell] = state[rounds + cells + cell] = 0


def secret_turns(state: Position) -> int:
    """Return 1 while White's claim waits for Black's, else 0."""
    return int(_claiming(state) == 1 and _claims(state, 0) > 0)


def secret(state: Position) -> bool:
    """Return whether the turn to be played is a claim of White's that Black will answer."""
    return _claiming(state) == 0 and can_claim(state.variant.geometry, state.vector, 1)


def _claiming(state: Position) -> int:
    """Return the player who claims now, or -1."""
    geometry = state.variant.geometry
    vector = state.vector
    return int(vector[TO_MOVE]) if vector[own_words(geometry) + ROUND] > 0 and vector[TO_MOVE] != NOBODY else -1


def _claims(state: Position, player: int) -> int:
    """Return the length of the player's claim of the present round."""
    geometry = state.variant.geometry
    vector = state.vector
    return claim_length(geometry, vector, player, int(vector[own_words(geometry) + ROUND]))
