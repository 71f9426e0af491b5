"""The games, their seats and their events, in a database."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from datetime import UTC, datetime
from typing import Any

from msgspec import to_builtins
from sqlalchemy import (
    ColumnElement,
    RowMapping,
    ScalarSelect,
    Select,
    Table,
    delete,
    exists,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from byways.errors import BywaysError
from byways.site.storage.database import Database
from byways.site.storage.database_errors import store_error
from byways.site.storage.game_settings import GameSettings, read_limits
from byways.site.storage.stored_games import (
    DailyEntry,
    Event,
    ListedGame,
    Projection,
    SameTransaction,
    Seat,
    StoredGame,
    WaitingGames,
)
from byways.site.storage.tables import daily, deleted, events, games, keys, messages, occupants, seats

CHANNEL = "byways"  # of PostgreSQL's notifications of events and messages
PRESENCE = "byways_presence"  # and of those of who watches


class ConflictError(BywaysError):
    """Raised when another event has taken this number: the actor saw an older version of the game."""

    status = 409


class GoneError(BywaysError):
    """Raised when the owner of the server has removed the game."""

    status = 404


class Store(Database):
    """The games in a database."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.process = secrets.token_hex(8)
        """The name of this process among those that use the database."""
        self.heard_since: float | None = None
        """Since when the others are heard without a break, by a clock that only goes on."""

    def heard(self, seconds: float) -> bool:
        """Return whether all that other processes told for some time was heard here."""
        if not self.shared:
            return True
        return self.heard_since is not None and time.monotonic() - self.heard_since >= seconds

    async def create(self, game: StoredGame, entry: DailyEntry | None = None) -> None:
        """Keep a new game with its seats and its first events, and with it that it is a browser's sheet of a day.

        Raises ConflictError where the browser has a sheet of that day, or there is a game of that id.
        """

        def keep(connection: Connection) -> None:
            if entry is not None:
                insert_entry(connection, entry)
            insert_game(connection, game)
            self.announce(connection, game.id)

        try:
            await self.write(keep)
        except IntegrityError as error:
            if entry is None:
                raise ConflictError("game.begun", "this game has already been started") from error
            raise ConflictError("daily.begun", "this sheet has already been started") from error

    async def append(self, game_id: str, added: Sequence[Event], along: SameTransaction | None = None) -> None:
        """Keep more events of a game, all or none. Raises ConflictError where one of the numbers is taken."""

        def keep(connection: Connection) -> None:
            insert_events(connection, game_id, added)
            if along is not None:
                _keep_along(connection, game_id, along)
            self.announce(connection, game_id, number=max((e.number for e in added), default=0))

        try:
            await self.write(keep)
        except IntegrityError as error:
            raise ConflictError("game.conflict", "the game has moved on in the meantime") from error

    async def exchange(self, game_id: str, changed: Sequence[Event], along: SameTransaction) -> None:
        """Put events in the place of all of a game from the first of their numbers on. Raises StoreError."""

        def keep(connection: Connection) -> None:
            first = min(event.number for event in changed)
            connection.execute(delete(events).where(events.c.game_id == game_id, events.c.number >= first))
            insert_events(connection, game_id, changed)
            _keep_along(connection, game_id, along)
            self.announce(connection, game_id, number=max(event.number for event in changed))

        await self.write(keep)

    def announce(self, connection: Connection, game_id: str, *, number: int = 0, message: int = 0) -> None:
        """Let other processes know, once the transaction is committed, of an event or of a message."""
        if self.shared:
            told = f"{self.process} {game_id} {number} {message}"
            connection.execute(select(func.pg_notify(CHANNEL, told)))

    async def announce_presence(self, payloads: Sequence[str]) -> None:
        """Let other processes know who watches which games. Raises StoreError."""

        def tell(connection: Connection) -> None:
            for payload in payloads:
                connection.execute(select(func.pg_notify(PRESENCE, payload)))

        await self.write(tell)

    async def numbers(self, game_ids: Sequence[str]) -> dict[str, tuple[int, int]]:
        """Return the numbers of the last event and of the last message of games; 0 for none. Raises StoreError."""

        def last(table: Table) -> ScalarSelect[Any]:
            found = select(func.max(table.c.number)).where(table.c.game_id == games.c.id)
            return found.scalar_subquery()

        query = select(games.c.id, last(events), last(messages)).where(games.c.id.in_(game_ids))
        return {game_id: (event or 0, message or 0) for game_id, event, message in await self.rows(query)}

    async def holders(self, game_id: str) -> set[str]:
        """Return the holders of a game's seats. Raises StoreError."""
        query = select(occupants.c.holder).where(occupants.c.game_id == game_id, occupants.c.holder.is_not(None))
        return {row.holder for row in await self.rows(query)}

    async def load(self, game_id: str) -> StoredGame | None:
        """Return a game with all its events, or None."""

        def find(connection: Connection) -> StoredGame | None:
            row = connection.execute(select(games).where(games.c.id == game_id)).mappings().first()
            if row is None:
                return None
            seated = connection.execute(select(seats).where(seats.c.game_id == game_id).order_by(seats.c.player))
            happened = connection.execute(select(events).where(events.c.game_id == game_id).order_by(events.c.number))
            return StoredGame(
                row["id"],
                row["game"],
                row["options"],
                row["position"],
                aware(row["created"]),
                tuple(map(_seat, seated.mappings())),
                tuple(Event(e["number"], e["kind"], e["data"], aware(e["at"]), e["key"]) for e in happened.mappings()),
                GameSettings.read(row["terms"]),
                _projection(row),
            )

        return await self.read(find)

    async def of_holder(self, holder: str, limit: int = 50) -> list[tuple[str, str, datetime]]:
        """Return (id, game, created) of the games that `listed` returns."""
        query = _newest(select(games.c.id, games.c.game, games.c.created), holder, limit)
        return [(row.id, row.game, aware(row.created)) for row in await self.rows(query)]

    async def listed(self, holder: str, limit: int = 50, *, all_of_them: bool = False) -> list[ListedGame]:
        """Return the games in which a browser holds a seat, newest first, but for those that it has deleted.

        Raises StoreError.
        """
        query = _newest(select(games), holder, limit, all_of_them=all_of_them)

        def find(connection: Connection) -> list[ListedGame]:
            rows = connection.execute(query).mappings().all()
            sitting = select(occupants).where(occupants.c.game_id.in_([row["id"] for row in rows]))
            there: dict[str, list[Seat]] = {}
            for row in connection.execute(sitting.order_by(occupants.c.player)).mappings():
                there.setdefault(row["game_id"], []).append(_seat(row))
            return [_listed(row, there.get(row["id"], ())) for row in rows]

        return await self.read(find)

    async def games_with(self, holder: str, *kinds: str) -> frozenset[str]:
        """Return the ids of the games of a browser in which an event of some kinds has happened. Raises StoreError."""
        mine = select(occupants.c.game_id).where(occupants.c.holder == holder)
        query = select(events.c.game_id).where(events.c.game_id.in_(mine), events.c.kind.in_(kinds))
        return frozenset(row.game_id for row in await self.rows(query))

    async def waiting(self, holder: str, other_than: str = "") -> WaitingGames:
        """Return how many games, other than one, wait for a browser. Raises StoreError."""
        mine = (occupants.c.holder == holder) & (games.c.id != other_than) & games.c.over.is_(False) & _kept_by(holder)
        moves = (occupants.c.player == games.c.seat_to_move).label("moves")
        query = select(occupants.c.engine, moves).join(games, games.c.id == occupants.c.game_id).where(mine)
        seats = [row for row in await self.rows(query) if row.engine is None]  # else an engine has taken it over
        return WaitingGames(sum(bool(row.moves) for row in seats), bool(seats))

    async def project(self, game_id: str, projection: Projection, sitting: Iterable[Seat]) -> None:
        """Keep the state of a game, unless it has gone on. Raises StoreError."""
        known = games.c.last_event.is_(None) | (games.c.last_event <= projection.last_event)

        def keep(connection: Connection) -> None:
            changed = update(games).where((games.c.id == game_id) & known).values(**asdict(projection))
            if connection.execute(changed).rowcount:
                _seat_people(connection, game_id, sitting)

        await self.write(keep)

    async def deadlines(self, most: int = 50) -> list[tuple[str, datetime]]:
        """Return (id, deadline) of the games whose clocks run, earliest first."""
        query = (
            select(games.c.id, games.c.deadline)
            .where(games.c.deadline.is_not(None))
            .order_by(games.c.deadline)
            .limit(most)
        )
        return [(row.id, aware(row.deadline)) for row in await self.rows(query)]

    async def key(self, name: str) -> str:
        """Return a secret of the server, created on first use and then shared by all its processes.

        Raises StoreError.
        """
        found = await self._key(name)
        if found is not None:
            return found
        made = secrets.token_urlsafe(32)
        try:
            await self.write(lambda connection: connection.execute(insert(keys).values(name=name, value=made)))
        except IntegrityError as error:
            found = await self._key(name)  # another process was quicker
            if found is None:
                raise store_error(error) from error
            return found
        return made

    async def _key(self, name: str) -> str | None:
        query = select(keys.c.value).where(keys.c.name == name)
        return await self.read(lambda connection: connection.execute(query).scalar())


