"""Several server processes on one PostgreSQL: they hear each other, and survive that the database is restarted."""

import asyncio
import os
import random
import socket
from contextlib import asynccontextmanager

import pytest
from page_facts import turn_body
from room_world import AGAINST_ENGINE
from site_world import (
    ADA,
    FakeEngines,
    Site,
    act,
    becomes,
    begin,
    done,
    opened,
    refusal,
    room_of,
    stored,
    take_turn,
    tell,
    turn_event,
    view,
)
from sqlalchemy import text

from byways.site.app import create_app
from byways.site.play import event_listener, job, rooms as play_rooms
from byways.site.play.chat import Chat
from byways.site.play.event_listener import EventListener
from byways.site.play.rooms import Rooms
from byways.site.settings import Settings, database_url
from byways.site.storage import database as database_module
from byways.site.storage.database_errors import StoreError
from byways.site.storage.game_store import ConflictError, Store
from byways.site.storage.stored_games import Seat
from byways.site.timeline.commands import TakeBack
from byways.site.timeline.decisions import Accepted


@asynccontextmanager
async def process(address, *, hears=True):
    """The application as another process would run it, listening unless it cannot."""
    app = create_app(Settings(database=database_url(address), engines=1))
    async with app.router.lifespan_context(app):
        app.state.services[Rooms]._engines = FakeEngines()
        if app.state.services[Store].shared and hears:
            await app.state.services[EventListener].listening.wait()
        yield Site(app)


@pytest.fixture
def address(postgres):
    return postgres.database()


async def test_what_one_process_writes_the_others_tell(address):
    async with process(address) as one, process(address) as other:
        await one.service(Store).create(stored())
        here, there = await one.rooms.open("g1"), await other.rooms.open("g1")
        told = asyncio.Event()
        there.watchers.add(told.set)
        await take_turn(here, 0, list(here.timeline.state.actions("b2")), "key")
        await asyncio.wait_for(told.wait(), 60)
        assert there.timeline.state.turns == ("b2",)
        told.clear()
        await Chat(one.service(Store)).say("g1", "white", ADA, "hello", None)
        await asyncio.wait_for(told.wait(), 60)
        assert there.messages == 1
        await done(there.act(TakeBack(there.timeline.version), ADA))
        await becomes(lambda: here.timeline.state.turns == ())
        assert here.timeline.version == there.timeline.version == 2


async def test_a_restart_of_the_database_loses_nothing_and_is_caught_up_with(address, postgres, monkeypatch):
    listen, may = event_listener.EventListener._listen, asyncio.Event()

    async def when_it_may(self):  # so that the other process writes before this one listens again
        await may.wait()
        await listen(self)

    monkeypatch.setattr(event_listener.EventListener, "_listen", when_it_may)
    monkeypatch.setattr(event_listener.EventListener, "_look", lambda self: asyncio.sleep(0))  # it is to listen
    monkeypatch.setattr(event_listener, "PAUSE", 0.05)
    may.set()
    async with process(address) as one, opened(address) as other:
        await one.service(Store).create(stored())
        room = await one.rooms.open("g1")
        turn = list(room.timeline.state.actions("b2"))
        await take_turn(room, 0, turn, "k1")
        may.clear()
        await asyncio.to_thread(postgres.stop)
        try:
            with pytest.raises(StoreError):
                await take_turn(room, 1, answer := list(room.timeline.state.actions("b3")), "k2")
            assert room.timeline.state.turns == ("b2",)
            await becomes(lambda: not one.service(EventListener).listening.is_set())
        finally:
            await asyncio.to_thread(postgres.start)
        await other.append("g1", [turn_event(2, "b3", "k2")])
        assert room.timeline.version == 1
        may.set()
        await becomes(lambda: room.timeline.version == 2)
        await take_turn(room, 1, answer, "k2")  # sent again: it is known that it was played
        assert room.timeline.state.turns == ("b2", "b3")
        await take_turn(room, 2, list(room.timeline.state.actions("b4")), "k3")
        assert [event.key for event in (await other.load("g1")).events] == ["k1", "k2", "k3"]


