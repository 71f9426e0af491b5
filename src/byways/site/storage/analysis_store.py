"""Engines' analyses of the positions of games, as they are stored: a coach keeps its own, and a review reads all."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from msgspec import to_builtins
from sqlalchemy import delete, insert, select
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from byways.position.state import State
from byways.search.answer import Analysis
from byways.site.storage.game_store import Store
from byways.site.storage.tables import analyses, occupants

_CHOICES = 12  # turns of a position that are kept, and the one that was played


@dataclass(frozen=True)
class StoredAnalysis:
    """An engine's analysis of a position of a game."""

    ply: int
    line: str
    """As `line_of` tells it of the turns up to there."""
    seconds: float
    data: Mapping[str, Any]
    """An `Analysis`, or what another job found."""


def line_of(turns: Sequence[str]) -> str:
    """Return a hash of a sequence of turns."""
    return hashlib.sha256("\n".join(turns).encode()).hexdigest()[:32]


class AnalysisStore:
    """Analyses in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def keep(self, game_id: str, *found: StoredAnalysis) -> None:
        """Keep what engines said of positions, each unless a longer search is known. Raises StoreError."""

        def keep(connection: Connection) -> None:
            for said in found:
                _keep(connection, game_id, said)

        with suppress(IntegrityError):  # another process was quicker
            await self._store.write(keep)

    async def games_of(self, holder: str) -> frozenset[str]:
        """Return the ids of the games of a browser at which engines have looked. Raises StoreError."""
        mine = select(occupants.c.game_id).where(occupants.c.holder == holder)
        query = select(analyses.c.game_id).where(analyses.c.game_id.in_(mine)).distinct()
        return frozenset(row.game_id for row in await self._store.rows(query))

    async def of_game(self, game_id: str) -> dict[int, StoredAnalysis]:
        """Return the analyses of a game by ply, including those of turns undone since. Raises StoreError."""
        query = select(analyses).where(analyses.c.game_id == game_id).order_by(analyses.c.ply)
        rows = await self._store.read(lambda connection: connection.execute(query).mappings().all())
        return {row["ply"]: StoredAnalysis(row["ply"], row["line"], row["seconds"], row["data"]) for row in rows}


def stored(state: State, seconds: float, found: Analysis, played: str | None = None) -> StoredAnalysis:
    """Return the analysis of a state as it is stored: with the foremost choices, and the turn that was played."""
    kept = tuple(choice for i, choice in enumerate(found.choices) if i < _CHOICES or choice.turn == played)
    return StoredAnalysis(len(state.turns), line_of(state.turns), seconds, to_builtins(replace(found, choices=kept)))


def _keep(connection: Connection, game_id: str, said: StoredAnalysis) -> None:
    same = (analyses.c.game_id == game_id) & (analyses.c.ply == said.ply)
    longer = (analyses.c.line == said.line) & (analyses.c.seconds > said.seconds)
    if connection.execute(select(analyses.c.ply).where(same & longer)).first() is None:
        connection.execute(delete(analyses).where(same))
        connection.execute(insert(analyses).values(row_of(game_id, said)))


def row_of(game_id: str, said: StoredAnalysis) -> dict[str, object]:
    """Return the row in which an analysis is stored."""
    return {
        "game_id": game_id,
        "ply": said.ply,
        "line": said.line,
        "seconds": said.seconds,
        "data": dict(said.data),
    }
