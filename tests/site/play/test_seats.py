"""Seats that others take by links: whose they are, who may have them, and how often."""

import asyncio
import re

from company_world import SHEETS, begin, code, deal, invitation, links, revoke, room_of, seen, sit
from site_world import FakeEngines, act, actions, site_in, tell

from byways.site.play.rooms import Rooms
from byways.site.storage.game_store import Store
from byways.site.timeline.commands import Sit


async def test_a_link_seats_whoever_opens_it_first(site, ada, bob, eve):
    api = await begin(ada)
    look = await seen(ada, api)
    assert (look["waiting"], look["links"], look["offers"], look["toMove"]) == (True, True, [], None)
    assert look["status"] == "Waiting for Black"
    assert code(await act(ada, api, "b2")) == (403, "seat.not_yours"), "the game has not begun"
    assert (await ada.get(f"{api}/why?clicks=a1")).json()["why"] == ""
    secret = (await links(ada, api))["black"]
    answer = await sit(bob, api, secret)
    assert answer.json() == {"player": "black", "play": api.replace("/api/games/", "/play/")}
    assert "byways=" in answer.headers["set-cookie"]
    assert (await sit(bob, api, secret)).status_code == 200, "the same browser may come again by its link"
    assert code(await sit(eve, api, secret)) == (403, "seat.taken")
    assert await links(ada, api) == {}
    assert (await seen(bob, api))["viewer"] == "black"
    assert (await act(ada, api, "b2")).status_code == 200
    body = {"version": room_of(site, api).timeline.version, "actions": actions(room_of(site, api), "b3")}
    assert code(await tell(ada, api, "turn", **body)) == (403, "seat.not_yours"), "not twice in a row"
    assert (await act(bob, api, "b3")).status_code == 200
    assert code(await act(eve, api, "c3")) == (403, "seat.not_yours")


async def test_a_link_that_its_sender_withdraws_seats_nobody(ada, bob):
    api = await begin(ada)
    first = (await links(ada, api))["black"]
    assert (await revoke(ada, api, key="once")).status_code == 200
    for ask in (invitation, sit):
        assert code(await ask(bob, api, first)) == (403, "seat.withdrawn")
    second = (await links(ada, api))["black"]
    assert (await revoke(ada, api, key="once")).status_code == 200, "sent again"
    assert (await links(ada, api))["black"] == second
    await revoke(ada, api)
    third = (await links(ada, api))["black"]
    assert len({first, second, third}) == 3
    assert [code(await sit(bob, api, secret))[1] for secret in (first, second)] == ["seat.withdrawn"] * 2
    assert (await sit(bob, api, third)).status_code == 200


async def test_who_took_a_seat_on_the_wrong_device_takes_it_on_another_before_the_first_turn(
    time, site, ada, bob, guest
):
    api = await begin(ada, **{"the clock": "5+3"})
    name = api.rpartition("/")[2]
    await sit(bob, api, (await links(ada, api))["black"], name="Bob")
    rows = (await ada.post(f"{api}/links", json={})).json()["links"]
    assert [(row["player"], row["url"] is None, row["who"]) for row in rows] == [
        ("black", True, "Bob"),
        (None, False, None),
    ]
    time(minutes=2)
    assert (await revoke(ada, api)).status_code == 200
    assert ((await seen(bob, api))["viewer"], (await seen(ada, api))["status"]) == (None, "Waiting for Black")
    assert name not in (await bob.get("/mine")).text
    assert name in (await ada.get("/mine")).text
    time(hours=1)
    await room_of(site, api).judge_time()
    assert (await sit(guest, api, (await links(ada, api))["black"], name="Bob")).status_code == 200
    assert [player["left"] for player in (await seen(ada, api))["players"]] == [300.0, 300.0], "from the beginning"
    assert code(await act(bob, api, "b2")) == (403, "seat.not_yours")
    assert (await act(ada, api, "b2")).status_code == 200
    assert code(await revoke(ada, api)) == (422, "links.late")
    assert (await act(guest, api, "b3")).status_code == 200
    again = Rooms(site.service(Store), FakeEngines())
    assert (await again.open(name)).timeline.seats == room_of(site, api).timeline.seats


async def test_only_links_that_somebody_has_sent_can_be_withdrawn_and_not_for_ever(tmp_path, monkeypatch):
    monkeypatch.setattr("byways.site.timeline.commands.MOST_LINKS", 2)
    async with site_in(tmp_path) as site, site.browser() as ada, site.browser() as bob:
        api = await begin(ada)
        await sit(bob, api, (await links(ada, api))["black"])
        assert code(await revoke(bob, api)) == (403, "links.not_yours")
        assert code(await revoke(ada, api, "white")) == (422, "links.impossible"), "her own"
        assert code(await revoke(ada, api, "nobody")) == (422, "links.impossible")
        answers = [await revoke(ada, api) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 422]
        await deal(ada, api, "call off")
        assert code(await revoke(ada, api)) == (422, "links.late")


