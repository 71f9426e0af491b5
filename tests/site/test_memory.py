"""What a server keeps in memory is bounded by who is there now, not by how many games there were."""

import gc
import random
import weakref

import pytest
from room_world import source_of
from site_world import ADA, play, rooms_in

import byways
from byways import draw
from byways.draw.scene import redrawn
from byways.position.state import State
from byways.site.board import rendering
from byways.site.play import rooms as rooms_module
from byways.site.play.page.views import Viewer, views_of
from byways.site.storage.stored_games import Seat

GAMES = ("troll", "whirlwind", "stride")


async def begin(rooms, game="troll", **options):
    seats = [Seat(player, holder=ADA) for player in byways.start(game).players]
    return await rooms.create(game, options, seats, None)


async def play_some(room, luck, turns):
    for _ in range(turns):
        await play(room, luck.choice(room.timeline.state.legal_turns()))


def alive(kind):
    gc.collect()
    return sum(isinstance(thing, kind) for thing in gc.get_objects())


async def test_games_that_were_left_are_forgotten_however_many_there_were(tmp_path):
    luck, before = random.Random(1), alive(State)
    async with rooms_in(tmp_path, most=5) as (rooms, _, _):
        here = await begin(rooms, size=8)
        here.watchers.add(lambda: None)
        kept = []
        for _ in range(12):
            room = await begin(rooms, size=8)
            room.watchers.add(print)
            await play_some(room, luck, 4)
            room.watchers.clear()
            kept = [*kept, room.id][-5:]
            del room
        assert [room.id for room in rooms.all()] == [here.id, *kept]
        assert alive(State) - before == 1 + 5 * 5, "the starts, and four turns in each of five games"


async def test_idle_games_are_the_fewer_the_longer_they_are(monkeypatch, rooms):
    monkeypatch.setattr(rooms_module, "MOST_STATES", 20)
    luck = random.Random(2)
    begun = []
    for turns in (1, 1, 1, 8, 8):
        room = await begin(rooms, size=8)
        await play_some(room, luck, turns)
        begun.append(weakref.ref(room))
    room = await begin(rooms, size=8)
    assert [held() and held().timeline.ply for held in begun] == [None, None, None, 8, 8]
    assert await rooms.open(room.id) is room
    room = await begin(rooms, size=8)
    await play_some(room, luck, 25)
    game_id, long = room.id, weakref.ref(room)
    room = await begin(rooms, size=8)
    assert long() is None
    assert (await rooms.open(game_id)).timeline.ply == 25, "the database has it"


@pytest.mark.parametrize("game", GAMES)
async def test_looks_are_kept_without_controls_and_share_their_pieces(game, rooms):
    luck = random.Random(3)
    room = await begin(rooms, game)
    for _ in range(4):
        await play_some(room, luck, 2)
        seen = [source_of(room, who).rendering().drawing.scene for who in (ADA, None)]
        assert all(scene.controls == () for scene in seen)
        mine, theirs = (scene.fragments for scene in seen)
        same = [name for name, piece in theirs.items() if mine.get(name) == piece]
        assert len(same) > 0.8 * len(theirs)
        assert all(mine[name] is theirs[name] for name in same)


async def test_a_board_that_hides_nothing_is_drawn_once_for_all_who_may_point_at_the_same(monkeypatch, rooms):
    drawn = []
    for name, draws in (("scene", draw.scene), ("redrawn", redrawn)):
        monkeypatch.setattr(rendering, name, lambda *given, _=draws, **named: drawn.append(1) or _(*given, **named))
    room = await begin(rooms, "troll")
    luck = random.Random(3)
    for turns in (1, 2):
        await play_some(room, luck, 1)
        mover, watcher = (source_of(room, who).rendering() for who in (ADA, None))
        assert len(drawn) == turns
        assert mover.drawing is watcher.drawing
        assert mover.view.choices.offers
        assert mover.regions["prompt"] != watcher.regions["prompt"]
        assert not watcher.view.choices.offers
    assert views_of(room).now(room, Viewer(None, None, "es")).drawing is not watcher.drawing


async def test_sheets_that_hide_secrets_are_drawn_for_each(rooms):
    room = await begin(rooms, "longway")
    await play_some(room, random.Random(3), 2)
    mine, theirs = (source_of(room, who).rendering().drawing for who in (ADA, None))
    assert mine is not theirs
