"""What tries to lose a turn: kills at any moment under load, a full disk, a disk that may not be written."""

import random
import sqlite3
import time

import pytest
from senders import Sender, compare
from site_world import Server, in_loop, opened, stored, until
from sqlalchemy import event as happening

from byways.site.settings import database_url
from byways.site.storage.database_errors import StoreError
from byways.site.storage.game_store import Store


def torment(folder, kills, seed, **settings):
    """Kill a server again and again while four people play, then compare what it has with what they were told."""
    server = Server(folder, **settings)
    chance = random.Random(seed)
    senders = [Sender(server, seed + i) for i in range(4)]
    for sender in senders:
        sender.start()
    try:
        for _ in range(kills):
            time.sleep(chance.uniform(0.05, 0.5))
            server.kill()
            server.start()
        until(lambda: sum(sender.played for sender in senders) >= kills, what="as many turns as there were kills")
    finally:
        for sender in senders:
            sender.stopping.set()
        for sender in senders:
            sender.join(60)
        server.kill()
    assert [sender.trouble for sender in senders] == [None] * 4
    assert not any(sender.is_alive() for sender in senders)
    return {game: turns for sender in senders for game, turns in sender.acknowledged.items()}


def check(database, tmp_path, kills, seed):
    acknowledged = torment(tmp_path, kills, seed, database=database)
    in_loop(compare)(database, acknowledged)
    if "://" not in database:
        with sqlite3.connect(database) as found:
            assert found.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.torture
def test_kills_at_random_moments_lose_and_double_nothing(tmp_path):
    check(str(tmp_path / "a.sqlite3"), tmp_path, kills=5, seed=1)


@pytest.mark.torture
def test_kills_lose_and_double_nothing_in_postgresql(postgres, tmp_path):
    check(postgres.database(), tmp_path, kills=3, seed=2)


@pytest.mark.torture
def test_two_hundred_kills_lose_and_double_nothing(database, tmp_path):
    check(database, tmp_path, kills=200, seed=time.time_ns())


async def test_a_full_disk_is_said_and_what_was_kept_stays(tmp_path):
    """SQLite itself is told that there are no more pages."""
    path = tmp_path / "a.sqlite3"
    async with opened(path) as store:
        await store.create(stored())
        pages = sqlite3.connect(path).execute("PRAGMA page_count").fetchone()[0]

        @happening.listens_for(store.engine, "checkout")
        def limit(connection, record, proxy):
            connection.execute(f"PRAGMA max_page_count={pages + 3}")

        made = []

        async def fill():
            for i in range(1_000):
                await store.create(stored(game_id=f"more{i}", turns=("b2", "b3")))
                made.append(f"more{i}")

        with pytest.raises(StoreError, match="the server's disk is full"):
            await fill()
        assert made
        assert await store.load("g1") is not None
        for name in made:
            assert len((await store.load(name)).events) == 2
        assert await store.load(f"more{len(made)}") is None
        happening.remove(store.engine, "checkout", limit)
    async with opened(path) as store:  # there is room again
        await store.create(stored(game_id="again"))


async def test_a_database_that_may_only_be_read_is_said(tmp_path):
    path = tmp_path / "a.sqlite3"
    async with opened(path) as store:
        await store.create(stored())
    address = f"sqlite:///file:{path}?mode=ro&uri=true"
    store = Store(database_url(address))
    try:
        assert await store.load("g1") is not None
        with pytest.raises(StoreError, match="the server's database is read-only"):
            await store.create(stored(game_id="g2"))
    finally:
        await store.close()
