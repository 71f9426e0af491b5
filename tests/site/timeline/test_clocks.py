"""Clocks: they run for who is to move, and time is judged once, whoever is there."""

import asyncio
import random
from datetime import UTC, datetime, timedelta

import pytest
from company_world import begin, code, deal, links, room_of, seen, sit, two
from site_world import FakeEngines, act, actions, becomes, done, opened, site_in, take_turn, tell

from byways.errors import BywaysError
from byways.records import read_text
from byways.site.play import deadlines
from byways.site.play.deadlines import Deadlines
from byways.site.play.page import wording
from byways.site.play.room import Room
from byways.site.play.rooms import Rooms
from byways.site.storage.game_store import Store
from byways.site.timeline import clocks, commands
from byways.site.timeline.timeline import load


@pytest.mark.agreed(**{"the clock": "1+2"})
async def test_a_live_clock_runs_for_who_is_to_move(time, game):
    time(seconds=10)
    await game.play("b2")
    time(seconds=30)
    look = await seen(game.ada, game.api)
    assert [player["left"] for player in look["players"]] == [52.0, 60.0]
    assert (look["running"], look["now"] - look["since"]) == ("black", 30.0)
    time(seconds=31)
    assert code(await act(game.bob, game.api, "b3")) == (403, "seat.not_yours"), "too late"
    assert (await seen(game.ada, game.api))["outcome"] == {"said": "You won", "why": "Black’s time ran out."}
    (record,) = read_text((await game.bob.get("/mine/games.txt")).text)
    assert (record.result, record.termination) == ("white", "time")


@pytest.mark.agreed(**{"the clock": "2d"})
async def test_days_are_given_anew_for_each_turn(time, game):
    time(hours=47)
    await game.play("b2")
    time(hours=47)
    await game.play("b3")
    assert game.room.timeline.deadline - clocks.now() == timedelta(days=2)
    await deal(game.ada, game.api, "draw")
    time(hours=1)
    await deal(game.bob, game.api, "no", number=game.room.timeline.number)
    assert game.room.timeline.deadline - clocks.now() == timedelta(hours=47), "offers give no time"


async def test_two_people_at_one_screen_have_a_clock(time, ada):
    api = await begin(ada, **{"your side": "both", "the clock": "3+2"})
    time(seconds=20)
    assert (await act(ada, api, "b2")).status_code == 200
    time(seconds=179)
    look = await seen(ada, api)
    assert ([player["left"] for player in look["players"]], look["running"]) == ([162.0, 180.0], "black")
    assert "the+clock=3%2B2" in (await ada.get(api.replace("/api/games/", "/play/"))).text, "to play again as now"
    time(seconds=2)
    assert code(await act(ada, api, "b3")) == (403, "seat.not_yours")
    assert (await seen(ada, api))["outcome"]["said"] == "White won"


async def test_taking_back_earns_nothing(time, site, ada):
    api = await begin(ada, **{"your side": "both", "the clock": "3+20"})
    for _ in range(4):
        time(seconds=5)
        await act(ada, api, "b2")
        assert (await tell(ada, api, "undo", version=(await seen(ada, api))["version"])).status_code == 200
    left = [player["left"] for player in (await seen(ada, api))["players"]]
    assert left == [180.0, 180.0], "neither more than before, nor less than the increment gives back"
    time(seconds=30)
    await act(ada, api, "b2")
    assert [player["left"] for player in (await seen(ada, api))["players"]] == [170.0, 180.0]
    kept = await site.service(Store).load(api.rpartition("/")[2])
    assert load(kept).clocks.left == room_of(site, api).timeline.clocks.left


async def test_what_was_hidden_is_shown_when_time_has_ended_the_game(time, site, ada):
    people = {"players": "2", "seat player 1": "person", "seat player 2": "person"}
    api = await begin(ada, "longway", **people, **{"the clock": "1+0"})
    assert (await act(ada, api, "setup a1N g7S", seat="player 1")).status_code == 200
    assert [turn for turn, _ in (await seen(ada, api))["turns"]] == ["?"]
    time(seconds=61)
    await room_of(site, api).judge_time()
    assert [turn for turn, _ in (await seen(ada, api))["turns"]] == ["setup a1N g7S"]


async def test_against_an_engine_only_the_person_has_a_clock(time, site, ada):
    api = await begin(ada, **{"your side": "white", "the engine": "level 1", "the clock": "1+0"})
    site.rooms._engines.let.clear()
    time(seconds=30)
    await act(ada, api, "b2")
    look = await seen(ada, api)
    assert ([player["left"] for player in look["players"]], look["running"]) == ([30.0, None], None)
    time(hours=1)
    await room_of(site, api).judge_time()
    assert (await seen(ada, api))["outcome"] is None, "what an engine takes is the server's affair"


@pytest.mark.parametrize(("game", "form"), [
    ("troll", {"your side": "neither", "the engine": "level 1"}),
    ("longway", {"players": "1", "seat player 1": "person"}),
])  # fmt: skip
async def test_who_watches_or_plays_alone_has_no_clock(game, form, site, ada):
    answer = await ada.post(f"/new/{game}", data={"the clock": "5+3", **form})
    assert room_of(site, answer.headers["location"]).timeline.clocks is None


