"""Copies of a whole database, taken while servers run, and databases filled from them.

From SQLite the copy is an SQLite file, and after its pages, where SQLite does not look, a line with their SHA-256; from
any other database it is text: a line of JSON that says what it is, one for each row, and one that counts the rows and
has the SHA-256 of all lines before it. Either is restored into either kind, after its digest was checked.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy import Boolean, DateTime, MetaData, Table, func, insert, inspect, select
from sqlalchemy.engine import Connection

from byways.errors import BywaysError
from byways.site.storage import schema
from byways.site.storage.database_url import read_url
from byways.site.storage.game_store import aware

FORMAT = 1
_SQLITE = b"SQLite format 3\0"
_MARK = b"bywa"
"""SQLite's `application_id` of a backup, which has to have a digest then."""
_MARKED = slice(68, 72)  # the place of that in an SQLite file
_DIGEST = b"\nbyways backup sha256 "
_TAIL = len(_DIGEST) + 64 + 1  # bytes of the line with the digest
_UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, RecursionError, sqlite3.Error)
"""Raised by reading what is no backup."""
_VERSIONS = "alembic_version"
_AT_ONCE = 500  # rows
_LONGEST = 50_000_000  # characters of a line: one row


TableRow: TypeAlias = dict[str, Any]
"""A row of any table of any edition, by column; and the lines of a backup, which hold them."""


class BackupError(BywaysError):
    """A backup that cannot be made, or that cannot be used."""


@dataclass(frozen=True)
class Summary:
    """The contents of a backup, or of a database restored from one."""

    kind: str
    """"sqlite" or "lines"."""
    schema: str
    rows: dict[str, int]
    """By table."""


def backup(url: str, file: Path) -> Summary:
    """Write all of a database into a new file, which appears when it is whole.

    Raises BackupError; StoreError also for the database of a newer Byways, whose backup could not be restored here.
    """
    parsed = read_url(url, make=False)
    _must_be_new(file)
    part = file.with_name(file.name + ".part")
    with _new(part):
        if parsed.get_backend_name() == "sqlite":
            summary = _copy_sqlite(Path(parsed.database or ""), part)
            _add_digest(part)
        else:
            with schema.examining(url) as connection:
                summary = _write_lines(connection, part)
        schema.check_known(summary.schema, "database")
        if (found := examine(part)) != summary:
            raise BackupError("backup.differs", "what was written differs from the database: {found}", found=found)
        _flush(part)
        _publish(part, file)
    _flush(file.parent)
    return summary


def examine(file: Path) -> Summary:
    """Check the whole of a backup and return its summary. Raises BackupError."""
    with _opened(file) as source:
        return source.summary


def restore(url: str, file: Path) -> Summary:
    """Fill a database that has no games, all or nothing, and bring it to the newest schema.

    Raises BackupError for what is no whole backup, or where the database has games, StoreError for a newer Byways's.
    """
    with _opened(file) as source, schema.changing(url) as connection:
        if inspect(connection).has_table("games"):
            count = connection.exec_driver_sql("SELECT count(*) FROM games").scalar()
            if count:
                template = "the database has games already ({count}); a backup is restored into an empty one"
                raise BackupError("restore.full", template, count=count)
            schema.move(connection, "base")  # other tables may have keys of the server, which come from the backup
        schema.move(connection, source.summary.schema)
        tables = _tables(connection)
        for name in source.summary.rows:
            if name not in tables:
                raise BackupError(
                    "backup.table", "{file} has a table {name!r} that Byways does not", file=file, name=name
                )
        for name, table in tables.items():
            with _reading(file):
                for rows in _batches(source.rows(name)):
                    connection.execute(insert(table), [_for(table, row) for row in rows])
        kept = {name: _count(connection, table) for name, table in tables.items()}
        if {name: kept.get(name, 0) for name in source.summary.rows} != source.summary.rows:
            raise BackupError("restore.differs", "what was restored differs from {file}", file=file)
        if source.summary.schema != schema.HEAD:
            schema.move(connection, schema.HEAD)
    return Summary(source.summary.kind, schema.HEAD, kept)


