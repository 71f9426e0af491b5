"""A warning where two servers use one SQLite file: neither hears what the other writes."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager

from byways.site.storage.database_url import read_url

SUFFIX = "-server"
"""Of the file beside the database that its server locks. Closing the database itself here would free SQLite's locks."""
_log = logging.getLogger("byways")


@contextmanager
def claimed(database: str) -> Iterator[None]:
    """Hold the lock of an SQLite file's server, or warn that another has it; without locks, do neither."""
    url = read_url(database)
    named = url.database or ""
    if url.get_backend_name() != "sqlite" or named.startswith("file:"):
        yield
        return
    path = os.path.realpath(named)
    held = _open(path + SUFFIX)
    if held is not None and not _lock(held):
        _log.warning(
            "another server uses %s: neither hears of the other's moves; an SQLite file is for one server", path
        )
    try:
        yield
    finally:
        if held is not None:
            os.close(held)


def _open(path: str) -> int | None:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:  # a folder that may not be written
        return None


def _lock(file: int) -> bool:
    """Lock a file, which ends with this process; return whether it was free."""
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):  # Windows; a file system without locks
        return True
    return True
