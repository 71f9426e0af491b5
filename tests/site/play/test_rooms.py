"""Rooms: events folded to states, one turn at a time, whoever asks and however often; dice."""

import asyncio
import threading
import weakref

import pytest
from room_world import begin, kept
from site_world import (
    ADA,
    NOW,
    FakeEngines,
    act,
    actions,
    becomes,
    begin as begin_by_form,
    done,
    opened,
    play,
    rooms_in,
    stored,
    take_turn,
    turn_event,
)
from sqlalchemy import delete

import byways
from byways.errors import IllegalTurnError, OptionError
from byways.game import Variant
from byways.site.play import rooms as rooms_module
from byways.site.play.rooms import Rooms
from byways.site.storage.database_errors import StoreError
from byways.site.storage.game_store import ConflictError, Store
from byways.site.storage.stored_games import Event, Seat
from byways.site.storage.tables import games
from byways.site.timeline import commands
from byways.site.timeline.commands import TakeBack
from byways.site.timeline.events import NewerError
from byways.site.timeline.keys import fold
from byways.site.timeline.timeline import load
from byways.testing import random_line


async def test_a_turn_is_kept_and_told(rooms, store):
    room = await begin(rooms)
    told = []
    room.watchers.add(lambda: told.append(room.timeline.version))
    await play(room, "b2", "b3")
    assert await kept(store, room) == [{"turn": "b2"}, {"turn": "b3"}]
    assert (room.timeline.version, room.timeline.state.turns, told) == (2, ("b2", "b3"), [1, 2])


async def test_nothing_is_told_that_could_not_be_kept(monkeypatch, rooms, store):
    room = await begin(rooms)
    told = []
    room.watchers.add(lambda: told.append(room.timeline.version))

    async def refuse(*_):
        raise StoreError("store.failed", "the database refused: disk full")

    with monkeypatch.context() as broken:
        broken.setattr(store, "append", refuse)
        with pytest.raises(StoreError):
            await play(room, "b2")
    assert (room.timeline.version, room.timeline.state.turns, told) == (0, (), [])
    await play(room, "b2")
    assert room.timeline.version == 1


async def test_a_room_is_read_again_as_it_was(tmp_path):
    async with rooms_in(tmp_path, most=1) as (rooms, _, _):
        room = await begin(rooms)
        await play(room, "b2", "b3", "c2")
        await done(room.act(TakeBack(3), ADA))
        was, game_id, forgotten = room.timeline, room.id, weakref.ref(room)
        del room
        await begin(rooms)
        assert forgotten() is None
        now = (await rooms.open(game_id)).timeline
        assert (now.version, now.state, now.seats) == (was.version, was.state, was.seats)


async def test_a_room_in_use_is_not_forgotten(tmp_path):
    async with rooms_in(tmp_path, most=1) as (rooms, _, _):
        watched, held = await begin(rooms), await begin(rooms)
        watched.watchers.add(lambda: None)
        idle = weakref.ref(await begin(rooms))
        await begin(rooms)
        assert idle() is None
        assert await rooms.open(watched.id) is watched
        assert await rooms.open(held.id) is held, "a game has one room as long as anybody holds it"


async def test_a_room_that_many_open_at_once_is_one(rooms, store):
    await store.create(stored())
    found = await asyncio.gather(*(rooms.open("g1") for _ in range(10)))
    assert len(set(map(id, found))) == 1
    assert await rooms.open("g2") is None


async def test_a_game_whose_module_is_gone_is_said(rooms, store):
    gone = stored()
    await store.create(type(gone)(**{**vars(gone), "game": "chess"}))
    with pytest.raises(OptionError, match="no game 'chess'"):
        await rooms.open("g1")


@pytest.mark.parametrize("row", [1, 2, 3])
async def test_a_kept_turn_that_the_rules_do_not_allow_is_found(row, rooms, store):
    turns = ["b2", "b3", "b4"]
    turns[row - 1] = "a1"
    await store.create(stored(turns=turns))
    with pytest.raises(IllegalTurnError):
        await rooms.open("g1")


@pytest.mark.parametrize(("game", "size"), [("whirlwind", 14), ("troll", 8), ("stroll", 9)])
def test_a_kept_game_is_checked_without_listing_what_else_was_possible(monkeypatch, game, size):
    """In a long game on a large board the lists took more than a second."""
    turns = list(random_line(byways.start(game, size=size).variant, 5, 12))[-1].turns
    game = stored(game, size, turns)
    monkeypatch.setattr(Variant, "legal_actions", None)
    assert load(game).state.turns == turns


async def test_a_key_is_of_one_turn(rooms, store):
    room = await begin(rooms)
    first, other = actions(room, "b2"), actions(room, "c3")
    await take_turn(room, 0, first, "key")
    for version in (0, 1):
        with pytest.raises(ConflictError, match="something else has already arrived"):
            await take_turn(room, version, other, "key")
    await done(room.act(TakeBack(1), ADA))
    await take_turn(room, 2, first, "key")  # an answer that was lost: it has been played, and taken back since
    with pytest.raises(ConflictError, match="something else has already arrived"):
        await take_turn(room, 2, other, "key")
    assert await kept(store, room) == [{"turn": "b2"}, {"ply": 0}]


