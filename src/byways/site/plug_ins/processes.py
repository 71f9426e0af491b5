"""Games of other authors, each in a process that can be killed: none of their code runs here.

The game that is found here has its data; every function of it asks that process, and so do the methods of its
objects. The caller waits for the answer, so the event loop leaves it to a thread: see `awaited`. A game that takes
too long for an answer is given up: its process ends, and whatever is asked of it is refused at once until its file
changes or some time has gone by.
"""

from __future__ import annotations

import asyncio
import copyreg
import io
import logging
import os
import pickle
import re
import signal
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from contextvars import copy_context
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from byways import registry
from byways.errors import GameError
from byways.game import Game, Variant
from byways.site.plug_ins import worker
from byways.workers.lifetime import spawn

PATIENCE = 10.0
"""Seconds that a game may take for one answer."""
REST = 600.0
"""Seconds until a game that was given up is tried again."""
_STARTING = 60.0  # seconds in which Python and Byways are up, on a machine with other things to do
_GRACE = 1.0  # seconds between an alarm in the process and the end that it is put to from here
_log = logging.getLogger("byways")

_MOST_WAITING = 8  # threads that wait for one game, or for any of them
_ALARM = getattr(signal, "SIGALRM", 0)
_PLACE = re.compile(r'File "([^"]+)", line (\d+) in ')
R = TypeVar("R")


class PlugIns:
    """The processes of all plug-ins of a site."""

    def __init__(self) -> None:
        self._processes: dict[str, PlugInProcess] = {}
        self._begun: list[PlugInProcess] = []  # two requests may load a module at once

    def load(self, module: str) -> Game:
        """Return the game of a module, which is loaded once. Raises GameError."""
        if module not in self._processes:
            self._processes[module] = self._loaded(module)
        return self._processes[module].game

    def game(self, module: str) -> Game | None:
        """Return the game of a module if it is loaded."""
        process = self._processes.get(module)
        return process.game if process else None

    def reload(self, module: str) -> PlugInProcess | None:
        """Load a module anew; return the process in which it was before, which is to be closed or put back.

        Raises GameError; then the former game stays.
        """
        former = self._processes.get(module)
        self._processes[module] = self._loaded(module)
        registry.load_plug_ins_by(self.load)
        registry.names()
        return former

    def put_back(self, module: str, former: PlugInProcess) -> None:
        """End a module's process; the game of the former one takes its place again."""
        present = self._processes[module]
        self._processes[module] = former
        registry.load_plug_ins_by(self.load)
        present.close()

    def close(self) -> None:
        """End all processes."""
        for process in self._begun:
            process.close()

    def _loaded(self, module: str) -> PlugInProcess:
        process = PlugInProcess(module)
        self._begun.append(process)
        process.load()
        return process


@contextmanager
def apart() -> Iterator[PlugIns]:
    """Load plug-ins into processes of their own, and end those afterwards."""
    plug_ins = PlugIns()
    registry.load_plug_ins_by(plug_ins.load)
    try:
        yield plug_ins
    finally:
        registry.load_plug_ins_by()
        plug_ins.close()


def call_in_plug_in(game: Game, function: Callable[..., R], *given: Any) -> R:
    """Call a function of Byways' own where the game lives: one question for many."""
    process = _processes.get(id(game))
    if process is None:
        return function(*given)
    found: R = process.ask(function, *given)
    return found


async def awaited(game: Game | None, function: Callable[..., R], *given: Any) -> R:
    """Call a function that asks a game, or with None any of them; in a thread if another process answers.

    Each game has threads of its own: who waits for one takes none from the others.
    """
    process = _processes.get(id(game))
    if process is not None:
        return await process.in_thread(function, *given)
    return await _in_thread(_for_any, function, *given) if game is None and _processes else function(*given)


async def _in_thread(threads: ThreadPoolExecutor, function: Callable[..., R], *given: Any) -> R:
    call = partial(copy_context().run, function, *given)
    return await asyncio.get_running_loop().run_in_executor(threads, call)


_processes: dict[int, PlugInProcess] = {}  # by the id of the game that stands here
_for_any = ThreadPoolExecutor(_MOST_WAITING, "plug-ins")  # threads that may wait for any of them


class RemoteObject:
    """A function or an object of a plug-in."""

    def __init__(self, process: PlugInProcess, path: str) -> None:
        self._process = process
        self._path = path

    def __call__(self, *given: Any) -> Any:
        return self._process.ask(self._path, *given)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        found = self._process.ask(getattr, self, name)
        if isinstance(found, RemoteObject):
            setattr(self, name, found)  # a method stays one, whatever becomes of the object
        return found

    def __repr__(self) -> str:
        return f"<{self._path} of {self._process.module}>"


