"""A single game as a batch shows its games: players are people, who keep their numbers when they exchange colours."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from byways.batch import inputs
from byways.batch.planes import arrangement
from byways.game import Variant
from byways.kernels import compiled
from byways.position.state import State
from byways.rules.state_vector import NOBODY, PART

UNBOUNDED = 2_000
"""The most actions of a game whose rules know no bound, such as one in which pieces may go back and forth."""


def longest(variant: Variant, max_length: Any = 0) -> int:
    """Return after how many actions, dice aside, a game is broken off: `max_length`, or if 0 as long as one can be.

    Raises OptionError for a `max_length` that is no whole number from 0 on.
    """
    return inputs.whole("max_length", max_length, 0) or variant.longest or UNBOUNDED


def to_move(state: State) -> int:
    """Return who decides next, by number; -1 for dice, -2 where the game is over."""
    colour = state.mover
    return 1 - colour if colour >= 0 and state.swapped else colour


def exchanged(state: State, player: int) -> int:
    """Return the colour that a person plays now, or the person who plays a colour."""
    return 1 - player if state.swapped else player


def legal(state: State) -> NDArray[np.bool_]:
    """Return (actions,): the legal actions of the player to move."""
    mask = np.zeros(state.variant.num_actions, dtype=np.bool_)
    mask[state.legal_actions()] = True
    return mask


def results(state: State) -> tuple[float, ...]:
    """Return what a finished game brings each person, from -1 (lost) to 1 (won); zeros while it goes on."""
    values = np.full(len(state.players), 0.5)
    if state.mover == NOBODY:
        state.variant.outcome(state.vector, values)
    found = tuple(float(2.0 * value - 1.0) for value in values)
    return found[::-1] if state.swapped else found


def observe(state: State, player: int) -> NDArray[np.float32]:
    """Return what a person sees: (planes, rows, columns), in a new array.

    Its kernel is called as machine code where the rules are, until then interpreted.
    """
    variant = state.variant
    game = state.variant.game
    colour = exchanged(state, player)
    arranged = arrangement(variant)
    vector = state.vector.copy()
    kernel = compiled(variant.kernels.observe) if variant.rules.compiled else variant.kernels.observe
    if game.search.observe is None and game.secrets.hide is not None:
        game.secrets.hide(variant.geometry, vector, colour)
    planes = np.zeros(variant.observation_shape, dtype=np.float32)
    kernel(variant.geometry, vector, colour, planes)
    if arranged.places.size:
        shown = np.zeros(arranged.flat, dtype=np.float32)
        shown[:-1, arranged.places] = planes
        shown[-1, arranged.places] = 1.0
        planes = shown
    return planes.reshape(arranged.shape)


def text_of(state: State) -> str:
    """Return a position as text; amid a turn that in which it began, and the turn so far."""
    begun = state.vector[PART] != 0 and state.previous is not None
    whole = state.previous if begun and state.previous is not None else state
    lines = [str(whole)]
    if begun:
        lines.append(f"begun: {whole.write(state.begun)}")
    if state.swapped:
        lines.append("swapped: yes")
    return "\n".join(lines)