@pytest.mark.parametrize("text", clocks.CHOICES)
def test_time_controls_are_written_as_they_are_read(text):
    assert clocks.read_control(text).text == text


async def test_the_clock_waits_for_all_to_sit_and_to_come(time, site, ada, bob):
    api = await begin(ada, **{"the clock": "1+0"})
    time(hours=1)
    room = room_of(site, api)
    await room.judge_time()
    await sit(bob, api, (await links(ada, api))["black"])
    assert (await seen(ada, api))["players"][0]["left"] == 60.0
    store, seated = site.service(Store), clocks.now()
    assert (await store.load(room.id)).projection.deadline == seated + timedelta(minutes=2), "if nobody comes"
    time(seconds=10)
    for holder in room.timeline.people.values():
        await room.arrive(holder)
    assert (await store.load(room.id)).projection.deadline == clocks.now() + timedelta(minutes=1)
    other = await Rooms(store, FakeEngines()).open(room.id)
    assert other.timeline.deadline == room.timeline.deadline


@pytest.mark.agreed(here=False, **{"the clock": "1+0"})
async def test_the_clock_runs_for_who_does_not_come(time, game):
    room = game.room
    time(seconds=50)
    await game.play("b2")
    assert room.timeline.clocks.left == {"white": 60.0, "black": 60.0}, "it cost nothing, the other being away"
    time(seconds=30)
    assert (room.timeline.deadline - clocks.now()).total_seconds() == 40.0
    time(seconds=41)
    await room.judge_time()
    assert room.timeline.end.by == "black"


@pytest.mark.agreed(here=False, **{"the clock": "1+0"})
async def test_who_makes_a_turn_is_there(time, game):
    for turn in ("b2", "b3"):
        time(seconds=5)
        await game.play(turn)
    assert game.room.timeline.deadline == clocks.now() + timedelta(minutes=1)


@pytest.mark.agreed(here=False, **{"the clock": "1+0"})
async def test_whose_page_can_only_ask_is_there(time, game):
    time(seconds=5)
    for browser, left in ((game.ada, 115), (game.eve, 115), (game.bob, 60)):
        await seen(browser, game.api)
        assert game.room.timeline.deadline == clocks.now() + timedelta(seconds=left)


@pytest.mark.agreed(here=False, **{"the clock": "2d"})
async def test_a_clock_of_days_waits_for_nobody(game):
    assert game.room.timeline.deadline == game.room.timeline.clocks.since + timedelta(days=2)


async def test_time_is_judged_after_a_restart_when_nobody_is_connected(tmp_path, time):
    async with two(tmp_path, **{"the clock": "3+2"}) as game:
        await game.play("b2")
        name = game.room.id
    time(minutes=4)
    async with opened(tmp_path / "byways.sqlite3") as store:
        rooms = Rooms(store, FakeEngines())
        keeper = Deadlines(store, rooms)
        await keeper.look()
        kept = await store.load(name)
        assert kept.events[-1].kind == "end"
        assert kept.events[-1].data == {"winners": ["white"], "termination": "time", "by": "black"}
        assert await store.deadlines() == []
        await keeper.close()


@pytest.mark.agreed(**{"the clock": "1+0"})
async def test_time_up_here_and_a_turn_in_time_there(time, game):
    """Another process took the turn before the time was up; this one had not heard of it and judges later."""
    other = await Rooms(game.site.service(Store), FakeEngines()).open(game.room.id)
    time(seconds=59)
    await take_turn(other, other.timeline.version, actions(other, "b2"))
    time(seconds=2)
    await game.room.judge_time()
    assert game.room.timeline.end is None
    assert game.room.timeline.deadline == other.timeline.deadline


async def test_a_process_that_knows_an_older_game_judges_by_the_database(time, site, ada):
    api = await begin(ada, **{"the clock": "1+0"})
    room = room_of(site, api)
    other = await Rooms(site.service(Store), FakeEngines()).open(room.id)
    await other.act(commands.Sit("black", None), "b" * 64)
    time(seconds=121)
    assert room.timeline.waiting, "nobody told this process"
    keeper = Deadlines(site.service(Store), site.rooms)
    await keeper.look()
    await keeper.close()
    assert room.timeline.end.termination == "time"


def test_another_clock_is_followed_only_where_this_one_must_be_wrong():
    """Asking takes time: while the difference that is known may be the true one it stays, and clocks do not jitter."""
    clock, there = clocks.MachineClock(), datetime(2026, 11, 20, 12, tzinfo=UTC)

    def compare(before, after):
        clock.compare(there + timedelta(seconds=before), there, there + timedelta(seconds=after))
        return clock.ahead.total_seconds()

    assert compare(-0.3, 0.1) == 0
    assert compare(29.9, 30.1) == 30
    assert compare(29.0, 30.5) == 30
    assert compare(-0.2, 0.1) == -0.05