async def test_a_process_hears_again_where_its_own_pool_has_all_connections(postgres, monkeypatch):
    """After the database was restarted requests are quicker than the listener, and their connections are kept."""
    address = postgres.database("few")
    postgres.do("ALTER ROLE few CONNECTION LIMIT 5")
    listen, may = event_listener.EventListener._listen, asyncio.Event()

    async def when_it_may(self):
        await may.wait()
        await listen(self)

    monkeypatch.setattr(event_listener.EventListener, "_listen", when_it_may)
    may.set()
    async with process(address) as site:
        may.clear()
        postgres.do("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE usename = 'few'")
        await becomes(lambda: not site.service(EventListener).listening.is_set())
        store = site.service(Store)
        await asyncio.gather(*(store.read(lambda c: c.execute(text("SELECT pg_sleep(0.5)"))) for _ in range(5)))
        may.set()
        await becomes(site.service(EventListener).listening.is_set)


async def test_a_process_that_cannot_listen_looks_itself_and_says_so(address, monkeypatch, caplog):
    async with process(address) as one:

        async def refuse(self):
            raise StoreError("store.busy", "too many")

        monkeypatch.setattr(event_listener.EventListener, "_listen", refuse)
        async with process(address, hears=False) as deaf, deaf.browser() as browser:
            await one.service(Store).create(stored())
            here, there = await one.rooms.open("g1"), await deaf.rooms.open("g1")
            await take_turn(here, 0, list(here.timeline.state.actions("b2")), "key")
            await Chat(one.service(Store)).say("g1", "white", ADA, "hello", None)
            await becomes(lambda: there.timeline.version == 1 and there.messages == 1, 20)
            answer = await browser.get("/health")
            assert (answer.status_code, answer.json()["listening"]) == (200, False)
            assert answer.json()["why"]["listening"]["code"] == "store.deaf"
            assert len([said for said in caplog.messages if "cannot be heard" in said]) == 1
        async with one.browser() as browser:
            assert (await browser.get("/health")).json() == {
                "reading": True,
                "writing": True,
                "listening": True,
                "why": {},
            }


async def test_a_pooler_that_keeps_all_news_to_itself_is_noticed(address, monkeypatch, caplog):
    """PgBouncer that pools by transaction takes the order to listen, and nothing ever comes."""
    monkeypatch.setattr(event_listener, "CHANNEL", "elsewhere")
    monkeypatch.setattr(event_listener, "ECHO", 0.2)
    monkeypatch.setattr(event_listener, "PAUSE", 0.05)
    async with opened(address) as other, process(address, hears=False) as deaf:
        await other.create(stored())
        room = await deaf.rooms.open("g1")
        await becomes(lambda: deaf.service(EventListener).deaf and caplog.messages)
        await other.append("g1", [turn_event(1, "b2")])
        await becomes(lambda: room.timeline.version == 1)
        assert ["PgBouncer" in said for said in caplog.messages] == [True], "it is said once"


async def test_a_process_frozen_in_a_transaction_holds_a_game_up_for_seconds_only(address, monkeypatch):
    monkeypatch.setitem(database_module._TIMEOUTS, "idle_in_transaction_session_timeout", "400ms")
    async with process(address) as one, opened(address) as frozen:
        await frozen.create(stored())
        async with frozen.driver_connection() as connection:
            await connection.execute("BEGIN")
            await connection.execute("INSERT INTO events VALUES ('g1', 1, 'turn', '{}', now(), 'frozen')")
            room = await one.rooms.open("g1")
            await asyncio.wait_for(take_turn(room, 0, list(room.timeline.state.actions("b2")), "key"), 20)
        assert [event.key for event in (await frozen.load("g1")).events] == ["key"]


@pytest.mark.parametrize(
    ("name", "usual"), [("idle_in_transaction_session_timeout", "10s"), ("statement_timeout", "20s")]
)
async def test_the_owner_may_set_other_limits_for_idle_transactions_and_statements(address, postgres, name, usual):
    show = text(f"SHOW {name}")
    async with opened(address) as store:
        assert await store.read(lambda connection: connection.execute(show).scalar()) == usual
    postgres.do(f"ALTER DATABASE {address.rpartition('/')[2]} SET {name} = '1min'")
    async with opened(address) as store:
        assert await store.read(lambda connection: connection.execute(show).scalar()) == "1min"


