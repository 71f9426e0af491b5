"""Conversations with programs in lines, with deadlines, for callers that wait and for those in an event loop.

A program may hang, end, write without end or start others: the caller hears of it in a PlayerError in time and
keeps little of what it wrote.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from byways.errors import PlayerError

MOST_OUTPUT = 4_000_000
"""Bytes that a program may write between two answers, to its standard error too where that is kept."""
KEPT = 65_536
"""Bytes of its error output that are kept, the last ones."""
_BLOCK = 65_536
_FAREWELL = 1.0  # seconds in which a program may end by itself once its input has ended
_ENDING = 5.0  # seconds in which its guard ends what is left
_GUARD = (sys.executable, "-I", "-S", str(Path(__file__).with_name("guard.py")))

T = TypeVar("T")


class Conversation:
    """A program that reads lines and writes lines; it ends with `close` or `end`.

    A `guarded` program may be anybody's: nothing that it has started is left then, or after the end of this process.
    One that is not must itself end when its output is not read (`byways.workers.lifetime.end_unread`).
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        guarded: bool = False,
        errors: int | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Start a program. `errors`: subprocess.PIPE keeps the end of its standard error. Raises PlayerError."""
        self._guarded = guarded
        self._unsent = bytearray()
        self._read = bytearray()
        self._errors = bytearray()
        self._heard = 0  # bytes since something was said to it
        theirs, self._lifeline = os.pipe() if guarded else (-1, -1)
        try:
            self._process = subprocess.Popen(
                [*_GUARD, str(theirs), *command] if guarded else command, bufsize=0, env=environment,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
                pass_fds=(theirs,) if guarded else (), start_new_session=guarded,
            )  # fmt: skip
        except OSError as error:
            if guarded:
                os.close(self._lifeline)
            raise PlayerError(
                "player.start", "the program cannot be started: {reason}", reason=error.strerror
            ) from error
        finally:
            if guarded:
                os.close(theirs)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input = self._process.stdin
        self._output = self._process.stdout
        self._complaints = self._process.stderr
        self._selector = selectors.DefaultSelector()
        os.set_blocking(self._input.fileno(), False)
        for stream in (self._output, self._complaints):
            if stream is not None:
                os.set_blocking(stream.fileno(), False)
                self._selector.register(stream, selectors.EVENT_READ)

    @property
    def errors(self) -> str:
        """The end of what the program has written to its standard error, if that is kept."""
        with contextlib.suppress(PlayerError):
            while self._hear_complaints():
                pass
        return self._errors.decode(errors="replace")

    @property
    def goes_on(self) -> bool:
        """Whether the program has not ended."""
        return self._process.poll() is None

    def send(self, data: bytes) -> None:
        """Write to the program as soon as it reads; what it may write until the next call is counted anew."""
        self._heard = 0
        self._unsent += data
        self._write()

    def line(self, until: float) -> str:
        """Return the program's next line, without its end. Raises PlayerError, at the latest at a time.monotonic()."""
        while (line := self._next_line()) is None:
            left = until - time.monotonic()
            ready = self._selector.select(left) if left > 0 else ()
            if not ready:
                raise _slow()
            if not self._exchange(ready):
                raise self._ended()
        return line.decode(errors="replace").rstrip("\r")

    async def answer(self, until: float) -> bytes:
        """Return the program's next line as `line` does, for one who waits in an event loop and may be cancelled."""
        while (line := self._next_line()) is None:
            await self._ready(until)
            if not self._exchange(self._selector.select(0)):
                raise await asyncio.to_thread(self._ended)
        return line

    async def ask(self, request: msgspec.Struct, kind: type[T], seconds: float) -> T:
        """Say something as JSON and return the answer. Raises PlayerError, and msgspec.DecodeError for nonsense."""
        self.send(msgspec.json.encode(request) + b"\n")
        return msgspec.json.decode(await self.answer(time.monotonic() + seconds), type=kind)

    def close(self, patience: float = _FAREWELL) -> int | None:
        """Close the program's input, wait for so many seconds, then kill what is left of it.

        Return its exit status, or None if it had to be killed.
        """
        if self._input.closed:
            return self._process.returncode
        if self._input in self._selector.get_map():
            self._selector.unregister(self._input)
        self._input.close()
        until = time.monotonic() + patience
        while self.goes_on and time.monotonic() < until:
            self._discard()
        ended = self._process.poll()
        self._kill()
        try:
            self._process.wait(_ENDING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        _ = self.errors
        self._selector.close()
        for stream in (self._output, self._complaints):
            if stream is not None:
                stream.close()
        return ended

    async def end(self) -> None:
        """Kill the program, and wait for its end without holding up the event loop."""
        self._kill()
        await asyncio.to_thread(self.close, 0)

    async def _ready(self, until: float) -> None:
        """Wait until something can be read or written. Raises PlayerError."""
        loop = asyncio.get_running_loop()
        ready: asyncio.Future[None] = loop.create_future()
        both: Any = self._selector  # a file to look at, on all systems that we know of
        loop.add_reader(both.fileno(), _wake, ready)
        try:
            async with asyncio.timeout(until - time.monotonic()):
                await ready
        except TimeoutError:
            raise _slow() from None
        finally:
            loop.remove_reader(both.fileno())

    def _next_line(self) -> bytes | None:
        """Take the next line from what was read, if it is whole."""
        end = self._read.find(b"\n")
        if end < 0:
            return None
        line = bytes(self._read[:end])
        del self._read[: end + 1]
        return line

    def _exchange(self, ready: Iterable[tuple[selectors.SelectorKey, int]]) -> bool:
        """Write what waits and read what there is; return whether its output goes on. Raises PlayerError."""
        files = [key.fileobj for key, _ in ready]
        if self._input in files:
            self._write()
        if self._complaints in files:
            self._hear_complaints()
        if self._output in files:
            data = os.read(self._output.fileno(), _BLOCK)
            self._read += data
            self._count(data)
            return bool(data)
        return True

    def _write(self) -> None:
        """Write as much as the program takes, and the rest when it reads on."""
        try:
            while self._unsent:
                del self._unsent[: os.write(self._input.fileno(), self._unsent[:_BLOCK])]
        except BlockingIOError:
            pass
        except BrokenPipeError:  # it reads no more; why, its output will tell
            self._unsent.clear()
        waits = self._input in self._selector.get_map()
        if self._unsent and not waits:
            self._selector.register(self._input, selectors.EVENT_WRITE)
        elif waits and not self._unsent:
            self._selector.unregister(self._input)

    def _hear_complaints(self) -> bool:
        """Read what there is of the standard error; return whether there was any. Raises PlayerError."""
        if self._complaints is None or self._complaints.closed:
            return False
        try:
            data = os.read(self._complaints.fileno(), _BLOCK)
        except BlockingIOError:
            return False
        self._errors += data
        del self._errors[:-KEPT]
        if not data and self._complaints in self._selector.get_map():
            self._selector.unregister(self._complaints)
        self._count(data)
        return bool(data)

    def _count(self, data: bytes) -> None:
        self._heard += len(data)
        if self._heard > MOST_OUTPUT:
            raise PlayerError("player.flood", "it wrote more than {most} bytes in one turn", most=MOST_OUTPUT)

    def _ended(self) -> PlayerError:
        """Say how the program ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_FAREWELL)
        code = self._process.returncode
        if code is None:
            return PlayerError("player.closed", "it closed its output")
        killed = code - 128 if code > 128 else -code
        if killed in set(signal.Signals):
            return PlayerError("player.killed", "it was ended by {signal}", signal=signal.Signals(killed).name)
        return PlayerError("player.ended", "it ended with status {status}", status=code)

    def _kill(self) -> None:
        if self._lifeline >= 0:
            os.close(self._lifeline)  # its guard kills the rest
            self._lifeline = -1
        elif not self._guarded:
            self._process.kill()

    def _discard(self) -> None:
        """Read what the program still writes, so that it can end."""
        self._heard = 0
        self._read.clear()
        if not self._exchange(self._selector.select(0.01)):
            self._selector.unregister(self._output)


def _wake(waiting: asyncio.Future[None]) -> None:
    if not waiting.done():
        waiting.set_result(None)


def _slow() -> PlayerError:
    return PlayerError("player.slow", "it did not answer in time")
