"""Kernels: plain Python functions over NumPy arrays that also run as machine code. Only this and `borrowing` import
numba.

A kernel is a module-level function marked with its one signature; a helper is a function that kernels call. Both stay
the plain functions they are; `compiled(kernel)` gives the same rules as machine code, kept in a cache folder.
"""

from __future__ import annotations

import functools
import hashlib
import logging
import os
import re
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from byways.errors import KernelError

Ints: TypeAlias = NDArray[np.int16]
Wide: TypeAlias = NDArray[np.int64]
Words: TypeAlias = NDArray[np.uint64]
Reals: TypeAlias = NDArray[np.float64]
States: TypeAlias = NDArray[np.int16]
Grid: TypeAlias = NDArray[np.int64]
Table: TypeAlias = NDArray[np.float64]
Planes: TypeAlias = NDArray[np.float32]
Kernel: TypeAlias = Callable[..., Any]

F = TypeVar("F", bound=Callable[..., Any])

_unknown: list[Kernel] = []  # functions that numba has not been told of yet
_marked: set[Kernel] = set()
_inlined: set[Kernel] = set()
_signature: dict[Kernel, str] = {}
_one_at_a_time = threading.Lock()


def helper(function: F) -> F:
    """Let kernels call `function` when compiled; called from Python it stays the plain function it is."""
    _unknown.append(function)
    _marked.add(function)
    return function


def part(function: F) -> F:
    """A helper whose machine code becomes part of its caller's: for one with many arguments and few callers."""
    _inlined.add(function)
    return helper(function)


def kernel(signature: str) -> Callable[[F], F]:
    """Give a kernel its one signature, such as "int64(Ints, Ints, Words)"; nothing is compiled yet."""

    def mark(function: F) -> F:
        _signature[function] = signature
        return helper(function)

    return mark


def signature_of(function: Kernel) -> str | None:
    """The signature that a kernel was given; None for what is no kernel."""
    return _signature.get(function)


def first_bit(word: int) -> int:
    """The place of the lowest bit of a word that is greater than 0; in machine code one instruction."""
    return int(word & -word).bit_length() - 1


_marked.add(first_bit)


@functools.cache
def _teach() -> None:
    """Tell numba of `first_bit`."""
    from numba.cpython.unsafe.numbers import trailing_zeros
    from numba.extending import overload

    first: Any = trailing_zeros
    overload(first_bit)(lambda word: lambda word: first(word))


def compiled(function: Kernel) -> Kernel:
    """The kernel as machine code, read from the cache folder or compiled into it. It releases the GIL.

    Raises KernelError.
    """
    with _one_at_a_time:
        return _compile(function)


@functools.cache
def _compile(function: Kernel) -> Kernel:
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # spinning threads cost tenfold on a busy machine
    import numba
    from numba import types as t

    from byways.borrowing import Borrowing

    _teach()
    while _unknown:
        unknown = _unknown.pop()
        numba.extending.register_jitable(forceinline=unknown in _inlined, pipeline_class=Borrowing)(unknown)
    names: dict[str, Any] = {
        "void": t.void,
        "int64": t.int64,
        "uint64": t.uint64,
        "float64": t.float64,
        "Ints": t.int16[::1],
        "Wide": t.int64[::1],
        "Words": t.uint64[::1],
        "Reals": t.float64[::1],
        "States": t.int16[:, ::1],
        "Grid": t.int64[:, ::1],
        "Table": t.float64[:, ::1],
        "Planes": t.float32[:, ::1],
        "Kernel": lambda text: t.FunctionType(eval(text, names)),
    }
    config: Any = numba.config
    before, config.CACHE_DIR = config.CACHE_DIR, str(_folder(function))  # njit reads it; then it is put back
    try:
        jit = numba.njit(eval(_signature[function], names), cache=True, nogil=True, pipeline_class=Borrowing)
        machine: Kernel = jit(function)
    except numba.core.errors.NumbaError as error:
        raise _refused(function, str(error)) from error
    finally:
        config.CACHE_DIR = before
    return machine


def _refused(function: Kernel, report: str) -> KernelError:
    """What the compiler says of the innermost call, in one sentence instead of a hundred lines."""
    lines = [line.strip() for line in report.splitlines() if line.strip()]
    first = next((i for i, line in enumerate(lines) if line.startswith('File "')), len(lines))
    reasons = [line for line in lines[:first] if not line.startswith(("During:", "raised from"))]
    places = re.findall(r"(?:File \"|typing of \w+ at )(\S+?)(?:\", line | \()(\d+)", report)
    file, line = next((one for one in places if "numba" not in Path(one[0]).parts), (function.__module__, "?"))
    template = "{kernel} cannot be compiled: {reason} ({file}, line {line})"
    named = {"kernel": function.__name__, "reason": reasons[-1], "file": Path(file).name, "line": line}
    return KernelError("kernel.compile", template, **named)


def cache_root() -> Path:
    """Where machine code is kept: $BYWAYS_CACHE, or ~/.cache/byways."""
    return Path(os.environ.get("BYWAYS_CACHE", Path.home() / ".cache" / "byways"))


@functools.cache
def _how_it_is_compiled() -> bytes:
    """What becomes of a kernel depends on this file, and on what it adds to numba's compiler."""
    return b"".join(Path(__file__).with_name(name).read_bytes() for name in ("kernels.py", "borrowing.py"))


def _folder(function: Kernel) -> Path:
    """A folder named by all that the kernel's machine code depends on.

    numba itself notices a change only in the kernel's own file, not in a helper's or in a constant's.
    """
    digest = hashlib.sha256(_how_it_is_compiled())
    for part in _ingredients(function, set()):
        digest.update(part)
    folder = cache_root() / f"{function.__module__}.{function.__name__}.{digest.hexdigest()[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError as error:  # a read-only home
        _say_nothing_is_kept(str(cache_root()), str(error.strerror))
        folder = Path(tempfile.mkdtemp(prefix="byways-"))
    return folder


@functools.cache
def _say_nothing_is_kept(root: str, reason: str) -> None:
    """Once a process: why it compiles what it has compiled before."""
    said = "byways: machine code cannot be kept in %s (%s) and is compiled every time; see BYWAYS_CACHE"
    logging.getLogger(__name__).warning(said, root, reason)


def _ingredients(function: Kernel, seen: set[Kernel]) -> Iterator[bytes]:
    """The code of the function, the values of the globals it names, and the same for every helper it calls."""
    assert isinstance(function, FunctionType)
    seen.add(function)
    code = function.__code__
    yield f"{function.__qualname__}{_signature.get(function)}{function in _inlined or ''}".encode()
    yield code.co_code + repr([c for c in code.co_consts if not hasattr(c, "co_code")]).encode()
    for name in code.co_names:
        value = function.__globals__.get(name)
        yield name.encode()
        if value is None:
            continue
        if isinstance(value, FunctionType) and value in _marked:
            if value not in seen:
                yield from _ingredients(value, seen)
        elif isinstance(value, np.ndarray):
            yield value.tobytes()  # repr leaves out the middle of a long table
        elif isinstance(value, ModuleType):
            yield f"{value.__name__} {getattr(value, '__version__', '')}".encode()
        else:
            yield repr(value).encode()


def prune(keep_days: float = 30.0) -> int:
    """Delete the cached machine code that nobody used for `keep_days` days; return how many folders went."""
    import time

    oldest = time.time() - keep_days * 86_400
    stale = [folder for folder in cache_root().glob("*.*") if folder.is_dir() and folder.stat().st_mtime < oldest]
    for folder in stale:
        shutil.rmtree(folder, ignore_errors=True)
    return len(stale)
