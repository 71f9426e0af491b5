"""Turns that are taken back, and the pie rule: who sits where afterwards, and what an engine makes of it."""

import asyncio

import pytest
from room_world import AGAINST_ENGINE, APART, begin, kept
from site_world import ADA, BOB, done, play, settled

from byways.errors import IllegalTurnError
from byways.site.storage.game_store import ConflictError
from byways.site.storage.stored_games import Seat
from byways.site.timeline.commands import TakeBack, undo_ply


async def test_undo_goes_back_to_the_last_decision_of_a_person(rooms, store):
    room = await begin(rooms, seats=AGAINST_ENGINE)
    await play(room, "b2")
    await settled(room)
    await play(room, "c3")
    await settled(room)
    assert len(room.timeline.state.turns) == 4
    await done(room.act(TakeBack(room.timeline.version), ADA))
    assert (room.timeline.state.turns[0], len(room.timeline.state.turns)) == ("b2", 2)
    await done(room.act(TakeBack(room.timeline.version), ADA))
    assert room.timeline.state.turns == ()
    with pytest.raises(IllegalTurnError, match="nothing"):
        await done(room.act(TakeBack(room.timeline.version), ADA))
    assert (await kept(store, room))[-2:] == [{"ply": 2}, {"ply": 0}]


async def test_undo_stops_an_engine_that_thinks(rooms, engines):
    room = await begin(rooms, seats=AGAINST_ENGINE)
    engines.let.clear()
    await play(room, "b2")
    assert room.job.working
    await done(room.act(TakeBack(room.timeline.version), ADA))
    assert (room.timeline.state.turns, room.job.working) == ((), False)
    engines.let.set()
    await asyncio.sleep(0)
    assert room.timeline.state.turns == ()


async def test_undo_is_for_who_plays_alone_and_for_the_present_version(rooms):
    room = await begin(rooms, seats=APART)
    await play(room, "b2")
    assert undo_ply(room.timeline, ADA) is undo_ply(room.timeline, BOB) is undo_ply(room.timeline, None) is None
    room = await begin(rooms)
    await play(room, "b2", "b3")
    with pytest.raises(ConflictError):
        await done(room.act(TakeBack(1), ADA))


async def test_undo_never_crosses_dice(rooms):
    room = await begin(rooms, "longway", (Seat("player 1", holder=ADA),), players=1)
    await play(room, "setup a1N g7S")
    assert undo_ply(room.timeline, ADA) is None
    await play(room, "stop")
    assert undo_ply(room.timeline, ADA) == 2, "no dice were rolled after the last turn"


async def test_undo_never_crosses_a_reveal(rooms):
    room = await begin(rooms, "longway", tuple(Seat(f"player {i}", holder=ADA) for i in (1, 2)), players=2)
    await play(room, "setup a1N g7S")
    assert undo_ply(room.timeline, ADA) == 0, "nobody has seen it yet"
    await play(room, "setup a1N g7S", "stop")
    assert undo_ply(room.timeline, ADA) == 3
    await play(room, "stop")
    assert room.timeline.state.to_move is None
    assert undo_ply(room.timeline, ADA) is None, "both stops have been shown"


# The pie rule


async def test_an_engine_that_swaps_does_not_move_twice_and_undo_takes_the_swap_back(rooms, engines):
    room = await begin(rooms, seats=AGAINST_ENGINE, size=4, swap=True)
    engines.answers.append({"best": "swap"})
    await play(room, "b2")
    await settled(room)
    assert room.timeline.state.turns == ("b2", "swap")
    assert room.timeline.mover.holder == ADA
    await play(room, "c3")
    await settled(room)
    assert len(room.timeline.state.turns) == 4, "now the engine has White"
    await done(room.act(TakeBack(room.timeline.version), ADA))
    assert room.timeline.state.turns == ("b2", "swap")
    await done(room.act(TakeBack(room.timeline.version), ADA))
    assert room.timeline.state.turns == ()
    assert room.timeline.players_of(ADA) == ("white",)
