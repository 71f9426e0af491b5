"""The game that the first page shows: people's who agreed, else one of engines, of which there are never two."""

from dataclasses import replace

import pytest
from room_world import APART, begin
from site_world import ADA, BOB, FakeEngines, done, play, rooms_in, settled
from sqlalchemy import func, select

from byways.games import BUILT_IN
from byways.site.play import attendance, live_games
from byways.site.play.live_games import KEPT, LEVELS, LiveGames
from byways.site.play.rooms import Rooms
from byways.site.storage.database_errors import StoreError
from byways.site.storage.game_settings import GameSettings
from byways.site.storage.game_store import Store
from byways.site.storage.tables import games
from byways.site.timeline.commands import Resign
from byways.site.timeline.decisions import Accepted
from byways.site.timeline.events import End


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """Wait for a game however long that takes: its kernels may have to be compiled."""
    monkeypatch.setattr(live_games, "PATIENCE", 120)


async def count(store):
    return await store.read(lambda connection: connection.execute(select(func.count()).select_from(games)).scalar_one())


def finding(store, rooms, engines):
    return LiveGames(store, rooms, engines.compiling)


async def finish(room):
    """Let a game end."""
    await room.carry_out(lambda game: Accepted((End((), "agreement", None),)))


async def test_engines_play_a_game_for_all_and_another_one_after_it(rooms, store, engines):
    live, shown = finding(store, rooms, engines), []
    for _ in range(len(BUILT_IN) + 1):
        room = await live.now(None)
        assert await live.now(ADA) is room
        shown.append(room.timeline.state.game)
        levels = [seat.engine.level for seat in room.timeline.seats.values()]
        assert room.timeline.unmanned
        assert {*levels} <= {*LEVELS}
        await finish(room)
    assert {*shown} == {*BUILT_IN}, "each of the five in turn"
    assert shown[0] == shown[-1]


async def test_engines_play_only_while_somebody_watches(rooms, store, engines):
    room = await finding(store, rooms, engines).now(None)
    await settled(room)
    assert engines.requests == []
    room.watchers.add(lambda: room.timeline.ply < 3 or room.watchers.clear())
    room.job.pace.set("fast", paused=False)
    room.job.attend(room)
    await settled(room)
    assert len(engines.requests) >= 3


async def test_several_processes_show_the_same_game(store):
    sites = [finding(store, Rooms(store, engines), engines) for engines in (FakeEngines(), FakeEngines())]
    for number in (1, 2):
        rooms = [await one.now(None) for one in sites]
        assert {room.id for room in rooms} == {f"live.{number}"}
        await finish(rooms[0])
        await rooms[1].read_again()
    assert await count(store) == 2
    await store.create(replace(await store.load("live.1"), id="live.3"))
    assert (await sites[0].now(None)).id == "live.4", "another process was quicker, and its game is over"


async def test_few_of_the_engines_games_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(live_games, "KEPT", 2)
    async with rooms_in(tmp_path) as (rooms, store, engines):
        live = finding(store, rooms, engines)
        for _ in range(5):
            await finish(await live.now(None))
        assert await count(store) == 2
        assert await store.load("live.5") is not None
    assert KEPT > 2


async def test_people_are_shown_to_others_where_they_agreed_while_they_play(rooms, store, engines):
    live = finding(store, rooms, engines)
    await begin(rooms, seats=APART)
    room = await rooms.create("troll", {"size": 4}, APART, None, GameSettings(shown=True))
    assert (await live.now(None)).timeline.unmanned, "nobody is there"
    attendance.note(room, ADA, 1, 1)
    assert await live.now(None) is room
    assert await live.now("c" * 64) is room
    assert (await live.now(BOB)).timeline.unmanned, "not to those who play"
    await play(room, "b2")
    await done(room.act(Resign(), BOB))
    assert (await live.now(None)).timeline.unmanned


async def test_no_engine_is_made_ready_only_to_be_watched(monkeypatch, rooms, store, engines):
    ready = set()
    monkeypatch.setattr(engines.compiling, "has", lambda game, level: game in ready)
    live = finding(store, rooms, engines)
    assert await live.now(None) is None
    assert await count(store) == 0
    ready.add("whirlwind")
    assert (await live.now(None)).timeline.state.game == "whirlwind"


async def test_a_page_comes_also_without_the_database(monkeypatch, browser):
    async def fail(*args):
        raise StoreError("store.failed", "it is broken")

    monkeypatch.setattr(Store, "rows", fail)
    page = await browser.get("/")
    assert page.status_code == 200
    assert "Watch live" not in page.text


async def test_the_first_page_shows_it_with_who_plays_and_whose_turn_it_is(browser):
    page = (await browser.get("/")).text
    assert 'id="live" data-game="live.1"' in page
    assert 'href="/play/live.1"' in page
    assert "Engine, level 3" in page
    assert "Engine, level 4" in page
    assert 'class="point' not in page.partition('id="live"')[2].partition("</section>")[0], "only to be looked at"
    assert (await browser.get("/play/live.1")).status_code == 200


@pytest.mark.parametrize("wanted", [True, False])
async def test_everybody_who_joins_is_told_that_others_may_watch(wanted, site, browser):
    form = {"size": "4", "the opponent": "friend", "your side": "white"} | (
        {"others may watch": "true"} if wanted else {}
    )
    answer = await browser.post("/new/troll", data=form)
    game_id = answer.headers["location"].rpartition("/")[2]
    assert ("Others may watch this game from the home page" in (await browser.get(f"/join/{game_id}")).text) == wanted
    page = (await browser.get(f"/play/{game_id}")).text
    assert ("Others may watch" in page) == wanted
    assert ("others+may+watch=true" in page) == wanted, "the next game likewise"
    assert (await site.rooms.open(game_id)).stored.settings.shown == wanted
