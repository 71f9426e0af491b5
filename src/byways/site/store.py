"""The database: games, their seats and their events. What is written is committed before the caller goes on."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import URL, event, func, insert, make_url, select, update
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from byways.errors import BywaysError
from byways.site.refusals import SENTENCES, kind_of, words_of
from byways.site.tables import daily, events, games, keys, seats

_log = logging.getLogger("byways")
_BUSY_MS = 10_000  # how long SQLite waits for another writer
CHANNEL = "byways"  # of PostgreSQL's notifications
_PATIENCE = {"connect_timeout": 5, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
"""In seconds and tries: a dead line is noticed within 25 s."""
_CANNOT_USE = "the database {database} cannot be used: {reason}"


class StoreError(BywaysError):
    """The database cannot be read or written just now."""


class ConflictError(BywaysError):
    """Another event took this number: whoever acted saw an older version of the game."""


class GoneError(BywaysError):
    """The game has been removed by the owner of the server."""


@dataclass(frozen=True)
class Seat:
    """Who plays a colour: a person's browser (by the hash of its secret) or an engine with its limits."""

    player: str
    engine: Mapping[str, Any] | None = None
    holder: str | None = None
    name: str | None = None

    @property
    def open(self) -> bool:
        """Whether somebody is still to sit down."""
        return self.engine is None and self.holder is None


@dataclass(frozen=True)
class Event:
    """Something that happened in a game; the number counts from 1."""

    number: int
    kind: str
    data: Mapping[str, Any]
    at: datetime
    key: str | None = None


@dataclass(frozen=True)
class StoredGame:
    """A game as it is in the database; the seats are in the alphabet's order of their players."""

    id: str
    game: str
    options: Mapping[str, Any]
    position: str | None
    created: datetime
    seats: tuple[Seat, ...]
    events: tuple[Event, ...]
    terms: Mapping[str, Any] = field(default_factory=dict)
    """"creator": who gives out the seats' links, as a holder; "clock": see `clocks`."""
    deadline: datetime | None = None
    """When the clock of who is to move runs out."""


@dataclass(frozen=True)
class Entry:
    """What a browser did with a day's puzzle: number `number` of that, from 1."""

    game: str
    day: str
    holder: str
    number: int
    kind: str
    data: Mapping[str, Any]
    at: datetime
    score: int | None = None
    """Of a finished sheet."""
    key: str | None = None


@dataclass(frozen=True)
class Along:
    """What is kept together with new events, or not at all."""

    deadline: datetime | None = None
    """When the clock of who is then to move runs out."""
    seat: Seat | None = None
    """Somebody who sits down."""
    game: StoredGame | None = None
    """Another game, which begins."""
    entry: Entry | None = None
    """The score of a day's sheet, unless it has one."""


