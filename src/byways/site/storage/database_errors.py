"""Database errors in one sentence for players. The database's own words go to the server's log."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from urllib.parse import unquote

from sqlalchemy import URL
from sqlalchemy.exc import (
    DataError,
    IntegrityError,
    OperationalError,
    ProgrammingError,
    SQLAlchemyError,
    TimeoutError,
)

from byways.errors import BywaysError
from byways.translatable import marked

DAMAGED = "store.damaged"
SENTENCES = {
    "store.full": marked("the server's disk is full: nothing new can be saved right now"),
    "store.read_only": marked("the server's database is read-only: nothing new can be saved right now"),
    "store.busy": marked("the server's database is too busy right now"),
    "store.away": marked("the server cannot reach its database right now"),
    DAMAGED: marked("the server's database is damaged: its owner has to restore a backup"),
}
"""By the code of the error. All but these is told as the database says it."""

_SQLITE: Mapping[int, str] = {
    5: "store.busy",
    6: "store.busy",
    8: "store.read_only",
    11: DAMAGED,
    13: "store.full",
    14: "store.away",
    26: DAMAGED,
}
"""By the last byte of SQLite's result codes: BUSY, LOCKED, READONLY, CORRUPT, FULL, CANTOPEN, NOTADB."""
_POSTGRESQL: Mapping[str, str] = {
    "25006": "store.read_only",
    "25P03": "store.away",
    "42501": "store.read_only",
    "53100": "store.full",
    "53": "store.busy",
    "40": "store.busy",
    "55P03": "store.busy",
    "57014": "store.busy",
    "57": "store.away",
    "08": "store.away",
    "XX001": DAMAGED,
    "XX002": DAMAGED,
}
"""By PostgreSQL's five letters, or by the class that the first two of them name."""
CANNOT_USE = "the database {database} cannot be used: {reason}"


class StoreError(BywaysError):
    """Raised when the database cannot be read or written just now."""

    status = 503


def kind_of(error: SQLAlchemyError) -> str | None:
    """Return the code of a database error; None if no sentence here fits it."""
    if isinstance(error, TimeoutError):  # all connections are taken
        return "store.busy"
    own = getattr(error, "orig", None)
    if (number := getattr(own, "sqlite_errorcode", None)) is not None:
        return _SQLITE.get(number & 0xFF)
    if state := getattr(own, "sqlstate", None):
        if "could not extend file" in str(own):  # a limit on the size of files, which has no letters of its own
            return "store.full"
        return _POSTGRESQL.get(state) or _POSTGRESQL.get(state[:2])
    if isinstance(error, OperationalError):  # of the connection: PostgreSQL has sent no letters
        text = str(own)
        return "store.busy" if "too many" in text or "remaining connection slots" in text else "store.away"
    return None


def is_outage(error: SQLAlchemyError) -> bool:
    """Return whether the database or the way there is in trouble, so that others are refused too.

    A statement that is refused for what it says or contains tells nothing of the next one.
    """
    if isinstance(error, DataError | IntegrityError | ProgrammingError):
        return kind_of(error) is not None  # missing rights are called an error of programming too
    return True


def words_of(error: Exception) -> str:
    """Return the database's own error message, its first line."""
    return str(getattr(error, "orig", None) or error).splitlines()[0]


def store_error(error: SQLAlchemyError) -> StoreError:
    """Return the error to show people when the database refuses."""
    kind = kind_of(error)
    if kind is not None:
        return StoreError(kind, SENTENCES[kind])
    return StoreError("store.failed", "the database refused: {reason}", reason=words_of(error))


@contextlib.contextmanager
def opening(url: URL) -> Iterator[None]:
    """Make an engine for a database. Raises StoreError where that cannot be opened."""
    try:
        yield
    except (SQLAlchemyError, ImportError) as error:  # a kind of database without its driver
        raise open_error(url, error) from error


def open_error(url: URL, error: Exception) -> StoreError:
    """Return the error to show when a database cannot be opened."""
    local = url.get_backend_name() == "sqlite"
    shown = url.database if local else url.render_as_string(hide_password=True)
    if "uri" in url.query:  # of a database that is only read
        shown = unquote(str(shown).removeprefix("file:"))
    return StoreError("store.open", CANNOT_USE, database=shown, reason=words_of(error))