@pytest.mark.parametrize("minutes", [-30, 30])
async def test_a_step_of_the_machine_s_clock_costs_nobody_time(tmp_path, monkeypatch, caplog, minutes):
    class Stepped(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime.now(tz) + timedelta(minutes=minutes)

    monkeypatch.setattr(deadlines, "COMPARED", 0.0)
    async with two(tmp_path, **{"the clock": "5+0"}) as game:
        await game.play("b2", "b3")
        monkeypatch.setattr(clocks, "datetime", Stepped)
        await asyncio.sleep(1.2)  # all clocks are looked at
        await game.play("c2", "c3")
        assert game.room.timeline.end is None
        assert all(270 < left <= 300 for left in game.room.timeline.clocks.left.values())
    said = [record.getMessage() for record in caplog.records if "was set by" in record.getMessage()]
    assert [f"{minutes * 60:+d}." in line for line in said] == [True], "it is said once"


async def test_a_game_that_cannot_be_judged_stops_no_other_clock(tmp_path, time, monkeypatch):
    """As when another process was frozen while it wrote to that game."""
    judge, stuck, asked = Room.judge_time, [], []

    async def judge_others(room):
        asked.append(room.id)
        if room.id in stuck:
            await asyncio.Event().wait()
        await judge(room)

    monkeypatch.setattr(deadlines, "PATIENCE", 3.0)
    monkeypatch.setattr(deadlines, "QUICK", 0.1)
    async with site_in(tmp_path) as site, site.browser() as ada:
        keeper = Deadlines(site.service(Store), site.rooms)
        found = []
        for _ in range(2):
            api = await begin(ada, **{"the clock": "1+0"})
            async with site.browser() as bob:
                await sit(bob, api, (await links(ada, api))["black"])
            found.append(room_of(site, api))
            time(seconds=1)
        stuck.append(found[0].id)
        monkeypatch.setattr(Room, "judge_time", judge_others)
        time(seconds=121)
        await asyncio.wait_for(keeper.look(), 2)
        await becomes(lambda: found[1].timeline.end is not None, 2)
        assert asked.count(found[0].id) <= 2, "by each keeper once at a time: the application has one too"
        stuck.clear()
        await becomes(lambda: found[0].timeline.end is not None, 20)
        await keeper.close()


@pytest.mark.parametrize("seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.torture) for seed in range(3, 8))])
@pytest.mark.agreed(**{"the clock": "5+0"})
async def test_two_processes_converge_whatever_happens_at_once(seed, game):
    rng = random.Random(seed)
    store = game.site.service(Store)
    here, there = game.room, await Rooms(store, FakeEngines()).open(game.room.id)
    holders = {seat: here.timeline.seats[seat].holder for seat in ("white", "black")}

    async def turn(room):
        mover = room.timeline.to_move
        if mover is not None:
            state = room.timeline.state
            await take_turn(room, room.timeline.version, state.actions(rng.choice(state.legal_turns())))

    async def dealt(room, what):
        holder = holders[rng.choice(("white", "black"))]
        if what == "answer":
            number, yes = room.timeline.heard, rng.random() < 0.5
            await done(room.act(commands.Respond(number, yes), holder))
        elif what == "resign":
            await done(room.act(commands.Resign(), holder))
        else:
            await done(room.act(commands.Propose(what), holder))

    for _ in range(12):
        doing = [turn(here), turn(there)]
        doing += [dealt(room, what) for room in (here, there) for what in ("draw", "takeback", "answer")]
        if rng.random() < 0.1:
            doing.append(dealt(rng.choice((here, there)), "resign"))
        rng.shuffle(doing)
        for result in await asyncio.gather(*doing, return_exceptions=True):
            assert result is None or isinstance(result, BywaysError), result
    kept = await store.load(here.id)
    assert [event.number for event in kept.events] == list(range(1, len(kept.events) + 1))
    told = load(kept)
    for room in (here, there):
        await room.read_again()
        assert room.timeline.state.turns == told.state.turns
        assert (room.timeline.version, room.timeline.number, room.timeline.end) == (told.version, told.number, told.end)
        assert room.timeline.offer == told.offer
    assert kept.projection.deadline == told.deadline
    ends = [event.number for event in kept.events if event.kind == "end"]
    assert ends in ([], [len(kept.events)])


@pytest.mark.agreed(**{"the clock": "3d"})
async def test_the_list_of_games_parts_those_that_go_on_and_says_what_time_is_left(time, game):
    over = await begin(game.ada)
    await deal(game.ada, over, "call off")
    time(hours=25)
    page = (await game.ada.get("/mine")).text
    going, finished = page.partition("<h2>Finished</h2>")[::2]
    assert '<span class="tag yours your-turn">Your turn</span>' in going
    assert "Time left: 1 d 23 h" in going
    assert "cancelled" in finished
    assert "Time left" not in finished
    await game.play("b2")
    page = (await game.ada.get("/mine")).text
    assert "your-turn" not in page
    assert "Time left: 3 d 0 h" in page, "of the other, who is to move"


def test_time_is_said_in_its_largest_parts():
    said = [wording.duration(seconds) for seconds in (259_200, 90_000, 7_260, 300, 59)]
    assert said == ["3 d 0 h", "1 d 1 h", "2 h 1 min", "5 min", "less than a minute"]
