"""Ahead-of-time compilation: which kernels, in which order, in how many processes."""

from __future__ import annotations

import dataclasses
import functools
import os
from collections.abc import Iterator, Sequence

from byways import registry
from byways.batch import passes
from byways.batch.random_games import play_random_games
from byways.kernels import Kernel, code_size, compiled, is_being_made, is_kept
from byways.kernels.cache import prune
from byways.position.perft import count_turns
from byways.search import alphabeta, parallel
from byways.search.engine_kernels import first_turn, later_turns, once
from byways.search.mcts import simulate
from byways.search.random_game import random_actions, random_games
from byways.workers.pool import Pool

SHARED: tuple[Kernel, ...] = (
    *(count_turns, random_games, random_actions, simulate, parallel.add, alphabeta.search),
    *(passes.advance, passes.first_illegal, passes.first_unlike, passes.look, passes.weigh, passes.mirror),
    play_random_games,
)
"""Kernels that take a game's rules as arguments, so that one of each serves every game."""

_MOST = 8  # processes, of some 300 MB each


def kernels() -> list[Kernel]:
    """Return every kernel of every game and the shared ones, each once; what is needed soonest comes first."""
    games = [registry.find(name) for name in registry.names()]
    first = once(kernel for game in games for kernel in first_turn(game, level=1))
    later = once(kernel for game in games for kernel in later_turns(game))
    seldom = [getattr(game.kernels, field.name) for game in games for field in dataclasses.fields(game.kernels)]
    groups = (first, later, once((*seldom, *SHARED)))
    return list(once(kernel for group in groups for kernel in sorted(group, key=code_size, reverse=True)))


def name_of(kernel: Kernel) -> str:
    """Return the name of a kernel in a list of them."""
    return f"{kernel.__module__}.{kernel.__qualname__}".removeprefix("byways.")


def jobs_for(count: int) -> int:
    """Return how many processes compile so many kernels."""
    return min(os.cpu_count() or 1, _MOST, count)


def warm_up(todo: Sequence[Kernel]) -> Iterator[str]:
    """Compile the kernels, giving each one's name when it is ready; then clear out what is stale.

    Processes share out what is not in the cache, one for each core. What another program is just compiling is waited
    for at the end.
    """
    missing = [kernel for kernel in todo if not is_kept(kernel)]
    yield from (name_of(kernel) for kernel in todo if kernel not in missing)
    if missing:
        names = list(map(name_of, missing))
        late = []
        with Pool(jobs_for(len(missing))) as pool:
            for name, made in zip(names, pool(_compile_unless_made, names, ordered=True), strict=True):
                if made:
                    yield name
                else:
                    late.append(name)
            yield from (name for name, _ in zip(late, pool(compile_named, late, ordered=True), strict=True))
    prune()


def _compile_unless_made(name: str) -> bool:
    """Compile a kernel in a process of its own, unless another program is doing so; return whether it is there."""
    if is_being_made(_named(name)):
        return False
    compile_named(name)
    return True


def compile_named(name: str) -> None:
    """Compile the kernel of a name, or wait for it."""
    compiled(_named(name))


def _named(name: str) -> Kernel:
    return _by_name()[name]


@functools.cache
def _by_name() -> dict[str, Kernel]:
    return {name_of(kernel): kernel for kernel in kernels()}