# SQLite files


def _copy_sqlite(database: Path, part: Path) -> Summary:
    """Copy a database by SQLite's online backup, in one step.

    Writers do not wait, and are in it completely or not at all.
    """
    try:
        with (
            contextlib.closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as source,
            contextlib.closing(sqlite3.connect(part)) as target,
        ):
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")  # one file, not three
            target.execute(f"PRAGMA application_id={int.from_bytes(_MARK)}")
            return _summary_of_sqlite(target)
    except sqlite3.Error as error:
        template = "the database {database} cannot be copied: {reason}"
        raise BackupError("backup.copy", template, database=database, reason=error) from error


def _add_digest(part: Path) -> None:
    with part.open("rb+") as file:
        digest = hashlib.file_digest(file, "sha256")
        file.write(_DIGEST + digest.hexdigest().encode() + b"\n")


def _check_digest(file: Path) -> None:
    """Raise BackupError unless an SQLite file is as `_add_digest` left it.

    Backups of earlier versions have no digest. A cut, or a bit that fell over, does not make a later one look like
    them: it has a mark at its beginning and another at its end.
    """
    with file.open("rb") as opened, mmap(opened.fileno(), 0, access=ACCESS_READ) as content:
        tail = content[-_TAIL:]
        if content[_MARKED] != _MARK and not tail.startswith(_DIGEST):
            return
        with memoryview(content)[:-_TAIL] as pages:
            digest = hashlib.sha256(pages).hexdigest()
    if tail != _DIGEST + digest.encode() + b"\n":
        raise BackupError("backup.damaged", "{file} is damaged: {why}", file=file, why="its sum is wrong")


def _summary_of_sqlite(database: sqlite3.Connection) -> Summary:
    names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type='table' ORDER BY name")]
    if _VERSIONS not in names:
        raise BackupError("backup.foreign", "this is not a Byways database")
    revision = database.execute(f"SELECT version_num FROM {_VERSIONS}").fetchone()
    if revision is None:
        raise BackupError("backup.foreign", "this is not a Byways database")
    names = [name for name in names if name != _VERSIONS and not name.startswith("sqlite_")]
    counts = {name: database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}
    return Summary("sqlite", revision[0], counts)


class _File:
    """A backup that is an SQLite file."""

    def __init__(self, file: Path) -> None:
        _check_digest(file)
        self.database = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
        try:
            (state,) = self.database.execute("PRAGMA integrity_check").fetchone()
            if state != "ok" or self.database.execute("PRAGMA foreign_key_check").fetchone():
                raise BackupError("backup.damaged", "{file} is damaged", file=file)
            self.summary = _summary_of_sqlite(self.database)
        except sqlite3.Error as error:
            raise BackupError("backup.damaged", "{file} is damaged: {reason}", file=file, reason=error) from error
        self.database.row_factory = sqlite3.Row

    def rows(self, table: str) -> Iterator[TableRow]:
        """Yield the rows of a table."""
        if table in self.summary.rows:
            columns = self.database.execute(f'PRAGMA table_info("{table}")').fetchall()
            texts = {column["name"] for column in columns if column["type"] == "JSON"}
            for row in map(dict, self.database.execute(f'SELECT * FROM "{table}"')):
                yield {name: json.loads(value) if name in texts and value else value for name, value in row.items()}

    def close(self) -> None:
        self.database.close()


# Lines of JSON


