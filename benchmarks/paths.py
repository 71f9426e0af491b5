"""Stroll's longest path: one side of random full boards, exactly, on one thread; the largest within ten seconds."""

from __future__ import annotations

import statistics
import time

import numpy as np

import byways
from benchmarks.timing import keep
from byways.games.stroll.paths.further_paths import REPORT, longest_path
from byways.games.stroll.paths.resumable_search import PathSearch
from byways.kernels import Ints, compiled
from byways.kernels.rng import draw, seeded
from byways.position.state import State
from byways.search.driver import Budget, drive

TARGETS = {10: 15.0, 19: 15_000.0}  # microseconds
BOARDS = {8: 1_000, 10: 1_000, 12: 1_000, 14: 400, 16: 200, 19: 200}
ROUNDS = 3
LARGEST, SEARCHES, SECONDS = 26, 24, 10.0


def full_boards(size: int, count: int) -> list[Ints]:
    """The last positions of random games."""
    variant = byways.find("stroll").variant({"size": size})
    legal, apply = compiled(variant.kernels.legal_actions), compiled(variant.kernels.apply)
    rng, out = seeded(size), np.empty(variant.num_actions, dtype=np.int16)
    boards = []
    for _ in range(count):
        vector = variant.start()
        while choices := legal(variant.geometry, vector, out):
            apply(variant.geometry, vector, int(out[draw(rng, choices)]))
        boards.append(vector)
    return boards


def measure(size: int) -> tuple[float, list[float]]:
    """The mean length, and for each board the microseconds, the call included: the middle of ROUNDS rounds."""
    variant = byways.find("stroll").variant({"size": size})
    solve = compiled(longest_path)
    nowhere, out = np.zeros(size * size, dtype=np.int16), np.zeros(size * size, dtype=np.int16)
    report = np.zeros(REPORT, dtype=np.int64)
    boards = full_boards(size, BOARDS[size])
    lengths, times = [], []
    for _ in range(ROUNDS):  # board after board, so that nothing is remembered of the one before
        for i, board in enumerate(boards):
            began = time.perf_counter_ns()
            lengths.append(solve(variant.geometry, board, 1 + i % 2, nowhere, 0, out, report))
            times.append((time.perf_counter_ns() - began) / 1_000)
    by_board = np.array(times).reshape(ROUNDS, -1)
    return statistics.fmean(lengths), sorted(np.median(by_board, axis=0).tolist())


def search_largest() -> list[str]:
    """How many of the largest boards are solved in time, and how near the others come."""
    variant = byways.find("stroll").variant({"size": LARGEST})
    times, gaps = [], []
    for i, board in enumerate(full_boards(LARGEST, SEARCHES)):
        search = PathSearch(State(variant, board), variant.players[i % 2])
        if drive(search, Budget(seconds=SECONDS)).proved:
            times.append(search.seconds)
        else:
            gaps.append(f"{search.length} of {search.bound}")
    middle = sorted([*times, *([SECONDS] * len(gaps))])[SEARCHES // 2]
    solved = f"{len(times)} of {SEARCHES} boards solved, median {middle:.1f} s"
    left = ", ".join(gaps) or "–"
    return [f"{LARGEST}×{LARGEST}, at most {SECONDS:.0f} s: {solved}; of the others best and bound: {left}"]


def main() -> None:
    """Measure and keep the table."""
    lines = [f"{'size':<8}{'boards':>8}{'length':>8}{'median µs':>12}{'mean µs':>12}{'slowest µs':>14}{'target':>10}"]
    for size, boards in BOARDS.items():
        length, times = measure(size)
        target = f"{TARGETS[size]:,.0f}" if size in TARGETS else ""
        lines.append(
            f"{f'{size}×{size}':<8}{boards:>8}{length:>8.1f}{statistics.median(times):>12,.1f}"
            f"{statistics.fmean(times):>12,.1f}{times[-1]:>14,.0f}{target:>10}"
        )
    lines += ["", *search_largest()]
    keep("paths", "Stroll: the longest path of one side on random full boards, one thread, compiled", lines)
