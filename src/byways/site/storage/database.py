"""The database connection: transactions are committed before the caller goes on.

Work is a plain function of a connection. SQLite's is done in a thread, in one go: with a driver that awaits, each of
the eight steps of a transaction would go to a thread and come back. PostgreSQL is awaited: it may be far, or silent.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote, unquote

from sqlalchemy import URL, QueuePool, Row, Select, create_engine, event, exc, make_url
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from byways.errors import BywaysError
from byways.site.storage.database_errors import DAMAGED, SENTENCES, is_outage, kind_of, words_of

T = TypeVar("T")
Work = Callable[[Connection], T]

_log = logging.getLogger("byways")
_BUSY_MS = 10_000  # how long SQLite waits for another writer
_READERS = 8  # threads that read from SQLite
_POOL_SIZE = "pool_size"  # in the address of a PostgreSQL database
_FEWEST, _KEPT, _MOST = 2, 5, 15  # connections to PostgreSQL: that can be set, kept when idle, unless it is set
_PATIENCE = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
"""In seconds and tries, the last in milliseconds: a line that was cut amid a query is given up after 15 s and a new one
is tried for 5 s. Whoever stands in line behind that is told at once: so all are answered within 25 s, however many."""
_TIMEOUTS = {"idle_in_transaction_session_timeout": "10s", "statement_timeout": "20s"}
"""PostgreSQL's own: it ends a transaction in which nothing happens, as of a frozen process, since that has locks; and a
statement that waits for them too long."""
_LONGEST_WAIT = 30.0  # seconds that work waits for a connection
_CANNOT_USE = "the database {database} cannot be used: {reason}"


class StoreError(BywaysError):
    """Raised when the database cannot be read or written just now."""

    status = 503


class Database:
    """Access to one database by an SQLAlchemy URL. Raises StoreError for one that cannot be used."""

    def __init__(self, url: str) -> None:
        self.url = read_url(url)
        local = self.url.get_backend_name() == "sqlite"
        self._backend = _ThreadBackend(self.url) if local else _AsyncBackend(self.url, _pool_size(make_url(url)))
        self.engine: Engine = self._backend.engine
        prepare(self.engine)
        self.shared = self.engine.dialect.name == "postgresql"
        """Whether other processes may use it, and what is written is announced to them."""
        self.troubles: dict[str, StoreError] = {}
        """The errors of the latest attempts at "reading" and "writing", if they failed."""
        self._mended = float("-inf")
        """The moment at which the last of them was over."""
        self.damage: StoreError | None = None
        """The error that showed that what is stored is damaged: that other parts can still be read mends nothing."""

    async def close(self) -> None:
        """Give the connections back."""
        await self._backend.close()

    def healthy_for(self, seconds: float) -> bool:
        """Return whether the database has worked without a failure for some time."""
        return not self.troubles and time.monotonic() - self._mended >= seconds

    async def write(self, work: Work[T]) -> T:
        """Do some work in a transaction, which is committed then.

        Raises what it raises, StoreError where the database refuses, and IntegrityError where what it keeps contradicts
        what is there.
        """
        with self._trying("writing"):
            return await self._backend.work(work, writing=True)

    async def read(self, work: Work[T]) -> T:
        """Do some work that writes nothing. Raises what it raises, and StoreError."""
        with self._trying("reading"):
            return await self._backend.work(work, writing=False)

    async def rows(self, query: Select[*tuple[Any, ...]]) -> Sequence[Row[*tuple[Any, ...]]]:
        """Return all rows of a query. Raises StoreError."""
        return await self.read(lambda connection: connection.execute(query).all())

    async def check(self) -> None:
        """Look for damage in the whole of an SQLite file; PostgreSQL notices it by its own sums. Raises StoreError."""
        if self.shared:
            return
        found = await self.read(_quick_check)
        if found != "ok":
            _log.error("the database is damaged: %s", found)
            self.damage = StoreError(DAMAGED, SENTENCES[DAMAGED])

    def driver_connection(self) -> contextlib.AbstractAsyncContextManager[Any]:
        """Lend a connection of PostgreSQL's driver from the pool, outside of transactions, and close it afterwards.

        Raises SQLAlchemyError.
        """
        assert isinstance(self._backend, _AsyncBackend)
        return self._backend.driver_connection()

    @contextlib.contextmanager
    def _trying(self, what: str) -> Iterator[None]:
        """Note whether the database does what it shall, and tell the owner of the server once when that changes."""
        try:
            yield
        except IntegrityError:
            raise
        except SQLAlchemyError as error:
            trouble = store_error(error)
            if not is_outage(error):
                _log.warning("a statement was refused: %s", trouble)
                raise trouble from error
            before = self.troubles.get(what)
            if before is None or before.code != trouble.code:
                _log.warning("%s fails (%s): %s", what, trouble.code, words_of(error))
            self.troubles[what] = trouble
            if trouble.code == DAMAGED:
                self.damage = trouble
            raise trouble from error
        if self.troubles.pop(what, None):
            self._mended = time.monotonic()
            _log.warning("%s works again", what)


class _ThreadBackend:
    """Runs work in threads."""

    def __init__(self, url: URL) -> None:
        with opening(url):
            self.engine = create_engine(url, poolclass=QueuePool, pool_size=_READERS + 1, max_overflow=0)
        self._readers = ThreadPoolExecutor(_READERS, "reader")
        self._writer = ThreadPoolExecutor(1, "writer")
        """SQLite lets one write at a time, and lets others come back later and later until it is by chance their turn;
        here they stand in line."""

    async def work(self, work: Work[T], *, writing: bool) -> T:
        threads = self._writer if writing else self._readers
        context = copy_context()  # with the reader's language
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(threads, context.run, self._transact, work, writing)

    def _transact(self, work: Work[T], writing: bool) -> T:
        with self.engine.connect() as connection:
            if not writing:
                return work(connection)
            with connection.execution_options(byways_write=True).begin():
                return work(connection)

    async def close(self) -> None:
        """Close after finishing the work in progress, which is short."""
        for threads in (self._readers, self._writer):
            await asyncio.to_thread(threads.shutdown, cancel_futures=True)
        self.engine.dispose()


class _AsyncBackend:
    """Awaits work. Writes get at most half of the connections, so that reading never waits for slow ones."""

    def __init__(self, url: URL, most: int) -> None:
        kept = min(most, _KEPT)
        pool: dict[str, Any] = {"pool_size": kept, "max_overflow": most - kept, "pool_pre_ping": True}
        pool["pool_timeout"] = _LONGEST_WAIT
        with opening(url):
            settings = {"connect_args": patience(url)} if url.get_driver_name() == "psycopg" else {}
            self._engine: AsyncEngine = create_async_engine(url, **pool, **settings)
        self.engine = self._engine.sync_engine
        logging.getLogger("sqlalchemy.pool.impl.AsyncAdaptedQueuePool").addFilter(_in_one_line)
        self._writers = asyncio.Semaphore(most // 2)
        self._unreached: tuple[float, Exception] = (float("-inf"), exc.TimeoutError())
        """When the database could last not be reached, and why."""
        event.listen(self.engine, "connect", _set_timeouts)

    async def work(self, work: Work[T], *, writing: bool) -> T:
        if writing:
            async with self._writing(), self._connected() as connection:
                await connection.execution_options(byways_write=True)
                async with connection.begin():
                    return await connection.run_sync(work)
        async with self._engine.connect() as connection:
            return await connection.run_sync(work)

    @contextlib.asynccontextmanager
    async def _connected(self) -> AsyncIterator[AsyncConnection]:
        """Lend a connection; note when the database cannot be reached."""
        try:
            connection = await self._engine.connect()
        except SQLAlchemyError as error:
            self._unreached = time.monotonic(), error
            raise
        try:
            yield connection
        finally:
            await connection.close()

    @contextlib.asynccontextmanager
    async def _writing(self) -> AsyncIterator[None]:
        """Wait for one's turn among the writers, as long as for a connection, or until one cannot reach the database.

        Raises SQLAlchemyError.
        """
        began = time.monotonic()
        try:
            async with asyncio.timeout(_LONGEST_WAIT):
                await self._writers.acquire()
        except TimeoutError as error:
            raise exc.TimeoutError("too many others write") from error
        try:
            if self._unreached[0] > began:
                raise self._unreached[1]
            yield
        finally:
            self._writers.release()

    @contextlib.asynccontextmanager
    async def driver_connection(self) -> AsyncIterator[Any]:
        async with self._engine.connect() as connection:
            lent = (await connection.get_raw_connection()).driver_connection
            assert lent is not None
            try:
                await lent.set_autocommit(True)
                yield lent
            finally:
                await connection.invalidate()  # nobody else must get what it still listens to

    async def close(self) -> None:
        await self._engine.dispose()


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
            raise StoreError("store.open", _CANNOT_USE, database=parsed.database, reason=reason) from error
    elif parsed.get_backend_name() == "postgresql":
        _pool_size(parsed)
        return parsed.difference_update_query([_POOL_SIZE])
    return parsed


def _keep_private(database: str) -> None:
    """Let only its owner read an SQLite file: whoever has the server's keys can take the seats of games.

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


