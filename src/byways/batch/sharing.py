"""A pass over many rows shared out to threads: machine code does not hold Python's interpreter lock."""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable, Sequence
from typing import Any

from byways.search.watch import Worker

LEAST_ROWS = 64  # that are worth another thread

_one_at_a_time = threading.Lock()


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def share_out(work: Callable[..., Any], given: tuple[Any, ...], rows: int, threads: int) -> None:
    """Call `work(*given, first, last)` for equal parts of the rows, at once in as many threads as are worth it."""
    threads = max(1, min(threads, rows // LEAST_ROWS))
    if threads == 1:
        work(*given, 0, rows)
        return
    bounds = [rows * part // threads for part in range(threads + 1)]
    with _one_at_a_time:
        workers = _workers(threads - 1)
        try:
            for worker, first, last in zip(workers, bounds[1:-1], bounds[2:], strict=True):
                worker.ask(work, *given, first, last)
            work(*given, 0, bounds[1])
        finally:
            _wait_for(workers)


def _wait_for(workers: Sequence[Worker]) -> None:
    """Wait until no worker works, then raise what the first of them raised."""
    raised: list[BaseException] = []
    for worker in workers:
        while worker.pending:
            try:
                worker.answer()
            except Exception as error:
                raised.append(error)
    if raised:
        raise raised[0]


@functools.cache
def _workers(count: int) -> tuple[Worker, ...]:
    return tuple(Worker() for _ in range(count))


def _after_fork() -> None:
    """Forget the threads and the lock of the parent process, which a child does not have."""
    global _one_at_a_time
    _one_at_a_time = threading.Lock()
    _workers.cache_clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
