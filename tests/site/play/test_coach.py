"""The coach of a game against the engine: warnings, threats, hints; and that nobody else hears of it."""

from dataclasses import replace

import pytest
from room_world import AGAINST_ENGINE, APART, TWO_AT_ONE_SCREEN, begin, kept, seen, source_of
from site_world import ADA, BOB, FakeEngines, act, begin as begin_on_site, done, play, refusal, settled, view

import byways
from byways.site.board.hints import where
from byways.site.engines.compiling import Wait
from byways.site.play import coach
from byways.site.play.coach import CoachPool, Loss
from byways.site.play.coach_api import said_of
from byways.site.storage.analysis_store import AnalysisStore
from byways.site.timeline import clocks, offers
from byways.site.timeline.commands import TakeTurn
from byways.site.timeline.plans import imagined


def analysis(best, value, choices=(), *, proved=False):
    """An engine's answer: the best turn with its value, and others with theirs."""
    known = [{"turn": turn, "value": worth, "visits": 100} for turn, worth in ((best, value), *choices)]
    facts = {"line": [best], "simulations": 100, "seconds": 0.1, "depth": 3, "proved": proved}
    return {"best": best, "value": value, "choices": known, **facts}


async def facing(rooms, store, engines, *answers):
    """A game of Troll in which Ada is to move against an engine, and what a coach hears from its own engines."""
    room = await begin(rooms, seats=AGAINST_ENGINE)
    await play(room, "b2")
    await settled(room)
    theirs = FakeEngines()
    theirs.answers = list(answers)
    return room, theirs, CoachPool(theirs, AnalysisStore(store))


def actions_of(room, turn):
    return tuple(room.timeline.state.actions(turn))


async def test_a_turn_that_loses_much_is_warned_of_and_another_is_not(rooms, store, engines):
    room, theirs, coaches = await facing(rooms, store, engines)
    good, bad, fair, *_ = room.timeline.state.legal_turns()
    rival = imagined(room.timeline.state).legal_turns()[0]
    theirs.answers = [analysis(good, 0.56, ((bad, 0.56), (fair, 0.1))), analysis(rival, 0.4)]
    assert await coaches.look(room).threat() is None
    theirs.answers = [analysis("d4", value) for value in (0.56, 0.53)]  # the other side's chance after it
    assert await coaches.mistake(room, actions_of(room, bad)) == Loss(pytest.approx(0.12), won=False)
    assert await coaches.mistake(room, actions_of(room, fair)) is None
    assert await coaches.mistake(room, actions_of(room, good)) is None


async def test_a_turn_that_is_warned_of_does_not_keep_the_moment_at_which_it_came(time, rooms, store, engines):
    room, theirs, coaches = await facing(rooms, store, engines)
    await done(room.carry_out(lambda game: offers.ask_coach(game, ADA)))
    good, bad, *_ = room.timeline.state.legal_turns()
    theirs.answers = [analysis(good, 0.7), analysis(bad, 0.5), analysis(bad, 0.7)]
    source = replace(source_of(room, ADA), coaches=coaches)
    turn = TakeTurn(room.timeline.version, actions_of(room, bad), advised=True)
    assert (await source.act(turn, "key")).warning
    time(seconds=5)
    assert room.moment_of("key", turn) == clocks.now()


async def test_the_position_after_a_turn_tells_what_it_loses_whatever_was_expected_of_it(rooms, store, engines):
    room, theirs, coaches = await facing(rooms, store, engines)
    good, other, *_ = room.timeline.state.legal_turns()
    then = room.timeline.state.play(other).legal_turns()[0]
    theirs.answers = [
        analysis(good, 0.7, ((other, 0.69),)),
        analysis(imagined(room.timeline.state).legal_turns()[0], 0.4),
    ]
    assert await coaches.look(room).threat() is None
    theirs.answers = [analysis(then, 0.9)]
    assert await coaches.mistake(room, actions_of(room, other)) == Loss(pytest.approx(0.6), won=False)
    assert theirs.requests[-1].position == str(room.timeline.state.play(other))


async def test_an_engine_in_trouble_holds_up_no_turn(monkeypatch, rooms, store, engines):
    room, theirs, coaches = await facing(rooms, store, engines)
    theirs.fail(9)
    turn = actions_of(room, room.timeline.state.legal_turns()[0])
    assert await coaches.mistake(room, turn) is None
    silent = FakeEngines()
    silent.let.clear()
    monkeypatch.setattr(coach, "PATIENCE", 0.01)
    assert await CoachPool(silent, AnalysisStore(store)).mistake(room, turn) is None


