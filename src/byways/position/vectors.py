"""Many states as one array, a row each, for programs that deal with numbers; and back."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from byways import registry
from byways.errors import OptionError
from byways.kernels import States
from byways.position.state import State
from byways.rules.state_vector import CHANCE, NOBODY, PART, TO_MOVE


def vectors_of(states: Sequence[State]) -> States:
    """Return the vectors of states of one game and the same options, shape (states, words).

    What led to a state is not in it. Raises OptionError where there is no state, or of several kinds.
    """
    if others := [one for one in states if not isinstance(one, State)]:
        raise _refused("states of one game with the same options", f"a {type(others[0]).__name__}")
    variants = {state.variant for state in states}
    if len(variants) != 1:
        found = "none" if not variants else f"states of {len(variants)} kinds"
        raise _refused("states of one game with the same options", found)
    return np.stack([state.vector for state in states])


def states_of(game: str, vectors: ArrayLike, **options: object) -> list[State]:
    """Return a state for each row of an array of vectors, as `vectors_of` gives them; nothing is known of their past.

    Only the form is checked: the rows must be positions of the game. Raises OptionError.
    """
    variant = registry.find(game).variant(options)
    try:
        rows = np.asarray(vectors)
    except ValueError:
        raise _refused(f"rows of {variant.width} words", "rows of different lengths") from None
    if rows.ndim != 2 or rows.shape[1] != variant.width or rows.dtype.kind not in "iu":
        found = f"an array of {rows.dtype} with the shape {rows.shape}"
        raise _refused(f"rows of {variant.width} whole numbers", found)
    movers = (CHANCE, NOBODY, *range(len(variant.players)))
    if not np.isin(rows[:, TO_MOVE], movers).all() or (rows[:, PART] < 0).any() or np.abs(rows).max(initial=0) > 32_767:
        raise _refused(f"positions of {game}", "words that no position has")
    return [State(variant, row) for row in rows]


def _refused(allowed: str, found: str) -> OptionError:
    template = "vectors: expected {allowed}, found {found}"
    return OptionError("vectors.form", template, option="vectors", allowed=allowed, found=found)
