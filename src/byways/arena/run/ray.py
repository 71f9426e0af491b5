"""Playing on a Ray cluster, where one machine is not enough: plain tasks, begun again by us where they are lost.

Only this module imports Ray, which the extra byways[ray] brings. Tasks go out in chunks, because each costs the driver
more than a millisecond. Retries by Ray itself and actors were tried: a replacement may wait for the core that its
sibling holds (decision 0084).
"""

from __future__ import annotations

import functools
import io
import logging
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, TextIO, TypeVar, cast

import ray
from ray import exceptions

from byways.arena.run.fingerprint import Fingerprint, fingerprint
from byways.errors import brief
from byways.workers.pool import ProcessesError

AHEAD = 2
"""Chunks in flight for each core, so that it does not wait for the next one."""
TRIES = 3
"""How often a chunk, and then each of its tasks alone, is begun whose worker or node is lost."""
MOST = 1_000
"""Tasks in a chunk."""
SECONDS, SECONDS_A_CORE = 1.0, 0.01
"""How long a chunk should take: so that handing out costs the driver a tenth of its time at any number of cores."""
LOOK_SECONDS = 5.0
"""Between two looks at how many cores there are."""
_THREADS = "ray_"  # how the names of Ray's threads begin
_LOST = (
    exceptions.WorkerCrashedError,
    exceptions.NodeDiedError,
    exceptions.OutOfMemoryError,
    exceptions.ObjectLostError,
)

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True)
class _Work:
    """What all chunks have in common; it is sent to each node once."""

    work: Callable[[Any], Any]
    begin: Callable[[], object] | None
    expected: Fingerprint | None
    """Of the driver; None where workers may differ."""


@dataclass(frozen=True)
class _Answer(Generic[R]):
    """The results of a chunk."""

    results: list[R]
    seconds: float
    error: Exception | None = None
    """Raised by the task after those that have results."""


@dataclass(eq=False)
class _Chunk(Generic[T]):
    """Tasks that travel together, and how often they were lost."""

    tasks: Sequence[T]
    lost: int = 0


def run_on_ray(
    work: Callable[[T], R], tasks: Iterable[T], begin: Callable[[], object] | None = None, mixed: bool = False
) -> Generator[R, None, None]:
    """Do tasks on the Ray cluster that was joined, whose processes call `begin` first; yield results in any order.

    `tasks` is read no further than there are cores waiting. What `work` raises is raised here. Tasks whose worker or
    node is lost are done again by others, three times at most. Raises ProcessesError for a task that is lost again and
    again, and, unless `mixed`, for workers whose code or arithmetic is not this process's.
    """
    common = _Work(work, begin, None if mixed else fingerprint())
    yield from _Driver[T, R](common, tasks).results()


class _Driver(Generic[T, R]):
    """Chunks on their way, and those that have to be sent."""

    def __init__(self, common: _Work, tasks: Iterable[T]) -> None:
        self._common = ray.put(common)
        self._begin = ray.remote(_do).options(max_retries=0, num_cpus=1)
        self._source = iter(tasks)
        self._again: deque[_Chunk[T]] = deque()
        self._flying: dict[Any, _Chunk[T]] = {}
        self._pace: float | None = None  # seconds a task
        self._size = 1
        self._cores, self._looked = 0, float("-inf")

    def results(self) -> Iterator[R]:
        """Yield all results. Raises ProcessesError, and what a task raises."""
        try:
            while self._fill():
                for place in self._ready():
                    chunk = self._flying.pop(place)
                    try:
                        answer: _Answer[R] = ray.get(place)
                    except _LOST as error:
                        self._again.extend(_lost(chunk, error))
                        continue
                    except exceptions.RayError as error:
                        raise _refused(error) from error
                    self._measure(chunk, answer)
                    yield from answer.results
                    if answer.error is not None:
                        raise answer.error
        finally:
            for place in self._flying:
                ray.cancel(place, force=True)

    def _fill(self) -> bool:
        """Send chunks until there are enough on their way; return whether there are any."""
        self._look()
        while len(self._flying) < AHEAD * max(1, self._cores):
            chunk = self._again.popleft() if self._again else _Chunk(list(islice(self._source, self._size)))
            if not chunk.tasks:
                break
            self._flying[self._begin.remote(self._common, chunk.tasks)] = chunk
        return bool(self._flying)

    def _look(self) -> None:
        """Count the cluster's cores: nodes come and go."""
        if time.monotonic() - self._looked > LOOK_SECONDS:
            self._looked = time.monotonic()
            before = self._cores
            self._cores = int(ray.cluster_resources().get("CPU", 0))
            if not self._cores and (before or not self._flying):
                logging.getLogger("byways").warning("Ray has no core for this now; waiting for a node")

    def _ready(self) -> list[Any]:
        """Wait, not for long, for chunks that are done."""
        places = list(self._flying)
        ready, _ = ray.wait(places, num_returns=1, timeout=LOOK_SECONDS)
        if ready:  # others are done as well, perhaps
            ready, _ = ray.wait(places, num_returns=len(places), timeout=0)
        return list(ready)

    def _measure(self, chunk: _Chunk[T], answer: _Answer[R]) -> None:
        """Learn how many tasks make a chunk that takes long enough."""
        pace = answer.seconds / len(chunk.tasks)
        self._pace = pace if self._pace is None else 0.8 * self._pace + 0.2 * pace
        wanted = max(SECONDS, SECONDS_A_CORE * self._cores) / max(self._pace, 1e-9)
        self._size = max(1, min(MOST, 2 * self._size, int(wanted)))


