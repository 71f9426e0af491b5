"""Rooms with engines: asked within their limits, put up with when they fail; and ends that a worker counts."""

from dataclasses import asdict

import pytest
from room_world import AGAINST_ENGINE, ENGINE, TWO_AT_ONE_SCREEN, begin
from site_world import ADA, NOW, done, play, settled, stored, turn_event

import byways
from byways.rules.boards.shapes import square
from byways.rules.picture import Picture
from byways.site.engines import jobs
from byways.site.storage.stored_games import Event, Seat
from byways.site.timeline.commands import TakeBack
from byways.testing import random_line


async def test_an_engine_is_asked_within_its_limits_and_answers(rooms, engines):
    room = await begin(rooms, seats=AGAINST_ENGINE)
    await play(room, "b2")
    await settled(room)
    (request,) = engines.requests
    assert request.seconds == 1.0
    assert byways.start("troll", position=request.position) == byways.start("troll", size=4).play("b2")
    assert len(room.timeline.state.turns) == 2


def test_an_engine_is_told_what_counts_for_repetition():
    longest = 0
    for state in random_line(byways.start("stride", side=4).variant, seed=3):
        request = jobs.request_of(state)
        told = byways.start("stride", position=request.position)
        for turn in request.turns:
            told = told.play(turn)
        assert (told, told.line) == (state, state.line)
        longest = max(longest, len(request.turns))
    assert longest > 2


async def test_an_engine_that_fails_is_asked_again_only_when_somebody_wants_it(rooms, engines):
    room = await begin(rooms, seats=AGAINST_ENGINE)
    engines.fail()
    await play(room, "b2")
    await settled(room)
    assert room.job.trouble == "The engine cannot continue: the engine stopped working twice in a row."
    await rooms.open(room.id)
    assert (len(engines.requests), room.job.working) == (1, False)
    told = []
    room.watchers.add(lambda: told.append(room.job.trouble))
    room.job.retry(room)
    assert (room.job.trouble, told) == ("", [""])
    await settled(room)
    assert len(room.timeline.state.turns) == 2


@pytest.mark.parametrize("nonsense", [{}, {"best": "zz"}, {"best": "b2"}, {"best": None}, ValueError("no")])
async def test_an_engine_that_talks_nonsense_does_no_harm(nonsense, rooms, engines):
    room = await begin(rooms, seats=AGAINST_ENGINE)
    engines.answers.append(nonsense)
    await play(room, "b2")
    await settled(room)
    assert room.job.trouble
    assert room.timeline.state.turns == ("b2",)
    await done(room.act(TakeBack(room.timeline.version), ADA))
    assert (room.job.trouble, room.timeline.state.turns) == ("", ())


async def test_an_engine_goes_on_when_the_server_has_been_started_again(rooms, store):
    await store.create(stored(turns=("b2",), seats=AGAINST_ENGINE))
    room = await rooms.open("g1")
    await settled(room)
    assert len(room.timeline.state.turns) == 2


async def test_an_engine_s_late_answer_is_dropped(rooms, store, engines):
    """Another process has gone on while it thought; it then thinks about what is there now."""
    room = await begin(rooms, seats=AGAINST_ENGINE)
    engines.let.clear()
    await play(room, "b2")
    await store.append(room.id, [Event(2, "undo", {"ply": 0}, NOW), turn_event(3, "c2")])
    engines.let.set()
    await settled(room)
    assert room.timeline.state.turns[0] == "c2"
    assert len(room.timeline.state.turns) == 2
    assert not room.job.trouble


async def test_engines_play_each_other_only_before_somebody(rooms):
    room = await begin(rooms, seats=(Seat("white", engine=ENGINE), Seat("black", engine=ENGINE)))
    assert not room.job.working
    room.watchers.add(lambda: len(room.timeline.state.turns) < 3 or room.watchers.clear())
    room.job.attend(room)
    await settled(room)
    assert 3 <= len(room.timeline.state.turns) <= 4


# Costly ends


def almost_full_stroll():
    """A Stroll position so big that only a worker may count its end, one turn before it."""
    state = byways.start("stroll", size=17)
    stones = {(r, c) for r in range(0, 17, 2) for c in range(0, 17, 2)} - {(16, 16)}
    rows = (" ".join("OX"[(r // 2 + c // 2) % 2] if (r, c) in stones else "." for c in range(17)) for r in range(17))
    return "stroll size=17 ending=solve\n" + "\n".join(rows) + f"\nto move: {state.to_move}"


async def test_a_costly_end_is_counted_by_a_worker(rooms, engines):
    room = await rooms.create("stroll", {}, TWO_AT_ONE_SCREEN, almost_full_stroll())
    engines.let.clear()
    counted = {
        "outcome": {"winner": "white", "winners": ["white"], "reason": "longer path", "scores": {"white": 9}},
        "why": "White wins with 9.",
        "picture": asdict(Picture((square(17).board(),))),
    }
    engines.answers.append(counted)
    await play(room, "q17>q16")
    assert room.timeline.state.to_move is None
    assert (room.outcome, room.job.ending, room.job.working) == (None, None, True)
    engines.let.set()
    await settled(room)
    assert room.outcome == byways.position.state.Outcome("white", ("white",), "longer path", {"white": 9})
    assert engines.requests[0].task == "judge"
    await done(room.act(TakeBack(room.timeline.version), ADA))
    assert (room.job.ending, room.timeline.state.to_move) == (None, "white")
