"""The worker process that runs a plug-in game.

It answers one call at a time, and ends when told, when the asking process has ended, or by an alarm where a call
takes too long.

What is data goes to and fro by value; a function or object of the plug-in stays here, and is known outside by its path
below the game, such as "kernels.apply".
"""

from __future__ import annotations

import copyreg
import faulthandler
import functools
import io
import pickle
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import fields, is_dataclass
from multiprocessing.connection import Connection
from operator import attrgetter
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

import numpy as np

from byways import registry
from byways.errors import BywaysError, brief
from byways.game import Game
from byways.game.rule_calls import NEVER, use_machine_code

WHOLE = ""
"""The path of the game itself."""
_PLAIN = frozenset((str, int, float, bool, bytes, tuple, list, dict, set, frozenset, type(None)))
_NEAR = frozenset(("byways", "numpy", *sys.stdlib_module_names)) - {"__main__", "__mp_main__"}


def serve(connection: Connection, module: str, seconds: float, log: str) -> None:
    """Load a plug-in, then answer calls; each has so many seconds. Tracebacks of what ends this process go to `log`."""
    use_machine_code(NEVER)  # an alarm ends Python at once, and a fault of an author's game says its line
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever holds the other end decides when this ends
    with open(log, "w", encoding="utf-8") as file:
        _write_last_words(file)
        with suppress(EOFError, OSError):
            with _alarm(seconds):
                game, answer = _load(module)
            connection.send_bytes(answer)
            while game is not None:
                request = connection.recv_bytes()
                with _alarm(seconds):
                    answer = game.answer(request)
                connection.send_bytes(answer)


def _write_last_words(file: io.TextIOWrapper) -> None:
    """Let an alarm, even amid machine code, or a crash write where this process was, and end it."""
    faulthandler.enable(file, all_threads=False)
    if hasattr(faulthandler, "register"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        faulthandler.register(signal.SIGALRM, file, all_threads=False, chain=True)


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _load(module: str) -> tuple[_ServedGame | None, bytes]:
    """Load a plug-in; return it and what is told of it: its fields, or why it cannot be loaded."""
    try:
        game = registry.load_plug_in(module)
        served = _ServedGame(game)
        return served, served.pickled(("game", {name: getattr(game, name) for name in _known(game)}))
    except BaseException as error:  # whatever it does
        return None, pickle.dumps(("failed", registry.reason(error)))


class _ServedGame:
    """A game, and what of it is known outside."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._paths = {id(value): path for path, value in _walk(game, WHOLE)}
        self._others: list[Any] = []  # what has no path: functions within tuples, say

    def answer(self, request: bytes) -> bytes:
        """Return a call's result, pickled: ("value", value, changed arrays), ("raised", error) or ("failed", where)."""
        try:
            function, given, writable = self._unpickled(request)
            for i, value in enumerate(given):
                if i in writable:
                    given[i] = value.copy()  # a large array comes over bytes, which nothing may write to
                elif isinstance(value, np.ndarray):
                    value.flags.writeable = False
            before = {i: given[i].copy() for i in writable}
            value = self._resolved(function)(*given)
            changed = {i: given[i] for i in writable if not np.array_equal(given[i], before[i])}
            return self.pickled(("value", iter(list(value)) if isinstance(value, Iterator) else value, changed))
        except BywaysError as error:
            return self.pickled(("raised", _ours(error)))
        except BaseException as error:  # sys.exit too
            return pickle.dumps(("failed", registry.blame(error) or brief(error)))

    def pickled(self, value: object) -> bytes:
        """Pickle a value in which everything of the plug-in's own is a path."""
        out = io.BytesIO()
        pickler = _Pickler(out, self)
        pickler.dump(value)
        return out.getvalue()

    def path(self, value: object) -> str | None:
        """Return the path by which something is known outside; None for what goes there by value."""
        if id(value) in self._paths and not _goes(value):
            return self._paths[id(value)]
        if value is self._game:
            return WHOLE
        if _goes(value):
            return None
        if isinstance(value, MethodType) and id(value.__self__) in self._paths:
            return f"{self._paths[id(value.__self__)]}.{value.__name__}"
        self._others.append(value)
        self._paths[id(value)] = path = f"#{len(self._others) - 1}"
        return path

    def _unpickled(self, request: bytes) -> tuple[Any, list[Any], Sequence[int]]:
        unpickler = pickle.Unpickler(io.BytesIO(request))
        unpickler.persistent_load = self._resolved  # type: ignore[method-assign]
        found: tuple[Any, list[Any], Sequence[int]] = unpickler.load()
        return found

    def _resolved(self, path: Any) -> Any:
        """Return what a path names; anything else, such as a function of Byways' own, as it is."""
        if not isinstance(path, str):
            return path
        if path.startswith("#"):
            number, _, rest = path[1:].partition(".")
            found = self._others[int(number)]
            return attrgetter(rest)(found) if rest else found
        return attrgetter(path)(self._game) if path else self._game


class _Pickler(pickle.Pickler):
    def __init__(self, out: io.BytesIO, served: _ServedGame) -> None:
        super().__init__(out)
        self.dispatch_table = copyreg.dispatch_table.copy()
        self._served = served

    def persistent_id(self, obj: Any) -> str | None:
        return None if type(obj) in _PLAIN else self._served.path(obj)


def _known(value: Any) -> tuple[str, ...]:
    """Return the parts of a value that are known outside; of a game also what it makes of its own, once and for all."""
    names = tuple(field.name for field in fields(value))
    return (*names, "kernels", "texts") if isinstance(value, Game) else names


def _walk(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield a game's parts by their paths."""
    for part in _known(value):
        inner = getattr(value, part)
        name = f"{path}.{part}".lstrip(".")
        yield name, inner
        if is_dataclass(inner) and not isinstance(inner, type):
            yield from _walk(inner, name)


def _goes(value: Any) -> bool:
    """Return whether a value goes to another process as it is: data of Byways, NumPy or Python, or what is imported."""
    if isinstance(value, Game):
        return False
    if isinstance(value, MethodType):
        return _goes(value.__self__)
    if isinstance(value, FunctionType | BuiltinFunctionType | type):
        module = value.__module__ or ""
        name = value.__qualname__
        return _is_near(module) and _found(module, name) is value
    return _is_near(type(value).__module__)


@functools.cache
def _is_near(module: str) -> bool:
    return module.partition(".")[0] in _NEAR


def _found(module: str, name: str) -> Any:
    try:
        return attrgetter(name)(sys.modules[module])
    except (AttributeError, KeyError):
        return None


def _ours(error: BywaysError) -> BywaysError:
    """Return an error as one of Byways' own kinds, for the plug-in may have others."""
    kind = next(kind for kind in type(error).__mro__ if kind.__module__.partition(".")[0] == "byways")
    return error if kind is type(error) else kind(error.code, error.sentence, **error.fields)
