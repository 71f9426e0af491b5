"""Those whom agents play against in many games at once."""

from __future__ import annotations

from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from byways.arena.players import player
from byways.batch import Batch
from byways.kernels.rng import seeded
from byways.rules.state_vector import PART

Bools: TypeAlias = NDArray[np.bool_]
Numbers: TypeAlias = NDArray[np.int64]
RANDOM = "random"


class Opponents(Protocol):
    """The players who act where it is not the agent's turn."""

    def begin(self, seed: int) -> None:
        """Draw by a seed from now on."""
        ...

    def announce(self, batch: Batch) -> None:
        """Hear that a step comes, after which they will be asked."""
        ...

    def actions(self, batch: Batch, waiting: Bools) -> Numbers:
        """Return an action for each game; those that do not wait are passed over."""
        ...

    def close(self) -> None:
        """End the program that plays, if it is one."""
        ...


def opponents(text: str) -> Opponents:
    """Return the player whom a text names, for many games. Raises OptionError."""
    return AtRandom() if isinstance(text, str) and text.strip() == RANDOM else Thinking(text)


class AtRandom:
    """The games' random player, in machine code."""

    def begin(self, seed: int) -> None:
        """Do nothing: the batch has a seed itself."""

    def announce(self, batch: Batch) -> None:
        """Have the step draw samples in its own pass."""
        batch.sample()

    def actions(self, batch: Batch, waiting: Bools) -> Numbers:
        """Return an action for each game."""
        return batch.sample()

    def close(self) -> None:
        """Do nothing."""


class Thinking:
    """A player who is asked for whole turns, in one game after another."""

    def __init__(self, text: str) -> None:
        self._player = player(text)
        self._left: dict[int, list[int]] = {}  # of turns that have begun, by game
        self.begin(0)

    def begin(self, seed: int) -> None:
        """Draw by a seed from now on."""
        self._rng = seeded(seed)

    def announce(self, batch: Batch) -> None:
        """Do nothing."""

    def actions(self, batch: Batch, waiting: Bools) -> Numbers:
        """Return an action for each game that waits; 0 for the others."""
        found = np.zeros(len(batch), dtype=np.int64)
        parts = batch.vectors[:, PART]
        for i in map(int, np.flatnonzero(waiting)):
            left = self._left.get(i, [])
            if parts[i] == 0 or not left:
                state = batch.state(i)
                after = self._player.choose(state, self._rng)
                left = self._left[i] = list(state.actions(str(after.turn)))
            found[i] = left.pop(0)
        return found

    def close(self) -> None:
        """End the program that plays, if it is one."""
        self._player.close()
