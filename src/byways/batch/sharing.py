"""A pass over many rows shared out to threads: machine code does not hold Python's interpreter lock.

A free thread takes the next part of the rows, so that a thread that is descheduled delays no other.
"""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

LEAST_ROWS = 64  # that are worth a part
PARTS = 4  # for each thread


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class SharedCall:
    """A call to be made for parts of the rows."""

    def __init__(self, work: Callable[..., Any], given: tuple[Any, ...], rows: int, parts: int) -> None:
        self._work = work
        self._given = given
        self._parts = [(rows * part // parts, rows * (part + 1) // parts) for part in range(parts)]
        self._left = parts
        self._ended: SimpleQueue[BaseException | None] = SimpleQueue()

    def take(self) -> None:
        """Do parts as long as there are some, and tell of each how it ended."""
        while self._parts:
            try:
                first, last = self._parts.pop()
            except IndexError:  # another thread was quicker
                break
            try:
                self._work(*self._given, first, last)
                self._ended.put(None)
            except BaseException as error:  # raised where the job is waited for
                self._ended.put(error)

    def wait(self) -> None:
        """Wait until all parts are done. Raises what one of them raised."""
        raised: BaseException | None = None
        while self._left:
            try:
                ended = self._ended.get()
                self._left -= 1
            except KeyboardInterrupt as error:
                ended = error  # threads still write to the arrays
            raised = raised or ended
        if raised is not None:
            raise raised


def share_out(work: Callable[..., Any], given: tuple[Any, ...], rows: int, threads: int) -> None:
    """Call `work(*given, first, last)` for parts of the rows, at once in as many threads as are worth it."""
    threads = max(1, min(threads, rows // LEAST_ROWS))
    if threads == 1:
        work(*given, 0, rows)
        return
    job = SharedCall(work, given, rows, min(PARTS * threads, rows // LEAST_ROWS))
    jobs = _jobs(threads - 1)
    for _ in range(threads - 1):
        jobs.put(job)
    job.take()
    job.wait()


@functools.cache
def _jobs(threads: int) -> SimpleQueue[SharedCall]:
    """Return the queue of so many threads, which end with the process."""
    jobs: SimpleQueue[SharedCall] = SimpleQueue()
    for _ in range(threads):
        threading.Thread(target=_work, args=(jobs,), daemon=True).start()
    return jobs


def _work(jobs: SimpleQueue[SharedCall]) -> None:
    while True:
        jobs.get().take()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_jobs.cache_clear)  # a child has none of its parent's threads
