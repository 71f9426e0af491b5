"""Interrupts that end what a process is doing, also amid machine code; and plug-in games' code, after a minute.

Python hears an interrupt between two of its own instructions. A thread that hears of it at once ends the process where
the main thread does not, because it is amid machine code. An exception in a function that C calls is dropped, and the
compiler has such functions: an interrupt that is lost there is sent again.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from byways.errors import GameError

PATIENCE = 60.0
"""Seconds that one call of a plug-in's function may take."""
SOON = 1.0  # seconds in which the main thread hears an interrupt, unless it is amid machine code
_PACE = 0.5  # seconds between two looks
_INTERRUPTED = 130


def raise_in(thread: int, error: type[BaseException]) -> None:
    """Raise an error in a thread as soon as it is in Python code."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


def end_at_interrupts() -> None:
    """End the process at once at an interrupt.

    KeyboardInterrupt would break a lock that is just taken. The main thread may hear nothing, because it began to wait
    for a lock a moment before; so a thread of its own hears interrupts.
    """
    signal.signal(signal.SIGINT, lambda *_: os._exit(_INTERRUPTED))
    ours, theirs = _wakeup_pipe()
    signal.set_wakeup_fd(theirs, warn_on_full_buffer=False)
    threading.Thread(target=_end_when_woken, args=(ours,), daemon=True).start()


def _end_when_woken(pipe: int) -> None:
    while os.read(pipe, 1) != bytes([signal.SIGINT]):
        pass
    os._exit(_INTERRUPTED)


def _wakeup_pipe() -> tuple[int, int]:
    """Return a pipe in whose writing end the interpreter may note signals."""
    ours, theirs = os.pipe()
    os.set_blocking(theirs, False)
    return ours, theirs


@contextmanager
def interrupt_guard() -> Iterator[None]:
    """End the main thread's work at an interrupt, and a plug-in's call after a minute; do nothing elsewhere."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    ours, theirs = _wakeup_pipe()
    heard, lost = threading.Event(), threading.Event()
    before = signal.getsignal(signal.SIGINT)
    report = sys.unraisablehook
    default = before is signal.default_int_handler

    def hear(number: int, frame: FrameType | None) -> None:
        heard.set()
        signal.default_int_handler(number, frame)

    def tell(dropped: sys.UnraisableHookArgs) -> None:
        if dropped.exc_type is KeyboardInterrupt:
            lost.set()
        else:
            report(dropped)

    descriptor = signal.set_wakeup_fd(theirs, warn_on_full_buffer=False)
    if default:
        signal.signal(signal.SIGINT, hear)
        sys.unraisablehook = tell
    watching = threading.Thread(target=_watch, args=(ours, heard, lost, threading.get_ident()), daemon=True)
    watching.start()
    try:
        yield
    finally:
        if default and signal.getsignal(signal.SIGINT) is hear:
            signal.signal(signal.SIGINT, before)
        if sys.unraisablehook is tell:
            sys.unraisablehook = report
        signal.set_wakeup_fd(descriptor)
        os.close(theirs)
        watching.join()
        os.close(ours)


def _watch(pipe: int, heard: threading.Event, lost: threading.Event, thread: int) -> None:
    calls = _Calls(thread)
    while True:
        if lost.is_set():
            lost.clear()
            signal.pthread_kill(thread, signal.SIGINT)
        if not select.select([pipe], [], [], _PACE)[0]:
            calls.look()
            continue
        signals = os.read(pipe, 1)
        if not signals:
            return  # the command is over
        # Only where `hear` is the handler has the event a meaning; an engine or the site hears interrupts by itself.
        handler: Any = signal.getsignal(signal.SIGINT)
        ours = getattr(handler, "__module__", "") == __name__
        if ours and signals[0] == signal.SIGINT and not heard.wait(SOON):
            os.write(2, b"\n")
            os._exit(_INTERRUPTED)
        heard.clear()


class _Calls:
    """How long the main thread has been within one call of a plug-in's function."""

    def __init__(self, thread: int) -> None:
        self._thread = thread
        self._call = 0
        self._since = time.monotonic()

    def look(self) -> None:
        """Raise GameError in the main thread where the call takes too long."""
        call = _outermost(sys._current_frames().get(self._thread))
        if call != self._call:
            self._call, self._since = call, time.monotonic()
        elif call and time.monotonic() - self._since > PATIENCE:
            self._since = time.monotonic()
            raise_in(self._thread, EndlessError)


class EndlessError(GameError):
    """A plug-in's function has not come to an end."""

    def __init__(self) -> None:
        super().__init__("game.endless", "no end within {seconds:g} s", seconds=PATIENCE)


def _outermost(frame: FrameType | None) -> int:
    """Return which call of a plug-in's function a stack is in; 0 for none."""
    found = 0
    while frame is not None:
        if _theirs(frame.f_code.co_filename) and frame.f_code.co_name != "<module>":
            found = id(frame)
        frame = frame.f_back
    return found


def _theirs(file: str) -> bool:
    """Return whether a file is a plug-in's; before the registry has been imported, or while it is, none is."""
    is_plug_in = getattr(sys.modules.get("byways.registry"), "is_plug_in", None)
    return is_plug_in is not None and bool(is_plug_in(file))
