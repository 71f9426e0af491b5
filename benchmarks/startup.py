"""How long the commands take to start, as a person waits for them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks.timing import keep, median, rates

BYWAYS = str(Path(sys.executable).with_name("byways"))


def command(*words: str) -> Callable[[int], object]:
    """Run a command so many times."""

    def run(count: int) -> object:
        for _ in range(count):
            subprocess.run(words, check=True, capture_output=True)
        return None

    return run


def main() -> None:
    """Measure and keep the table."""
    found = rates(
        {
            "python -c pass": (command(sys.executable, "-c", "pass"), 1),
            "byways --version": (command(BYWAYS, "--version"), 1),
            "byways --help": (command(BYWAYS, "--help"), 1),
            "byways perft troll --size 4 --depth 2": (
                command(BYWAYS, "perft", "troll", "--size", "4", "--depth", "2"),
                1,
            ),
        },
        rounds=15,
    )
    lines = [f"{'seconds':<40}{'median':>8}{'best':>8}{'worst':>8}"]
    for name, values in found.items():
        seconds = sorted(1 / value for value in values)
        lines.append(f"{name:<40}{median(seconds):>8.3f}{seconds[0]:>8.3f}{seconds[-1]:>8.3f}")
    keep("startup", "Whole commands; medians of 15 runs in turns (target: byways --help under 0.3 s)", lines)