def _pool_size(url: URL) -> int:
    """Return how many connections a process may have: one that listens and others that work. Raises StoreError."""
    given = url.query.get(_POOL_SIZE, str(_MOST))
    if not isinstance(given, str) or not re.fullmatch("[1-9][0-9]{0,3}", given) or int(given) < _FEWEST:
        raise StoreError(
            "store.url", "pool_size must be a whole number from {least}, not {value!r}", least=_FEWEST, value=given
        )
    return int(given)


def prepare(engine: Engine) -> None:
    """Let an engine write as this program does: connections with the option `byways_write` take SQLite's lock at once.

    In PostgreSQL who reads sees one moment, however many queries that takes.
    """
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_reader if is_read_only(engine.url) else _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    elif engine.dialect.name == "postgresql":
        event.listen(engine, "begin", _begin_postgresql)


def _prepare_sqlite(connection: Any, record: object) -> None:
    connection.isolation_level = None  # transactions are begun by _begin_sqlite
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={_BUSY_MS}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _prepare_reader(connection: Any, record: object) -> None:
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout={_BUSY_MS}").close()


def _quick_check(connection: Connection) -> str:
    """Return "ok", or what is wrong with an SQLite file: as it is on the disk, not in memory."""
    connection.exec_driver_sql("PRAGMA shrink_memory")
    return str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())