class PlugInProcess:
    """A plug-in's process, begun anew when it is needed again."""

    def __init__(self, module: str) -> None:
        self.module = module
        self._game: Game = object.__new__(Game)
        self._alone = threading.Lock()  # one call at a time
        self._threads = ThreadPoolExecutor(_MOST_WAITING, "plug-in")
        self._process: BaseProcess | None = None
        self._connection: Connection
        self._log = Path()
        self._trouble: GameError | None = None
        self._given_up: tuple[float, float] = (0.0, 0.0)  # when, and of what age the file then was

    @property
    def game(self) -> Game:
        """Return the game as it is found here."""
        return self._game

    def load(self) -> None:
        """Begin the process. Raises GameError."""
        with self._alone:
            self._begin()
        _processes[id(self._game)] = self

    def ask(self, function: Any, *given: Any) -> Any:
        """Call a function of the plug-in's (by its path) or of Byways'; arrays are changed as it changes them.

        Raises what it raises if that is an error of Byways', else GameError.
        """
        writable = [i for i, one in enumerate(given) if isinstance(one, np.ndarray) and one.flags.writeable]
        kind, *found = self._unpickled(self._answer(self._pickled((function, list(given), writable))))
        if kind == "raised":
            raise found[0]
        if kind == "failed":
            raise self._failed(found[0])
        value, changed = found
        for i, array in changed.items():
            given[i][...] = array
        return value

    def close(self) -> None:
        """End the process."""
        _processes.pop(id(self._game), None)
        self._end()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def in_thread(self, function: Callable[..., R], *given: Any) -> R:
        """Call a function that asks the process. Raises GameError where the game is given up."""
        self._refuse_again()
        return await _in_thread(self._threads, function, *given)

    # Waiting for an answer

    def _answer(self, message: bytes) -> bytes:
        """Return the answer to a message."""
        if asyncio._get_running_loop() is not None:
            warnings.warn(f"{self.module} is asked in the event loop, which waits", RuntimeWarning, stacklevel=4)
        with self._alone:
            return self._exchange(message)

    def _exchange(self, message: bytes) -> bytes:
        if not self._alive:
            self._begin()
        self._send(message)
        return self._received()

    def _send(self, message: bytes) -> None:
        with suppress(OSError):  # a process that is gone does not answer
            self._connection.send_bytes(message)

    def _received(self, seconds: float = PATIENCE) -> bytes:
        with suppress(EOFError, OSError):
            if self._connection.poll(seconds + _GRACE):
                said: bytes = self._connection.recv_bytes()
                return said
        raise self._give_up()

    # The process

    @property
    def _alive(self) -> bool:
        return self._process is not None and self._process.is_alive()

    def _begin(self) -> None:
        """Start the process and take over what it says of the game. Raises GameError."""
        self._refuse_again()
        self._end()
        file, log = tempfile.mkstemp(prefix="byways-plug-in-")
        os.close(file)
        self._log = Path(log)
        self._process, self._connection = spawn(worker.serve, self.module, PATIENCE, log)
        kind, found = self._unpickled(self._received(_STARTING + PATIENCE))
        if kind == "failed":
            self._end()
            raise self._failed(found)
        for name, value in found.items():
            object.__setattr__(self._game, name, value)

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._connection.close()
            self._log.unlink(missing_ok=True)
            self._process = None

    def _give_up(self) -> GameError:
        """End the process; what is asked of the game is refused from now on."""
        said = self._log.read_text(encoding="utf-8", errors="replace")
        assert self._process is not None
        self._process.join(0 if self._process.is_alive() else None)
        alarmed = self._process.exitcode in (None, -_ALARM)
        self._end()
        where = next((place for place in _PLACE.findall(said) if registry.is_plug_in(place[0])), None)
        where = "{}, line {}".format(*where) if where else self.module
        what = f"no end within {PATIENCE:g} s" if alarmed else "its process ended"
        self._trouble = self._failed(f"{where}: {what}")
        _log.warning("a game is given up: %s", self._trouble)
        self._given_up = time.monotonic(), self._age()
        return self._trouble

    def _refuse_again(self) -> None:
        at, age = self._given_up
        if self._trouble is not None:
            if age == self._age() and time.monotonic() < at + REST:
                raise self._trouble
            self._trouble = None

    def _age(self) -> float:
        with suppress(OSError):
            return Path(self.module).stat().st_mtime
        return 0.0

    def _failed(self, where: str) -> GameError:
        title = getattr(self._game, "title", self.module)
        return GameError("game.failed", "{title}: {where}", title=title, where=where)

    # Pickled values, in which the plug-in's own things are paths

    def _pickled(self, value: object) -> bytes:
        out = io.BytesIO()
        pickler = _Pickler(out)
        pickler.dump(value)
        return out.getvalue()

    def _unpickled(self, said: bytes) -> Any:
        unpickler = pickle.Unpickler(io.BytesIO(said))
        unpickler.persistent_load = self._far  # type: ignore[method-assign]
        return unpickler.load()

    def _far(self, path: str) -> Any:
        return RemoteObject(self, path) if path != worker.WHOLE else self._game


class _Pickler(pickle.Pickler):
    def __init__(self, out: io.BytesIO) -> None:
        super().__init__(out)
        # Unlike its own way, without a look at the geometry, which would be one question more.
        self.dispatch_table = {**copyreg.dispatch_table, Variant: lambda one: (Variant, (one.game, one.options))}

    def persistent_id(self, obj: Any) -> str | None:
        if type(obj) is RemoteObject:
            return obj._path
        return worker.WHOLE if type(obj) is Game and id(obj) in _processes else None
