"""A pool of worker processes: tasks with deadlines, results in any order or in theirs.

A worker that is killed is replaced and its tasks are done again. Python's own pools end with the first that is killed.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import starmap
from multiprocessing import connection
from multiprocessing.connection import Connection
from typing import Any, Generic, TypeVar
from weakref import WeakSet

from byways.errors import BywaysError
from byways.workers.lifetime import end_with_parent, spawn

TRIES = 3
"""How often a task is begun whose worker is killed."""
AHEAD = 2
"""Tasks that a worker has at a time where they are short, so that it does not wait for the next one."""
SHORT = 0.1
"""Seconds that a short task takes. A long one is not held back by a worker that is busy."""
_GONE = (EOFError, OSError)

T = TypeVar("T")
R = TypeVar("R")


class ProcessesError(BywaysError):
    """Raised when a process was killed, and its work with it."""


class DeadlineError(ProcessesError):
    """Raised when a task has taken too long; its process has been killed."""


@dataclass(eq=False)
class _Assignment(Generic[T]):
    """A task, its place among all, and how often a worker was killed that did it."""

    number: int
    task: T
    lost: int = 0


@dataclass(frozen=True)
class _Work:
    """What a worker does with the tasks that follow."""

    do: Callable[[Any], object]


class _Ready:
    """Sent by a worker once it has begun."""


class _Worker(Generic[T]):
    """A process that does tasks, and those it has been given."""

    def __init__(self, begin: Callable[[], object] | None) -> None:
        self.process, self.pipe = spawn(_serve, begin)
        self.given: deque[_Assignment[T]] = deque()
        self.since: float | None = None  # when it began with the first of them, once it is up
        self.most = 1  # tasks that it should have

    def send(self, message: object) -> None:
        """Send work or a task; a worker that is gone is noticed where its answer is awaited."""
        with suppress(*_GONE):
            self.pipe.send(message)

    def give(self, assignment: _Assignment[T]) -> None:
        """Send a task."""
        if not self.given and self.since is not None:
            self.since = time.monotonic()
        self.given.append(assignment)
        self.send(assignment.task)

    def done(self) -> _Assignment[T]:
        """Note that it has done its first task, and return that."""
        now = time.monotonic()
        self.most = AHEAD if self.since is not None and now - self.since < SHORT else 1
        self.since = now
        return self.given.popleft()


class Pool:
    """Worker processes that do tasks; each calls `begin` first.

    While the pool is entered they go on from one use to the next; otherwise each use has its own. Leaving, by an
    interrupt too, ends them whatever they are doing, and so does the end of this process. They ignore a terminal's
    interrupts, which reach all its processes.
    """

    def __init__(self, jobs: int, begin: Callable[[], object] | None = None) -> None:
        self._jobs = jobs
        self._begin = begin
        self._spare: list[_Worker[Any]] | None = None
        self._running: WeakSet[Generator[Any, None, None]] = WeakSet()

    def __enter__(self) -> Pool:
        self._spare = []
        return self

    def __exit__(self, *exception: object) -> None:
        for results in list(self._running):
            results.close()
        _end(self._spare or ())
        self._spare = None

    def __call__(
        self, work: Callable[[T], R], tasks: Iterable[T], /, *, ordered: bool = False, deadline: float | None = None
    ) -> Generator[R, None, None]:
        """Yield the results of all tasks as they come, or `ordered` as the tasks are.

        `tasks` is read no further than there are workers waiting, so it may be long. What `work` raises is raised here.
        A task whose worker is killed is done again by another, three times at most: then ProcessesError is raised. A
        task that takes longer than `deadline` seconds is ended, and DeadlineError raised. Closing the generator ends
        the workers that are busy.
        """
        results = _put_in_order(self._results(work, enumerate(tasks), deadline), ordered)
        self._running.add(results)
        return results

    def _results(
        self, work: Callable[[T], R], tasks: Iterable[tuple[int, T]], deadline: float | None
    ) -> Generator[tuple[int, R], None, None]:
        source = starmap(_Assignment[T], tasks)
        again: deque[_Assignment[T]] = deque()
        workers: list[_Worker[T]] = []

        def following() -> _Assignment[T] | None:
            return again.popleft() if again else next(source, None)

        def hire(assignment: _Assignment[T]) -> None:
            workers.append(self._spare.pop() if self._spare else _Worker(self._begin))
            workers[-1].send(_Work(work))
            workers[-1].give(assignment)

        try:
            while len(workers) < self._jobs and (first := following()) is not None:
                hire(first)
            while busy := {worker.pipe: worker for worker in workers if worker.given}:
                for pipe in connection.wait(list(busy), _left(workers, deadline)):
                    worker = busy[pipe]  # type: ignore[index]  # they are pipes, as they were given
                    try:
                        answer: Any = worker.pipe.recv()
                    except _GONE:
                        workers.remove(worker)
                        again.extendleft(reversed(_lost(worker)))
                        hire(again.popleft())
                        continue
                    if isinstance(answer, _Ready):
                        worker.since = time.monotonic()
                        continue
                    done = worker.done()
                    while len(worker.given) < worker.most and (assignment := following()) is not None:
                        worker.give(assignment)
                    if isinstance(answer, BaseException):
                        raise answer
                    yield done.number, answer
        finally:
            if self._spare is not None:
                self._spare += [worker for worker in workers if not worker.given]
            _end([worker for worker in workers if self._spare is None or worker.given])


def _put_in_order(results: Generator[tuple[int, R], None, None], ordered: bool) -> Generator[R, None, None]:
    """Yield results, if `ordered` by their numbers, which are 0, 1, 2 and so on."""
    early: dict[int, R] = {}
    following = 0
    with closing(results):
        for number, result in results:
            if not ordered:
                yield result
                continue
            early[number] = result
            while following in early:
                yield early.pop(following)
                following += 1


def _left(workers: Sequence[_Worker[Any]], deadline: float | None) -> float | None:
    """Return the seconds until the first task is late. Raises DeadlineError where one is."""
    if deadline is None:
        return None
    now = time.monotonic()
    left = deadline
    for worker in workers:
        if worker.given and worker.since is not None:
            left = min(left, worker.since + deadline - now)
            if left <= 0 and not worker.pipe.poll():
                raise DeadlineError(
                    "processes.late", "this took longer than {seconds:g} s: {task}",
                    seconds=deadline, task=str(worker.given[0].task)[:200],
                )  # fmt: skip
    return max(0.0, left)


def _end(workers: Sequence[_Worker[Any]]) -> None:
    for worker in workers:
        worker.process.kill()
        worker.pipe.close()
    for worker in workers:
        worker.process.join()


def _lost(worker: _Worker[T]) -> deque[_Assignment[T]]:
    """Return what a worker was given that was killed amid the first of it. Raises ProcessesError."""
    worker.process.join(1.0)  # for its exit code: its pipe may be closed a moment before
    _end([worker])
    amid = worker.given[0]
    amid.lost += 1
    if amid.lost == TRIES:
        raise ProcessesError(
            "processes.lost", "the process that did this was killed {count} times (exit code {status}): {task}",
            count=TRIES, status=worker.process.exitcode, task=str(amid.task)[:200],
        )  # fmt: skip
    return worker.given


def _serve(pipe: Connection, begin: Callable[[], object] | None) -> None:
    """Do the tasks that come with the work that came last, until the pipe or the parent process ends."""
    threading.Thread(target=end_with_parent, daemon=True).start()
    if begin is not None:
        begin()
    work: Callable[[Any], object] = repr  # until it is said
    try:
        pipe.send(_Ready())
        while True:
            task = pipe.recv()
            if isinstance(task, _Work):
                work = task.do
                continue
            try:
                answer = work(task)
            except Exception as error:
                answer = error
            pipe.send(answer)
    except _GONE:
        os._exit(0)
