"""Worker processes that run side by side and end with their parent."""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import BinaryIO, Protocol, TypeVar

from byways.errors import BywaysError

PYTHON = (sys.executable, "-P")
"""The command of a Python that looks for no modules in its working folder, where anybody's `random.py` may lie."""
_SAFE = "PYTHONSAFEPATH"  # the same for processes whose command is not ours
_spawning = threading.Lock()
T = TypeVar("T")
R = TypeVar("R")


class ProcessesError(BywaysError):
    """Raised when a process was killed, and its work with it."""


class Spread(Protocol):
    """`map`, with the work spread over processes."""

    def __call__(self, work: Callable[[T], R], tasks: Iterable[T], /) -> Iterator[R]: ...


@contextmanager
def processes(jobs: int, begin: Callable[[], object] | None = None) -> Iterator[Spread]:
    """Start `jobs` processes, each of which calls `begin` first.

    Yield a function that spreads work over them as `map` does.

    Leaving, by an interrupt too, waits for none of them: they learn of it from a pipe that closes, and the end of this
    process closes it as well. They ignore a terminal's interrupts, which reach all its processes. If one of them is
    killed, reading results raises ProcessesError.
    """
    context = get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    with spawning():
        pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_start, initargs=(theirs, begin))

    def results(work: Callable[[T], R], tasks: Iterable[T], /) -> Iterator[R]:
        with spawning(), unheard():
            waiting = [pool.submit(work, task) for task in tasks]
        for done in waiting:
            try:
                yield done.result()
            except BrokenProcessPool as error:
                raise ProcessesError("processes.broken", "a process that did a part of the work was killed") from error

    try:
        yield results
    finally:
        ours.close()
        pool.shutdown(wait=True, cancel_futures=True)
        theirs.close()


@contextmanager
def spawning() -> Iterator[None]:
    """Let processes that `multiprocessing` starts meanwhile look for no modules in their working folder."""
    with _spawning:
        before = os.environ.get(_SAFE)
        os.environ[_SAFE] = "1"
        try:
            yield
        finally:
            del os.environ[_SAFE]
            if before is not None:
                os.environ[_SAFE] = before


def _start(owner: Connection, begin: Callable[[], object] | None) -> None:
    threading.Thread(target=end_with, args=(owner,), daemon=True).start()
    if begin is not None:
        begin()


def end_with(owner: Connection) -> None:
    """End this process, whatever it is doing, when nobody holds the other end of the pipe."""
    owner.poll(None)
    os._exit(1)


def end_unread(sink: BinaryIO) -> None:
    """End this process, even amid machine code, as soon as nobody can read from a pipe any more.

    Where that cannot be told, as of a file, nothing happens.
    """
    threading.Thread(target=_end_unread, args=(sink,), daemon=True).start()


def _end_unread(sink: BinaryIO) -> None:
    with suppress(AttributeError, OSError, ValueError):  # Windows has no poll; no real file
        poll = select.poll()
        poll.register(sink.fileno(), 0)
        if poll.poll()[0][1] & (select.POLLERR | select.POLLHUP):
            os._exit(0)


@contextmanager
def unheard() -> Iterator[None]:
    """Make processes that begin here ignore interrupts; one that comes meanwhile is delivered afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
