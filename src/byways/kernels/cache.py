"""The cache of machine code: a folder for each kernel below $BYWAYS_CACHE, shared by all processes of the machine.

Who compiles a kernel holds its folder's lock, so that others wait for the result or do something else meanwhile; the
lock ends with its process. Files come into a folder whole and in an order in which an interruption breaks nothing. A
folder that cannot be written to costs the time of compiling again, never the result.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.metadata
import logging
import os
import pickle
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

from byways.kernels.reading import read

try:
    import fcntl
except ImportError:  # where there are no such locks two processes may compile the same, which does no harm
    fcntl = None  # type: ignore[assignment]

_MAKING = ".making-"  # begins the name of a folder that a process fills for the kernel's own
_SAID = "BYWAYS_CACHE_SAID"  # in the environment: whether this process or an ancestor has said that nothing is kept

_troubles: list[str] = []


def cache_root() -> Path:
    """Return the folder of machine code: $BYWAYS_CACHE, or ~/.cache/byways."""
    return Path(os.environ.get("BYWAYS_CACHE", Path.home() / ".cache" / "byways"))


def is_empty() -> bool:
    """Return whether no machine code is kept, as on a new machine."""
    return not any(cache_root().glob("*.*"))


def begin_folder(folder: Path) -> Path:
    """Create a kernel's folder and mark it as used; fall back to a temporary one. Return its path."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        say_nothing_is_kept(error)
        return _borrowed_copy(folder)


def _borrowed_copy(folder: Path) -> Path:
    """Return a copy of a folder that can only be read, as numba reads only what it could write."""
    copy = Path(_own_root().name, folder.name)
    with contextlib.suppress(OSError):
        shutil.copytree(folder, copy)
    copy.mkdir(parents=True, exist_ok=True)
    return copy


@functools.cache
def _own_root() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="byways-")


def say_nothing_is_kept(error: OSError) -> None:
    """Warn, once for this process and its children, that machine code cannot be stored, and why."""
    _troubles.append(str(error.strerror))
    if _SAID not in os.environ:
        os.environ |= silenced()
        said = (
            "byways: machine code cannot be kept in %s (%s): what is not there is compiled every time; see BYWAYS_CACHE"
        )
        logging.getLogger("byways").warning(said, cache_root(), error.strerror)


def silenced() -> dict[str, str]:
    """Return the environment of a child process that is not to repeat the warning."""
    return {_SAID: "1"}


def trouble() -> str:
    """Return why this process last failed to store machine code; empty if it never did."""
    return _troubles[-1] if _troubles else ""


def check_room() -> str:
    """Return why nothing can be stored; empty if the cache is writable."""
    try:
        cache_root().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=cache_root()):
            return ""
    except OSError as error:
        return str(error.strerror)


def is_kept(folder: Path, source: Path) -> bool:
    """Return whether a kernel's folder has its machine code for this Python and numba, without loading numba."""
    python = f"py{sys.version_info.major}{sys.version_info.minor}"
    try:
        indexes = [index for index in folder.glob(f"*/*.{python}*.nbi") if _is_by_this_numba(index)]
        newest = max((index.stat().st_mtime for index in indexes), default=0.0)
        return newest >= source.stat().st_mtime
    except OSError:
        return False


def _is_by_this_numba(index: Path) -> bool:
    """Return whether numba will read an index: it begins with the version that wrote it."""
    with index.open("rb") as file, contextlib.suppress(*_DAMAGED):
        return bool(pickle.load(file) == _numba_version())
    return False


_DAMAGED = (EOFError, ValueError, pickle.UnpicklingError, ImportError, AttributeError)
"""Raised for a file that a power cut has emptied, and for one that names a module which only its writer had."""


@functools.cache
def _numba_version() -> str:
    return importlib.metadata.version("numba")


def is_being_made(folder: Path) -> bool:
    """Return whether a process compiles the kernel of this folder now."""
    lock = _lock(folder, wait=False)
    if lock is None:
        return fcntl is not None and folder.is_dir()
    os.close(lock)
    return False


def _lock(folder: Path, *, wait: bool) -> int | None:
    """Return the lock of a folder, to be closed; None if another process has it or there are no locks."""
    if fcntl is None:
        return None
    lock = -1
    try:
        lock = os.open(folder, os.O_RDONLY)
        fcntl.flock(lock, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        if lock >= 0:
            os.close(lock)
        return None
    return lock


class KernelCache:
    """A kernel's machine code for numba: reading it needs no lock, making it does.

    `open_cache` opens numba's own cache in a folder.
    """

    def __init__(self, folder: Path, open_cache: Callable[[Path], Any]) -> None:
        self.cache_path = str(folder)
        self._folder = folder
        self._open_cache = open_cache
        self._lock: int | None = None

    def __enter__(self) -> KernelCache:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._lock is not None:
            os.close(self._lock)

    def load_overload(self, signature: object, context: object) -> Any:
        """Return the cached machine code, waiting if another process is compiling it; None if it is ours to compile."""
        found = self._load(signature, context)
        if found is None:
            self._lock = _lock(self._folder, wait=True)
            found = self._load(signature, context)
        return found

    def _load(self, signature: object, context: object) -> Any:
        """Return the cached machine code; None if there is none. Damaged files are forgotten and made anew."""
        try:
            return read(self._open_cache(self._folder), signature, context)
        except _DAMAGED:
            for index in self._folder.glob("*/*.nbi"):
                with contextlib.suppress(OSError):
                    index.unlink()
            return None

    def save_overload(self, signature: object, made: object) -> None:
        """Keep machine code, if that is possible."""
        try:
            for left in self._folder.glob(f"{_MAKING}*"):  # by a process that was killed
                shutil.rmtree(left, ignore_errors=True)
            with tempfile.TemporaryDirectory(prefix=_MAKING, dir=self._folder) as making:
                self._save(Path(making), signature, made)
        except OSError as error:
            say_nothing_is_kept(error)

    def _save(self, making: Path, signature: object, made: object) -> None:
        """Write to another folder, beside what is kept for other processors; then move it in, the index last."""
        shelf = self._open_cache(making)
        written = Path(shelf.cache_path)
        kept = self._folder / written.name
        kept.mkdir(exist_ok=True)
        for index in kept.glob("*.nbi"):
            shutil.copy2(index, written)
        shelf.save_overload(signature, made)
        for file in sorted(written.iterdir(), key=lambda file: file.suffix == ".nbi"):
            os.replace(file, kept / file.name)


def prune(keep_days: float = 30.0) -> int:
    """Delete the cached machine code that was not used for `keep_days` days; return how many folders went."""
    oldest = time.time() - keep_days * 86_400
    stale = [folder for folder in cache_root().glob("*.*") if folder.is_dir() and folder.stat().st_mtime < oldest]
    for folder in stale:
        shutil.rmtree(folder, ignore_errors=True)
    return len(stale)
