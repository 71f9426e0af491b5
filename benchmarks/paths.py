"""Stroll's longest path: one side of random full boards, exactly, on one thread."""

from __future__ import annotations

import statistics
import time

import numpy as np

import byways
from benchmarks.timing import keep
from byways.games.stroll.series import REPORT, longest_path
from byways.kernels import Ints, compiled
from byways.rng import seeded

TARGETS = {10: 15.0, 19: 15_000.0}  # microseconds
BOARDS = {8: 1_000, 10: 1_000, 12: 1_000, 14: 400, 16: 200, 19: 200}
ROUNDS = 3


def full_boards(size: int, count: int) -> list[Ints]:
    """The last positions of random games."""
    variant = byways.find("stroll").variant({"size": size})
    rng, values = seeded(size), np.zeros(2)
    boards = []
    for _ in range(count):
        vector = variant.start()
        compiled(variant.kernels.playout)(variant.geometry, vector, rng, values)
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
    keep("paths", "Stroll: the longest path of one side on random full boards, one thread, compiled", lines)
