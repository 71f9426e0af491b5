"""The finished games of a server's database as records, read without writing anything."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence

from sqlalchemy import select

from byways.errors import BywaysError
from byways.records import Line, Record, Turn, values_of, with_values
from byways.site.review.findings import known, share
from byways.site.review.review_store import RecordContents, ReviewStore
from byways.site.storage import schema
from byways.site.storage.analysis_store import AnalysisStore, StoredAnalysis
from byways.site.storage.database_errors import StoreError
from byways.site.storage.database_url import read_only
from byways.site.storage.game_store import Store
from byways.site.storage.stored_games import StoredGame
from byways.site.storage.tables import games
from byways.site.timeline.timeline import load


def finished_records(url: str) -> Iterator[Record | None]:
    """Yield the finished games of a database, oldest first; None for each that this Byways cannot play.

    Games that came as records count as finished if they have a result. What an engine said of a game's positions in
    a review becomes the record's values. The server may be running. Raises StoreError, also for a database of another
    version: reading does not migrate it.
    """
    address = read_only(url)
    with schema.examining(address) as connection:
        found = schema.revision_of(connection)
    if found != schema.HEAD:
        raise StoreError(
            "store.schema",
            "the database has the schema {found}, this Byways reads {expected}; its own server migrates it",
            found=found or "of no Byways",
            expected=schema.HEAD,
        )
    with asyncio.Runner() as runner:
        store = Store(address)
        try:
            for (game_id,) in runner.run(store.rows(select(games.c.id).order_by(games.c.created, games.c.id))):
                yield from runner.run(_finished(store, game_id))
        finally:
            runner.run(store.close())


async def _finished(store: Store, game_id: str) -> Sequence[Record | None]:
    """Return the record of a game if it is finished, None in its place if it cannot be read; nothing for others."""
    stored = await store.load(game_id)
    kept = await ReviewStore(store).record_of(game_id)
    if stored is None:
        return ()
    said = await AnalysisStore(store).of_game(game_id)
    try:
        record = _record(stored, kept)
        return () if record is None else (_valued(record, said),)
    except BywaysError:
        return (None,)


def _record(stored: StoredGame, kept: RecordContents | None) -> Record | None:
    timeline = load(stored)
    outcome = timeline.state.outcome
    winners = outcome.winners if outcome else None
    if kept is not None:
        won = winners if kept.winners is None else kept.winners
        return None if won is None else Record(timeline.states[0], kept.line, won, kept.termination)
    if not timeline.over:
        return None
    line = Line(turns=tuple(Turn(str(state.turn)) for state in timeline.states[1:]))
    end = timeline.end
    return Record(timeline.states[0], line, end.winners if end else winners, end.termination if end else "")


def _valued(record: Record, said: Mapping[int, StoredAnalysis]) -> Record:
    """Return a game of two with the values that engines found in a review, else those it has. Raises RecordError."""
    states = record.states()
    own = values_of(record) or (None,) * len(states)
    if len(record.start.players) != 2 or not said:
        return record
    found = {ply: share(states[ply], analysis) for ply, analysis in known(states, said).items()}
    return with_values(record, [found.get(ply, value) for ply, value in enumerate(own)])