def insert_game(connection: Connection, game: StoredGame) -> None:
    """Keep a new game within a transaction."""
    row = {"id": game.id, "game": game.game, "options": dict(game.options), "position": game.position}
    more = {"created": game.created, "terms": to_builtins(game.settings)}
    projected = asdict(game.projection) if game.projection else {}
    connection.execute(insert(games).values(**row, **more, **projected))
    rows = [_seat_row(game.id, seat) for seat in game.seats]
    connection.execute(insert(seats), rows)
    connection.execute(insert(occupants), rows)
    insert_events(connection, game.id, game.events)


def _keep_along(connection: Connection, game_id: str, along: SameTransaction) -> None:
    if along.projection is not None:
        connection.execute(update(games).where(games.c.id == game_id).values(**asdict(along.projection)))
    _seat_people(connection, game_id, along.occupants)
    if along.game is not None:
        insert_game(connection, along.game)
    if along.entry is not None:
        of_day = [daily.c[name] == getattr(along.entry, name) for name in ("game", "day", "holder", "number")]
        if connection.execute(select(daily.c.number).where(*of_day)).first() is None:
            insert_entry(connection, along.entry)


def _seat_people(connection: Connection, game_id: str, sitting: Iterable[Seat]) -> None:
    """Keep who sits on some seats of a game now."""
    rows = [_seat_row(game_id, seat) for seat in sitting]
    if rows:
        changed = occupants.c.player.in_([row["player"] for row in rows])
        connection.execute(delete(occupants).where((occupants.c.game_id == game_id) & changed))
        connection.execute(insert(occupants), rows)


