"""Calls that can be given up: in a thread of their own, because machine code cannot be ended within its process.

Machine code does not hold Python's interpreter lock, so the thread that waits hears an interrupt at once. The thread of
a call that never ends is abandoned: if it is Python's own code it is ended by an exception, else it dies with the
process; a worker process that meets one answers and exits.
"""

from __future__ import annotations

import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from queue import Empty, SimpleQueue
from types import FrameType
from typing import Any, TypeVar

from byways.errors import KernelError
from byways.kernels import compiler
from byways.workers.interrupts import raise_in

PATIENCE = 60.0
"""Seconds after which a call is given up."""
ENDLESS = "kernel.endless"
"""The code of the error that says so."""
_GRACE = 0.5  # seconds that a step has to finish after an interrupt
_LIBRARY = str(Path(__file__).parents[1])

R = TypeVar("R")


class CallThread:
    """A daemon thread that makes calls in order; it ends with this object, or, amid a call, with the process."""

    def __init__(self) -> None:
        self._asked: SimpleQueue[Any] = SimpleQueue()
        self._answers: SimpleQueue[Any] = SimpleQueue()
        self.pending = 0
        """Calls that were not answered yet."""
        self._thread = threading.Thread(target=_work, args=(self._asked, self._answers), daemon=True)
        self._thread.start()
        weakref.finalize(self, self._asked.put, None)

    def ask(self, function: Callable[..., Any], *given: Any) -> None:
        """Have a function called."""
        self.pending += 1
        self._asked.put((function, given))

    def answer(self, patience: float | None = None) -> Any:
        """Return the result of the first call that was not answered yet, or raise its error. Raises queue.Empty."""
        found, error = self._answers.get(timeout=patience)
        self.pending -= 1
        if error is not None:
            raise error
        return found

    def abandon(self) -> None:
        """End the thread as soon as it is in Python code: a loop there would hold up all other threads."""
        raise_in(self._thread.ident or 0, SystemExit)

    @property
    def frame(self) -> FrameType | None:
        """The innermost Python frame that the thread is in."""
        return sys._current_frames().get(self._thread.ident or 0)


def _work(asked: SimpleQueue[Any], answers: SimpleQueue[Any]) -> None:
    while (job := asked.get()) is not None:
        function, given = job
        try:
            answers.put((function(*given), None))
        except BaseException as error:  # raised where the answer is waited for
            answers.put((None, error))
        del job, function, given


class Abandonable:
    """Calls functions so that an interrupt is heard at once, and one that does not end within `patience` is given up.

    Raises KernelError for the latter. The time that compiling takes does not count. It is for one thread.
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        self.patience = patience

    def __reduce__(self) -> tuple[object, ...]:
        return Abandonable, (self.patience,)  # a thread belongs to its process

    @cached_property
    def _worker(self) -> CallThread:
        return CallThread()

    def __call__(self, function: Callable[..., R], *given: Any) -> R:
        worker = self._worker
        worker.ask(function, *given)
        try:
            while True:
                try:
                    found: R = worker.answer(self.patience)
                    return found
                except Empty:
                    if not _is_compiling(worker.frame):
                        raise self._give_up(worker, function) from None
        except KeyboardInterrupt:
            with suppress(Empty):  # a step that is nearly over leaves the search in order
                worker.answer(_GRACE)
                raise
            del self._worker
            worker.abandon()
            raise

    def _give_up(self, worker: CallThread, function: Callable[..., Any]) -> KernelError:
        del self._worker
        template = "the game's code has not come to an end in {seconds:g} s: {where}"
        error = KernelError(ENDLESS, template, seconds=self.patience, where=_where(worker.frame, function))
        worker.abandon()
        return error


def _is_compiling(frame: FrameType | None) -> bool:
    """Return whether a call compiles machine code, or waits for another thread that does."""
    while frame is not None and frame.f_code.co_filename != compiler.__file__:
        frame = frame.f_back
    return frame is not None


def _files(kernel: Any) -> Iterator[str]:
    """Yield the files of a kernel and of those that it is wrapped around (`byways.game.wrappers`)."""
    while kernel is not None:
        yield kernel.__code__.co_filename
        around = kernel.__globals__.get("inner")
        kernel = around if around is not kernel else None


def _where(frame: FrameType | None, function: Callable[..., Any]) -> str:
    """Say where a call hangs: the line where Python runs the game's code, or whose machine code runs."""
    while frame is not None:
        file = frame.f_code.co_filename
        if not file.startswith((_LIBRARY, sys.prefix, sys.base_prefix, "<")):  # "<string>": a dataclass's own code
            return f"{file}, line {frame.f_lineno}, in {frame.f_code.co_name}"
        variant = getattr(frame.f_locals.get("self"), "variant", frame.f_locals.get("variant"))
        if (rules := getattr(variant, "kernels", None)) is not None:
            files = {file for kernel in vars(rules).values() for file in _files(kernel)}
            theirs = {file for file in files if not file.startswith(_LIBRARY)}
            return f"one of those in {', '.join(sorted(theirs or files))}"
        frame = frame.f_back
    return getattr(function, "__qualname__", repr(function))
