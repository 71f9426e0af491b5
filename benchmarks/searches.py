"""Simulations per second of the tree search: plain, with the game's parameters, and in two threads."""

from __future__ import annotations

from collections.abc import Callable

import byways
from benchmarks.timing import keep, median, rates
from byways.position.state import State
from byways.search.driver import Budget, drive
from byways.search.engines import Mcts
from byways.search.montecarlo import MonteCarlo
from byways.search.parallel import Parallel
from byways.search.search_tree import Tree

GAMES = ("troll", "whirlwind", "stroll")
TARGET = {"whirlwind": 30_000}  # of its own search, one thread
TWO_THREADS = 1.8  # times one
TREES = [Tree.with_memory(128) for _ in range(2)]  # used again, as engines do: new memory is slow at first


def alone(state: State, engine: Mcts) -> Callable[[int], object]:
    """Return a search in one thread."""
    return lambda count: drive(MonteCarlo(state, engine.parameters, seed=1, tree=TREES[0]), Budget(simulations=count))


def together(state: State, engine: Mcts, threads: int) -> Callable[[int], object]:
    """Return a search in several threads."""

    def search(count: int) -> object:
        trees = Parallel(state, engine.parameters, threads=threads, seed=1, trees=TREES)
        return drive(trees, Budget(simulations=count))

    return search


def main() -> None:
    """Measure and keep the table."""
    contenders: dict[str, tuple[Callable[[int], object], int]] = {}
    for name in GAMES:
        state, core = byways.start(name), byways.find(name).engine.core
        contenders[f"{name}, plain"] = (alone(state, Mcts()), 15_000)
        if isinstance(core, Mcts):
            contenders[f"{name}, its own parameters"] = (alone(state, core), 60_000)
            contenders[f"{name}, its own, two threads"] = (together(state, core, 2), 120_000)
    found = rates(contenders)
    lines = [f"{'simulations per second':<34}{'median':>10}{'best':>10}{'target':>10}"]
    for name, values in found.items():
        game, _, kind = name.partition(", ")
        target = f"{TARGET[game]:,}" if game in TARGET and kind == "its own parameters" else ""
        lines.append(f"{name:<34}{median(values):>10,.0f}{max(values):>10,.0f}{target:>10}")
    for game in GAMES:
        if f"{game}, its own, two threads" in found:
            one, two = found[f"{game}, its own parameters"], found[f"{game}, its own, two threads"]
            ratio = median([b / a for a, b in zip(one, two, strict=True)])
            lines.append(f"{game}: two threads {ratio:.2f}× one in the same round (target {TWO_THREADS}×)")
    keep("searches", "Simulations of the tree search; medians of 9 rounds in turns", lines)