def _newest(query: Select[Any], holder: str, limit: int, *, all_of_them: bool = False) -> Select[Any]:
    """Restrict a query of games to the newest in which a browser holds a seat."""
    mine = select(occupants.c.game_id).where(occupants.c.holder == holder)
    query = query if all_of_them else query.where(_kept_by(holder))
    return query.where(games.c.id.in_(mine)).order_by(games.c.created.desc()).limit(limit)


def _kept_by(holder: str) -> ColumnElement[bool]:
    """Return whether a browser has not deleted a game, or something has happened in it since."""
    since = deleted.c.last_event >= func.coalesce(games.c.last_event, 0)
    return ~exists().where((deleted.c.game_id == games.c.id) & (deleted.c.holder == holder) & since)


def _seat(row: RowMapping) -> Seat:
    return Seat(row["player"], read_limits(row["engine"]), row["holder"], row["name"])


def _seat_row(game_id: str, seat: Seat) -> Mapping[str, Any]:
    return {"game_id": game_id, **asdict(seat), "engine": to_builtins(seat.engine)}


def _listed(row: RowMapping, sitting: Sequence[Seat]) -> ListedGame:
    begun = aware(row["created"]), row["position"]
    return ListedGame(row["id"], row["game"], row["options"], *begun, tuple(sitting), _projection(row))


def _projection(row: RowMapping) -> Projection | None:
    if row["last_event"] is None:
        return None
    of = {one.name: row[one.name] for one in fields(Projection)}
    return Projection(**{**of, "deadline": of["deadline"] and aware(of["deadline"])})


def insert_entry(connection: Connection, entry: DailyEntry) -> None:
    """Keep what a browser did with a day's puzzle, within a transaction."""
    connection.execute(insert(daily).values(**{**asdict(entry), "data": dict(entry.data)}))


def insert_events(connection: Connection, game_id: str, added: Sequence[Event]) -> None:
    """Insert further events of a game, as part of a transaction."""
    rows = [
        {"game_id": game_id, "number": e.number, "kind": e.kind, "data": dict(e.data), "at": e.at, "key": e.key}
        for e in added
    ]
    if rows:
        connection.execute(insert(events), rows)


def aware(moment: datetime) -> datetime:
    """Return a moment in UTC: SQLite drops the time zone, PostgreSQL uses its server's."""
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
