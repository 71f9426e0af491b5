"""Players that search: a turn by an engine within limits, and what the player expects of it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import NamedTuple

from byways.arena.varied_turns import CONSIDERED, UNVARIED, Variety
from byways.kernels import Bits
from byways.kernels.rng import draw
from byways.position.state import State
from byways.search.answer import Analysis
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
