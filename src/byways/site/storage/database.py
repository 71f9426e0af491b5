"""The database connection: transactions are committed before the caller goes on.

Work is a plain function of a connection. SQLite's is done in a thread, in one go: with a driver that awaits, each of
the eight steps of a transaction would go to a thread and come back. PostgreSQL is awaited: it may be far, or silent.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar

from sqlalchemy import URL, QueuePool, Row, Select, create_engine, event, exc, make_url
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from byways.site.storage.database_errors import (
    DAMAGED,
    SENTENCES,
    StoreError,
    is_outage,
    opening,
    store_error,
    words_of,
)
from byways.site.storage.database_url import is_read_only, patience, pool_size, read_url

T = TypeVar("T")
Work = Callable[[Connection], T]

_log = logging.getLogger("byways")
_BUSY_MS = 10_000  # how long SQLite waits for another writer
_READERS = 8  # threads that read from SQLite
_TIMEOUTS = {"idle_in_transaction_session_timeout": "10s", "statement_timeout": "20s"}
"""PostgreSQL's own: it ends a transaction in which nothing happens, as of a frozen process, since that has locks; and a
statement that waits for them too long."""
_KEPT = 5  # connections to PostgreSQL when it is idle
_LONGEST_WAIT = 30.0  # seconds that work waits for a connection


class Database:
    """Access to one database by an SQLAlchemy URL. Raises StoreError for one that cannot be used."""

    def __init__(self, url: str) -> None:
        self.url = read_url(url)
        local = self.url.get_backend_name() == "sqlite"
        self._backend = _ThreadBackend(self.url) if local else _AsyncBackend(self.url, pool_size(make_url(url)))
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
        here they queue."""

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

    Its user has got an error already; the pool makes a new connection.
    """
    if record.msg == "Exception during reset or similar" and record.exc_info:
        error = record.exc_info[1]
        record.levelno = logging.WARNING
        record.levelname = "WARNING"
        record.msg = "a connection to the database ended while it was in use: %s"
        record.args = (f"{type(error).__name__}: {error}".splitlines()[0],)
        record.exc_info = None
    return True
