"""What the database keeps for reviews: what records say besides their turns, and what engines said of positions."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import delete, insert, select

from byways.records.tree import Line
from byways.site.store import Store, StoredGame, insert_game
from byways.site.tables import analyses, records


@dataclass(frozen=True)
class Kept:
    """What a record says besides its start and its turns."""

    line: Line
    people: Mapping[str, str]
    tags: Mapping[str, str]
    winners: tuple[str, ...] | None
    termination: str


@dataclass(frozen=True)
class Statement:
    """What an engine said of a position of a game."""

    ply: int
    line: str
    """As `line_of` tells it of the turns up to there."""
    seconds: float
    data: Mapping[str, Any]


def line_of(turns: Sequence[str]) -> str:
    """A short name for a sequence of turns."""
    return hashlib.sha256("\n".join(turns).encode()).hexdigest()[:32]


class Shelf:
    """Records and analyses in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def keep_record(self, game: StoredGame, kept: Kept) -> None:
        """Keep a game that came as a record. Raises StoreError."""
        async with self._store.writing() as connection:
            await insert_game(connection, game)
            await connection.execute(
                insert(records).values(
                    game_id=game.id,
                    line=msgspec.to_builtins(kept.line),
                    people=dict(kept.people),
                    tags=dict(kept.tags),
                    winners=kept.winners,
                    termination=kept.termination,
                )
            )

    async def record_of(self, game_id: str) -> Kept | None:
        """What the record of a game says; None for a game that was played here. Raises StoreError."""
        async with self._store.reading() as connection:
            row = (await connection.execute(select(records).where(records.c.game_id == game_id))).mappings().first()
        if row is None:
            return None
        winners = None if row["winners"] is None else tuple(row["winners"])
        return Kept(msgspec.convert(row["line"], Line), row["people"], row["tags"], winners, row["termination"])

    async def keep_analysis(self, game_id: str, said: Statement) -> None:
        """Keep what an engine said, in place of what was known of that ply. Raises StoreError."""
        async with self._store.writing() as connection:
            same = (analyses.c.game_id == game_id) & (analyses.c.ply == said.ply)
            await connection.execute(delete(analyses).where(same))
            await connection.execute(
                insert(analyses).values(
                    game_id=game_id, ply=said.ply, line=said.line, seconds=said.seconds, data=dict(said.data)
                )
            )

    async def analyses_of(self, game_id: str) -> dict[int, Statement]:
        """What is known of a game, by ply, also of turns that were undone since. Raises StoreError."""
        query = select(analyses).where(analyses.c.game_id == game_id).order_by(analyses.c.ply)
        async with self._store.reading() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return {row["ply"]: Statement(row["ply"], row["line"], row["seconds"], row["data"]) for row in rows}