def _begin_sqlite(connection: Connection) -> None:
    """Take the lock at the start of a write, so that no writer learns only at its commit that it lost."""
    writing = connection.get_execution_options().get("byways_write")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _begin_postgresql(connection: Connection) -> None:
    if not connection.get_execution_options().get("byways_write"):
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")


def _set_timeouts(connection: Any, record: object) -> None:
    """Set PostgreSQL's timeouts of which the owner has set none."""
    cursor = connection.cursor()
    for name, limit in _TIMEOUTS.items():
        cursor.execute(f"SELECT set_config('{name}', '{limit}', false) WHERE current_setting('{name}') = '0'")
    cursor.close()
    connection.commit()


def _in_one_line(record: logging.LogRecord) -> bool:
    """Let SQLAlchemy's pool say in one line that a connection ended before it was given back.

    Whoever worked with it has got an error of his own; the pool makes a new connection.
    """
    if record.msg == "Exception during reset or similar" and record.exc_info:
        error = record.exc_info[1]
        record.levelno = logging.WARNING
        record.levelname = "WARNING"
        record.msg = "a connection to the database ended while it was in use: %s"
        record.args = (f"{type(error).__name__}: {error}".splitlines()[0],)
        record.exc_info = None
    return True


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
    shown = unquote(str(shown)[len("file:") :]) if is_read_only(url) else shown
    return StoreError("store.open", _CANNOT_USE, database=shown, reason=words_of(error))
