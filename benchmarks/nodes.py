"""Positions that alpha-beta looks at in a second, on one thread: a fresh search of each of several positions."""

from __future__ import annotations

import time

import byways
from benchmarks.timing import keep, median
from byways.kernels.rng import seeded
from byways.position.state import State
from byways.search.deepening import Deepening
from byways.search.driver import Budget, drive
from byways.search.random_game import random_turn

NODES = 400_000  # a position
POSITIONS = 8
ROUNDS = 7
VARIANTS = {"Stride side 4": {"side": 4}, "Stride side 5": {}, "Stride side 8": {"side": 8}}
TARGETS = {"Stride side 5": 2.0}  # millions


def positions(options: dict[str, int]) -> list[State]:
    """From random games of 2, 5, 8, 11 and 14 turns."""
    found = []
    for seed in range(POSITIONS):
        rng = seeded(seed)
        state = byways.start("stride", position=None, **options)
        for _ in range(2 + 3 * (seed % 5)):
            following = state.apply_unchecked(random_turn(state, rng))
            state = state if following.to_move is None else following
        found.append(state)
    return found


def rate(states: list[State]) -> tuple[float, float]:
    """(millions of positions a second of this thread's time, mean depth) of one search of each state."""
    began, nodes, depth = time.thread_time(), 0, 0
    for state in states:
        search = Deepening(state)
        drive(search, Budget(simulations=NODES))
        nodes, depth = nodes + search.nodes, depth + search.depth
    return nodes / (time.thread_time() - began) / 1e6, depth / len(states)


def main() -> None:
    """Measure and keep the table."""
    drive(Deepening(byways.start("stride")), Budget(simulations=1_000))  # compiles
    boards = {name: positions(options) for name, options in VARIANTS.items()}
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in boards}
    for _ in range(ROUNDS):
        for name, states in boards.items():
            found[name].append(rate(states))
    lines = [f"{'millions a second':<20}{'median':>10}{'best':>10}{'target':>10}{'depth':>10}"]
    for name, rounds in found.items():
        rates = [each for each, _ in rounds]
        target = f"{TARGETS[name]:.1f}" if name in TARGETS else ""
        lines.append(f"{name:<20}{median(rates):>10.2f}{max(rates):>10.2f}{target:>10}{rounds[0][1]:>10.1f}")
    title = f"Alpha-beta: positions with evaluation and quiet search, one thread, {NODES:,} a position, {ROUNDS} rounds"
    keep("nodes", title, lines)