class Store:
    """Access to one database by an SQLAlchemy URL. Raises StoreError for one that cannot be used."""

    def __init__(self, url: str) -> None:
        parsed = read_url(url)
        try:
            settings = {"connect_args": patience(parsed)} if parsed.get_driver_name() == "psycopg" else {}
            self.engine = create_async_engine(parsed, pool_pre_ping=parsed.get_backend_name() != "sqlite", **settings)
        except (SQLAlchemyError, ImportError) as error:  # a kind of database without its driver
            raise open_error(parsed, error) from error
        prepare(self.engine.sync_engine)
        self.process = secrets.token_hex(8)
        """The name of this process among those that use the database."""
        self.shared = self.engine.dialect.name == "postgresql"
        """Whether other processes may use it, and what is written is announced to them."""
        self._line = contextlib.nullcontext() if self.shared else asyncio.Lock()
        """SQLite lets one write at a time, and lets others come back later and later until it is by chance their turn;
        here they stand in line."""
        self.troubles: dict[str, StoreError] = {}
        """Why the database could not be read, or written to, when that was last tried: by "reading" and "writing"."""

    async def close(self) -> None:
        """Give the connections back."""
        await self.engine.dispose()

    async def create(self, game: StoredGame, entry: Entry | None = None) -> None:
        """Keep a new game with its seats and its first events, and with it that it is a browser's sheet of a day.

        Raises ConflictError where the browser has a sheet of that day.
        """
        try:
            async with self.writing() as connection:
                if entry is not None:
                    await insert_entry(connection, entry)
                await insert_game(connection, game)
        except IntegrityError as error:
            if entry is None:
                raise
            raise ConflictError("daily.begun", "this sheet has been begun already") from error

    async def append(self, game_id: str, added: Sequence[Event], along: Along | None = None) -> None:
        """Keep more events of a game, all or none. Raises ConflictError where one of the numbers is taken."""
        try:
            async with self.writing() as connection:
                await insert_events(connection, game_id, added)
                if along is not None:
                    await _keep_along(connection, game_id, along)
                await self.announce(connection, game_id, number=max((e.number for e in added), default=0))
        except IntegrityError as error:
            raise ConflictError("game.conflict", "the game has gone on in the meantime") from error

    async def announce(self, connection: AsyncConnection, game_id: str, *, number: int = 0, message: int = 0) -> None:
        """Let other processes know, once the transaction is committed, of an event or of a message."""
        if self.shared:
            told = f"{self.process} {game_id} {number} {message}"
            await connection.execute(select(func.pg_notify(CHANNEL, told)))

    async def numbers(self, game_ids: Sequence[str]) -> dict[str, int]:
        """The numbers of the last events of games that have any. Raises StoreError."""
        query = select(events.c.game_id, func.max(events.c.number)).where(events.c.game_id.in_(game_ids))
        async with self.reading() as connection:
            rows = (await connection.execute(query.group_by(events.c.game_id))).all()
        return {row[0]: row[1] for row in rows}

    async def load(self, game_id: str) -> StoredGame | None:
        """A game with all its events, or None."""
        async with self.reading() as connection:
            row = (await connection.execute(select(games).where(games.c.id == game_id))).mappings().first()
            if row is None:
                return None
            seated = await connection.execute(select(seats).where(seats.c.game_id == game_id).order_by(seats.c.player))
            happened = await connection.execute(
                select(events).where(events.c.game_id == game_id).order_by(events.c.number)
            )
            return StoredGame(
                row["id"],
                row["game"],
                row["options"],
                row["position"],
                aware(row["created"]),
                tuple(Seat(s["player"], s["engine"], s["holder"], s["name"]) for s in seated.mappings()),
                tuple(Event(e["number"], e["kind"], e["data"], aware(e["at"]), e["key"]) for e in happened.mappings()),
                row["terms"] or {},
                row["deadline"] and aware(row["deadline"]),
            )

    async def of_holder(self, holder: str, limit: int = 50) -> list[tuple[str, str, datetime]]:
        """(id, game, created) of the games in which a browser holds a seat, the newest first."""
        mine = select(seats.c.game_id).where(seats.c.holder == holder)
        query = (
            select(games.c.id, games.c.game, games.c.created)
            .where(games.c.id.in_(mine))
            .order_by(games.c.created.desc())
            .limit(limit)
        )
        async with self.reading() as connection:
            return [(row.id, row.game, aware(row.created)) for row in await connection.execute(query)]

    async def deadlines(self, most: int = 50) -> list[tuple[str, datetime]]:
        """(id, deadline) of the games whose clocks run, the earliest first."""
        query = (
            select(games.c.id, games.c.deadline)
            .where(games.c.deadline.is_not(None))
            .order_by(games.c.deadline)
            .limit(most)
        )
        async with self.reading() as connection:
            return [(row.id, aware(row.deadline)) for row in await connection.execute(query)]

    async def key(self, name: str) -> str:
        """A secret of the server, made when first asked for and then the same for all its processes.

        Raises StoreError.
        """
        found = await self._key(name)
        if found is not None:
            return found
        made = secrets.token_urlsafe(32)
        try:
            async with self.writing() as connection:
                await connection.execute(insert(keys).values(name=name, value=made))
        except IntegrityError as error:
            found = await self._key(name)  # another process was quicker
            if found is None:
                raise _store_error(error) from error
            return found
        return made

    async def _key(self, name: str) -> str | None:
        async with self.reading() as connection:
            return (await connection.execute(select(keys.c.value).where(keys.c.name == name))).scalar()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that is committed at the end. Raises StoreError where the database refuses."""
        async with self._trying("writing"), self._line, self.engine.connect() as connection:
            await connection.execution_options(byways_write=True)
            async with connection.begin():
                yield connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read by. Raises StoreError."""
        async with self._trying("reading"), self.engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def _trying(self, what: str) -> AsyncIterator[None]:
        """Note whether the database does what it shall, and tell the owner of the server once when that changes."""
        try:
            yield
        except IntegrityError:
            raise
        except SQLAlchemyError as error:
            trouble = _store_error(error)
            before = self.troubles.get(what)
            if before is None or before.code != trouble.code:
                _log.warning("%s fails (%s): %s", what, trouble.code, words_of(error))
            self.troubles[what] = trouble
            raise trouble from error
        if self.troubles.pop(what, None):
            _log.warning("%s works again", what)


