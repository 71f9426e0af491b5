"""Playing on this machine: worker processes behind pipes. One that is killed is replaced, its games played again.

Python's own pools end with the first worker that is killed, and the work of all others with it.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import connection, get_context, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Generic, TypeVar

from byways.workers.processes import ProcessesError, end_with, spawning, unheard

AHEAD = 2
"""Tasks that a worker has at a time, so that it does not wait for the next one."""
TRIES = 3
"""How often a task is begun whose worker is killed."""
_GONE = (EOFError, OSError)

T = TypeVar("T")
R = TypeVar("R")


@dataclass(eq=False)
class _Assignment(Generic[T]):
    """A task, and how often a worker was killed that did it."""

    task: T
    lost: int = 0


@dataclass(frozen=True)
class _Work:
    """What a worker does with the tasks that follow."""

    do: Callable[[Any], object]


class _Worker(Generic[T]):
    """A process that does tasks, and those it has been given."""

    def __init__(self, begin: Callable[[], object] | None) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        watched, self._held = context.Pipe(duplex=False)
        self.given: deque[_Assignment[T]] = deque()
        self.process: SpawnProcess = context.Process(target=_serve, args=(theirs, watched, begin), daemon=True)
        with spawning(), unheard():
            self.process.start()
        theirs.close()
        watched.close()

    def begin(self, work: Callable[[T], object]) -> None:
        """Say what is to be done with the tasks that follow."""
        with suppress(*_GONE):
            self.pipe.send(_Work(work))

    def give(self, assignment: _Assignment[T]) -> None:
        """Send a task; a worker that is gone is noticed where its answer is awaited."""
        self.given.append(assignment)
        with suppress(*_GONE):
            self.pipe.send(assignment.task)

    def close(self) -> None:
        """End the process, whatever it does."""
        self._held.close()
        self.pipe.close()

    def join(self) -> None:
        """Wait until the process has ended."""
        self.process.join(5)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def run_here(work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
    """Do all tasks one after another in this process."""
    return map(work, tasks)


class Processes:
    """A runner in worker processes. While it is entered they go on from one use to the next; leaving ends them."""

    def __init__(self, jobs: int, begin: Callable[[], object] | None = None) -> None:
        """Take the number of processes, and what each calls first."""
        self._jobs = jobs
        self._begin = begin
        self._spare: list[_Worker[Any]] | None = None

    def __call__(self, work: Callable[[T], R], tasks: Iterable[T], /) -> Generator[R, None, None]:
        """Do all tasks, as `run_in_processes` does."""
        yield from run_in_processes(work, tasks, self._jobs, self._begin, self._spare)

    def __enter__(self) -> None:
        self._spare = []

    def __exit__(self, *exception: object) -> None:
        _end(self._spare or ())
        self._spare = None


def run_in_processes(
    work: Callable[[T], R],
    tasks: Iterable[T],
    jobs: int,
    begin: Callable[[], object] | None = None,
    spare: list[_Worker[Any]] | None = None,
) -> Generator[R, None, None]:
    """Do tasks in `jobs` processes, each of which calls `begin` first; yield results as they come, in any order.

    `tasks` is read no further than there are workers waiting, so it may be long. What `work` raises is raised here. A
    task whose worker is killed is done again by another, three times at most: then ProcessesError is raised. Leaving
    ends all processes; with a list `spare`, workers are taken from there first, and left there if they have no task.
    """
    source = map(_Assignment, tasks)
    again: deque[_Assignment[T]] = deque()
    resource_tracker.ensure_running()  # which lets interrupts through again, so not while a worker is started
    workers: list[_Worker[T]] = []

    def hired() -> _Worker[T]:
        worker: _Worker[T] = spare.pop() if spare else _Worker(begin)
        worker.begin(work)
        return worker

    def feed(worker: _Worker[T]) -> None:
        while len(worker.given) < AHEAD:
            following = again.popleft() if again else next(source, None)
            if following is None:
                return
            worker.give(following)

    try:
        workers.extend(hired() for _ in range(jobs))
        for worker in workers:
            feed(worker)
        while busy := {worker.pipe: place for place, worker in enumerate(workers) if worker.given}:
            for pipe in connection.wait(list(busy)):
                place = busy[pipe]  # type: ignore[index]  # they are pipes, as they were given
                worker = workers[place]
                try:
                    answer: Any = worker.pipe.recv()
                except _GONE:
                    again.extendleft(reversed(_lost(worker)))
                    workers[place] = hired()
                    feed(workers[place])
                    continue
                worker.given.popleft()
                feed(worker)
                if isinstance(answer, BaseException):
                    raise answer
                yield answer
    finally:
        if spare is not None:
            spare += [worker for worker in workers if not worker.given]
        _end([worker for worker in workers if spare is None or worker.given])


def _end(workers: Sequence[_Worker[Any]]) -> None:
    for worker in workers:
        worker.close()
    for worker in workers:
        worker.join()


def _lost(worker: _Worker[T]) -> deque[_Assignment[T]]:
    """Return what a worker was given that was killed amid the first of it. Raises ProcessesError."""
    worker.close()
    worker.join()
    amid = worker.given[0]
    amid.lost += 1
    if amid.lost == TRIES:
        raise ProcessesError(
            "processes.lost", "the process that did this was killed {count} times (exit code {status}): {task}",
            count=TRIES, status=worker.process.exitcode, task=str(amid.task)[:200],
        )  # fmt: skip
    return worker.given


def _serve(pipe: Connection, owner: Connection, begin: Callable[[], object] | None) -> None:
    """Do the tasks that come with the work that came last, until nobody holds the other end of the pipe."""
    threading.Thread(target=end_with, args=(owner,), daemon=True).start()
    if begin is not None:
        begin()
    work: Callable[[Any], object] = repr  # until it is said
    while True:
        try:
            task = pipe.recv()
        except _GONE:
            os._exit(0)
        if isinstance(task, _Work):
            work = task.do
            continue
        try:
            answer = work(task)
        except Exception as error:
            answer = error
        try:
            pipe.send(answer)
        except _GONE:
            os._exit(0)
