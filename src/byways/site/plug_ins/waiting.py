"""Awaiting within synchronous code while the event loop runs on.

What draws a page asks a game a hundred things, and any of them may be asked of another process. `wait` suspends the
whole call, down to the task's coroutine, as SQLAlchemy's asyncio extension does: the coroutine runs on a stack of its
own (a greenlet), which is left while a future is awaited. Code that waits may find the world changed afterwards.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator
from contextlib import suppress
from typing import Any, TypeVar

from greenlet import getcurrent, greenlet
from starlette.types import ASGIApp, Receive, Scope, Send

T = TypeVar("T")


class _Stack(greenlet):  # type: ignore[misc]  # it comes without types
    """The stack on which a task's coroutine runs."""


def can_wait() -> bool:
    """Return whether `wait` may be called: within a task of `task`, or below `Waiting`."""
    return isinstance(getcurrent(), _Stack)


def wait(future: asyncio.Future[T]) -> T:
    """Return what comes of a future; the event loop goes on meanwhile. Raises what it raises, CancelledError too."""
    driver = getcurrent().parent
    awaiting = future.__await__()
    try:
        while True:
            driver.switch(next(awaiting))
    except StopIteration as done:
        found: T = done.value
        return found


def task(
    loop: asyncio.AbstractEventLoop, coroutine: Coroutine[Any, Any, T] | Generator[Any, None, T], **more: Any
) -> asyncio.Task[T]:
    """Return a task in which synchronous code may wait; for `set_task_factory`."""
    return asyncio.Task(_Driven(coroutine), loop=loop, **more)


class Waiting:
    """Middleware: whatever answers a request may wait."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer: Any = self.app(scope, receive, send)
        await (answer if can_wait() else task(asyncio.get_running_loop(), answer))


class _Driven(Coroutine[Any, Any, T]):
    """A coroutine on a stack of its own; whatever is awaited there is handed on to the event loop."""

    def __init__(self, coroutine: Any) -> None:
        self._coroutine = coroutine
        self._stack: Any = None

    def send(self, value: Any) -> Any:
        if self._stack is None:  # it goes back to the stack on which it was begun: the event loop's
            self._stack = _Stack(_steps)
            value = self._coroutine
            self._stack.gr_context = getcurrent().gr_context
        return self._found(self._stack.switch(value))

    def throw(self, kind: Any, *more: Any) -> Any:
        if self._stack is None:
            return self._coroutine.throw(kind, *more)
        return self._found(self._stack.throw(kind, *more))

    def close(self) -> None:
        if self._stack is None:
            self._coroutine.close()
        elif not self._stack.dead:
            with suppress(GeneratorExit, StopIteration):
                self.throw(GeneratorExit())

    def __await__(self) -> Generator[Any, Any, T]:
        raise TypeError("a task drives this")

    def _found(self, found: Any) -> Any:
        if self._stack.dead:
            raise StopIteration(found)
        return found


def _steps(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine step by step; between them the driver goes on."""
    driver = getcurrent().parent
    step: Callable[[Any], Any] = coroutine.send
    given: Any = None
    while True:
        try:
            found = step(given)
        except StopIteration as done:
            result: T = done.value
            return result
        try:
            step = coroutine.send
            given = driver.switch(found)
        except BaseException as error:  # GeneratorExit too
            step = coroutine.throw
            given = error
