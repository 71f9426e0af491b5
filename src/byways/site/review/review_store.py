"""Stored records and their annotations."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import takewhile

import msgspec
from sqlalchemy import RowMapping, func, insert, select, update
from sqlalchemy.engine import Connection

from byways.position.state import State
from byways.records.record import Line, Turn
from byways.site.storage.analysis_store import StoredAnalysis, row_of
from byways.site.storage.game_store import Store, aware, insert_events, insert_game
from byways.site.storage.stored_games import Seat, StoredGame, new_id
from byways.site.storage.tables import analyses, events, games, records
from byways.site.timeline import events as game_events
from byways.site.timeline.events import Recorded
from byways.site.web.requests import MissingError
from byways.site.web.sessions import hash_of


@dataclass(frozen=True)
class RecordContents:
    """A record's contents besides its start and its turns."""

    line: Line
    people: Mapping[str, str]
    tags: Mapping[str, str]
    winners: tuple[str, ...] | None
    termination: str
    owner: str | None = None
    """The holder who may annotate it."""


@dataclass(frozen=True)
class OwnedRecord:
    """A record that its holder may annotate."""

    id: str
    game: str
    created: datetime
    kept: RecordContents


class ReviewStore:
    """Records in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def keep_record(self, game: StoredGame, kept: RecordContents, known: Iterable[StoredAnalysis] = ()) -> None:
        """Keep a game that came as a record, and what engines said of it. Raises StoreError."""

        def keep(connection: Connection) -> None:
            insert_game(connection, game)
            connection.execute(
                insert(records).values(
                    game_id=game.id,
                    line=msgspec.to_builtins(kept.line),
                    people=dict(kept.people),
                    tags=dict(kept.tags),
                    winners=kept.winners,
                    termination=kept.termination,
                    owner=kept.owner,
                )
            )
            for said in known:
                connection.execute(insert(analyses).values(row_of(game.id, said)))

        await self._store.write(keep)

    async def change_line(
        self, game_id: str, owner: str, change: Callable[[Line], Line], tags: Mapping[str, str] | None = None
    ) -> None:
        """Change the turns and notes of one's own record, with `tags` its tags, and the game where it goes another way.

        Raises StoreError, MissingError, and what `change` does.
        """
        mine = (records.c.game_id == game_id) & (records.c.owner == owner)

        def write(connection: Connection) -> None:
            row = connection.execute(select(records.c.line).where(mine).with_for_update()).first()
            if row is None:
                raise MissingError("note.whose", "only the owner of a record may write in it")
            before = msgspec.convert(row.line, Line)
            line = change(before)
            told = {} if tags is None else {"tags": dict(tags)}
            connection.execute(update(records).where(mine).values(line=msgspec.to_builtins(line), **told))
            self._follow(connection, game_id, before.turns, line.turns)

        await self._store.write(write)

    def _follow(self, connection: Connection, game_id: str, before: Sequence[Turn], after: Sequence[Turn]) -> None:
        """Let the game have the turns of its record, from the first that is another one on."""
        pairs = zip(before, after, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0].turn == pair[1].turn, pairs))
        happened: list[game_events.Event] = [game_events.Undo(same)] if same < len(before) else []
        happened += [game_events.Turn(turn.turn) for turn in after[same:]]
        if happened:
            numbers = select(func.max(events.c.number)).where(events.c.game_id == game_id)
            last = connection.execute(numbers).scalar() or 0
            now = datetime.now(UTC)
            added = [Recorded(last + i, event, now).row() for i, event in enumerate(happened, 1)]
            insert_events(connection, game_id, added)
            self._store.announce(connection, game_id, number=last + len(added))

    async def owned(self, owner: str, limit: int = 50) -> list[OwnedRecord]:
        """Return the records that a browser owns, newest first. Raises StoreError."""
        query = (
            select(games.c.game, games.c.created, records)
            .join(records, records.c.game_id == games.c.id)
            .where(records.c.owner == owner)
            .order_by(games.c.created.desc())
            .limit(limit)
        )
        rows = await self._store.read(lambda connection: connection.execute(query).mappings().all())
        return [OwnedRecord(row["game_id"], row["game"], aware(row["created"]), _kept(row)) for row in rows]

    async def record_of(self, game_id: str) -> RecordContents | None:
        """Return the stored record of a game; None for a game that was played here. Raises StoreError."""
        query = select(records).where(records.c.game_id == game_id)
        row = await self._store.read(lambda connection: connection.execute(query).mappings().first())
        return None if row is None else _kept(row)


def _kept(row: RowMapping) -> RecordContents:
    winners = None if row["winners"] is None else tuple(row["winners"])
    line = msgspec.convert(row["line"], Line)
    return RecordContents(line, row["people"], row["tags"], winners, row["termination"], row["owner"])


def as_game(start: State, turns: Iterable[str], *, placed: bool) -> StoredGame:
    """Return turns from a start as a game without owners; `placed` if it began at a position that was set up."""
    now = datetime.now(UTC)
    events = tuple(Recorded(i, game_events.Turn(turn), now).row() for i, turn in enumerate(turns, 1))
    nobody = hash_of(secrets.token_urlsafe(32))  # an open seat would wait for somebody
    seats = tuple(Seat(player, holder=nobody) for player in start.players)
    position = str(start) if placed else None
    return StoredGame(new_id(), start.game, start.options, position, now, seats, events)