async def test_a_player_reads_an_acknowledged_turn_from_every_process(address, monkeypatch):
    monkeypatch.setattr(play_rooms, "PATIENCE", 60.0)  # however busy this machine is
    async with process(address) as one, process(address) as other, one.browser() as ada, other.browser() as there:
        there._cookies = ada._cookies  # the same browser, which a proxy sends elsewhere
        api, luck = await begin(ada, size="12"), random.Random(1)
        for number in range(1, 31):
            asked, reading = (ada, there) if number % 2 else (there, ada)
            site = one if asked is ada else other
            await site.rooms.open(api.rpartition("/")[2])
            state = room_of(site, api).timeline.state
            assert (await act(asked, api, luck.choice(state.legal_turns()))).status_code == 200
            assert (await view(reading, api))["ply"] == number
            position = await reading.get(f"{api}/position", params={"version": number})
            assert len(position.json()["turns"]) == number
            page = await reading.get(api.replace("/api/games/", "/play/"))
            assert f'"ply":{number},' in page.text


async def test_who_plays_several_games_reads_each_of_them_from_every_process(address, monkeypatch):
    monkeypatch.setattr(play_rooms, "PATIENCE", 60.0)
    async with process(address) as one, process(address) as other, one.browser() as ada, other.browser() as there:
        there._cookies = ada._cookies
        games = []
        for _ in range(3):
            games.append(await begin(ada, size="6"))
            await act(ada, games[-1], "b2")
            await other.rooms.open(games[-1].rpartition("/")[2])
        for ply in range(2, 8):
            for api in games:
                legal = room_of(one, api).timeline.state.legal_turns()
                assert (await act(ada, api, legal[0])).status_code == 200
            for api in games:
                assert (await view(there, api))["ply"] == ply


async def test_a_version_that_nobody_has_written_is_waited_for_only_so_long_and_costs_the_database_nothing(
    address, monkeypatch
):
    monkeypatch.setattr(play_rooms, "PATIENCE", 0.05)
    async with process(address) as site, site.browser() as ada, site.browser() as eve:
        api = await begin(ada)
        name = api.rpartition("/")[2]
        read, load = [], Store.load
        monkeypatch.setattr(Store, "load", lambda store, game_id: read.append(game_id) or load(store, game_id))
        for cookie, version in ((f"{name}.99", ""), (f"{name}.{'9' * 40}", ""), ("x", "99"), ("x.-1", "\u0663")):
            answer = await eve.get(
                f"{api}/view", params={"version": version}, headers={"Cookie": f"byways-seen={cookie}"}
            )
            assert (answer.status_code, answer.json()["view"]["ply"]) == (200, 0)
        assert read == []
        assert not room_of(site, api).watchers


async def test_a_statement_that_waits_for_another_process_too_long_is_refused_and_can_be_sent_again(
    address, monkeypatch
):
    monkeypatch.setitem(database_module._TIMEOUTS, "statement_timeout", "400ms")
    async with process(address) as one, opened(address) as other:
        room = await one.rooms.create(
            "troll", {"size": 4}, [Seat("white", holder=ADA), Seat("black", holder=ADA)], None
        )
        moves = list(room.timeline.state.actions("b2"))
        async with other.driver_connection() as connection:
            await connection.execute("BEGIN")
            await connection.execute("LOCK TABLE events IN EXCLUSIVE MODE")
            with pytest.raises(StoreError, match="too busy right now"):
                await take_turn(room, 0, moves, "key")
        await take_turn(room, 0, moves, "key")
        assert room.timeline.state.turns == ("b2",)


async def test_a_line_on_which_nothing_arrives_is_given_up(address):
    """`test_cut_network` cuts one; the system is told so of every connection."""
    async with opened(address) as store, store.driver_connection() as connection:
        with socket.socket(fileno=os.dup(connection.pgconn.socket)) as line:
            assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 15_000


async def test_an_address_says_how_many_connections_a_process_may_take(address, postgres):
    count = f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{address.rpartition('/')[2]}'"
    async with process(f"{address}?pool_size=3") as site:
        work = [site.service(Store).read(lambda c: c.execute(text("SELECT pg_sleep(0.3)"))) for _ in range(8)]
        done = asyncio.gather(*work)
        found = set()
        while not done.done():
            found.add((await asyncio.to_thread(postgres.do, count))[0][0])
        await done
        assert max(found) == 3


@pytest.mark.parametrize("size", ["1", "-3", "many"])
def test_a_number_of_connections_that_is_none_is_refused(size):
    with pytest.raises(StoreError, match="pool_size must be a whole number from 2"):
        Store(database_url(f"postgresql://byways@localhost/byways?pool_size={size}"))


