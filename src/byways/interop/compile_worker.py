"""A process that compiles kernels for the site, politely: JSON lines in and out.

To {"ask": "list"} it answers `Missing`, with the level "" for full strength and "later" for the turns after the first;
to {"ask": "compile", "kernel": name} it answers `Compiled`.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Iterable

import msgspec

from byways import registry
from byways.errors import KernelError
from byways.game import Game
from byways.interop.warm import compile_named, kernels, name_of
from byways.kernels import Kernel, code_parts, is_being_made, is_kept
from byways.kernels.cache import check_room, trouble
from byways.search.engine_kernels import first_turn, later_turns
from byways.search.levels import LEVELS
from byways.workers.lifetime import end_unread

NICE = 10  # the engines, which somebody waits for, wait for these processes in turn


def main() -> None:
    """Answer until the input ends, or the answers are not read any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal's interrupt reaches the site too, which ends this process
    if hasattr(os, "nice"):
        os.nice(NICE)
    end_unread(sys.stdout.buffer)
    for line in sys.stdin.buffer:
        asked = msgspec.json.decode(line, type=ListMissing | CompileKernel)
        answer = compile_one(asked.kernel) if isinstance(asked, CompileKernel) else missing()
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()


class Missing(msgspec.Struct, frozen=True):
    """What the games' engines call that is not in the cache."""

    parts: dict[str, dict[str, int]]
    """The bytes of bytecode of each kernel and its helpers, by kernel and function."""
    games: dict[str, dict[str, list[str]]]
    """Kernels by game and level."""
    trouble: str
    """Why the cache cannot store anything, or empty."""


class Compiled(msgspec.Struct, frozen=True):
    """A kernel is compiled, or cannot be."""

    trouble: str
    seconds: float
    """0 if another process did the work."""


class ListMissing(msgspec.Struct, frozen=True, tag_field="ask", tag="list"):
    """Asks for `Missing`."""


class CompileKernel(msgspec.Struct, frozen=True, tag_field="ask", tag="compile"):
    """Asks for a kernel to be compiled, by its name."""

    kernel: str


def missing() -> Missing:
    """Return what the games' engines call that is not in the cache."""
    games = {name: _groups(registry.find(name)) for name in registry.names()}
    called = {kernel for groups in games.values() for group in groups.values() for kernel in group}
    parts = {name_of(kernel): code_parts(kernel) for kernel in called if not is_kept(kernel)}
    listed = {
        game: {level: [name for name in map(name_of, group) if name in parts] for level, group in groups.items()}
        for game, groups in games.items()
    }
    return Missing(parts, listed, check_room())


def _groups(game: Game) -> dict[str, Iterable[Kernel]]:
    graded = {str(level): first_turn(game, level) for level in LEVELS}
    return {**graded, "": first_turn(game), "later": later_turns(game)}


def compile_one(name: str) -> Compiled:
    """Compile a kernel; where another process does so, wait for that. One of a file that has changed may be gone."""
    kernel = next((kernel for kernel in kernels() if name_of(kernel) == name), None)
    if kernel is None:
        return Compiled("", 0.0)
    waited = is_being_made(kernel)
    began = time.perf_counter()
    with contextlib.suppress(KernelError):  # an engine that needs it will say so
        compile_named(name)
    return Compiled(trouble(), 0.0 if waited else time.perf_counter() - began)


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:  # whoever asked is gone, and Python would complain once more at the end
        os._exit(1)
