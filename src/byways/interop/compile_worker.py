"""A process that compiles kernels for the site, politely: JSON lines in and out.

To {"list": true} it answers with the games' kernels that are not in the cache: {"parts": {kernel: {function: size}},
"games": {game: {level: [kernel, …]}}, "trouble": …}, with the bytes of bytecode of each kernel and its helpers, the
level "" for full strength and "later" for the turns after the first. To {"compile": kernel} it answers {"seconds": …,
"trouble": …}. "trouble" says why the cache cannot store anything, or is empty; seconds are 0 if another process did the
work.
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
from byways.kernel_cache import check_room, trouble
from byways.kernels import Kernel, code_parts, is_being_made, is_kept
from byways.search.levels import LEVELS
from byways.warm import compile_named, first_turn, kernels, later_turns, name_of
from byways.worker_processes import end_unread

NICE = 10  # the engines, which somebody waits for, wait for these processes in turn


def main() -> None:
    """Answer until the input ends, or nobody reads the answers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal's interrupt reaches the site too, which ends this process
    if hasattr(os, "nice"):
        os.nice(NICE)
    end_unread(sys.stdout.buffer)
    for line in sys.stdin.buffer:
        asked = msgspec.json.decode(line, type=dict[str, str | bool])
        answer = missing() if "list" in asked else compile_one(str(asked["compile"]))
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()


def missing() -> dict[str, object]:
    """Return what the games' engines call that is not in the cache."""
    games = {name: _groups(registry.find(name)) for name in registry.names()}
    called = {kernel for groups in games.values() for group in groups.values() for kernel in group}
    parts = {name_of(kernel): code_parts(kernel) for kernel in called if not is_kept(kernel)}
    listed = {
        game: {level: [name for name in map(name_of, group) if name in parts] for level, group in groups.items()}
        for game, groups in games.items()
    }
    return {"parts": parts, "games": listed, "trouble": check_room()}


def _groups(game: Game) -> dict[str, Iterable[Kernel]]:
    graded = {str(level): first_turn(game, level) for level in LEVELS}
    return {**graded, "": first_turn(game), "later": later_turns(game)}


def compile_one(name: str) -> dict[str, object]:
    """Compile a kernel; where another process does so, wait for that."""
    kernel = next(kernel for kernel in kernels() if name_of(kernel) == name)
    waited, began = is_being_made(kernel), time.perf_counter()
    with contextlib.suppress(KernelError):  # an engine that needs it will say so
        compile_named(name)
    return {"trouble": trouble(), "seconds": 0.0 if waited else time.perf_counter() - began}


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:  # whoever asked is gone, and Python would complain once more at the end
        os._exit(1)
