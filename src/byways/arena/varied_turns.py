"""First turns that vary: a player draws among turns that lose little, so that games from one position differ."""

from __future__ import annotations

from dataclasses import dataclass

from byways.errors import OptionError
from byways.kernels import Bits
from byways.kernels.rng import draw
from byways.position.state import State
from byways.search.answer import Analysis, Choice

_SEARCHING = ("level", "full", "plain")
"""The players that can vary their first turns."""
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
VARIED, LOSS = 4, 0.05
"""The first turns of a game without dice in which players vary, and the value that they give up for it at most."""


def varied(player: str) -> str:
    """Return a player of games without dice who varies the first turns, by its text.

    Random turns vary as they are. Raises OptionError for a player that cannot.
    """
    kind, _, limits = player.partition(":")
    given = dict(limit.partition("=")[::2] for limit in limits.split(",")) if kind in _SEARCHING else {}
    if given.get("vary", "0").strip() != "0" or player == "random":
        return player
    if kind not in _SEARCHING or "vary" in given:
        raise OptionError(
            "match.start", "{player} does not vary its first moves: games from the start would be one; {option} is for "
            "{allowed}", option="start", player=player, allowed=", ".join((*_SEARCHING, "random")),
        )  # fmt: skip
    return f"{player}{',' if ':' in player else ':'}vary={VARIED},loss={LOSS}"
