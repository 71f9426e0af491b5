"""How long the commands take to start, as a person waits for them, and plain loops to reach machine speed."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.timing import keep, median, rates
from byways.games import BUILT_IN

_WARM = 5  # runs of a loop
BYWAYS = str(Path(sys.executable).with_name("byways"))


def command(*words: str) -> Callable[[int], object]:
    """Run a command so many times."""

    def run(count: int) -> object:
        for _ in range(count):
            subprocess.run(words, check=True, capture_output=True)
        return None

    return run


def _loops() -> Iterator[str]:
    """Yield a table of plain loops over states: medians with all of it cached, and one run with nothing."""
    title = "until a plain loop plays by machine code"
    yield f"{title:<42}{'processor':>10}{'seconds':>9}{'turns':>8}{'then turns/s':>14}"
    for game in BUILT_IN:
        _loop(game)
        yield _row(f"{game}, cached", [_loop(game) for _ in range(_WARM)])
        with tempfile.TemporaryDirectory() as empty:
            yield _row(f"{game}, nothing cached", [_loop(game, BYWAYS_CACHE=empty)])


def _loop(game: str, **environment: str) -> list[float]:
    words = (sys.executable, "-m", "benchmarks.plain_loop", game)
    run = subprocess.run(words, check=True, capture_output=True, text=True, env=os.environ | environment)
    return list(map(float, run.stdout.split()))


def _row(name: str, runs: list[list[float]]) -> str:
    seconds, processor, turns, fast = (median(column) for column in zip(*runs, strict=True))
    return f"{name:<42}{processor:>10.2f}{seconds:>9.2f}{turns:>8.0f}{fast:>14,.0f}"


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
    lines += ["", *_loops()]
    keep("startup", "Whole commands; medians of 15 runs in turns (target: byways --help under 0.3 s)", lines)
