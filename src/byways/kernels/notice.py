"""What a person is told who waits for machine code: one line, the first time that a game's is made on a machine."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from multiprocessing import parent_process

from byways.kernels import Kernel, code_parts, is_kept

QUIET = "BYWAYS_QUIET"
"""The environment variable that, if it is not empty, leaves out the line."""
_RATE = 1_600.0  # bytes of bytecode that a process compiles in a second
_LOADING = 1.0  # seconds that the compiler takes to load

_seen: set[Kernel] = set()


def announce(title: str, called: Iterable[Kernel], part: str = "rules", *, aside: bool = False) -> None:
    """Say that the kernels of a game are about to be compiled, and for how long, if any of them is not in the cache.

    `aside`: beside a program that computes, which takes twice as long. It is said on the standard error of a process
    that a person started, where that is a terminal or a notebook.
    """
    fresh = [kernel for kernel in called if kernel not in _seen]
    if not fresh:
        return
    _seen.update(fresh)
    if not _is_read():
        return
    parts = {name: size for kernel in fresh if not is_kept(kernel) for name, size in code_parts(kernel).items()}
    if parts:
        seconds = (1 + aside) * (_LOADING + sum(parts.values()) / _RATE)
        whose = f"{title}'" if title.endswith("s") else f"{title}'s"
        sys.stderr.write(f"Compiling {whose} {part}, once: about {seconds:.0f} s\n")
        sys.stderr.flush()


def _is_read() -> bool:
    """Return whether a person reads the standard error, and wants to."""
    if os.environ.get(QUIET) or parent_process() is not None or sys.stderr is None:
        return False
    return sys.stderr.isatty() or type(sys.stderr).__module__.startswith("ipykernel.")
