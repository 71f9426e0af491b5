"""The finished games of a server as records: all of them, none that goes on, and nothing is written."""

import asyncio
import hashlib
import json
from dataclasses import replace
from datetime import timedelta

import pytest
from site_world import NOW, in_loop, opened, stored, turn_event
from sqlalchemy import text

from byways.cli import main
from byways.errors import BywaysError
from byways.records import Record, values_of, with_values
from byways.site.operations.finished_games import finished_records
from byways.site.review.review_store import RecordContents, ReviewStore
from byways.site.settings import database_url
from byways.site.storage import schema
from byways.site.storage.analysis_store import AnalysisStore, StoredAnalysis, line_of
from byways.site.storage.database_errors import StoreError
from byways.site.storage.database_url import read_only
from byways.site.storage.game_store import Store
from byways.site.storage.stored_games import Event
from byways.site.storage.tables import games

TURNS = ("b3", "a2", "c3", "b2", "b4", "c2", "c4", "d2")  # Black wins
RECORD = Record.from_text('[Game "troll"] [Options "size=4"] [Result "white"] [Termination "time"] b2 b3')


def contents(record):
    return RecordContents(record.line, record.people, record.tags, record.winners, record.termination)


def analysis(ply, value):
    found = {"best": "b2", "value": value, "proved": False, "line": [], "choices": [], "simulations": 9}
    return StoredAnalysis(ply, line_of(TURNS[:ply]), 1.0, {**found, "seconds": 1.0, "depth": 1})


async def fill(store):
    """A game won, one given up, one that goes on, three records, and one that a newer Byways has written to."""

    async def later(hours, game_id, turns, *more):
        game = replace(stored(game_id=game_id, turns=turns), created=NOW + timedelta(hours=hours))
        await store.create(replace(game, events=(*game.events, *more)))

    resigned = {"winners": ["white"], "termination": "resignation", "by": "black"}
    await later(2, "given-up", TURNS[:3], Event(4, "end", resigned, NOW))
    await later(1, "won", TURNS)
    await later(3, "going-on", TURNS[:4])
    await later(4, "newer", TURNS[:2], Event(3, "teleport", {}, NOW))
    reviews = ReviewStore(store)
    for at, record in enumerate(
        (with_values(RECORD, (None, 0.5, 0.75)), replace(RECORD, winners=None, termination="")), 5
    ):
        game = replace(stored(game_id=f"r{at}", turns=record.turns), created=NOW + timedelta(hours=at))
        await reviews.keep_record(game, contents(record))
    await AnalysisStore(store).keep("won", analysis(0, 0.6))
    await AnalysisStore(store).keep("won", analysis(1, 0.7))  # Black's, so that White expects 0.3
    await AnalysisStore(store).keep("won", replace(analysis(2, 0.9), line="undone since"))


def everything(folder):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir() if path.is_file()}


def check(found):
    won, given_up, newer, record = found
    assert (won.turns, won.winners, won.termination) == (TURNS, ("black",), "")
    assert values_of(won) == (0.6, 0.3, *[None] * 7), "what engines said in a review, for the first player"
    assert (given_up.turns, given_up.winners, given_up.termination) == (TURNS[:3], ("white",), "resignation")
    assert newer is None, "what cannot be played is counted, and stops nothing"
    assert (record.turns, record.termination, values_of(record)) == (("b2", "b3"), "time", (None, 0.5, 0.75))
    assert Record.from_text(won.to_text()) == won


def test_finished_games_are_read_and_nothing_is_written(tmp_path):
    path = tmp_path / "byways.sqlite3"

    @in_loop
    async def made():
        async with opened(path) as store:
            await fill(store)

    made()
    before = everything(tmp_path)
    check(list(finished_records(database_url(str(path)))))
    assert everything(tmp_path)[path.name] == before[path.name]


async def test_they_are_read_while_the_server_goes_on(database):
    async with opened(database) as store:
        await fill(store)
        check(await asyncio.to_thread(lambda: list(finished_records(database_url(database)))))
        await store.append("going-on", [turn_event(5, "b4")])


def test_sqlite_refuses_writes_to_what_is_only_read(tmp_path):
    path = tmp_path / "a folder?%41#" / "byways.sqlite3"
    url = database_url(str(path))
    schema.upgrade(url)

    @in_loop
    async def writing():
        store = Store(read_only(url))
        try:
            assert await store.rows(games.select()) == []
            await store.create(stored())
        finally:
            await store.close()

    with pytest.raises(StoreError, match="read-only"):
        writing()


def test_another_schema_is_said_in_one_line_and_stays(database):
    url = database_url(database)
    schema.upgrade(url)
    with schema.changing(url) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0007'"))
    with pytest.raises(StoreError, match=f"the database has the schema 0007, this Byways reads {schema.HEAD}"):
        next(finished_records(url))
    with schema.examining(url) as connection:
        assert schema.revision_of(connection) == "0007"


def test_a_missing_database_is_not_made(tmp_path):
    with pytest.raises(BywaysError, match="there is no database"):
        next(finished_records(database_url(str(tmp_path / "none.sqlite3"))))
    assert list(tmp_path.iterdir()) == []


def test_the_command_measures_a_server(database, capsys):
    @in_loop
    async def made():
        async with opened(database) as store:
            await fill(store)

    made()
    assert main(["metrics", "--database", database, "--only", "AdvantageP1,DurationTurns,Surprise", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    (rules,) = found["rule_sets"]
    assert (found["left_out"], rules["game"], rules["games"]) == (1, "troll", 3)
    assert {one["name"]: (one["n"], one["value"]) for one in rules["metrics"]} == {
        "AdvantageP1": (3, pytest.approx(2 / 3)),
        "DurationTurns": (3, pytest.approx(13 / 3)),
        "Surprise": (2, pytest.approx((0.3 + 0.25) / 2)),
    }
    assert main(["metrics", "--database", database, "--only", "Reasons"]) == 0
    assert "1 finished game could not be read" in capsys.readouterr().out
