"""Playing with others: links, seats, offers, clocks, names and chat, over the API."""

import asyncio
import random
import re
from contextlib import asynccontextmanager
from datetime import timedelta
from types import SimpleNamespace

import pytest
from site_world import FakeEngines, act, actions, in_loop, opened, site_in
from sqlalchemy import delete

from byways.errors import BywaysError
from byways.records import read_text
from byways.site import clocks, dealings
from byways.site.course import Course
from byways.site.rooms import Rooms
from byways.site.tables import games
from byways.site.timekeeper import Timekeeper

LINK = {"your side": "white", "the engine": "link", "size": "4"}


@pytest.fixture
def time(monkeypatch):
    """A clock that the test moves."""
    moment = SimpleNamespace(now=clocks.now())
    monkeypatch.setattr(clocks, "now", lambda: moment.now)
    monkeypatch.setattr("byways.site.timekeeper.now", lambda: moment.now)

    def move(**by):
        moment.now += timedelta(**by)

    return move


async def begin(browser, game="troll", **form):
    answer = await browser.post(f"/new/{game}", data=LINK | form)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].replace("/play/", "/api/")


async def links(browser, api):
    """The secrets of the links that are still to be sent out, by player."""
    answer = await browser.post(f"{api}/links", json={})
    assert answer.status_code == 200, answer.text
    return {row["player"]: row["url"].partition("#")[2] for row in answer.json()["links"] if row["player"]}


async def sit(browser, api, secret, **more):
    return await browser.post(f"{api}/sit", json={"secret": secret, **more})


async def deal(browser, api, what, **more):
    return await browser.post(f"{api}/deal", json={"what": what, **more})


async def seen(browser, api):
    answer = await browser.get(api)
    assert answer.status_code == 200
    return answer.json()


def code(answer):
    return answer.status_code, answer.json().get("error", {}).get("code")


def room_of(site, api):
    return site.rooms._rooms[api.rpartition("/")[2]]


class Two:
    """A game of Ada, who has White, and Bob, who came by a link."""

    def __init__(self, site, ada, bob, eve, api):
        self.site, self.ada, self.bob, self.eve, self.api = site, ada, bob, eve, api

    async def play(self, *turns):
        """Turns by Ada and Bob, whoever is to move."""
        for turn in turns:
            mover = self.ada if self.room.to_move in self.room.players_of(self.room.creator) else self.bob
            assert (await act(mover, self.api, turn)).status_code == 200

    @property
    def room(self):
        return room_of(self.site, self.api)


@asynccontextmanager
async def two(tmp_path, **form):
    async with site_in(tmp_path) as site:
        ada, bob, eve = site.browser(), site.browser(), site.browser()
        await ada.post("/mine", data={"your name": "Ada"})
        api = await begin(ada, **form)
        await sit(bob, api, (await links(ada, api))["black"])
        yield Two(site, ada, bob, eve, api)


# Links


