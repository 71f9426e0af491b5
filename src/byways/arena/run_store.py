"""The results of a run in one SQLite file, which outlives crashes: what was done is kept, and nothing twice."""

from __future__ import annotations

import hashlib
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from byways.arena.game import GameResult
from byways.errors import BywaysError

FILE = "run.sqlite3"
"""The name of the file in a run's folder."""
COMMIT_GAMES, COMMIT_SECONDS = 64, 2.0
"""After how many games, or seconds, what was played is written down for good."""
_TABLES = """
CREATE TABLE IF NOT EXISTS manifest (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS games (
    number INTEGER PRIMARY KEY, key INTEGER NOT NULL, facts TEXT NOT NULL, record TEXT NOT NULL, hash TEXT NOT NULL,
    seconds TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS games_by_key ON games (key, number);
CREATE TABLE IF NOT EXISTS finished (facts TEXT NOT NULL);
"""
_CLOCK = ("record", "seconds")  # not among the facts
_MACHINE = {
    "byways": "{folder} holds a run of another version of Byways, which may play other games; name another folder",
    "kernels": "{folder} holds a run of other sources of Byways or of a game, or of another compiler, which may play "
    "other games; name another folder",
    "arithmetic": "{folder} holds a run of a machine that calculates otherwise and may play other games; go on there, "
    "or name another folder",
}
"""What is said where a run goes on elsewhere than it was begun, by what differs in the manifest."""


class RunError(BywaysError):
    """Raised when a run cannot be begun, gone on with, or written down."""


class TaskResult(Protocol):
    """What a task of a run brings: a `msgspec.Struct` with these fields and any others."""

    @property
    def index(self) -> int:
        """The number of the task in the run, from 0."""
        ...

    @property
    def record(self) -> str:
        """The game's record; empty where the task was no game."""
        ...

    @property
    def key(self) -> int:
        """Equal for results that count as the same."""
        ...

    @property
    def seconds(self) -> tuple[float, ...]:
        """What a clock measured."""
        ...


R = TypeVar("R", bound=TaskResult)


