"""Views of a room, while it goes on."""

import pytest
from room_world import TWO_AT_ONE_SCREEN, begin, source_of
from site_world import ADA, NOW, in_loop, rooms_in

from byways.site.play import view as module
from byways.site.timeline import events
from byways.site.timeline.commands import TakeTurn
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