@in_loop
async def test_a_link_seats_whoever_opens_it_first(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as ada, site.browser() as bob, site.browser() as eve:
        api = await begin(ada)
        look = await seen(ada, api)
        assert (look["waiting"], look["links"], look["offers"], look["toMove"]) == (True, True, [], None)
        assert look["status"] == "Waiting for Black"
        assert code(await act(ada, api, "b2")) == (403, "seat.not_yours"), "the game has not begun"
        assert (await ada.get(f"{api}/why", params={"clicks": "a1"})).json() == {}
        secret = (await links(ada, api))["black"]
        answer = await sit(bob, api, secret)
        assert answer.json() == {"player": "black", "play": api.replace("/api/", "/play/")}
        assert "byways=" in answer.headers["set-cookie"]
        assert (await sit(bob, api, secret)).status_code == 200, "the same browser may come again by its link"
        assert code(await sit(eve, api, secret)) == (403, "seat.taken")
        assert await links(ada, api) == {}
        assert (await seen(bob, api))["viewer"] == "black"
        assert (await act(ada, api, "b2")).status_code == 200
        body = {"version": room_of(site, api).version, "actions": actions(room_of(site, api), "b3")}
        assert code(await ada.post(f"{api}/act", json=body)) == (403, "seat.not_yours"), "not twice in a row"
        assert (await act(bob, api, "b3")).status_code == 200
        assert code(await act(eve, api, "c3")) == (403, "seat.not_yours")


@in_loop
async def test_a_secret_is_of_one_seat_of_one_game(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as ada, site.browser() as bob:
        api, other = await begin(ada), await begin(ada)
        secrets = [(await links(ada, game))["black"] for game in (api, other)]
        assert secrets[0] != secrets[1]
        assert all(len(secret) >= 32 for secret in secrets)
        for wrong in (secrets[1], secrets[0][:-1], "", "x" * 32, "ä"):
            assert code(await sit(bob, api, wrong)) == (403, "seat.secret")
        assert (await seen(bob, api))["waiting"]


@in_loop
async def test_only_who_began_the_game_has_its_links_and_nothing_else_tells_them(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as ada, site.browser() as eve:
        api = await begin(ada)
        secret = (await links(ada, api))["black"]
        assert code(await eve.post(f"{api}/links", json={})) == (403, "links.not_yours")
        for page in (api, api.replace("/api/", "/play/"), api.replace("/api/", "/join/"), "/mine"):
            for browser in (ada, eve):
                assert secret not in (await browser.get(page)).text
        holder = room_of(site, api).creator
        assert holder not in (await eve.get(api)).text


@in_loop
async def test_links_name_the_address_that_the_browser_uses(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as ada:
        api = await begin(ada)
        answer = await ada.post(f"{api}/links", json={}, headers={"origin": "https://site.test"})
        black, spectators = answer.json()["links"]
        assert re.fullmatch(rf"https://site\.test{api.replace('/api/', '/join/')}#[\w-]{{32}}", black["url"])
        assert black["qr"].startswith("<svg")
        assert "style=" not in black["qr"]
        assert spectators["url"] == f"https://site.test{api.replace('/api/', '/play/')}"


@in_loop
async def test_who_plays_already_is_asked_before_a_second_seat_is_taken(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as ada:
        api = await begin(ada)
        secret = (await links(ada, api))["black"]
        assert (await sit(ada, api, secret)).json() == {"player": "black", "already": ["white"]}
        assert (await seen(ada, api))["waiting"]
        assert "play" in (await sit(ada, api, secret, also=True)).json()
        assert room_of(site, api).sole_holder(room_of(site, api).creator)


@in_loop
async def test_of_many_who_open_a_link_at_once_one_gets_the_seat(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as ada:
        api = await begin(ada)
        secret = (await links(ada, api))["black"]
        browsers = [site.browser() for _ in range(12)]
        answers = await asyncio.gather(*(sit(browser, api, secret) for browser in browsers))
        assert sorted(code(answer) for answer in answers) == [(200, None)] + [(403, "seat.taken")] * 11
        assert room_of(site, api).course.number == 1


@in_loop
async def test_two_processes_give_a_seat_once(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as ada, site.browser() as bob:
        api = await begin(ada)
        secret = (await links(ada, api))["black"]
        first = room_of(site, api)
        other = await Rooms(site.app.state.store, FakeEngines()).open(first.id)
        await other.change(lambda course: dealings.sit(course, "black", "e" * 64, "Eve"))
        assert code(await sit(bob, api, secret)) == (403, "seat.taken")
        assert first.seats["black"].name == "Eve"


@in_loop
async def test_six_seats_of_people_and_engines(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as ada, site.browser() as bob:
        seats = {f"seat player {i}": "link" for i in range(2, 6)} | {"seat player 6": "level 2"}
        answer = await ada.post("/new/longway", data={"players": "6", "seat player 1": "person", **seats})
        api = answer.headers["location"].replace("/play/", "/api/")
        secrets = await links(ada, api)
        assert list(secrets) == [f"player {i}" for i in range(2, 6)]
        for secret in secrets.values():
            assert (await seen(ada, api))["waiting"]
            assert (await sit(bob, api, secret, also=True)).status_code == 200
        look = await seen(ada, api)
        assert not look["waiting"]
        assert look["players"][5]["who"] == "engine, level 2"


@in_loop
async def test_a_game_can_be_called_off_while_it_waits(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as ada, site.browser() as bob:
        api = await begin(ada, **{"your side": "neither"})
        secrets = await links(ada, api)
        assert list(secrets) == ["white", "black"]
        assert (await seen(ada, api))["may"] == ["call off"], "who began it and plays nowhere"
        assert code(await deal(bob, api, "call off")) == (403, "seat.none")
        assert (await deal(ada, api, "call off")).status_code == 200
        assert (await seen(ada, api))["outcome"]["said"] == "The game was called off"
        assert code(await sit(bob, api, secrets["white"])) == (403, "seat.taken")


# Resigning, offers, taking back


@in_loop
async def test_resigning_is_an_end_that_the_record_tells(tmp_path):
    async with two(tmp_path) as game:
        await game.play("b2")
        assert "resign" in (await seen(game.bob, game.api))["may"]
        assert (await seen(game.eve, game.api))["may"] == []
        assert code(await deal(game.eve, game.api, "resign")) == (403, "seat.none")
        look = (await deal(game.bob, game.api, "resign")).json()
        assert (look["outcome"]["said"], look["status"]) == ("White wins by resignation", "White wins by resignation")
        assert look["offers"] == []
        assert code(await act(game.bob, game.api, "b3")) == (403, "seat.not_yours")
        assert code(await deal(game.ada, game.api, "resign")) == (422, "resign.over")
        text = (await game.ada.get("/mine/games.txt")).text
        (record,) = read_text(text)
        assert (record.result, record.termination, record.turns) == ("white", "resignation", ("b2",))
        assert record.people == {"white": "Ada"}


@in_loop
async def test_a_draw_needs_the_other(tmp_path):
    async with two(tmp_path) as game:
        await game.play("b2")
        offered = (await deal(game.ada, game.api, "draw")).json()
        assert (offered["offer"]["said"], offered["may"]) == ("You offer a draw.", ["resign"])
        look = await seen(game.bob, game.api)
        assert (look["offer"]["said"], look["may"]) == ("White offers a draw.", ["yes", "no", "resign"])
        number = look["offer"]["number"]
        assert code(await deal(game.ada, game.api, "yes", number=number)) == (403, "offer.own")
        assert code(await deal(game.eve, game.api, "yes", number=number)) == (403, "seat.none")
        assert code(await deal(game.bob, game.api, "yes", number=number - 1)) == (422, "offer.gone")
        assert (await deal(game.bob, game.api, "no", number=number)).json()["offer"] is None
        assert code(await deal(game.ada, game.api, "draw")) == (422, "offer.impossible"), "not again before a turn"
        await game.play("b3")
        number = (await deal(game.ada, game.api, "draw")).json()["offer"]["number"]
        look = (await deal(game.bob, game.api, "yes", number=number)).json()
        assert look["outcome"] == {"winners": [], "said": "A draw by agreement", "why": ""}


@in_loop
async def test_an_offer_leaves_a_half_made_turn_alone_and_a_turn_of_the_other_declines_it(tmp_path):
    async with two(tmp_path) as game:
        before = game.room.version
        await deal(game.bob, game.api, "draw")
        body = {"version": before, "actions": actions(game.room, "b2"), "key": "k"}
        look = (await game.ada.post(f"{game.api}/act", json=body)).json()
        assert look["turns"] == [["b2", "white"]]
        assert look["offer"] is None
        await deal(game.bob, game.api, "draw")
        await game.play("b3")
        assert (await seen(game.ada, game.api))["offer"] is not None, "who offers may make the turn"


@in_loop
async def test_taking_back_by_agreement(tmp_path):
    async with two(tmp_path) as game:
        assert code(await deal(game.ada, game.api, "takeback")) == (422, "offer.impossible")
        await game.play("b2", "b3")
        number = (await deal(game.ada, game.api, "takeback")).json()["offer"]["number"]
        look = (await deal(game.bob, game.api, "yes", number=number)).json()
        assert look["turns"] == []
        assert game.room.undo_ply(game.room.creator) is None, "nobody takes back alone"


@in_loop
async def test_taking_back_never_goes_over_a_reveal(tmp_path):
    async with two(tmp_path) as game:
        answer = await game.ada.post(
            "/new/longway", data={"players": "2", "seat player 1": "person", "seat player 2": "link"}
        )
        api = answer.headers["location"].replace("/play/", "/api/")
        await sit(game.bob, api, (await links(game.ada, api))["player 2"])
        room = room_of(game.site, api)
        for browser in (game.ada, game.bob):
            assert (await act(browser, api, room.state.legal_turns()[0])).status_code == 200
        assert room.states[-2].to_move == "chance", "dice were rolled after both had chosen"
        assert code(await deal(game.ada, api, "takeback")) == (422, "offer.impossible")


@in_loop
async def test_what_is_sent_again_with_its_key_happens_once(tmp_path):
    async with two(tmp_path) as game:
        answers = await asyncio.gather(*(deal(game.ada, game.api, "draw", key="d") for _ in range(8)))
        assert {answer.status_code for answer in answers} == {200}
        assert game.room.course.number == 2


@in_loop
async def test_resigning_a_turn_and_time_at_once(tmp_path, time):
    for order in ("resign first", "turn first"):
        async with two(tmp_path / order.replace(" ", ""), **{"the clock": "1+0"}) as game:
            body = {"version": game.room.version, "actions": actions(game.room, "b2"), "key": "k"}
            turn = game.ada.post(f"{game.api}/act", json=body)
            resign = deal(game.bob, game.api, "resign")
            doing = [resign, turn] if order == "resign first" else [turn, resign]
            await asyncio.gather(*doing, game.room.judge_time())
            course = game.room.course
            assert course.end.termination == "resignation"
            kept = await game.site.app.state.store.load(game.room.id)
            assert [event.number for event in kept.events] == list(range(1, course.number + 1))
            assert [event.kind for event in kept.events].count("end") == 1
            assert kept.events[-1].kind == "end", "nothing is played after the end"
            assert kept.deadline is None


@in_loop
async def test_a_rematch_exchanges_the_colours(tmp_path):
    async with two(tmp_path, **{"the clock": "5+3"}) as game:
        assert code(await deal(game.ada, game.api, "rematch")) == (422, "offer.impossible")
        await deal(game.ada, game.api, "resign")
        number = (await deal(game.ada, game.api, "rematch")).json()["offer"]["number"]
        answers = await asyncio.gather(*(deal(game.bob, game.api, "yes", number=number, key="y") for _ in range(3)))
        (name,) = {answer.json()["rematch"] for answer in answers}
        new = await seen(game.ada, f"/api/{name}")
        assert (new["viewer"], new["players"][1]["who"]) == ("black", "Ada, you")
        assert (await seen(game.bob, f"/api/{name}"))["status"] == "Your turn: White"
        assert new["players"][0]["left"] == 300.0
        assert (await game.site.app.state.store.load(name)).deadline is not None


@in_loop
async def test_two_who_offer_the_same_at_once_agree(tmp_path):
    async with two(tmp_path) as game:
        await asyncio.gather(deal(game.ada, game.api, "draw"), deal(game.bob, game.api, "draw"))
        assert game.room.course.end.termination == "agreement"
        await asyncio.gather(deal(game.ada, game.api, "rematch"), deal(game.bob, game.api, "rematch"))
        assert game.room.course.rematch is not None


@in_loop
async def test_after_the_pie_rule_people_win_and_play_on_as_what_they_became(tmp_path):
    async with two(tmp_path, swap="true") as game:
        await game.play("b2", "swap")
        assert (await seen(game.bob, game.api))["viewer"] == "white"
        look = (await deal(game.bob, game.api, "resign")).json()
        assert look["outcome"]["said"] == "Black wins by resignation"
        (record,) = read_text((await game.ada.get("/mine/games.txt")).text)
        assert (record.result, record.people) == ("black", {"white": "Ada"}), "records name who began as a colour"
        await deal(game.ada, game.api, "rematch")
        name = (await deal(game.bob, game.api, "rematch")).json()["rematch"]
        assert (await seen(game.ada, f"/api/{name}"))["viewer"] == "white"


@in_loop
async def test_who_leaves_a_game_of_three_is_replaced_by_an_engine(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as ada, site.browser() as bob:
        seats = {"seat player 1": "person", "seat player 2": "link", "seat player 3": "level 1"}
        answer = await ada.post("/new/longway", data={"players": "3", **seats})
        api = answer.headers["location"].replace("/play/", "/api/")
        await sit(bob, api, (await links(ada, api))["player 2"])
        look = (await deal(bob, api, "resign")).json()
        assert look["outcome"] is None
        assert look["players"][1]["who"] == "engine, level 5, for who left"
        assert look["viewer"] is None
        look = (await deal(ada, api, "resign")).json()
        assert look["outcome"]["said"] == "The game was left by everybody"


# Clocks


@in_loop
async def test_a_live_clock_runs_for_who_is_to_move(tmp_path, time):
    async with two(tmp_path, **{"the clock": "1+2"}) as game:
        time(seconds=10)
        await game.play("b2")
        time(seconds=30)
        look = await seen(game.ada, game.api)
        assert [player["left"] for player in look["players"]] == [52.0, 60.0]
        assert (look["running"], look["now"] - look["since"]) == ("black", 30.0)
        time(seconds=31)
        assert code(await act(game.bob, game.api, "b3")) == (403, "seat.not_yours"), "too late"
        look = await seen(game.ada, game.api)
        assert look["outcome"]["said"] == "White wins on time"
        (record,) = read_text((await game.bob.get("/mine/games.txt")).text)
        assert (record.result, record.termination) == ("white", "time")


@in_loop
async def test_days_are_given_anew_for_each_turn(tmp_path, time):
    async with two(tmp_path, **{"the clock": "2d"}) as game:
        time(hours=47)
        await game.play("b2")
        time(hours=47)
        await game.play("b3")
        assert game.room.course.deadline - clocks.now() == timedelta(days=2)
        await deal(game.ada, game.api, "draw")
        time(hours=1)
        await deal(game.bob, game.api, "no", number=game.room.course.number)
        assert game.room.course.deadline - clocks.now() == timedelta(hours=47), "offers give no time"


@in_loop
async def test_the_clock_waits_for_all_to_sit(tmp_path, time):
    async with site_in(tmp_path) as site, site.browser() as ada, site.browser() as bob:
        api = await begin(ada, **{"the clock": "1+0"})
        time(hours=1)
        await room_of(site, api).judge_time()
        await sit(bob, api, (await links(ada, api))["black"])
        assert (await seen(ada, api))["players"][0]["left"] == 60.0
        kept = await site.app.state.store.load(api.rpartition("/")[2])
        assert kept.deadline == clocks.now() + timedelta(minutes=1)


@in_loop
async def test_time_is_judged_after_a_restart_when_nobody_is_connected(tmp_path, time):
    async with two(tmp_path, **{"the clock": "3+2"}) as game:
        await game.play("b2")
        name = game.room.id
    time(minutes=4)
    async with opened(tmp_path / "byways.sqlite3") as store:
        rooms = Rooms(store, FakeEngines())
        keeper = Timekeeper(store, rooms)
        await keeper.look()
        kept = await store.load(name)
        assert kept.events[-1].kind == "end"
        assert kept.events[-1].data == {"winners": ["white"], "termination": "time", "by": "black"}
        assert await store.deadlines() == []
        await keeper.close()


@in_loop
async def test_time_up_here_and_a_turn_in_time_there(tmp_path, time):
    """Another process took the turn before the time was up; this one had not heard of it and judges later."""
    async with two(tmp_path, **{"the clock": "1+0"}) as game:
        other = await Rooms(game.site.app.state.store, FakeEngines()).open(game.room.id)
        time(seconds=59)
        await other.play("white", other.version, actions(other, "b2"))
        time(seconds=2)
        await game.room.judge_time()
        assert game.room.course.end is None
        assert game.room.course.deadline == other.course.deadline


@in_loop
async def test_a_process_that_knows_an_older_game_judges_by_the_database(tmp_path, time):
    async with site_in(tmp_path) as site, site.browser() as ada:
        api = await begin(ada, **{"the clock": "1+0"})
        room = room_of(site, api)
        other = await Rooms(site.app.state.store, FakeEngines()).open(room.id)
        await other.change(lambda course: dealings.sit(course, "black", "b" * 64, None))
        time(seconds=61)
        assert room.course.waiting, "nobody told this process"
        keeper = Timekeeper(site.app.state.store, site.rooms)
        await keeper.look()
        await keeper.close()
        assert room.course.end.termination == "time"


@pytest.mark.parametrize("seed", range(8))
@in_loop
async def test_two_processes_converge_whatever_happens_at_once(tmp_path, seed):
    rng = random.Random(seed)
    async with two(tmp_path, **{"the clock": "5+0"}) as game:
        store = game.site.app.state.store
        here, there = game.room, await Rooms(store, FakeEngines()).open(game.room.id)
        holders = {seat: here.seats[seat].holder for seat in ("white", "black")}

        async def turn(room):
            mover = room.to_move
            if mover is not None:
                await room.play(mover, room.version, list(room.state.actions(rng.choice(room.state.legal_turns()))))

        async def dealt(room, what):
            holder = holders[rng.choice(("white", "black"))]
            if what == "answer":
                number, yes = room.course.number, rng.random() < 0.5
                await room.change(lambda c: dealings.answer(c, holder, number, room.stored, yes=yes))
            elif what == "resign":
                await room.change(lambda c: dealings.resign(c, holder))
            else:
                await room.change(lambda c: dealings.propose(c, holder, what, room.stored))

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
        told = Course(kept)
        for room in (here, there):
            await room.read_again()
            assert room.course.state.turns == told.state.turns
            assert (room.version, room.course.number, room.course.end) == (told.version, told.number, told.end)
            assert room.course.offer == told.offer
        assert kept.deadline == told.deadline
        ends = [event.number for event in kept.events if event.kind == "end"]
        assert ends in ([], [len(kept.events)])


# Names, messages, limits


@in_loop
async def test_names_are_signed_and_cleaned(tmp_path):
    async with two(tmp_path) as game:
        answer = await game.bob.post(
            f"{game.api}/name", json={"text": "  <b>Bob\u202e\n  the  Builder of bridges and boats"}
        )
        assert answer.json() == {"name": "<b>Bob the Builder of br"}
        assert (await seen(game.ada, game.api))["players"][1]["who"] == "<b>Bob the Builder of br"
        page = await game.ada.get("/mine")
        assert "<b>Bob" not in page.text
        assert "&lt;b&gt;Bob" in page.text
        forged = game.site.browser(cookie="byways-name=RXZl.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
        assert "RXZl" not in (await forged.get("/mine")).text
        assert 'value="Eve"' not in (await forged.get("/mine")).text
        assert code(await game.eve.post(f"{game.api}/name", json={"text": "Eve"})) == (403, "seat.none")


@in_loop
async def test_the_seats_talk_and_nobody_else_hears(tmp_path):
    async with two(tmp_path) as game:
        for _ in range(2):
            await game.ada.post(f"{game.api}/chat", json={"text": " good <i>luck</i>\n!", "key": "m"})
        heard = (await game.bob.get(f"{game.api}/chat")).json()["messages"]
        assert heard == [{"number": 1, "by": "Ada", "text": "good <i>luck</i> !", "yours": False}]
        assert ((await seen(game.bob, game.api))["messages"], (await seen(game.eve, game.api))["messages"]) == (1, None)
        assert code(await game.eve.get(f"{game.api}/chat")) == (403, "seat.none")
        assert code(await game.eve.post(f"{game.api}/chat", json={"text": "hi"})) == (403, "seat.none")
        for text in ("", "  ", "x" * 301):
            assert code(await game.ada.post(f"{game.api}/chat", json={"text": text})) == (400, "chat.length")
        answers = [await game.bob.post(f"{game.api}/chat", json={"text": "again"}) for _ in range(9)]
        assert code(answers[-1]) == (429, "rate")


@in_loop
async def test_nothing_can_be_said_where_a_game_was(tmp_path):
    async with two(tmp_path) as game:
        async with game.site.app.state.store.writing() as connection:
            await connection.execute(delete(games))
        assert code(await game.ada.post(f"{game.api}/chat", json={"text": "hi"})) == (404, "game.missing")


@in_loop
async def test_dealings_are_limited(tmp_path):
    async with two(tmp_path) as game:
        answers = [await deal(game.ada, game.api, "nonsense") for _ in range(14)]
        assert code(answers[0]) == (400, "deal.unknown")
        assert code(answers[-1]) == (429, "rate")


@in_loop
async def test_an_engine_moves_now_when_it_is_told_to(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as ada:
        engines = site.rooms._engines
        engines.let.clear()
        api = await begin(ada, **{"the engine": "level 7"})
        await act(ada, api, "b2")
        await asyncio.sleep(0.01)
        assert engines.requests[-1]["level"] == 7
        assert (await seen(ada, api))["hurry"]
        assert (await deal(ada, api, "hurry")).status_code == 200
        assert room_of(site, api)._hurry.is_set()
        engines.let.set()
        await asyncio.sleep(0.05)
        assert len((await seen(ada, api))["turns"]) == 2
