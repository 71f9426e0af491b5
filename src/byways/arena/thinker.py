"""Players that search: a turn by an engine within limits, and what the player expects of it.

First turns may vary: a player draws among turns that lose little, so that games from one position differ.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from byways.errors import OptionError
from byways.kernels import Bits
from byways.kernels.rng import draw
from byways.position.state import State
from byways.search.answer import Analysis, Choice
from byways.search.engines import Engine
from byways.search.search_tree import Tree
from byways.solve.analysis import analyse
from byways.workers.call import Abandonable

Choose = Callable[[State, Bits], State]
"""Plays one turn: the state after it. The generator belongs to the match, so that games can be played again."""


class Decision(NamedTuple):
    """A turn that was chosen."""

    state: State
    """After the turn."""
    value: float | None = None
    """What the player expects, from 0 (lost) to 1 (won); None: it does not say."""
    proved: bool = False
    """Whether that is certain."""


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


class Thinker:
    """Plays by a search within limits, with a tree of its own."""

    def __init__(
        self, engine_of: Callable[[Engine], Engine | None], seconds: float | None, level: int | None = None, *,
        threads: int = 1, simulations: int | None = None, variety: Variety = UNVARIED,
    ) -> None:  # fmt: skip
        """Take what makes the player's engine of the game's; None: that engine itself, as `byways.analyse` plays."""
        self._engine_of = engine_of
        self.seconds = seconds
        self._level = level
        self._threads = threads
        self._simulations = simulations
        self._variety = variety
        self._call = Abandonable()

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).items() if name != "_tree"}  # every search begins it anew

    @functools.cached_property
    def _tree(self) -> Tree | None:  # made in the process that needs it
        return Tree.with_memory(256) if self._threads == 1 else None

    def __call__(self, state: State, rng: Bits, seconds: float | None = None) -> State:
        """Return the state after the turn found; `seconds` takes the place of the player's own."""
        return self._turn(state, rng, seconds).state

    def decide(self, state: State, rng: Bits) -> Decision:
        """Return the turn found, and its value."""
        return self._turn(state, rng)

    def _turn(self, state: State, rng: Bits, seconds: float | None = None) -> Decision:
        varies = self._variety.varies(state)
        found = self._think(state, rng, seconds, CONSIDERED if varies else 0)
        if varies and found.choices:
            chosen = self._variety.choose(found, rng)
            return Decision(state.play(chosen.turn), chosen.value, chosen.proved)
        return Decision(state.play(str(found.best)), None if found.note else found.value, found.proved)

    def _think(self, state: State, rng: Bits, seconds: float | None, choices: int) -> Analysis:
        engine = self._engine_of(state.variant.game.engine)
        if choices and self._level is None:
            engine = engine or state.variant.game.engine  # which searches, where a stored proof has one turn alone
        return analyse(
            state, self.seconds if seconds is None else seconds, level=self._level, simulations=self._simulations,
            seed=draw(rng, 1 << 30), tree=self._tree, engine=engine,
            threads=self._threads, call=self._call, choices=choices,
        )  # fmt: skip
