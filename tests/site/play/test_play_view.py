"""Views of a room, while it goes on."""

import pytest
from msgspec.structs import replace
from room_world import APART, TWO_AT_ONE_SCREEN, begin, source_of
from site_world import ADA, BOB, NOW, done, rooms_in

from byways import random_game, registry
from byways.site.play.page import views as module, wording
from byways.site.storage.game_settings import GameSettings, TimeControl
from byways.site.storage.stored_games import Seat
from byways.site.timeline import events, plans
from byways.site.timeline.commands import MakePlan, TakeTurn
from byways.site.timeline.events import Reply
from byways.site.timeline.timeline import proceed
from example_games import examples_registered


async def test_a_game_that_goes_on_while_it_is_drawn_is_shown_as_it_is_then(rooms, monkeypatch):
    """As happens where a plug-in's game is drawn in another thread."""
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


async def test_clocks_do_not_change_a_tag_by_going_on(time, rooms):
    clock = TimeControl(60.0, 2.0)
    room = await rooms.create("troll", {"size": 4}, TWO_AT_ONE_SCREEN, None, GameSettings(clock=clock))
    await room.act(TakeTurn(0, (0,)), ADA)
    source = source_of(room, ADA)
    before = source.current("").view
    time(seconds=5)
    news, (tag, message) = source.current(before.tag), module.views_of(room).news(room, source.viewer, before.tag)
    assert (news.view.tag, tag, news.patch.markup) == (before.tag, before.tag, {})
    assert news.view.game.clocks.now == before.game.clocks.now + 5
    assert str(news.view.game.clocks.now).encode() in message


async def test_stroll_is_planned_as_long_as_nothing_is_claimed_in_secret(rooms):
    room = await rooms.create("stroll", {"size": 6, "ending": "solve"}, APART, None)
    assert source_of(room, BOB).rendering().view.plans
    assert plans.may_try(room.timeline, agreed=room.stored.settings.lines)
    claiming = await rooms.create("stroll", {"size": 5, "ending": "claim"}, APART, None)
    while not claiming.timeline.state.variant.game.secrets.next(claiming.timeline.state):
        game = claiming.timeline
        turn = game.state.actions(game.state.legal_turns()[0])
        await done(claiming.act(TakeTurn(game.version, turn), game.mover.holder))
    assert not plans.may_try(claiming.timeline, agreed=False)
    assert not any(source_of(claiming, one).rendering().view.plans for one in (ADA, BOB))


async def test_nobody_plans_where_something_is_hidden_or_alone(rooms):
    for seats, game, options in (
        (TWO_AT_ONE_SCREEN, "troll", {"size": 6}),
        ((Seat("player 1", holder=ADA), Seat("player 2", holder=BOB)), "longway", {"players": 2}),
    ):
        room = await rooms.create(game, options, seats, None)
        assert not plans.may_try(room.timeline, agreed=room.stored.settings.lines) or game == "troll"
        assert not any(source_of(room, one).rendering().view.plans for one in (ADA, BOB, None))


async def test_a_plan_changes_nothing_that_others_see_not_even_clocks(time, rooms):
    clock = TimeControl(60.0, 2.0)
    seats = (Seat("white", holder=ADA), Seat("black", holder=BOB))
    room = await rooms.create("troll", {"size": 6}, seats, None, GameSettings(clock=clock))
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


@pytest.mark.parametrize("name", ["hex", "connect_four", "breakthrough", "pig"])
async def test_the_end_of_a_game_that_explains_nothing_is_told_by_its_reason(tmp_path, name):
    with examples_registered():
        async with rooms_in(tmp_path) as (rooms, _, _):
            game = registry.find(name)
            seats = tuple(Seat(player, holder=ADA) for player in game.variant({}).players)
            room = await rooms.create(name, {}, seats, None)
            game, played = room.timeline, random_game(name, seed=1)
            _, room.timeline = proceed(game, [events.Turn(turn) for turn in played.turns], NOW, lambda state: "")
            _, why = wording.ending(room, seats[0].player)
    assert why == f"Decided by: {played.outcome.reason}."
