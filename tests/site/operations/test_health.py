"""What is said of a database in trouble: to who plays, to who watches over the server, and to its owner."""

import asyncio
import logging
import sqlite3
import threading
from contextlib import AsyncExitStack, asynccontextmanager
from types import SimpleNamespace

import psycopg
import pytest
from site_world import ADA, Site, act, begin, held, opened, rooms_in, site_in, take_turn
from sqlalchemy import text
from sqlalchemy.exc import DatabaseError, InternalError, OperationalError, TimeoutError

from byways.site.app import create_app
from byways.site.operations import health
from byways.site.play import job
from byways.site.settings import Settings, database_url
from byways.site.storage.database_errors import StoreError, kind_of
from byways.site.storage.game_settings import EngineLimits
from byways.site.storage.game_store import Store
from byways.site.storage.stored_games import Seat

WELL = {"reading": True, "writing": True, "listening": True, "why": {}}


def told(kind, error, **facts):
    for name, value in facts.items():
        setattr(error, name, value)
    return kind("INSERT", {}, error)


def by_letters(letters):
    return told(InternalError, psycopg.errors.lookup(letters)("what it says"))


async def test_who_asks_for_the_head_alone_is_told_how_things_are(browser):
    for path, status in (("/", 200), ("/health", 200), ("/rules/troll", 200), ("/nowhere", 404)):
        assert (await browser.head(path)).status_code == status, path


async def test_a_database_that_does_not_answer_is_called_silent_although_the_timer_comes_a_moment_early(monkeypatch):
    """The loop counts in whole milliseconds: its five seconds were now and then 4.9999, and all was called well."""
    monkeypatch.setattr(health, "PATIENCE", 0.05)
    monkeypatch.setattr(health, "time", SimpleNamespace(monotonic=lambda: 100.0))
    ability = health._Test(asyncio.Event().wait)
    assert await ability.trouble(health.BRIEF / 100) is None, "not known yet"
    assert (await ability.trouble(health.PATIENCE)).code == "store.silent"


@pytest.mark.parametrize(("error", "code"), [
    (told(OperationalError, sqlite3.OperationalError("x"), sqlite_errorcode=sqlite3.SQLITE_FULL), "store.full"),
    (told(OperationalError, sqlite3.OperationalError("x"), sqlite_errorcode=1032), "store.read_only"),
    (told(OperationalError, sqlite3.OperationalError("x"), sqlite_errorcode=sqlite3.SQLITE_BUSY), "store.busy"),
    (told(OperationalError, sqlite3.OperationalError("x"), sqlite_errorcode=sqlite3.SQLITE_CANTOPEN), "store.away"),
    (told(OperationalError, sqlite3.OperationalError("x"), sqlite_errorcode=sqlite3.SQLITE_ERROR), None),
    (by_letters("53100"), "store.full"),
    (by_letters("25006"), "store.read_only"),
    (by_letters("42501"), "store.read_only"),
    (by_letters("53300"), "store.busy"),
    (by_letters("57014"), "store.busy"),
    (by_letters("40001"), "store.busy"),
    (by_letters("57P01"), "store.away"),
    (by_letters("25P03"), "store.away"),
    (by_letters("08006"), "store.away"),
    (by_letters("XX001"), "store.damaged"),
    (told(DatabaseError, sqlite3.DatabaseError("x"), sqlite_errorcode=sqlite3.SQLITE_CORRUPT), "store.damaged"),
    (told(DatabaseError, sqlite3.DatabaseError("x"), sqlite_errorcode=sqlite3.SQLITE_NOTADB), "store.damaged"),
    (by_letters("22003"), None),
    (told(OperationalError, psycopg.OperationalError("connection refused")), "store.away"),
    (told(OperationalError, psycopg.errors.ConnectionTimeout("connection timeout expired")), "store.away"),
    (told(OperationalError, psycopg.OperationalError("FATAL: sorry, too many clients already")), "store.busy"),
    (TimeoutError("QueuePool limit reached"), "store.busy"),
])  # fmt: skip
def test_what_is_wrong_with_a_database(error, code):
    assert kind_of(error) == code