class ResultStore(Generic[R]):
    """The file of a run. A single process at a time writes it."""

    def __init__(self, folder: Path | None, kind: type[R]) -> None:
        """Open the run in a folder, made where it is not there; None: one that is kept only while it is open.

        `kind` is what its results are. Raises RunError.
        """
        self.folder = folder
        self._kind = kind
        with self._words():
            if folder is not None:
                if folder.is_file():
                    raise RunError("run.folder", "{folder} is a file, and must be a folder", folder=str(folder))
                folder.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect("" if folder is None else folder / FILE, isolation_level=None, timeout=0.2)
            self._file.execute("PRAGMA locking_mode=EXCLUSIVE")
            self._file.execute("PRAGMA journal_mode=WAL")
            self._file.execute("PRAGMA synchronous=FULL")
            self._file.executescript(_TABLES)
            self._file.execute("BEGIN IMMEDIATE")
        self._waiting, self._committed = 0, time.monotonic()

    def describe(self, manifest: Mapping[str, object]) -> None:
        """Note what the run is, or see that it is the same. Raises RunError, naming what differs."""
        with self._words():
            known = dict(self._file.execute("SELECT name, value FROM manifest"))
            for name, value in manifest.items():
                text = msgspec.json.encode(value, order="sorted").decode()
                if known and known.get(name) != text:
                    if name in _MACHINE:
                        raise RunError("run.machine", _MACHINE[name], folder=str(self.folder))
                    raise RunError(
                        "run.other", "{folder} holds another run: its {name} is {there}, not {here}",
                        folder=str(self.folder), name=name, there=str(known.get(name))[:120], here=text[:120],
                    )  # fmt: skip
                self._file.execute("INSERT OR REPLACE INTO manifest VALUES (?, ?)", (name, text))
            self.commit()

    def manifest(self) -> dict[str, object]:
        """Return what the run is."""
        with self._words():
            return {name: msgspec.json.decode(value) for name, value in self._file.execute("SELECT * FROM manifest")}

    def numbers(self) -> Iterator[int]:
        """Yield the numbers of the results that are there, in order."""
        with self._words():
            yield from (number for (number,) in self._file.execute("SELECT number FROM games ORDER BY number"))

    def add(self, result: R) -> None:
        """Keep a result; it is there for good after the next commit. Raises RunError."""
        facts = {name: value for name, value in msgspec.to_builtins(result).items() if name not in _CLOCK}
        row = (
            result.index,
            result.key,
            msgspec.json.encode(facts).decode(),
            result.record,
            digest(result.record),
            msgspec.json.encode(result.seconds).decode(),
        )
        with self._words():
            self._file.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)", row)
            self._waiting += 1
            if self._waiting >= COMMIT_GAMES or time.monotonic() - self._committed > COMMIT_SECONDS:
                self.commit()

    def read(self, number: int) -> R:
        """Return a result by its number. Raises RunError where its record is no longer what was written."""
        with self._words():
            query = "SELECT facts, record, hash, seconds FROM games WHERE number = ?"
            facts, record, known, seconds = self._file.execute(query, (number,)).fetchone()
        if digest(record) != known:
            raise RunError(
                "run.damaged", "game {number} in {folder} is damaged", number=number, folder=str(self.folder)
            )
        given = {**msgspec.json.decode(facts), "record": record, "seconds": msgspec.json.decode(seconds)}
        return msgspec.convert(given, self._kind)

    def repeats(self, result: R) -> bool:
        """Return whether an earlier game of the run, by its number, is the same game."""
        with self._words():
            query = "SELECT 1 FROM games WHERE key = ? AND number < ? LIMIT 1"
            return self._file.execute(query, (result.key, result.index)).fetchone() is not None

    def finish(self, facts: Mapping[str, object]) -> None:
        """Keep the result of the finished run, so that nothing has to be counted again."""
        with self._words():
            self._file.execute("DELETE FROM finished")
            self._file.execute("INSERT INTO finished VALUES (?)", (msgspec.json.encode(facts).decode(),))
            self.commit()

    def result(self) -> dict[str, Any] | None:
        """Return what `finish` has kept; None for a run that is not finished."""
        with self._words():
            row = self._file.execute("SELECT facts FROM finished").fetchone()
        return None if row is None else msgspec.json.decode(row[0])

    def commit(self) -> None:
        """Write down for good what was played so far. Raises RunError."""
        with self._words():
            if self._file.in_transaction:  # a full disk has ended it
                self._file.execute("COMMIT")
            self._file.execute("BEGIN IMMEDIATE")
        self._waiting, self._committed = 0, time.monotonic()

    def close(self) -> None:
        """Commit as far as that is possible, and close the file. Raises RunError."""
        try:
            with self._words():
                if self._file.in_transaction:
                    self._file.execute("COMMIT")
        finally:
            self._file.close()

    @contextmanager
    def _words(self) -> Iterator[None]:
        """Turn the database's errors into one line."""
        where = str(self.folder or "the run")
        try:
            yield
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
                raise RunError("run.busy", "another process plays the run in {folder}", folder=where) from error
            if getattr(error, "sqlite_errorname", "").startswith("SQLITE_FULL"):
                raise RunError(
                    "run.full", "the disk of {folder} is full; what was played is kept", folder=where
                ) from error
            raise RunError("run.file", "{folder}: {reason}", folder=where, reason=str(error)) from error
        except OSError as error:
            raise RunError(
                "run.file", "{folder}: {reason}", folder=where, reason=error.strerror or str(error)
            ) from error


class RunStore(ResultStore[GameResult]):
    """The games of a run."""

    def __init__(self, folder: Path | None) -> None:
        """Open the run in a folder, as `ResultStore` does. Raises RunError."""
        super().__init__(folder, GameResult)


def digest(record: str) -> str:
    """Return the hash under which a record is kept: SHA-256, in hexadecimal."""
    return hashlib.sha256(record.encode()).hexdigest()
