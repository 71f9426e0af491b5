"""How processes begin here, and that they end with the process that wants their work."""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import BinaryIO

PYTHON = (sys.executable, "-P")
"""The command of a Python that looks for no modules in its working folder, where anybody's `random.py` may lie."""
_SAFE = "PYTHONSAFEPATH"  # the same for processes whose command is not ours
_spawning = threading.Lock()


def spawn(serve: Callable[..., object], *given: object) -> tuple[SpawnProcess, Connection]:
    """Start a process that calls `serve` with its end of a pipe and what is given; return it, and our end.

    It ends with this process at the latest, unless that is killed: see `end_with_parent`.
    """
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=serve, args=(theirs, *given), daemon=True)
    with _starting_safely():
        process.start()
    theirs.close()
    return process, ours


@contextmanager
def _starting_safely() -> Iterator[None]:
    """Let processes that are started meanwhile ignore interrupts, and their working folder's modules.

    An interrupt that comes meanwhile is delivered afterwards.
    """
    with _spawning:
        before = os.environ.get(_SAFE)
        os.environ[_SAFE] = "1"
        resource_tracker.ensure_running()  # a process that all spawned ones need; starting it lets interrupts through
        heard = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, heard)
            del os.environ[_SAFE]
            if before is not None:
                os.environ[_SAFE] = before


def end_with_parent() -> None:
    """End this process, whatever it is doing, when the one that has spawned it ends. For a thread of its own."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def end_unread(sink: BinaryIO) -> None:
    """End this process, even amid machine code, as soon as a pipe has no reader any more.

    Where that cannot be told, as of a file, nothing happens.
    """
    threading.Thread(target=_end_unread, args=(sink,), daemon=True).start()


def _end_unread(sink: BinaryIO) -> None:
    with suppress(OSError, ValueError):  # no real file
        poll = select.poll()
        poll.register(sink.fileno(), 0)
        if poll.poll()[0][1] & (select.POLLERR | select.POLLHUP):
            os._exit(0)
