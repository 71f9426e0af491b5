"""Secrets of Stroll: White's claim is hidden until Black's is in."""

from __future__ import annotations

from byways.games.stroll.board import CELLS, CLAIM, ROUND, SIZE, claim_rounds, own_words
from byways.games.stroll.claims import can_claim, claim_length
from byways.kernels import Ints
from byways.rules.position import Position
from byways.rules.state_vector import NOBODY, TO_MOVE


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
