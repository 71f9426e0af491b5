"""One file with all rows of a database, made while servers run, from which SQLite and PostgreSQL are filled alike.

Its first line has the SHA-256 of all that follows: gzip with lines of JSON, of which the first has the schema and the
number of rows of each table, and each other some rows of a table. JSON in the database is copied as text; a moment
without a time zone is in UTC.
"""

from __future__ import annotations

import hashlib
import os
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from gzip import BadGzipFile, GzipFile
from io import BufferedRandom, BufferedReader
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from sqlalchemy import JSON, DateTime, MetaData, Table, Text, cast, func, insert, inspect, select
from sqlalchemy.engine import Connection
from sqlalchemy.types import NullType

from byways.errors import BywaysError
from byways.site.storage import schema
from byways.site.storage.database_url import read_only
from byways.site.storage.game_store import aware

_FIRST_LINE = b"byways backup 2 sha256 %s\n"
_HEX = 64  # digits of a digest
_NAME = _FIRST_LINE.index(b"%")
_BEGIN = len(_FIRST_LINE % bytes(_HEX))
_FAST = 1  # of gzip's levels: 6 makes a file 11 % smaller and takes 2.3 times as long
_VERSIONS = "alembic_version"
_AT_ONCE = 200  # rows
_UNREADABLE = (ValueError, TypeError, LookupError, OverflowError, RecursionError, EOFError, zlib.error, BadGzipFile)
"""Raised by reading what has the digest of a backup, but not its content; msgspec's errors are ValueErrors."""

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the number of rows done, and of all."""


class BackupError(BywaysError):
    """A backup that cannot be made, or that cannot be used."""


@dataclass(frozen=True)
class Summary:
    """The contents of a backup, or of a database restored from one."""

    schema: str
    rows: dict[str, int]
    """By table."""


def backup(url: str, file: Path, progress: Progress = lambda done, total: None) -> Summary:
    """Write all of a database, as it is at one moment, into a new file, which appears when it is whole.

    Raises BackupError; StoreError also for the database of a newer Byways, whose backup could not be restored here.
    """
    address = read_only(url)
    _must_be_new(file)
    part = file.with_name(file.name + ".part")
    with _new(part):
        with schema.examining(address) as connection, _writing(part) as out:
            summary = _write(connection, out, progress)
        if (found := examine(part)) != summary:
            raise BackupError("backup.differs", "what was written differs from the database: {found}", found=found)
        _publish(part, file)
    return summary


def examine(file: Path) -> Summary:
    """Check the whole of a backup and return its summary. Raises BackupError."""
    summary = _checked(file)
    counts = Counter[str]()
    for batch in _batches(file):
        counts[batch.table] += len(batch.rows)
    if counts != Counter(summary.rows):
        raise BackupError("backup.damaged", "{file} is damaged: rows are missing", file=file)
    return summary


def restore(url: str, file: Path, progress: Progress = lambda done, total: None) -> Summary:
    """Fill a database that has no games, all or nothing, and bring it to the newest schema.

    Raises BackupError for what is no whole backup, or where the database has games, StoreError for a newer Byways's.
    """
    summary = _checked(file)
    total = sum(summary.rows.values())
    done = 0
    with schema.changing(url) as connection:
        _clear(connection)
        schema.move(connection, summary.schema)
        tables = _tables(connection)
        for batch in _batches(file):
            if batch.table not in tables:
                raise BackupError(
                    "backup.table", "{file} has a table {name!r} that Byways does not", file=file, name=batch.table
                )
            with _reading(file):
                _fill(connection, tables[batch.table], batch)
            done += len(batch.rows)
            progress(done, total)
        kept = _counts(connection, tables)
        if Counter(kept) != Counter(summary.rows):
            raise BackupError("restore.differs", "what was restored differs from {file}", file=file)
        if summary.schema != schema.HEAD:
            schema.move(connection, schema.HEAD)
    return Summary(schema.HEAD, kept)


# The file


class _Rows(msgspec.Struct):
    """A line of the file but its first: some rows of a table, as their columns are listed."""

    table: str
    columns: list[str]
    rows: list[list[Any]]


def _write(connection: Connection, out: BufferedRandom, progress: Progress) -> Summary:
    revision = schema.revision_of(connection)
    if revision is None:
        raise BackupError("backup.foreign", "this is not a Byways database")
    schema.check_known(revision, "database")
    tables = _tables(connection)
    summary = Summary(revision, _counts(connection, tables))
    total = sum(summary.rows.values())
    done = 0
    out.write(_FIRST_LINE % bytes(_HEX))
    with GzipFile("", "wb", _FAST, out, 0) as lines:
        lines.write(_line(summary))
        for name, table in tables.items():
            for rows in _read(connection, table):
                lines.write(_line(_Rows(name, list(map(str, table.columns.keys())), rows)))
                done += len(rows)
                progress(done, total)
    out.seek(_BEGIN)
    digest = _digest(out)
    out.seek(0)
    out.write(_FIRST_LINE % digest)
    return summary


def _read(connection: Connection, table: Table) -> Iterator[list[list[Any]]]:
    columns = [cast(column, Text) if isinstance(column.type, NullType) else column for column in table.columns]
    query = select(*columns).order_by(*table.primary_key)
    for rows in connection.execution_options(yield_per=_AT_ONCE).execute(query).partitions():
        yield [list(row) for row in rows]


def _line(content: object) -> bytes:
    return msgspec.json.encode(content) + b"\n"


def _digest(file: BufferedRandom | BufferedReader) -> bytes:
    """Return the SHA-256 of the rest of a file, in hexadecimal digits."""
    return hashlib.file_digest(file, "sha256").hexdigest().encode()


def _checked(file: Path) -> Summary:
    """Check the digest of a backup and return its summary. Raises BackupError."""
    with file.open("rb") as opened:
        first = opened.read(_BEGIN)
        if not first.startswith(_FIRST_LINE[:_NAME]):
            raise BackupError(
                "backup.foreign", "{file} is not a backup that this version of Byways can read", file=file
            )
        if first != _FIRST_LINE % _digest(opened):
            raise BackupError("backup.damaged", "{file} is damaged: its digest is wrong", file=file)
    with _reading(file), _lines(file) as lines:
        return msgspec.json.decode(next(lines, b""), type=Summary)


def _batches(file: Path) -> Iterator[_Rows]:
    """Yield the rows of a backup, some at a time. Raises BackupError."""
    decoder = msgspec.json.Decoder(_Rows)
    with _reading(file), _lines(file) as lines:
        for line in islice(lines, 1, None):
            yield decoder.decode(line)


@contextmanager
def _lines(file: Path) -> Iterator[Iterator[bytes]]:
    with file.open("rb") as opened:
        opened.seek(_BEGIN)
        with GzipFile(fileobj=opened) as lines:
            yield lines


@contextmanager
def _reading(file: Path) -> Iterator[None]:
    """Raise BackupError for content that is not what it has to be."""
    try:
        yield
    except _UNREADABLE as error:
        raise BackupError("backup.damaged", "{file} is not a backup, or it is damaged", file=file) from error


@contextmanager
def _new(part: Path) -> Iterator[None]:
    """Create a temporary file that only its owner may read, as the server's keys are in it; remove it afterwards."""
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError as error:
        template = "{part} is in the way: another backup is being made, or one was cut off; remove it then"
        raise BackupError("backup.part", template, part=part) from error
    try:
        yield
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _writing(part: Path) -> Iterator[BufferedRandom]:
    """Open a file until all of it is on the disk. Raises BackupError where the disk takes no more."""
    try:
        with part.open("rb+") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
    except OSError as error:
        raise BackupError(
            "backup.write", "{file} cannot be written: {reason}", file=part, reason=error.strerror
        ) from error