async def test_the_same_turn_sent_often_to_two_processes_is_one_event(address):
    async with process(address) as one, process(address) as other:
        await one.service(Store).create(stored())
        rooms = [await site.rooms.open("g1") for site in (one, other)]
        turn = list(rooms[0].timeline.state.actions("b2"))
        await asyncio.gather(*(take_turn(rooms[i % 2], 0, turn, "key") for i in range(50)))
        assert [event.key for event in (await one.service(Store).load("g1")).events] == ["key"]
        different = list(rooms[0].timeline.state.legal_turns())[:20]
        sent = (
            take_turn(rooms[i % 2], 1, rooms[0].timeline.state.actions(t), f"k{i}") for i, t in enumerate(different)
        )
        results = await asyncio.gather(*sent, return_exceptions=True)
        assert sum(isinstance(result, Accepted) for result in results) == 1
        assert sum(isinstance(result, ConflictError) for result in results) == len(different) - 1
        await becomes(lambda: {room.timeline.version for room in rooms} == {2})


@asynccontextmanager
async def watched_by_two(address):
    """The rooms of a game against an engine in two processes, before somebody in each, and what engines are asked."""
    async with process(address) as one, process(address) as other:
        await one.service(Store).create(stored(seats=AGAINST_ENGINE))
        rooms = [await site.rooms.open("g1") for site in (one, other)]
        for room in rooms:
            room.watchers.add(lambda: None)
        yield rooms, [site.rooms._engines for site in (one, other)]


async def test_an_engine_thinks_in_the_process_that_wrote_last(address):
    async with watched_by_two(address) as (rooms, engines):
        for room in (rooms[1], rooms[0]):
            version = room.timeline.version
            await take_turn(room, version, room.timeline.state.actions(room.timeline.state.legal_turns()[-1]))
            await becomes(lambda version=version: {room.timeline.version for room in rooms} == {version + 2})
        assert [len(those.requests) for those in engines] == [1, 1], "each for the turn that was sent to it"


async def test_an_engine_whose_process_is_silent_thinks_in_another(address, monkeypatch):
    monkeypatch.setattr(job, "TAKEOVER", -0.5)
    async with watched_by_two(address) as (rooms, engines):
        engines[0].let.clear()
        await take_turn(rooms[0], 0, rooms[0].timeline.state.actions("b2"))
        await becomes(lambda: {room.timeline.version for room in rooms} == {2})
        assert [len(those.requests) for those in engines] == [1, 1]


async def test_what_a_database_cannot_keep_is_refused_as_a_request(database):
    """PostgreSQL knows no NUL; whoever sends one must not be told that the server has trouble."""
    async with process(database) as site, site.browser() as browser:
        api = await begin(browser)
        assert refusal(await act(browser, api, "b2", key="a\0b")) == (400, "request.key")
        assert (await act(browser, api, "b2", key="ab")).status_code == 200


async def test_a_page_that_knows_more_than_a_process_is_believed_to(address, monkeypatch):
    async with process(address) as one, process(address) as other, one.browser() as ada:
        api = await begin(ada)
        await other.rooms.open(api.rpartition("/")[2])
        deaf = asyncio.Event()
        monkeypatch.setattr(other.rooms, "hear", lambda *told: deaf.wait())
        assert (await act(ada, api, "b2")).status_code == 200
        async with other.browser() as elsewhere:
            elsewhere.cookies = ada.cookies
            actions = list(one.rooms.known(api.rpartition("/")[2]).timeline.state.actions("b3"))
            answer = await elsewhere.post(f"{api}/act", json=turn_body(1, actions, "k"))
            assert answer.status_code == 200, answer.text
        deaf.set()


async def test_strangers_make_no_process_read_a_game_again(address, monkeypatch):
    async with process(address) as site, site.browser() as ada:
        api = await begin(ada, "troll", opponent="friend")
        room, loads, statuses = room_of(site, api), [], []
        load = room.store.load

        async def counted(game_id):
            loads.append(game_id)
            return await load(game_id)

        monkeypatch.setattr(room.store, "load", counted)
        ahead = {"version": 10**9, "actions": [0]}
        for i in range(20):
            async with site.browser() as eve:  # with a new cookie each time
                await begin(eve)
                told = await tell(eve, api, "turn", key=f"stranger {i}", **ahead)
                statuses.append(told.status_code)
        assert set(statuses) == {403, 429}, "by address there is a limit"
        assert (loads, room._arrivals) == ([], {})
        mine = await tell(ada, api, "turn", key="mine", **ahead)
        assert (mine.status_code, loads) == (409, []), "there is no such version to be read"
