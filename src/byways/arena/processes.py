"""Programs that are talked to in lines, with limits: `Child`.

A program may hang, end, write without end or start others: the caller hears of it in a PlayerError in time and
keeps little of what it wrote, and nothing of the program is left after `close`, or after the end of this process.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from byways.errors import OptionError, PlayerError

MOST_OUTPUT = 4_000_000
"""Bytes that a program may write between two answers, to its standard error too."""
KEPT = 65_536
"""Bytes of its error output that are kept, the last ones."""
_BLOCK = 65_536
_FAREWELL = 1.0  # seconds in which a program may end by itself once its input has ended
_ENDING = 5.0  # seconds in which its guard ends what is left
_GUARD = Path(__file__).with_name("guard.py")


def words_of(command: str) -> tuple[str, ...]:
    """Split a command as a shell does. Raises OptionError for one that is empty or whose program is not there."""
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise _no_command("{command!r} is not a command: {reason}", command, reason=str(error).lower()) from None
    if not words:
        raise _no_command("a command is missing", command)
    if shutil.which(words[0]) is None:
        raise _no_command("there is no program {command!r}", words[0])
    return words


def _no_command(template: str, command: str, **fields: str) -> OptionError:
    shown = command[:200]
    return OptionError("player.command", template, option="player", allowed="a command", command=shown, **fields)


class Child:
    """A program that reads lines and writes lines. All of it ends with `close`."""

    def __init__(self, command: Sequence[str]) -> None:
        self._unsent = bytearray()
        self._read = bytearray()
        self._errors = bytearray()
        self._heard = 0  # bytes since the last `ask`
        theirs, self._lifeline = os.pipe()
        try:
            self._guard = subprocess.Popen(
                [sys.executable, "-I", "-S", str(_GUARD), str(theirs), *command],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
                pass_fds=(theirs,), start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            os.close(self._lifeline)
            raise PlayerError(
                "player.start", "the program cannot be started: {reason}", reason=error.strerror
            ) from error
        finally:
            os.close(theirs)
        assert self._guard.stdin is not None
        assert self._guard.stdout is not None
        assert self._guard.stderr is not None
        self._input = self._guard.stdin
        self._output = self._guard.stdout
        self._complaints = self._guard.stderr
        self._selector = selectors.DefaultSelector()
        for stream in (self._input, self._output, self._complaints):
            os.set_blocking(stream.fileno(), False)
        for stream in (self._output, self._complaints):
            self._selector.register(stream, selectors.EVENT_READ)

    @property
    def errors(self) -> str:
        """The end of what the program has written to its standard error."""
        with contextlib.suppress(PlayerError):
            while not self._complaints.closed and self._hear_complaints():
                pass
        return self._errors.decode(errors="replace")

    def ask(self, text: str) -> None:
        """Write to the program, as soon as it reads; what it may write until the next call is counted anew."""
        self._heard = 0
        self._unsent += text.encode()
        if self._input.fileno() not in self._selector.get_map():
            self._selector.register(self._input, selectors.EVENT_WRITE)

    def line(self, until: float) -> str:
        """Return the program's next line, without its end. Raises PlayerError, at the latest at a time.monotonic()."""
        while (end := self._read.find(b"\n")) < 0:
            self._exchange(until)
        line = bytes(self._read[:end])
        del self._read[: end + 1]
        return line.decode(errors="replace").rstrip("\r")

    def _exchange(self, until: float) -> None:
        """Write what waits to be written and read what there is, or wait for either. Raises PlayerError."""
        left = until - time.monotonic()
        if left <= 0 or not (ready := self._selector.select(left)):
            raise PlayerError("player.slow", "it did not answer in time")
        for key, _ in ready:
            if key.fileobj is self._input:
                self._write()
            elif key.fileobj is self._complaints:
                self._hear_complaints()
        if any(key.fileobj is self._output for key, _ in ready):
            data = os.read(self._output.fileno(), _BLOCK)
            if not data:
                raise self._ended()
            self._read += data
            self._count(data)

    def _write(self) -> None:
        try:
            written = os.write(self._input.fileno(), self._unsent[:_BLOCK])
        except BlockingIOError:
            return
        except BrokenPipeError:  # it reads no more; why, its output will tell
            written = len(self._unsent)
        del self._unsent[:written]
        if not self._unsent:
            self._selector.unregister(self._input)

    def _hear_complaints(self) -> bool:
        """Read what there is of the standard error; return whether there was any."""
        try:
            data = os.read(self._complaints.fileno(), _BLOCK)
        except BlockingIOError:
            return False
        self._errors += data
        del self._errors[:-KEPT]
        if not data and self._complaints.fileno() in self._selector.get_map():
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
            self._guard.wait(_FAREWELL)
        code = self._guard.returncode
        if code is None:
            return PlayerError("player.closed", "it closed its output")
        if code > 128 and code - 128 in set(signal.Signals):
            return PlayerError("player.killed", "it was ended by {signal}", signal=signal.Signals(code - 128).name)
        return PlayerError("player.ended", "it ended with status {status}", status=code)

    def close(self, patience: float = _FAREWELL) -> int | None:
        """End the program: close its input, wait for so long, then kill what is left of it and what it has started.

        Return its exit status, or None if it had to be killed.
        """
        if self._lifeline < 0:
            return self._guard.returncode
        if self._input.fileno() in self._selector.get_map():
            self._selector.unregister(self._input)
        self._input.close()
        until = time.monotonic() + patience
        while self._guard.poll() is None and time.monotonic() < until:
            self._discard()
        ended = self._guard.returncode
        os.close(self._lifeline)
        self._lifeline = -1
        try:
            self._guard.wait(_ENDING)
        except subprocess.TimeoutExpired:
            self._guard.kill()
            self._guard.wait()
        with contextlib.suppress(PlayerError):
            while self._hear_complaints():
                pass
        self._selector.close()
        self._output.close()
        self._complaints.close()
        return ended

    def _discard(self) -> None:
        """Read what the program still writes, so that it can end."""
        ready = [key.fileobj for key, _ in self._selector.select(0.01)]
        with contextlib.suppress(PlayerError):
            if self._complaints in ready:
                self._hear_complaints()
        if self._output in ready and not os.read(self._output.fileno(), _BLOCK):
            self._selector.unregister(self._output)