async def test_whoever_never_got_the_answer_to_taking_a_seat_takes_it_again(site, ada, bob, eve):
    api = await begin(ada)
    secret = (await links(ada, api))["black"]
    page = await bob.get(api.replace("/api/games/", "/join/"))
    async with site.browser(cookie=page.headers["set-cookie"].partition(";")[0]) as lost:
        assert (await sit(lost, api, secret, name="Bob")).status_code == 200
    assert (await seen(bob, api))["viewer"] == "black", "the page was enough"
    play = {"player": "black", "play": api.replace("/api/games/", "/play/")}
    assert (await invitation(bob, api, secret)).json() == play
    assert (await sit(bob, api, secret, name="Bob")).json() == play
    assert room_of(site, api).timeline.number == 1
    assert "set-cookie" not in (await eve.get(api.replace("/api/games/", "/join/"))).headers, "no seat is left"
    assert code(await sit(eve, api, secret)) == (403, "seat.taken")


async def test_the_page_of_a_link_gives_a_browser_a_name_of_its_own_and_no_seat(ada, bob, eve):
    api = await begin(ada)
    join, secret = api.replace("/api/games/", "/join/"), (await links(ada, api))["black"]
    given = [(await browser.get(join)).headers.get("set-cookie", "") for browser in (ada, bob, eve, bob)]
    assert [cookie.startswith("byways=") for cookie in given] == [False, True, True, False], "who has one keeps it"
    assert given[1] != given[2]
    await sit(bob, api, secret)
    assert (await seen(eve, api))["viewer"] is None
    assert code(await sit(eve, api, secret)) == (403, "seat.taken")


async def test_a_link_says_whose_seat_it_is_and_takes_it_only_when_told_to(site, ada, bob, eve):
    api = await begin(ada)
    play = api.replace("/api/games/", "/play/")
    secret = (await links(ada, api))["black"]
    for _ in range(2):
        answer = await invitation(bob, api, secret)
        assert answer.json() == {"player": "black", "already": []}
        assert "set-cookie" not in answer.headers
    assert (await invitation(ada, api, secret)).json() == {"player": "black", "already": ["white"]}
    assert (await seen(ada, api))["waiting"]
    assert room_of(site, api).timeline.number == 0, "nothing has happened"
    await sit(bob, api, secret, name=" Bob\n")
    assert (await seen(ada, api))["players"][1]["who"] == "Bob"
    assert 'value="Bob"' in (await bob.get("/mine")).text
    assert (await invitation(bob, api, secret)).json() == {"player": "black", "play": play}
    assert code(await invitation(eve, api, secret)) == (403, "seat.taken")


async def test_the_page_of_a_link_says_who_invites_to_what(ada, bob):
    await ada.post("/mine", data={"your name": "Ada <b>"})
    await bob.post("/mine", data={"your name": "Bob"})
    api = await begin(ada, size="6", swap="true", **{"the clock": "5+3"})
    page = (await bob.get(api.replace("/api/games/", "/join/"))).text
    for said in ("Ada &lt;b&gt; invites you to a game of Troll", "6 × 6", "Only if they flip something", "Yes",
                 "the second player may answer", "5 min + 3 s a move", 'value="Bob"'):  # fmt: skip
        assert said in page, said
    spanish = (await bob.get(api.replace("/api/games/", "/join/"), headers={"accept-language": "es"})).text
    assert "Ada &lt;b&gt; te invita a una partida de Troll" in spanish
    assert "Entrar en la partida" in spanish
    api = await begin(ada, **{"your side": "neither"})
    assert "You are invited to a game of Troll" in (await bob.get(api.replace("/api/games/", "/join/"))).text


async def test_who_plays_at_one_screen_has_a_name_each(site, ada, eve):
    await ada.post("/mine", data={"your name": "Ada"})
    names = {"name white": " Ada ", "name black": "<Bob>" + 99 * "b"}
    api = await begin(ada, **{"your side": "both", "swap": "true"} | names)
    bob = names["name black"][:24]

    async def called(browser):
        return [player["who"] for player in (await seen(browser, api))["players"]]

    assert await called(ada) == await called(eve) == ["Ada", bob]
    assert room_of(site, api).timeline.seats["black"].name == bob
    assert "Ada" in (await ada.get(api.replace("/api/games/", "/review/"))).text
    assert (await ada.post(f"{api}/name", json={"text": "Bert", "player": "black"})).status_code == 200
    assert await called(ada) == ["Ada", "Bert"]
    assert 'value="Ada"' in (await ada.get("/mine")).text, "the browser is not Bert's alone"
    for other, player in ((eve, "black"), (ada, "green")):
        answer = await other.post(f"{api}/name", json={"text": "Eve", "player": player})
        assert code(answer) == (403, "seat.none")
    await act(ada, api, "b2")
    await act(ada, api, "swap")
    assert await called(ada) == ["Bert", "Ada"], "people take their names along"
    await ada.post(f"{api}/name", json={"text": "Anna", "player": "black"})
    assert await called(ada) == ["Bert", "Anna"]
    again = (await ada.get(api.replace("/api/games/", "/play/"))).text
    assert "name+white=Anna&amp;name+black=Bert" in again, "and into the next game"
    api = await begin(ada, **{"your side": "both"})
    assert await called(ada) == await called(eve) == ["White", "Black"]