async def test_a_threat_is_what_the_other_side_would_gain_by_two_turns(rooms, store, engines):
    room, theirs, coaches = await facing(rooms, store, engines)
    mine, rival = room.timeline.state.legal_turns()[0], imagined(room.timeline.state).legal_turns()[1]
    theirs.answers = [analysis(mine, 0.6), analysis(rival, 0.9)]
    found = await coaches.look(room).threat()
    assert (found.turn, found.wins, found.now, found.then) == (rival, False, pytest.approx(0.4), 0.9)
    assert theirs.requests[-1].turns == []
    await play(room, mine)
    await settled(room)
    mine, rival = room.timeline.state.legal_turns()[0], imagined(room.timeline.state).legal_turns()[0]
    theirs.answers = [analysis(mine, 0.6), analysis(rival, 0.55)]
    found = await coaches.look(room).threat()
    assert (found.turn, found.wins) == (rival, True), "what wins at once is always named"
    assert said_of(found) == f"Black threatens to join left and right with {rival}."


async def test_the_page_says_how_long_the_coach_is_still_being_made_ready(monkeypatch, site, browser, bob):
    api = await begin_on_site(browser, **{"your side": "white", "the engine": "level 1"})
    assert (await view(browser, api))["coach_preparing"] is None
    room = await site.rooms.open(api.rpartition("/")[2])
    monkeypatch.setattr(room.job, "preparing_coach", lambda game: Wait(40, 0.25))
    now = await view(browser, api)
    assert now["coach_preparing"] == {"seconds": 40, "share": 0.25}
    assert now["preparing"] is None, "the engine that plays is ready"
    heard = await browser.post(f"{api}/coach/hint", json={"version": now["version"]})
    said = "Preparing the engine for this computer, only once: about 40 s"
    assert (heard.status_code, heard.json()) == (202, {"said": said, "markup": "", "places": []})
    assert (await view(bob, api))["coach_preparing"] is None


async def test_only_the_one_person_against_engines_may_ask(rooms):
    alone = await begin(rooms, seats=AGAINST_ENGINE)
    assert offers.may_ask_coach(alone.timeline, ADA)
    assert not offers.may_ask_coach(alone.timeline, BOB)
    for seats in (APART, TWO_AT_ONE_SCREEN):
        assert not offers.may_ask_coach((await begin(rooms, seats=seats)).timeline, ADA)


async def test_that_it_was_asked_is_kept_once_and_nobody_sees_it(rooms, store):
    room = await begin(rooms, seats=AGAINST_ENGINE)
    before = seen(room, BOB)
    for _ in range(2):
        await done(room.carry_out(lambda game: offers.ask_coach(game, ADA)))
    assert room.timeline.coached
    assert await kept(store, room) == [{"by": "white"}]
    assert seen(room, BOB) == before
    assert await store.games_with(ADA, "coached") == {room.id}


def test_a_hint_lights_up_a_part_of_the_board_that_does_not_give_the_turn_away():
    for game in ("troll", "whirlwind", "stride", "stroll"):
        state = byways.start(game)
        turn = state.legal_turns()[3]
        said, places = where(state, turn)
        assert 4 <= len(places) <= 12
        assert any(place in turn for place in places)
        named = said.removesuffix(".").rpartition(" ")[2]
        assert named in places
        assert named != turn
    swap = byways.start("troll", swap=True).play("c3")
    assert where(swap, "swap")[1] == []


async def test_the_page_is_warned_before_the_turn_is_played(site, browser, bob):
    theirs = FakeEngines()
    site.app.state.services[CoachPool] = CoachPool(theirs, site.service(AnalysisStore))
    api = await begin_on_site(browser, **{"your side": "white", "the engine": "level 1"})
    room = await site.rooms.open(api.rpartition("/")[2])
    good, bad, *_ = room.timeline.state.legal_turns()
    rival = imagined(room.timeline.state).legal_turns()[0]
    theirs.answers = [analysis(good, 0.56, ((bad, 0.56),)), analysis(rival, 0.5)]
    version = (await view(browser, api))["version"]
    heard = await browser.post(f"{api}/coach", json={"version": version})
    assert heard.json() == {"said": "", "markup": "", "places": []}
    theirs.answers = [analysis(good, 0.56)]
    warned = (await act(browser, api, bad, advised=True)).json()
    assert (warned["kind"], warned["warning"]) == ("pending", "This move loses about 12%. Play it anyway?")
    assert not room.timeline.state.turns
    where = (await browser.post(f"{api}/coach/hint", json={"version": version})).json()
    assert where["places"]
    what = (await browser.post(f"{api}/coach/hint", json={"version": version, "step": 2})).json()
    assert what["said"].startswith(f"The coach would play {good}.")
    assert "class=" in what["markup"]
    sure = (await act(browser, api, bad, advised=True, sure=True)).json()
    assert sure["kind"] == "accepted"
    late = await browser.post(f"{api}/coach/hint", json={"version": version})
    assert refusal(late) == (409, "game.conflict")
    assert refusal(await bob.post(f"{api}/coach", json={"version": version})) == (403, "coach.none")
