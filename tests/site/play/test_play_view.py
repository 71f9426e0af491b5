"""Views of a room, while it goes on."""

import pytest
from msgspec.structs import replace
from room_world import TWO_AT_ONE_SCREEN, begin, source_of
from site_world import ADA, BOB, NOW, done, in_loop, rooms_in

from byways.site.play import view as module
from byways.site.storage.game_store import Seat
from byways.site.timeline import events
from byways.site.timeline.commands import MakePlan, TakeTurn
from byways.site.timeline.events import Reply
from byways.site.timeline.timeline import proceed


@pytest.mark.parametrize("elsewhere", [False, True], ids=["here", "in another process"])
@in_loop
async def test_a_game_that_goes_on_while_it_is_drawn_is_shown_as_it_is_then(tmp_path, monkeypatch, elsewhere):
    """As happens where a plug-in's game is asked in another process, or in another thread."""
    monkeypatch.setattr(module, "lives_elsewhere", lambda game: elsewhere)
    async with rooms_in(tmp_path) as (rooms, _, _):
        room = await begin(rooms, seats=TWO_AT_ONE_SCREEN)
        _, then = proceed(room.timeline, [events.Turn("b2")], NOW, lambda state: "")
        draw, drawn = module.draw, []

        def slow(*given, **named):
            found = draw(*given, **named)
            drawn.append(found)
            if len(drawn) == 1:
                room.timeline = then
                assert "pieces.b2" in source_of(room, ADA).rendering().drawing.scene.fragments
            return found

        monkeypatch.setattr(module, "draw", slow)
        for _ in range(2):
            seen = source_of(room, ADA).rendering()
            assert "pieces.b2" in seen.drawing.scene.fragments
            assert (seen.view.ply, "turns.1" in seen.regions) == (1, True)


@in_loop
async def test_clocks_do_not_change_a_tag_by_going_on(tmp_path, time):
    async with rooms_in(tmp_path) as (rooms, _, _):
        clock = {"base": 60.0, "increment": 2.0, "days": False}
        room = await rooms.create("troll", {"size": 4}, TWO_AT_ONE_SCREEN, None, {"clock": clock})
        await room.act(TakeTurn(0, (0,)), ADA)
        source = source_of(room, ADA)
        before = source.current("").view
        time(seconds=5)
        news, (tag, message) = source.current(before.tag), module.views_of(room).news(room, source.viewer, before.tag)
        assert (news.view.tag, tag, news.patch.markup) == (before.tag, before.tag, {})
        assert news.view.game.clocks.now == before.game.clocks.now + 5
        assert str(news.view.game.clocks.now).encode() in message


@in_loop
async def test_a_plan_changes_nothing_that_others_see_not_even_clocks(tmp_path, time):
    async with rooms_in(tmp_path) as (rooms, _, _):
        clock = {"base": 60.0, "increment": 2.0, "days": False}
        seats = (Seat("white", holder=ADA), Seat("black", holder=BOB))
        room = await rooms.create("troll", {"size": 6}, seats, None, {"clock": clock})
        time(seconds=5)
        await done(room.act(TakeTurn(0, (7,)), ADA))
        sources = [source_of(room, BOB), source_of(room, None)]

        def seen():
            """What anybody would see who comes now: nothing that was rendered before."""
            module.forget(room)
            return [source.rendering() for source in sources]

        before = seen()
        time(seconds=20)
        await done(room.act(MakePlan((Reply("d4"),)), ADA))
        assert room.timeline.plans
        after = seen()
        assert [one.view.tag for one in after] == [one.view.tag for one in before]
        assert [one.regions for one in after] == [one.regions for one in before]
        clocks = [replace(one.view.game.clocks, now=0) for one in (*before, *after)]
        assert clocks[:2] == clocks[2:]
