"""First turns that vary: a player draws among turns that lose little, so that games from one position differ."""

from __future__ import annotations

from dataclasses import dataclass

from byways.kernels import Bits
from byways.rng import draw
from byways.search.answer import Analysis, Choice
from byways.state import State

CONSIDERED = 8
"""How many turns a search compares: of a tree search those that it visited most, of alpha-beta the best ones."""


@dataclass(frozen=True)
class Variety:
    """For how long, and at which cost, a player varies its turns."""

    plies: int = 0
    """The turns of a game, of all players together, that are varied."""
    loss: float = 0.05
    """The greatest difference from the best turn's value, by the player's own search, of turns that are drawn."""

    def varies(self, state: State) -> bool:
        """Return whether the next turn of a game from its usual start is varied."""
        return len(state.turns) < self.plies

    def choose(self, found: Analysis, rng: Bits) -> Choice:
        """Return one of the turns within the loss, each equally likely. `found` must have its choices."""
        near = [one for one in found.choices[:CONSIDERED] if one.value >= found.choices[0].value - self.loss]
        return near[draw(rng, len(near))]


UNVARIED = Variety()