async def test_a_key_of_a_turn_of_many_parts_is_not_that_of_its_parts_and_dice_leave_it_alone(rooms, store):
    room = await begin(rooms, "whirlwind", size=6)
    await play(room, room.timeline.state.legal_turns()[0])
    move = actions(room, room.timeline.state.legal_turns()[0])
    await take_turn(room, 1, move, "key")
    await take_turn(room, 1, move, "key")
    with pytest.raises(ConflictError):
        await take_turn(room, 1, move[:1], "key")
    room = await begin(rooms, "longway", (Seat("player 1", holder=ADA),), players=1)
    move = actions(room, "setup a1N g7S")
    for _ in range(2):
        await take_turn(room, 0, move, "key")
    assert len(room.timeline.state.turns) == 2, "the turn, and the dice after it"
    again = await Rooms(store, FakeEngines()).open(room.id)
    await take_turn(again, 0, move, "key")
    assert len(again.timeline.state.turns) == 2, "also in a process that has read it from the database"


async def test_another_process_was_quicker(rooms, store):
    room = await begin(rooms)
    await store.append(room.id, [turn_event(1, "c3")])
    with pytest.raises(ConflictError):
        await play(room, "b2")
    assert room.timeline.state.turns == ("c3",)
    await play(room, "b3")
    assert await kept(store, room) == [{"turn": "c3"}, {"turn": "b3"}]


async def test_a_turn_that_was_kept_although_nobody_was_told_is_taken_for_made(rooms, store):
    room = await begin(rooms)
    move = actions(room, "b2")
    await store.append(room.id, [turn_event(1, "b2", "key")])
    await take_turn(room, 0, move, "key")
    assert room.timeline.state.turns == ("b2",)


async def test_a_game_ends_when_it_is_too_long(monkeypatch, rooms):
    monkeypatch.setattr(commands, "MOST_TURNS", 2)
    room = await begin(rooms)
    await play(room, "b2", "b3")
    with pytest.raises(IllegalTurnError, match="reached its limit of 2 moves"):
        await play(room, "c2")
    await done(room.act(TakeBack(2), ADA))  # one may always take back


# Dice


async def test_dice_at_the_start_of_a_game_are_rolled_before_anybody_sees_it(rooms):
    state = byways.start("longway").play("setup a1N g7S")
    room = await rooms.create("longway", {}, (Seat("player 1", holder=ADA),), str(state))
    assert (room.timeline.state.to_move, room.timeline.version) == ("player 1", 1)


async def test_a_game_has_one_room_although_who_opened_it_first_went_away(rooms, store):
    await store.create(stored(turns=("b2",)))
    first, second = (asyncio.create_task(rooms.open("g1")) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.wait([first])
    third = asyncio.create_task(rooms.open("g1"))
    assert await second is await third is await rooms.open("g1")


# Other processes


@pytest.fixture
def held(monkeypatch):
    """Folding a game takes until it is let, having begun."""
    begun, let = threading.Event(), threading.Event()

    def slow(stored):
        begun.set()
        assert let.wait(60)
        return fold(stored)

    monkeypatch.setattr(rooms_module, "fold", slow)
    yield begun, let
    let.set()


async def test_what_another_process_writes_while_a_game_is_opened_is_not_missed(tmp_path, held):
    begun, let = held
    async with rooms_in(tmp_path) as (rooms, store, _), opened(tmp_path / "byways.sqlite3") as other:
        await store.create(stored(turns=("b2",)))
        opening = asyncio.create_task(rooms.open("g1"))
        await becomes(begun.is_set)
        await other.append("g1", [turn_event(2, "b3")])
        await rooms.hear("g1", 2)
        await rooms.hear("g1", 0, 7)
        let.set()
        room = await opening
        assert (room.timeline.state.turns, room.messages) == (("b2", "b3"), 7)
        await other.append("g1", [turn_event(3, "c2")])
        await rooms.hear("g1", 3)
        assert room.timeline.state.turns == ("b2", "b3", "c2"), "and all is heard afterwards"


async def test_a_process_that_could_not_listen_catches_up_with_a_game_that_is_opened(tmp_path, held):
    begun, let = held
    async with rooms_in(tmp_path) as (rooms, store, _), opened(tmp_path / "byways.sqlite3") as other:
        await store.create(stored())
        opening = asyncio.create_task(rooms.open("g1"))
        await becomes(begun.is_set)
        await other.append("g1", [turn_event(1, "b2")])
        await rooms.catch_up()
        let.set()
        assert (await opening).timeline.state.turns == ("b2",)


async def test_a_game_removed_while_it_is_opened_is_missing(held, rooms, store):
    begun, let = held
    await store.create(stored())
    opening = asyncio.create_task(rooms.open("g1"))
    await becomes(begun.is_set)
    await store.write(lambda connection: connection.execute(delete(games)))
    await rooms.hear("g1", 1)
    let.set()
    assert await opening is None


async def test_a_game_that_a_newer_server_continued_is_said_and_hinders_no_other(caplog, site, ada):
    api = await begin_by_form(ada)
    game_id = api.rpartition("/")[2]
    room, told = await site.rooms.open(game_id), []
    room.watchers.add(lambda: told.append(room.gone))
    await site.service(Store).append(game_id, [Event(1, "teleport", {"to": "d4"}, NOW)])
    await site.rooms.hear(game_id, 1)
    assert isinstance(told[-1], NewerError)
    assert [line for line in caplog.messages if game_id in line and "newer version" in line]
    for answer in (await ada.get(f"{api}/view"), await ada.get(api.replace("/api/games/", "/play/"))):
        assert answer.status_code == 503
        assert "this game was continued by a newer version of the server" in answer.text.lower()
    other = await begin_by_form(ada)
    assert (await act(ada, other, "b2")).status_code == 200
