"""Another program's measurements, made by a process of its own, so that nothing of it is installed here."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path


def rivals(names: str) -> str | None:
    """Return the Python of others' libraries, as BYWAYS_RIVALS names it; without it say what is left out."""
    python = os.environ.get("BYWAYS_RIVALS")
    if python is None:
        print(f"benchmarks: {names} left out; make bench RIVALS=1 installs and measures them", file=sys.stderr)
    elif shutil.which(python) is None:
        sys.exit(f"benchmarks: BYWAYS_RIVALS names no Python: {python}")
    return python


class Rival:
    """A program that measures whenever it is sent a line, and answers with a rate a second."""

    def __init__(self, command: Sequence[str]) -> None:
        pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
        self._process = subprocess.Popen(command, text=True, stdin=pipe, stdout=pipe, stderr=nothing)

    def rate(self, what: object = "") -> float:
        """Return what is measured now. The first time it may compile."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{what}\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())

    def work(self, count: int) -> None:
        """Do so much of what it does."""
        self.rate(count)


def beside(name: str) -> str:
    """Return the path of a file beside this one."""
    return str(Path(__file__).with_name(name))


def compiled_by_hand(source: str, names: Sequence[str]) -> dict[str, Rival]:
    """Return a program in C++ beside this file, run for each name; nothing, and a line, where there is no compiler."""
    program = made_by_compiler(source)
    if program is None:
        print("benchmarks: there is no C++ compiler, so what is written by hand is left out", file=sys.stderr)
        return {}
    return {name: Rival([program, name]) for name in names}


def made_by_compiler(source: str) -> str | None:
    """Return the program made of a source in C++ beside this file; None where there is no compiler."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        return None
    program = str(Path(tempfile.mkdtemp(prefix="byways-yardstick-")) / "yardstick")
    subprocess.run([compiler, "-O3", "-march=native", "-std=c++17", "-o", program, beside(source)], check=True)
    return program