async def test_trouble_is_told_to_the_owner_when_it_comes_and_when_it_goes(tmp_path, caplog):
    caplog.set_level(logging.WARNING, "byways")
    async with opened(tmp_path / "a.sqlite3"):
        pass
    store = Store(database_url(f"sqlite:///file:{tmp_path / 'a.sqlite3'}?mode=ro&uri=true"))
    for _ in range(3):
        with pytest.raises(StoreError, match="is read-only"):
            await store.key("never kept")
    assert caplog.messages == ["writing fails (store.read_only): attempt to write a readonly database"]
    assert set(store.troubles) == {"writing"}
    await store.close()
    caplog.clear()
    store = Store(database_url(str(tmp_path / "moved" / "a.sqlite3")))
    for _ in range(2):
        with pytest.raises(StoreError):
            await store.load("g1")
    (tmp_path / "a.sqlite3").replace(tmp_path / "moved" / "a.sqlite3")
    store.engine.dispose()  # the empty file that it made, and has open
    assert await store.load("g1") is None
    assert [message.partition(" (")[0] for message in caplog.messages] == ["reading fails", "reading works again"]
    assert store.troubles == {}
    await store.close()


async def test_health_is_felt_in_the_database_and_leaves_nothing_there(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr("byways.site.storage.database._BUSY_MS", 50)
    monkeypatch.setattr("byways.site.operations.health.KEPT", 0.0)
    async with site_in(tmp_path) as site, site.browser() as browser:
        answer = await browser.get("/health")
        assert (answer.status_code, answer.json()) == (200, WELL)
        assert answer.headers["cache-control"] == "no-store"
        other = held(tmp_path / "byways.sqlite3")
        answer = await browser.get("/health", headers={"Accept-Language": "es"})
        assert (answer.status_code, answer.json()["reading"], answer.json()["writing"]) == (503, True, False)
        said = answer.json()["why"]["writing"]
        assert said["code"] == "store.busy"
        assert "base de datos" in said["message"]
        for path in ("/health/reading", "/rules/troll"):
            assert (await browser.get(path)).status_code == 200
        other.execute("COMMIT")
        assert (await browser.get("/health")).json() == WELL
        said = [record.getMessage() for record in caplog.records if record.name == "byways"]
        assert said == ["writing fails (store.busy): database is locked", "writing works again"], "each once"
        for table in ("games", "events"):
            assert other.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
        other.close()


async def test_health_is_felt_once_for_all_who_ask(monkeypatch, browser):
    wrote, write = [], Store.write
    monkeypatch.setattr(Store, "write", lambda store, work: wrote.append(1) or write(store, work))
    answers = await asyncio.gather(*(browser.get("/health") for _ in range(30)))
    assert {answer.status_code for answer in answers} == {200}
    assert len(wrote) == 1


async def test_a_turn_that_is_refused_is_said_in_one_sentence_and_can_be_sent_again(tmp_path, monkeypatch):
    monkeypatch.setattr("byways.site.storage.database._BUSY_MS", 50)
    async with site_in(tmp_path) as site, site.browser() as browser:
        api = await begin(browser)
        other = held(tmp_path / "byways.sqlite3")
        answer = await act(browser, api, "b2", key="k")
        message = "the server’s database is too busy right now"
        assert (answer.status_code, answer.json()["error"]) == (
            503,
            {"code": "store.busy", "message": message, "fields": {}},
        )
        other.execute("COMMIT")
        assert (await act(browser, api, "b2", key="k")).status_code == 200
        other.close()


async def test_an_engine_s_turn_that_cannot_be_kept_is_kept_later_without_thinking_again(tmp_path, monkeypatch):
    monkeypatch.setattr(job, "AGAIN", 0.01)
    seats = (Seat("white", holder=ADA), Seat("black", engine=EngineLimits(seconds=1.0)))
    async with rooms_in(tmp_path) as (rooms, store, engines):
        room = await rooms.create("troll", {"size": 4}, seats, None)
        append, refused = store.append, []

        async def refuse_twice(*what):
            if room.timeline.state.to_move == "black" and len(refused) < 2:
                refused.append(room.job.trouble)
                raise StoreError("store.full", "the server's disk is full")
            await append(*what)

        monkeypatch.setattr(store, "append", refuse_twice)
        await take_turn(room, 0, list(room.timeline.state.actions("b2")))
        while len(room.timeline.states) < 3:  # noqa: ASYNC110  the engine plays when it can
            await asyncio.sleep(0.005)
        assert refused == ["", "The engine's move cannot be saved yet: the server's disk is full."]
        assert room.job.trouble == ""
        assert len(engines.requests) == 1


@pytest.mark.parametrize("part", ["its first page", "a table's pages"])
async def test_a_database_that_is_damaged_on_the_disk_is_noticed_though_memory_still_has_it(
    tmp_path, monkeypatch, part
):
    monkeypatch.setattr(health, "CHECKED", 0.0)
    monkeypatch.setattr(health, "KEPT", 0.0)
    async with site_in(tmp_path) as site, site.browser() as browser:
        store = site.service(Store)
        for _ in range(8):
            api = await begin(browser)
            assert (await act(browser, api, "b2")).status_code == 200
        assert (await browser.get("/health")).json() == WELL
        await store.read(lambda own: own.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").all())
        with (tmp_path / "byways.sqlite3").open("rb+") as file:
            if part != "its first page":
                file.seek(4096)
            file.write(b"\xa5" * (4096 if part == "its first page" else 40 * 4096))
        async with asyncio.timeout(20):
            while store.damage is None:
                await browser.get("/health")
        answer = await browser.get("/health")
        assert (answer.status_code, answer.json()["writing"]) == (503, False)
        assert answer.json()["why"]["writing"]["code"] == "store.damaged"
        assert "backup" in answer.json()["why"]["writing"]["message"]


@asynccontextmanager
async def slow_writes(site, count=12):
    """As on a disk that is busy: so many writes at once, none of which comes to an end."""
    store, may = site.service(Store), threading.Event()
    async with AsyncExitStack() as stack:
        stack.callback(may.set)
        if store.shared:
            holder = await stack.enter_async_context(store.driver_connection())
            await holder.execute("SELECT pg_advisory_lock(7)")

        def wait(connection):
            return connection.execute(text("SELECT pg_advisory_xact_lock(7)")) if store.shared else may.wait()

        writing = [asyncio.create_task(store.write(wait)) for _ in range(count)]
        yield
    await asyncio.gather(*writing)


async def test_reading_does_not_wait_for_slow_writes(database, monkeypatch):
    monkeypatch.setattr(health, "PATIENCE", 1.0)
    app = create_app(Settings(database=database_url(f"{database}?pool_size=6" if "://" in database else database)))
    async with app.router.lifespan_context(app):
        site = Site(app)
        async with site.browser(cookie=f"byways={'a' * 30}") as browser, slow_writes(site):
            async with asyncio.timeout(15):  # less than a statement may take
                for path in ("/", "/mine", "/health/reading"):
                    assert (await browser.get(path)).status_code == 200
            answer = await browser.get("/health")
            assert (answer.status_code, answer.json()["reading"], answer.json()["writing"]) == (503, True, False)
            assert answer.json()["why"]["writing"]["code"] == "store.silent"


async def test_writers_of_whom_there_are_too_many_are_told_so(postgres, monkeypatch):
    monkeypatch.setattr("byways.site.storage.database._LONGEST_WAIT", 0.2)
    async with opened(f"{postgres.database()}?pool_size=2") as store:
        slow = asyncio.create_task(store.write(lambda connection: connection.execute(text("SELECT pg_sleep(1)"))))
        await asyncio.sleep(0)
        with pytest.raises(StoreError, match="too busy right now"):
            await store.write(lambda connection: connection.execute(text("SELECT 1")))
        await slow
        await store.write(lambda connection: connection.execute(text("SELECT 1")))
