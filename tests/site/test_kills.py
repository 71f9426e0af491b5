"""What tries to lose a turn: kills at any moment under load, a full disk, a disk that may not be written."""

import random
import sqlite3
import threading
import time

import httpx
import pytest
from site_world import Server, in_loop, opened, stored
from sqlalchemy import event as happening

import byways
from byways.site.settings import database_url
from byways.site.store import Store, StoreError


class Sender(threading.Thread):
    """Plays games, one turn at a time, each sent again until it is answered; remembers what was acknowledged."""

    def __init__(self, server, seed):
        super().__init__(daemon=True)
        self.server, self.random = server, random.Random(seed)
        self.stopping = threading.Event()
        self.acknowledged = {}  # by game: the turns in order
        self.trouble = None

    def run(self):
        try:
            with httpx.Client(base_url=self.server.address, timeout=5) as self.http:
                while not self.stopping.is_set():
                    self.play()
        except Exception as error:
            self.trouble = error

    def play(self):
        answer = self.sent("POST", "/new/troll", data={"size": "6", "your side": "both"})
        game = answer.headers["location"].removeprefix("/play/")
        turns = self.acknowledged[game] = []
        state = byways.start("troll", size=6)
        while state.to_move and not self.stopping.is_set():
            turn = self.random.choice(state.legal_turns())
            version, key = len(turns), f"{game}-{len(turns)}"
            body = {"version": version, "actions": list(state.actions(turn)), "key": key}
            answer = self.sent("POST", f"/api/{game}/act", json=body)
            assert answer.status_code == 200, answer.text
            turns.append(turn)
            state = state.play(turn)

    def sent(self, method, address, **what):
        """The answer to a request, which is sent again while the server is away."""
        while True:
            try:
                answer = self.http.request(method, address, **what)
            except httpx.TransportError:
                time.sleep(0.02)
                continue
            if answer.status_code != 503:
                return answer


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
        time.sleep(0.3)
    finally:
        for sender in senders:
            sender.stopping.set()
        for sender in senders:
            sender.join(20)
        server.kill()
    assert [sender.trouble for sender in senders] == [None] * 4
    assert not any(sender.is_alive() for sender in senders)
    return {game: turns for sender in senders for game, turns in sender.acknowledged.items()}


async def compare(database, acknowledged):
    """Every acknowledged turn is there, once and in order; at most one more was kept that could not be answered."""
    async with opened(database) as store:
        for game, turns in acknowledged.items():
            found = await store.load(game)
            kept = [event.data["turn"] for event in found.events]
            assert kept == turns
            assert [event.number for event in found.events] == list(range(1, len(turns) + 1))
            assert len({event.key for event in found.events}) == len(turns)
    return sum(map(len, acknowledged.values()))


def check(database, tmp_path, kills, seed):
    acknowledged = torment(tmp_path, kills, seed, database=database)
    turns = in_loop(compare)(database, acknowledged)
    assert turns >= kills, "hardly anything was played between the kills"
    if "://" not in database:
        with sqlite3.connect(database) as found:
            assert found.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_ten_kills_at_random_moments_lose_and_double_nothing(tmp_path):
    check(str(tmp_path / "a.sqlite3"), tmp_path, kills=10, seed=1)


def test_kills_lose_and_double_nothing_in_postgresql(postgres, tmp_path):
    check(postgres.database(), tmp_path, kills=4, seed=2)


@pytest.mark.torture
def test_two_hundred_kills_lose_and_double_nothing(database, tmp_path):
    check(database, tmp_path, kills=200, seed=time.time_ns())


@in_loop
async def test_a_full_disk_is_said_and_what_was_kept_stays(tmp_path):
    """SQLite itself is told that there are no more pages."""
    path = tmp_path / "a.sqlite3"
    async with opened(path) as store:
        await store.create(stored())
        pages = sqlite3.connect(path).execute("PRAGMA page_count").fetchone()[0]

        @happening.listens_for(store.engine.sync_engine, "checkout")
        def limit(connection, record, proxy):
            connection.execute(f"PRAGMA max_page_count={pages + 3}")

        made = []

        async def fill():
            for i in range(1_000):
                await store.create(stored(game_id=f"more{i}", turns=("b2", "b3")))
                made.append(f"more{i}")

        with pytest.raises(StoreError, match="database or disk is full"):
            await fill()
        assert made
        assert await store.load("g1") is not None
        for name in made:
            assert len((await store.load(name)).events) == 2
        assert await store.load(f"more{len(made)}") is None
        happening.remove(store.engine.sync_engine, "checkout", limit)
    async with opened(path) as store:  # there is room again
        await store.create(stored(game_id="again"))


@in_loop
async def test_a_database_that_may_only_be_read_is_said(tmp_path):
    path = tmp_path / "a.sqlite3"
    async with opened(path) as store:
        await store.create(stored())
    address = f"sqlite:///file:{path}?mode=ro&uri=true"
    store = Store(database_url(address))
    try:
        assert await store.load("g1") is not None
        with pytest.raises(StoreError, match="attempt to write a readonly database"):
            await store.create(stored(game_id="g2"))
    finally:
        await store.close()