def _must_be_new(file: Path) -> None:
    if file.exists() or file.is_symlink():
        raise BackupError("backup.exists", "{file} already exists; a backup never overwrites a file", file=file)


def _publish(part: Path, file: Path) -> None:
    """Give a file its name, which must not have been taken in the meantime."""
    try:
        os.link(part, file)  # unlike renaming, this overwrites nothing
    except OSError:  # it is there now, or this kind of disk knows no links
        _must_be_new(file)
        part.rename(file)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


# The database


def _tables(connection: Connection) -> dict[str, Table]:
    """List the tables that a database really has, each after those that it refers to; JSON is plain text in them."""
    found = MetaData()
    found.reflect(connection)
    for column in (column for table in found.tables.values() for column in table.columns):
        if isinstance(column.type, JSON):
            column.type = NullType()
    return {str(table.name): table for table in found.sorted_tables if table.name != _VERSIONS}


def _counts(connection: Connection, tables: dict[str, Table]) -> dict[str, int]:
    counts = {name: select(func.count()).select_from(table) for name, table in tables.items()}
    return {name: connection.execute(query).scalar_one() for name, query in counts.items()}


def _clear(connection: Connection) -> None:
    """Remove the tables of a database without games: some may have keys of the server, which come from the backup.

    Raises BackupError where there are games.
    """
    if not inspect(connection).has_table("games"):
        return
    count = connection.exec_driver_sql("SELECT count(*) FROM games").scalar()
    if count:
        template = "the database has games already ({count}); a backup is restored into an empty one"
        raise BackupError("restore.full", template, count=count)
    schema.move(connection, "base")


def _fill(connection: Connection, table: Table, batch: _Rows) -> None:
    moments = {name for name in batch.columns if isinstance(table.columns[name].type, DateTime)}
    rows = [dict(zip(batch.columns, row, strict=True)) for row in batch.rows]
    for row in rows:
        for name in moments:
            if row[name] is not None:
                row[name] = aware(datetime.fromisoformat(row[name]))
    connection.execute(insert(table), rows)
