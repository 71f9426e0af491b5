"""Processes that work side by side, and end with whoever wants their work."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Protocol, TypeVar

from byways.errors import BywaysError

T = TypeVar("T")
R = TypeVar("R")


class ProcessesError(BywaysError):
    """One of the processes is gone, with what it was doing."""


class Spread(Protocol):
    """`map`, with the work spread over processes."""

    def __call__(self, work: Callable[[T], R], tasks: Iterable[T], /) -> Iterator[R]: ...


@contextmanager
def processes(jobs: int, begin: Callable[[], object] | None = None) -> Iterator[Spread]:
    """So many processes, each of which calls `begin` at first; what they are to do is asked for as with `map`.

    Whoever leaves, by an interrupt too, waits for none of them: they hear of it by a pipe that closes, and an end of
    this process closes it as well. Interrupts of a terminal, which reach all its processes, are not theirs to hear.
    Where one of them is killed, whoever waits for results gets ProcessesError.
    """
    context = get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_start, initargs=(theirs, begin))

    def results(work: Callable[[T], R], tasks: Iterable[T], /) -> Iterator[R]:
        with _unheard():
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


def _start(owner: Connection, begin: Callable[[], object] | None) -> None:
    threading.Thread(target=_end_with, args=(owner,), daemon=True).start()
    if begin is not None:
        begin()


def _end_with(owner: Connection) -> None:
    """End this process, whatever it is doing, when nobody holds the other end of the pipe."""
    owner.poll(None)
    os._exit(1)


@contextmanager
def _unheard() -> Iterator[None]:
    """Processes that begin here hear no interrupt; one that comes meanwhile is heard afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