def _lost(chunk: _Chunk[T], error: exceptions.RayError) -> list[_Chunk[T]]:
    """Return what has to be done again: after `TRIES` losses each task alone, to find out whose fault it is.

    The loss of a node is not a task's fault. Raises ProcessesError.
    """
    chunk.lost += not isinstance(error, exceptions.NodeDiedError)
    if chunk.lost < TRIES:
        return [chunk]
    if len(chunk.tasks) > 1:
        return [_Chunk([task]) for task in chunk.tasks]
    raise ProcessesError(
        "ray.lost", "the worker that did this was lost {count} times ({reason}): {task}",
        count=TRIES, reason=brief(error), task=str(chunk.tasks[0])[:200],
    )  # fmt: skip


def _refused(error: exceptions.RayError) -> ProcessesError:
    """Return why a worker could not even begin, as where Byways is not installed there."""
    cause = getattr(error, "cause", None) or error
    return ProcessesError("ray.worker", "a worker of the Ray cluster cannot do this: {reason}", reason=brief(cause))


_begun: set[Callable[[], object]] = set()  # in this worker


def _do(common: _Work, tasks: Sequence[Any]) -> _Answer[Any]:
    """Do a chunk, in a worker. What a task raises is sent as a value: Ray would send a class of its own."""
    results: list[Any] = []
    started = time.perf_counter()
    try:
        _check(common.expected)
        if common.begin is not None and common.begin not in _begun:
            common.begin()
            _begun.add(common.begin)
        for task in tasks:
            results.append(common.work(task))  # noqa: PERF401 - those before an error are kept
    except Exception as error:
        return _Answer(results, time.perf_counter() - started, error)
    return _Answer(results, time.perf_counter() - started)


def _check(expected: Fingerprint | None) -> None:
    """Compare this worker with the driver. Raises ProcessesError."""
    if expected is not None and (part := fingerprint().differs(expected)):
        raise ProcessesError(
            "ray.differs",
            "the worker on {node} plays other games: its {part} is {there}, not {here} (--mixed allows it)",
            node=os.uname().nodename, part=part, there=getattr(fingerprint(), part), here=getattr(expected, part),
        )  # fmt: skip


@contextmanager
def joined(address: str) -> Iterator[None]:
    """Join the Ray cluster at an address, "auto" for the one that runs here, and leave it. Raises ProcessesError."""
    if ray.is_initialized():  # by a program that uses this as a library
        yield
        return
    given: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.WARNING}
    with redirect_stdout(_by_thread(sys.stdout)):
        try:
            with redirect_stdout(sys.stderr):
                ray.init(address, **given)
        except Exception as error:  # Ray raises plain exceptions
            raise ProcessesError("ray.join", "Ray: {reason}", reason=brief(error)) from error
        try:
            yield
        finally:
            with redirect_stdout(sys.stderr):
                ray.shutdown()


@functools.cache  # for ever: a thread that is printing when the output changes crashes where the old one has gone
def _by_thread(output: TextIO) -> TextIO:
    return cast(TextIO, _ByThread(output))


class _ByThread(io.TextIOBase):
    """A standard output on which Ray's threads, which tell of nodes that are lost, write to the standard error."""

    def __init__(self, output: TextIO) -> None:
        self._output = output

    def write(self, text: str) -> int:
        return self._here().write(text)

    def flush(self) -> None:
        self._here().flush()

    def isatty(self) -> bool:
        return self._here().isatty()

    def fileno(self) -> int:
        return self._here().fileno()

    def _here(self) -> TextIO:
        return sys.stderr if threading.current_thread().name.startswith(_THREADS) else self._output