async def test_a_secret_is_of_one_seat_of_one_game(ada, bob):
    api, other = await begin(ada), await begin(ada)
    secrets = [(await links(ada, game))["black"] for game in (api, other)]
    assert secrets[0] != secrets[1]
    assert all(len(secret) >= 32 for secret in secrets)
    for wrong in (secrets[1], secrets[0][:-1], "", "x" * 32, "ä"):
        assert code(await sit(bob, api, wrong)) == (403, "seat.secret")
        assert code(await invitation(bob, api, wrong)) == (403, "seat.secret")
    assert (await seen(bob, api))["waiting"]


async def test_only_who_began_the_game_has_its_links_and_nothing_else_tells_them(site, ada, eve):
    api = await begin(ada)
    secret = (await links(ada, api))["black"]
    assert code(await eve.post(f"{api}/links", json={})) == (403, "links.not_yours")
    for page in (f"{api}/view", api.replace("/api/games/", "/play/"), api.replace("/api/games/", "/join/"), "/mine"):
        for browser in (ada, eve):
            assert secret not in (await browser.get(page)).text
    holder = room_of(site, api).timeline.creator
    assert holder not in (await eve.get(f"{api}/view")).text


async def test_links_name_the_address_that_the_browser_uses(ada):
    api = await begin(ada)
    answer = await ada.post(f"{api}/links", json={}, headers={"origin": "https://site.test"})
    black, spectators = answer.json()["links"]
    assert re.fullmatch(rf"https://site\.test{api.replace('/api/games/', '/join/')}#[\w-]{{32}}", black["url"])
    assert black["qr"].startswith("<svg")
    assert "style=" not in black["qr"]
    assert spectators["url"] == f"https://site.test{api.replace('/api/games/', '/play/')}"


async def test_who_plays_already_is_asked_before_a_second_seat_is_taken(site, ada):
    api = await begin(ada)
    secret = (await links(ada, api))["black"]
    assert (await sit(ada, api, secret)).json() == {"player": "black", "already": ["white"]}
    assert (await seen(ada, api))["waiting"]
    assert "play" in (await sit(ada, api, secret, also=True)).json()
    assert room_of(site, api).timeline.sole_holder(room_of(site, api).timeline.creator)


async def test_of_many_who_open_a_link_at_once_one_gets_the_seat(site, ada):
    api = await begin(ada)
    secret = (await links(ada, api))["black"]
    browsers = [site.browser() for _ in range(12)]
    answers = await asyncio.gather(*(sit(browser, api, secret) for browser in browsers))
    assert sorted(code(answer) for answer in answers) == [(200, None)] + [(403, "seat.taken")] * 11
    assert room_of(site, api).timeline.number == 1


async def test_two_processes_give_a_seat_once(site, ada, bob):
    api = await begin(ada)
    secret = (await links(ada, api))["black"]
    first = room_of(site, api)
    other = await Rooms(site.service(Store), FakeEngines()).open(first.id)
    await other.act(Sit("black", "Eve"), "e" * 64)
    assert code(await sit(bob, api, secret)) == (403, "seat.taken")
    assert first.timeline.seats["black"].name == "Eve"


async def test_six_seats_of_people_and_engines(ada, bob):
    seats = {f"seat player {i}": "link" for i in range(2, 6)} | {"seat player 6": "level 2"}
    api = await begin(ada, "longway", **SHEETS | {"players": "6"} | seats)
    secrets = await links(ada, api)
    assert list(secrets) == [f"player {i}" for i in range(2, 6)]
    for secret in secrets.values():
        assert (await seen(ada, api))["waiting"]
        assert (await sit(bob, api, secret, also=True)).status_code == 200
    look = await seen(ada, api)
    assert not look["waiting"]
    assert look["players"][5]["who"] == "Engine, level 2"


async def test_a_game_can_be_called_off_while_it_waits(ada, bob):
    api = await begin(ada, **{"your side": "neither"})
    secrets = await links(ada, api)
    assert list(secrets) == ["white", "black"]
    assert (await seen(ada, api))["may"] == ["call off"], "who began it and plays nowhere"
    assert code(await deal(bob, api, "call off")) == (403, "seat.none")
    assert (await deal(ada, api, "call off")).status_code == 200
    assert (await seen(ada, api))["outcome"]["said"] == "The game was cancelled"
    assert code(await sit(bob, api, secrets["white"])) == (403, "seat.taken")
