"""The database: what is kept is kept, in order, once, and before anybody is told."""

import asyncio
import sqlite3
import time
from contextvars import ContextVar
from functools import partial

import pytest
from site_world import ADA, BOB, NOW, opened, stored, turn_event
from sqlalchemy import text

from byways.site.settings import Settings, database_url
from byways.site.storage import game_store as store_module
from byways.site.storage.database_errors import StoreError
from byways.site.storage.game_settings import EngineLimits
from byways.site.storage.game_store import ConflictError, Store
from byways.site.storage.stored_games import Event, Seat


async def test_a_game_comes_back_as_it_was_kept(database):
    seats = (Seat("black", engine=EngineLimits(seconds=1.5)), Seat("white", holder=ADA))
    game = stored(turns=("b2", "b3"), seats=seats, edges="closed")
    async with opened(database) as store:
        await store.create(game)
        assert await store.load("g1") == game
        assert await store.load("g2") is None


async def test_events_are_appended_all_or_none(database):
    async with opened(database) as store:
        await store.create(stored())
        await store.append("g1", [turn_event(1, "b2"), Event(2, "undo", {"ply": 0}, NOW)])
        with pytest.raises(ConflictError):
            await store.append("g1", [turn_event(3, "b3"), turn_event(2, "c3")])
        found = await store.load("g1")
        assert [(event.number, event.kind) for event in found.events] == [(1, "turn"), (2, "undo")]


async def test_a_key_counts_once_in_a_game(database):
    async with opened(database) as store:
        await store.create(stored())
        await store.create(stored(game_id="g2"))
        await store.append("g1", [turn_event(1, "b2", "key")])
        await store.append("g2", [turn_event(1, "b2", "key")])
        with pytest.raises(ConflictError):
            await store.append("g1", [turn_event(2, "b3", "key")])


async def test_a_secret_is_the_same_for_processes_that_make_it_at_once(database):
    async with opened(database) as store, opened(database) as other:
        made = await asyncio.gather(*(one.key("seals") for one in (store, other) * 3))
        assert set(made) == {await store.key("seals")}
        assert len(made[0]) >= 43


async def test_a_database_that_takes_no_secret_is_told_of_and_not_asked_for_ever(database):
    """As where somebody else has added a condition to the table."""
    async with opened(database) as store:
        never = "ALTER TABLE keys ADD CONSTRAINT no_secrets CHECK (value = '')"
        if not store.shared:
            never = "CREATE TRIGGER no_secrets BEFORE INSERT ON keys BEGIN SELECT RAISE(ABORT, 'no_secrets'); END"
        await store.write(lambda connection: connection.execute(text(never)))
        with pytest.raises(StoreError, match=r"the database refused: .*no_secrets"):
            await asyncio.wait_for(store.key("seals"), 60)


async def test_work_knows_what_its_caller_knows(database):
    """Such as the language of who asked."""
    asked = ContextVar("asked", default="nobody")
    async with opened(database) as store:
        asked.set("Ada")
        assert await store.read(lambda _: asked.get()) == "Ada"
        assert await store.write(lambda _: asked.get()) == "Ada"


async def test_who_wants_to_write_to_a_file_stands_in_line(tmp_path):
    """SQLite alone would let in whoever happens to ask at the right moment, and others only after seconds."""
    came = []

    def write(connection, i):
        came.append(i)
        time.sleep(0.02)

    async with opened(tmp_path / "a.sqlite3") as store:
        await asyncio.gather(*(store.write(partial(write, i=i)) for i in range(12)))
    assert came == list(range(12))


async def test_of_many_writers_of_one_number_one_wins(database):
    """Two stores on one database stand for two server processes."""
    async with opened(database) as one, opened(database) as other:
        await one.create(stored())
        writes = [store.append("g1", [turn_event(1, f"turn {i}")]) for i in range(10) for store in (one, other)]
        results = await asyncio.gather(*writes, return_exceptions=True)
        assert sum(result is None for result in results) == 1
        assert sum(isinstance(result, ConflictError) for result in results) == 19
        assert len((await one.load("g1")).events) == 1


async def test_what_is_acknowledged_is_on_disk_for_others_to_see(tmp_path):
    path = tmp_path / "a.sqlite3"
    async with opened(path) as store:
        await store.create(stored())
        await store.append("g1", [turn_event(1, "b2")])
        with sqlite3.connect(path) as other:
            assert other.execute("SELECT data FROM events").fetchall() == [('{"turn": "b2"}',)]


async def test_sqlite_is_told_to_be_careful(store):
    def pragmas(connection):
        names = ("journal_mode", "synchronous", "foreign_keys")
        return {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names}

    read = await store.read(pragmas)
    assert read == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    with pytest.raises(ConflictError):
        await store.append("no such game", [turn_event(1, "b2")])


async def test_the_games_of_a_browser_the_newest_first(database):
    async with opened(database) as store:
        for i in range(5):
            seats = (Seat("white", holder=ADA if i % 2 == 0 else BOB), Seat("black", engine=EngineLimits(seconds=1)))
            game = stored(game_id=f"g{i}", seats=seats)
            await store.create(store_module.StoredGame(**{**vars(game), "created": NOW.replace(minute=i)}))
        assert [game_id for game_id, *_ in await store.of_holder(ADA)] == ["g4", "g2", "g0"]
        assert [game_id for game_id, *_ in await store.of_holder(ADA, 1)] == ["g4"]
        assert await store.of_holder("c" * 64) == []


async def test_a_database_that_another_program_holds_is_said_to_be_locked(tmp_path, monkeypatch):
    monkeypatch.setattr("byways.site.storage.database._BUSY_MS", 50)
    path = tmp_path / "a.sqlite3"
    async with opened(path) as store:
        await store.create(stored())
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="the server's database is too busy"):
            await store.append("g1", [turn_event(1, "b2")])
        other.execute("COMMIT")
        other.close()
        await store.append("g1", [turn_event(1, "b2")])


def test_an_unusable_address_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"the database /.*file/a.sqlite3 cannot be used: its folder"):
        Store(database_url(str(tmp_path / "file" / "a.sqlite3")))
    with pytest.raises(StoreError, match="is not the address of a database"):
        Store("nonsense")
    with pytest.raises(StoreError, match="cannot be used"):
        Store("oracle://me:secret@host/db")


def test_a_password_is_never_shown():
    with pytest.raises(StoreError) as refused:
        Store("oracle://me:secret@host/db")
    assert "secret" not in str(refused.value)


def test_addresses_of_databases(tmp_path, monkeypatch):
    monkeypatch.setenv("BYWAYS_DATA", str(tmp_path))
    assert database_url(None) == f"sqlite:///{tmp_path}/byways.sqlite3"
    assert Settings.of().database == database_url("")
    assert database_url("/x/y.db") == "sqlite:////x/y.db"
    assert database_url("sqlite:////x/y.db") == "sqlite:////x/y.db"
    assert database_url("postgresql://host/db") == "postgresql+psycopg://host/db"
    assert database_url("postgres://host/db") == "postgresql+psycopg://host/db"
    monkeypatch.delenv("BYWAYS_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert database_url(None) == "sqlite:////data/byways/byways.sqlite3"
