"""Compiling everything beforehand, so that no engine has to wait for machine code."""

from __future__ import annotations

import dataclasses
import os
import time
from collections.abc import Iterator, Sequence

from byways import registry
from byways.counting import count_turns
from byways.kernels import Kernel, compiled, prune
from byways.processes import processes
from byways.search import alphabeta, parallel
from byways.search.mcts import simulate
from byways.search.random_game import random_games

SHARED: tuple[Kernel, ...] = (count_turns, random_games, simulate, parallel.add, alphabeta.search)
"""Kernels that take a game's rules as arguments, so that one of each serves every game."""

_COMPILED = 0.5  # seconds: what took longer was not read from the cache
_MOST = 8  # processes, of some 300 MB each


def kernels() -> list[Kernel]:
    """Every kernel of every game, and the shared ones, each once."""
    games = [registry.find(name) for name in registry.names()]
    rules = (getattr(game.kernels, field.name) for game in games for field in dataclasses.fields(game.kernels))
    engines = (kernel for game in games for kernel in game.hints.kernels)
    return list(dict.fromkeys((*SHARED, *rules, *engines)))


def name_of(kernel: Kernel) -> str:
    """What a kernel is called in a list of them."""
    return f"{kernel.__module__}.{kernel.__name__}".removeprefix("byways.")


def warm_up(todo: Sequence[Kernel]) -> Iterator[str]:
    """Compile the kernels, giving each one's name when it is ready; then clear out what is stale.

    Where one had to be compiled, the others will have to be: processes share them out, one for each core.
    """
    jobs = min(os.cpu_count() or 1, _MOST, len(todo))
    rest: Sequence[Kernel] = ()
    for count, kernel in enumerate(todo, 1):
        before = time.perf_counter()
        compiled(kernel)
        yield name_of(kernel)
        if count > 1 and jobs > 1 and time.perf_counter() - before > _COMPILED:  # the first loads the compiler too
            rest = todo[count:]
            break
    if rest:
        with processes(jobs) as spread:
            for kernel, _ in zip(rest, spread(_compile, map(name_of, rest)), strict=True):
                yield name_of(kernel)
    prune()


def _compile(name: str) -> None:
    """Compile the kernel of a name, in a process of its own."""
    compiled(next(kernel for kernel in kernels() if name_of(kernel) == name))
