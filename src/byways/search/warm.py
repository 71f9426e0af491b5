"""Compiling everything beforehand, so that no engine has to wait for machine code."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from byways import registry
from byways.counting import count_turns
from byways.kernels import Kernel, compiled, prune
from byways.search import alphabeta, parallel
from byways.search.mcts import simulate
from byways.search.random_game import random_games

SHARED: tuple[Kernel, ...] = (count_turns, random_games, simulate, parallel.add, alphabeta.search)
"""Kernels that take a game's rules as arguments, so that one of each serves every game."""


def kernels() -> list[Kernel]:
    """Every kernel of every game, and the shared ones, each once."""
    games = [registry.find(name) for name in registry.names()]
    rules = (getattr(game.kernels, field.name) for game in games for field in dataclasses.fields(game.kernels))
    engines = (kernel for game in games for kernel in game.hints.kernels)
    return list(dict.fromkeys((*SHARED, *rules, *engines)))


def warm_up(todo: Sequence[Kernel]) -> Iterator[str]:
    """Compile the kernels one after another, giving each one's name when it is ready; then clear out what is stale."""
    for kernel in todo:
        compiled(kernel)
        yield f"{kernel.__module__}.{kernel.__name__}".removeprefix("byways.")
    prune()
