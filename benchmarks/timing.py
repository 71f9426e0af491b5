"""Measuring in turns: A B C A B C …, so that a machine whose speed drifts drifts for all of them."""

from __future__ import annotations

import os
import platform
import shlex
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

RESULTS = Path(__file__).parent / "results"
RIVALS = ".venv-rivals/bin/python"
"""The Python of others' libraries, where `scripts/setup/install-rivals` puts it."""


def rates(contenders: Mapping[str, tuple[Callable[[int], object], int]], rounds: int = 9) -> dict[str, list[float]]:
    """For every contender (a function of a count, and a count) its counts per second in each round.

    Each is called once before, which compiles and warms.
    """
    for work, count in contenders.values():
        work(max(1, count // 20))
    found: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, (work, count) in contenders.items():
            began = time.perf_counter()
            work(count)
            found[name].append(count / (time.perf_counter() - began))
    return found


@contextmanager
def on_one_core() -> Iterator[None]:
    """Keep this process, and those it starts, on one core where the system lets it.

    Contenders in processes of their own send this one from core to core, which cost it up to a third of its speed.
    """
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_setaffinity") else set()
    if cores:
        os.sched_setaffinity(0, {max(cores)})
    try:
        yield
    finally:
        if cores:
            os.sched_setaffinity(0, cores)


def median(values: Sequence[float]) -> float:
    """The middle value."""
    return statistics.median(values)


def machine() -> str:
    """One line about where this was measured."""
    model = next(
        (line.split(":")[1].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")), "unknown"
    )
    return f"{model}, {os.cpu_count()} cores; Python {platform.python_version()}"


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text(encoding="utf-8").splitlines()
    except OSError:
        return []


def command(name: str, *, rivals: bool = False) -> str:
    """Return the command by which this process measures; `rivals`: beside others' libraries."""
    words = ["benchmarks", name]
    if Path(sys.argv[0]).stem == name:  # run by itself, perhaps with arguments
        words = [f"benchmarks.{name}", *sys.argv[1:]]
    return f"BYWAYS_RIVALS={RIVALS} " * rivals + shlex.join(("python", "-m", *words))


def keep(name: str, title: str, lines: Sequence[str], *, rivals: bool = False) -> None:
    """Print a table and write it to the results, with the command that measures it."""
    text = "\n".join((title, f"({machine()})", command(name, rivals=rivals), "", *lines)) + "\n"
    print(text)
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.txt").write_text(text, encoding="utf-8")
