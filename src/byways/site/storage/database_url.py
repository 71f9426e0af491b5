"""A database's address: what of it is Byways' own, how an SQLite file is made, and PostgreSQL's timeouts."""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, make_url
from sqlalchemy.exc import SQLAlchemyError

from byways.site.storage.database_errors import CANNOT_USE, StoreError

_POOL_SIZE = "pool_size"  # in the address of a PostgreSQL database
_FEWEST, _MOST = 2, 15  # connections to PostgreSQL: that can be set, unless it is set
_PATIENCE = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
"""In seconds and tries, the last in milliseconds: a line that was cut amid a query is given up after 15 s and a new one
is tried for 5 s. Those in line behind it are told at once: so all are answered within 25 s, however many."""


def patience(url: URL) -> dict[str, Any]:
    """Return the PostgreSQL timeouts that the address does not set itself, as connection arguments."""
    return {name: value for name, value in _PATIENCE.items() if name not in url.query}


def read_url(url: str, make: bool = True) -> URL:
    """Parse a database's address, without `pool_size`, which is not for the driver; create an SQLite file's folder.

    Raises StoreError; if not `make`, also for a missing file.
    """
    try:
        parsed = make_url(url)
    except SQLAlchemyError as error:
        raise StoreError("store.url", "{url!r} is not the address of a database", url=url) from error
    if parsed.get_backend_name() == "sqlite" and not (parsed.database or "").startswith("file:"):
        if not make and not Path(parsed.database or "").is_file():
            raise StoreError("store.missing", "there is no database {database}", database=parsed.database)
        try:
            Path(parsed.database or "").parent.mkdir(parents=True, exist_ok=True)
            if make and parsed.database not in (None, "", ":memory:"):
                _keep_private(parsed.database)
        except OSError as error:
            reason = f"its folder cannot be made ({error.strerror})"
            raise StoreError("store.open", CANNOT_USE, database=parsed.database, reason=reason) from error
    elif parsed.get_backend_name() == "postgresql":
        pool_size(parsed)
        return parsed.difference_update_query([_POOL_SIZE])
    return parsed


def _keep_private(database: str) -> None:
    """Let only its owner read an SQLite file: the server's keys open the seats of games.

    SQLite gives the files beside it the same permissions. The file is not opened where it exists: closing it again
    would free SQLite's locks.
    """
    with contextlib.suppress(FileExistsError, PermissionError):
        os.close(os.open(database, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    for path in (database, f"{database}-wal", f"{database}-shm"):
        with contextlib.suppress(OSError):  # there is none, or another user's
            os.chmod(path, 0o600)


def read_only(url: str) -> str:
    """Return the address by which a database is only read: SQLite then refuses every write.

    PostgreSQL refuses those of work that shall only read whatever its address. Raises StoreError for a missing file.
    """
    parsed = read_url(url, make=False)
    if parsed.get_backend_name() != "sqlite":
        return url
    path = quote(str(Path(parsed.database or "").absolute()))
    return f"sqlite:///file:{path}?mode=ro&uri=true"


def is_read_only(url: URL) -> bool:
    """Return whether an address is one of `read_only`."""
    return url.query.get("mode") == "ro"


def pool_size(url: URL) -> int:
    """Return how many connections a process may have: one that listens and others that work. Raises StoreError."""
    given = url.query.get(_POOL_SIZE, str(_MOST))
    if not isinstance(given, str) or not re.fullmatch("[1-9][0-9]{0,3}", given) or int(given) < _FEWEST:
        raise StoreError(
            "store.url", "pool_size must be a whole number from {least}, not {value!r}", least=_FEWEST, value=given
        )
    return int(given)