def _write_lines(connection: Connection, part: Path) -> Summary:
    revision = schema.revision_of(connection)
    if revision is None:
        raise BackupError("backup.foreign", "this is not a Byways database")
    digest = hashlib.sha256()
    counts = {}
    with part.open("wb") as out:

        def write(line: TableRow) -> None:
            data = json.dumps(line, ensure_ascii=True, default=_plain).encode() + b"\n"
            digest.update(data)
            out.write(data)

        write({"byways": "backup", "format": FORMAT, "schema": revision})
        for name, table in _tables(connection).items():
            counts[name] = 0
            query = select(table).order_by(*table.primary_key)
            for row in connection.execution_options(yield_per=_AT_ONCE).execute(query).mappings():
                write({"table": name, "row": dict(row)})
                counts[name] += 1
        write({"rows": counts, "sha256": digest.hexdigest()})
    return Summary("lines", revision, counts)


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return aware(value).isoformat()
    raise TypeError(f"{value!r} cannot be kept as JSON")


class _Lines:
    """A backup that is text."""

    def __init__(self, file: Path) -> None:
        self.file = file
        with _reading(file):
            self.summary = self._check()

    def rows(self, table: str) -> Iterator[TableRow]:
        """Yield the rows of a table."""
        return (line["row"] for line in self._lines() if line.get("table") == table)

    def close(self) -> None:
        pass

    def _check(self) -> Summary:
        digest = hashlib.sha256()
        with self.file.open("rb") as lines:
            last = lines.readline(_LONGEST)
            head = _line(last)
            if head.get("byways") != "backup" or head.get("format") != FORMAT:
                raise BackupError(
                    "backup.foreign", "{file} is not a backup that this version of Byways can read", file=self.file
                )
            while data := lines.readline(_LONGEST):
                digest.update(last)
                last = data
        end = _line(last)
        counts = dict[str, int](end["rows"]) if end.get("sha256") == digest.hexdigest() else None
        if counts is None or Counter(line["table"] for line in self._lines() if "table" in line) != Counter(counts):
            raise BackupError("backup.damaged", "{file} is damaged: {why}", file=self.file, why="its sum is wrong")
        return Summary("lines", str(head["schema"]), counts)

    def _lines(self) -> Iterator[TableRow]:
        with self.file.open("rb") as lines:
            while data := lines.readline(_LONGEST):
                yield _line(data)


def _line(data: bytes) -> TableRow:
    """Read a line. Raises ValueError, RecursionError."""
    line = json.loads(data)
    if not isinstance(line, dict) or not data.endswith(b"\n"):
        raise ValueError("this line is cut off")
    return line


# Both


@contextmanager
def _reading(file: Path) -> Iterator[None]:
    """Raise BackupError where a file is not what it has to be."""
    try:
        yield
    except _UNREADABLE as error:
        raise BackupError("backup.damaged", "{file} is not a backup, or it is damaged", file=file) from error


@contextmanager
def _opened(file: Path) -> Iterator[_File | _Lines]:
    with file.open("rb") as start:
        kind = _File if start.read(len(_SQLITE)) == _SQLITE else _Lines
    source = kind(file)
    try:
        yield source
    finally:
        source.close()


def _tables(connection: Connection) -> dict[str, Table]:
    """List the tables that a database really has, each after those that it refers to."""
    found = MetaData()
    found.reflect(connection)
    return {table.name: table for table in found.sorted_tables if table.name != _VERSIONS}


def _for(table: Table, row: TableRow) -> TableRow:
    """Return a row with its timestamps and truth values decoded."""
    return {name: _value(table.columns[name].type, value) for name, value in row.items()}


def _value(kind: object, value: Any) -> Any:
    if isinstance(kind, DateTime) and isinstance(value, str):
        return aware(datetime.fromisoformat(value))
    if isinstance(kind, Boolean) and value is not None:
        return bool(value)
    return value


def _count(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar() or 0)


def _batches(rows: Iterable[TableRow]) -> Iterator[list[TableRow]]:
    batch: list[TableRow] = []
    for row in rows:
        batch.append(row)
        if len(batch) == _AT_ONCE:
            yield batch
            batch = []
    if batch:
        yield batch


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


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