def patience(url: URL) -> dict[str, Any]:
    """How long a connection to PostgreSQL waits for it: what its address does not say of that itself."""
    return {name: value for name, value in _PATIENCE.items() if name not in url.query}


async def insert_game(connection: AsyncConnection, game: StoredGame) -> None:
    """Keep a new game within a transaction."""
    row = {"id": game.id, "game": game.game, "options": dict(game.options), "position": game.position}
    more = {"created": game.created, "terms": dict(game.terms), "deadline": game.deadline}
    await connection.execute(insert(games).values(**row, **more))
    rows = [{"game_id": game.id, **asdict(seat)} for seat in game.seats]
    await connection.execute(insert(seats), rows)
    await insert_events(connection, game.id, game.events)


async def _keep_along(connection: AsyncConnection, game_id: str, along: Along) -> None:
    await connection.execute(update(games).where(games.c.id == game_id).values(deadline=along.deadline))
    if along.seat is not None:
        where = (seats.c.game_id == game_id) & (seats.c.player == along.seat.player)
        await connection.execute(update(seats).where(where).values(holder=along.seat.holder, name=along.seat.name))
    if along.game is not None:
        await insert_game(connection, along.game)
    if along.entry is not None:
        of_day = [daily.c[name] == getattr(along.entry, name) for name in ("game", "day", "holder", "number")]
        if (await connection.execute(select(daily.c.number).where(*of_day))).first() is None:
            await insert_entry(connection, along.entry)


async def insert_entry(connection: AsyncConnection, entry: Entry) -> None:
    """Keep what a browser did with a day's puzzle, within a transaction."""
    await connection.execute(insert(daily).values(**{**asdict(entry), "data": dict(entry.data)}))


async def insert_events(connection: AsyncConnection, game_id: str, added: Sequence[Event]) -> None:
    """More of what happened in a game, as part of a transaction."""
    rows = [
        {"game_id": game_id, "number": e.number, "kind": e.kind, "data": dict(e.data), "at": e.at, "key": e.key}
        for e in added
    ]
    if rows:
        await connection.execute(insert(events), rows)


def read_url(url: str, make: bool = True) -> URL:
    """A database's address. Raises StoreError. SQLite makes its file, and this its folder, if it may `make`."""
    try:
        parsed = make_url(url)
    except SQLAlchemyError as error:
        raise StoreError("store.url", "{url!r} is no address of a database", url=url) from error
    if parsed.get_backend_name() == "sqlite" and not (parsed.database or "").startswith("file:"):
        if not make and not Path(parsed.database or "").is_file():
            raise StoreError("store.missing", "there is no database {database}", database=parsed.database)
        try:
            Path(parsed.database or "").parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = f"its folder cannot be made ({error.strerror})"
            raise StoreError("store.open", _CANNOT_USE, database=parsed.database, reason=reason) from error
    return parsed


def prepare(engine: Engine) -> None:
    """Let an engine write as this store does: connections with the option `byways_write` take SQLite's lock at once.

    In PostgreSQL who reads sees one moment, however many queries that takes.
    """
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    elif engine.dialect.name == "postgresql":
        event.listen(engine, "begin", _begin_postgresql)


def _prepare_sqlite(connection: Any, record: object) -> None:
    connection.isolation_level = None  # transactions are begun by _begin_sqlite
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={_BUSY_MS}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """Writers take the lock at once, so that none of them finds out at its commit that it lost."""
    writing = connection.get_execution_options().get("byways_write")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _begin_postgresql(connection: Connection) -> None:
    if not connection.get_execution_options().get("byways_write"):
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")


def aware(moment: datetime) -> datetime:
    """A moment in UTC: SQLite forgets the time zone, PostgreSQL tells it in that of its server."""
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def _store_error(error: SQLAlchemyError) -> StoreError:
    kind = kind_of(error)
    if kind is not None:
        return StoreError(kind, SENTENCES[kind])
    return StoreError("store.failed", "the database refuses: {reason}", reason=words_of(error))


def open_error(url: URL, error: Exception) -> StoreError:
    """What to say of a database that cannot be opened."""
    local = url.get_backend_name() == "sqlite"
    shown = url.database if local else url.render_as_string(hide_password=True)
    return StoreError("store.open", _CANNOT_USE, database=shown, reason=words_of(error))
