"""The site over HTTP: what is accepted, what is refused with which status, and what every answer carries."""

import asyncio
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from page_facts import filled_in
from site_world import ADA, act, actions, begin, in_loop, refusal, settled, site_in, tell, view

from byways.errors import LimitError
from byways.site.play.new_game_form import Field, count_field, opponent_field, option_fields, side_field
from byways.site.storage.game_store import Seat, Store
from byways.site.web.requests import LONGEST_BODY

WHY = {"actions": None, "why": "", "verdict": None, "markup": ""}


def room_of(site, api):
    return site.rooms.known(api.rpartition("/")[2])


@in_loop
async def test_every_answer_says_what_browsers_may_do(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as browser:
        api = await begin(browser)
        style = re.search(r'href="([^"]*site.css)"', (await browser.get("/")).text)[1]
        for path in (
            "/",
            "/new/troll",
            "/rules/troll",
            style,
            f"{api}/view",
            "/nowhere",
            "/api/nowhere",
            "/play/x",
        ):
            answer = await browser.get(path)
            policy = answer.headers["content-security-policy"]
            assert "default-src 'self'" in policy
            assert "unsafe" not in policy
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "same-origin"


@in_loop
async def test_a_mistake_of_ours_is_said_and_noted(tmp_path, monkeypatch, caplog):
    async with site_in(tmp_path) as site, site.browser() as browser:
        monkeypatch.setattr(site.rooms, "open", None)
        page, data = await browser.get("/play/x"), await browser.get("/api/games/x/view")
        assert (page.status_code, data.status_code) == (500, 500)
        assert "The server made a mistake" in page.text
        assert data.json()["error"]["code"] == "server"
        assert "content-security-policy" in page.headers
        assert "TypeError" in caplog.text


@in_loop
async def test_pages_are_not_kept_and_assets_are(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as browser:
        api = await begin(browser)
        page = await browser.get(api.replace("/api/games/", "/play/"))
        assert page.headers["cache-control"] == "no-cache, private"
        assert (await browser.get(f"{api}/view")).headers["cache-control"] == "no-store"
        script = re.search(r'src="([^"]*play.js)"', page.text)[1]
        kept = await browser.get(script)
        assert "immutable" in kept.headers["cache-control"]
        assert kept.headers["content-type"].startswith("text/javascript")
        older = await browser.get(re.sub(r"/static/\w+/", "/static/000000000000/", script))
        assert (older.headers["cache-control"], older.text) == ("no-cache", kept.text)
        plain = await browser.get(script, headers={"Accept-Encoding": "identity"})
        assert (kept.headers["content-encoding"], plain.headers.get("content-encoding")) == ("gzip", None)
        assert kept.text == plain.text
        for missing in ("none.js", "..%2Fapp.py", "../app.py"):
            assert (await browser.get(script.replace("play.js", missing))).status_code == 404


@in_loop
async def test_a_browser_gets_one_secret_and_keeps_it(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as browser:
        answer = await browser.post("/new/troll", data={})
        cookie = answer.headers["set-cookie"]
        assert re.match(r"byways=[\w-]{43};", cookie), "256 bits"
        for word in ("HttpOnly", "SameSite=lax", "Path=/"):
            assert word in cookie
        again = await browser.post("/new/troll", data={})
        assert "set-cookie" not in again.headers
        home = (await browser.get("/")).text
        assert home.count('href="/play/') - home.count('href="/play/live.') == 2
    async with site_in(tmp_path) as site, site.browser() as stranger:
        assert 'href="/play/' not in (await stranger.get("/")).text.replace("/play/live.", "")


@in_loop
async def test_a_turn_is_played_and_drawn(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as browser:
        api = await begin(browser)
        before = await view(browser, api)
        answer = (await act(browser, api, "b2")).json()
        assert (answer["kind"], answer["version"], answer["toMove"]) == ("accepted", 1, "black")
        assert answer["turns"] == [["b2", "white"]]
        assert "stone" in answer["markup"]["pieces.b2"]
        assert before["tag"] != answer["tag"] == (await view(browser, api))["tag"]


@in_loop
async def test_every_answer_is_a_patch_of_what_the_page_names(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as browser:
        api = await begin(browser)
        legal = {"version": 0, "actions": actions(room_of(site, api), "b2")}
        tag = (await view(browser, api))["tag"]
        first = (await tell(browser, api, "turn", shown=tag, **legal)).answer.json()
        assert first["patch"]["base"] == tag
        assert {"pieces.b2", "turns.1", "players.white"} <= first["patch"]["markup"].keys()
        assert not {"pieces.b3", "result", "sheet-foot"} & first["patch"]["markup"].keys()
        assert first["patch"]["effects"][0]["kind"] == "placed"
        assert first["patch"]["spoken"] == "White: b2. Black is to move."
        refused = (await tell(browser, api, "turn", shown=tag, **legal)).answer.json()
        assert (refused["kind"], refused["patch"]["base"]) == ("refused", tag)
        assert refused["patch"]["markup"] == first["patch"]["markup"], "nothing has to be fetched after it"
        news = (await browser.get(f"{api}/view", params={"shown": refused["view"]["tag"]})).json()
        assert (news["kind"], news["patch"]["markup"]) == ("news", {})


@in_loop
async def test_half_a_turn_says_what_may_follow_and_changes_nothing(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as browser:
        api = await begin(browser, "stride", side="4")
        room = room_of(site, api)
        api = await begin(browser, "whirlwind", size="6")
        room = room_of(site, api)
        await act(browser, api, room.timeline.state.legal_turns()[0])
        first = actions(room, room.timeline.state.legal_turns()[0])[0]
        shown = (await view(browser, api))["board"]
        answer = (await tell(browser, api, "turn", version=1, actions=[first], key="k")).json()
        assert (answer["taken"], room.timeline.version) == ([first], 1)
        assert answer["offers"]
        assert answer["patch"]["base"] == shown, "it lies over the board"
        assert "prompt" in answer["patch"]["markup"]


@in_loop
async def test_what_cannot_be_done_is_refused_with_its_status(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as browser, site.browser() as stranger:
        api = await begin(browser)
        legal = {"version": 0, "actions": actions(room_of(site, api), "b2")}

        async def told(who, kind="turn", **command):
            return refusal(await tell(who, api, kind, **command))

        assert await told(stranger, **legal) == (403, "seat.not_yours")
        assert await told(stranger, "undo", version=0) == (403, "seat.not_sole")
        assert await told(stranger, "retry") == (403, "seat.none")
        assert await told(browser, **legal | {"version": 7}) == (409, "game.conflict")
        assert await told(browser, **legal | {"actions": [0]}) == (422, "turn.impossible")
        assert await told(browser, **legal | {"actions": [10**12]}) == (422, "turn.impossible")
        assert await told(browser, "undo", version=0) == (422, "undo.impossible")
        assert await told(browser, "castle") == (400, "request.unreadable")

        async def refused(who, path, **request):
            answer = await who.post(f"{path}", **request)
            assert answer.headers["content-type"] == "application/json"
            assert set(answer.json()["error"]) == {"code", "message", "fields"}
            return refusal(answer)

        body = {"command": {"kind": "turn", **legal}, "shown": ""}
        assert await refused(browser, "/api/games/none/act", json=body) == (404, "game.missing")
        for content in (b"", b"{", b"[]", b'{"command":{}}', b'{"command":{"kind":"turn"},"shown":""}', b"\xff"):
            assert await refused(browser, f"{api}/act", content=content) == (400, "request.unreadable")
        assert await refused(browser, f"{api}/act", json=body | {"key": "k" * 65}) == (400, "request.key")
        assert await refused(browser, f"{api}/act", content=b"x" * (LONGEST_BODY + 1)) == (413, "request.size")
        assert await refused(browser, f"{api}/nothing", json={}) == (404, "request.address")
        assert (await browser.get(f"{api}/act")).status_code == 405
        for place in ("7", "x", "-1", "٣"):
            assert (await browser.get(f"{api}/view?at={place}")).status_code == 404
        assert room_of(site, api).timeline.version == 0


@in_loop
async def test_writes_are_taken_from_this_site_s_pages_only(tmp_path, caplog, monkeypatch):
    monkeypatch.setattr("byways.site.web.sessions._warned", set())
    async with site_in(tmp_path) as site, site.browser() as browser:
        api = await begin(browser)
        turn = {"kind": "turn", "version": 0, "actions": actions(room_of(site, api), "b2")}
        body = {"command": turn, "shown": ""}
        for headers in ({"Origin": "http://evil.test"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
            answer = await browser.post(f"{api}/act", json=body, headers=headers)
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "request.origin")
            assert (await browser.post("/new/troll", data={}, headers=headers)).status_code == 403
        for headers in ({"Origin": "http://site.test"}, {"Sec-Fetch-Site": "same-origin"}):
            assert (await browser.post("/new/troll", data={}, headers=headers)).status_code == 303
        assert caplog.messages == [
            "a page of 'evil.test' is sent on as if to 'site.test'; if that is this site, its proxy has to keep Host"
        ]
        crossing = {"Origin": "http://other.test", "Sec-Fetch-Site": "cross-site"}
        assert (await browser.post("/new/troll", data={}, headers=crossing)).status_code == 403
        hidden = {"Origin": "http://elsewhere.test", "Sec-Fetch-Site": "same-origin"}
        for _ in range(2):
            assert (await browser.post("/new/troll", data={}, headers=hidden)).status_code == 303
        assert ["elsewhere.test" in said for said in caplog.messages] == [False, True], "it is said once"
        assert room_of(site, api).timeline.version == 0


@in_loop
async def test_a_turn_sent_often_is_one_event(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as browser:
        api = await begin(browser)
        room = room_of(site, api)
        turn = {"version": 0, "actions": actions(room, "b2"), "key": "same"}
        answers = await asyncio.gather(*(tell(browser, api, "turn", **turn) for _ in range(20)))
        assert {answer.status_code for answer in answers} == {200}
        assert (room.timeline.version, len((await site.service(Store).load(room.id)).events)) == (1, 1)
        later = await tell(browser, api, "turn", **turn)
        assert (later.status_code, later.json()["version"]) == (200, 1)


@in_loop
async def test_a_key_used_again_for_another_turn_is_refused(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as browser:
        api = await begin(browser)
        assert (await act(browser, api, "b2", "same")).status_code == 200
        answer = await act(browser, api, "b3", "same")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "turn.key")
        answer = await act(browser, api, "b3", "same", hold=True)
        assert answer.status_code == 409, "nor is it held until it is confirmed"
        assert room_of(site, api).timeline.state.turns == ("b2",)
        assert (await act(browser, api, "b3", "new")).status_code == 200


@in_loop
async def test_of_different_turns_at_once_one_is_played(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as browser:
        api = await begin(browser)
        room = room_of(site, api)
        bodies = [
            {"version": 0, "actions": [int(a)], "key": f"k{a}"}
            for a in room.timeline.state.variant.legal_actions(room.timeline.state.vector)
        ]
        answers = await asyncio.gather(*(tell(browser, api, "turn", **body) for body in bodies * 5))
        statuses = [answer.status_code for answer in answers]
        assert statuses.count(200) == 5, "the winner was sent five times"
        assert statuses.count(409) == len(statuses) - 5
        assert len((await site.service(Store).load(room.id)).events) == 1


@in_loop
async def test_undo_and_looking_back(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as browser:
        api = await begin(browser)
        await act(browser, api, "b2")
        await act(browser, api, "b3")
        start = (await browser.get(f"{api}/view?at=0")).json()
        assert (start["view"]["ply"], start["patch"]["base"]) == (2, start["view"]["board"]), "it lies over the board"
        assert start["patch"]["markup"]["pieces.b2"] is None
        assert "Before the first turn" in start["patch"]["markup"]["status"]
        undone = (await tell(browser, api, "undo", version=2)).json()
        assert (undone["version"], [text for text, _ in undone["turns"]]) == (3, ["b2"])
        assert refusal(await tell(browser, api, "undo", version=2)) == (409, "game.conflict")


@in_loop
async def test_a_stranger_watches_and_cannot_act(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as browser, site.browser() as stranger:
        api = await begin(browser)
        await act(browser, api, "b2")
        seen = await view(stranger, api)
        assert (seen["viewer"], seen["offers"], seen["undo"]) == (None, [], False)
        assert seen["turns"] == [["b2", "white"]]
        assert [player["who"] for player in seen["players"]] == ["White", "Black"], (
            "without names they are their colours"
        )
        assert (await stranger.get(f"{api}/preview?actions=5")).json() == {"markup": "", "says": "", "values": {}}
        assert (await stranger.get(f"{api}/why?clicks=b2")).json() == WHY


@in_loop
async def test_questions_that_ask_nothing_are_refused_in_a_sentence(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as browser:
        api = await begin(browser)
        for asked, said in (
            ("why", "clicks, or a turn that was typed, must be given"),
            ("why?clicks=&typed=", "clicks, or a turn that was typed, must be given"),
            ("preview?actions=abc", "actions must be numbers with commas between"),
            ("preview?actions=5,-1", "actions must be numbers with commas between"),
        ):
            answer = await browser.get(f"{api}/{asked}")
            assert (answer.status_code, answer.json()["error"]["message"]) == (400, said)
        assert (await browser.get(f"{api}/preview?actions=")).json()["markup"] == ""


@in_loop
async def test_what_is_pointed_at_is_shown_or_explained(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as browser:
        api = await begin(browser)
        await act(browser, api, "b2")
        await act(browser, api, "b3")
        room = room_of(site, api)
        (action,) = actions(room, "b4")
        shown = (await browser.get(f"{api}/preview", params={"actions": str(action)})).json()["markup"]
        assert "ghost" in shown
        assert "flip" in shown, "b4 flips b3"
        for wrong in ("0", ""):
            empty = await browser.get(f"{api}/preview", params={"actions": wrong})
            assert empty.json() == {"markup": "", "says": "", "values": {}}
        assert (await browser.get(f"{api}/preview", params={"actions": "x"})).status_code == 400

        async def why(*clicks):
            return (await browser.get(f"{api}/why", params={"clicks": ",".join(clicks)})).json()

        assert await why("b2") == WHY | {"why": "b2 is occupied."}
        assert await why("a1") == WHY | {"why": "a1 is a corner and flips nothing."}
        assert await why("<b>") == WHY | {"why": "<b> cannot be chosen now."}
        assert await why("c2") == WHY | {"actions": actions(room, "c2")}


@in_loop
async def test_a_failed_engine_may_be_asked_again(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as browser:
        api = await begin(browser, **{"your side": "white", "the engine": "quick"})
        room = room_of(site, api)
        site.rooms._engines.fail()
        await act(browser, api, "b2")
        await settled(room)
        seen = await view(browser, api)
        assert "stopped working" in seen["trouble"]
        assert seen["status"] == "Black is to move"
        answer = (await tell(browser, api, "retry")).json()
        assert (answer["trouble"], answer["status"]) == ("", "Black is thinking")
        await settled(room)
        assert (await view(browser, api))["status"] == "Your turn"


# The form


@in_loop
async def test_every_form_begins_a_game_as_it_is_sent_out(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as browser:
        for game in ("stroll", "troll", "longway", "whirlwind", "stride"):
            fields = filled_in((await browser.get(f"/new/{game}")).text)
            assert "the opponent" in fields
            answer = await browser.post(f"/new/{game}", data=fields)
            assert answer.status_code == 303, game
            seen = await view(browser, answer.headers["location"].replace("/play/", "/api/games/"))
            assert seen["status"].startswith("Your turn"), "a person begins"


@in_loop
async def test_sides_and_seats(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as browser:

        async def who(game, **form):
            seen = await view(browser, await begin(browser, game, **form))
            return [(player["player"], player["who"]) for player in seen["players"]]

        engine = "Engine, 0.3 s a turn"
        quick = {"the engine": "quick"}
        assert await who("troll", **{"your side": "white"} | quick) == [("white", "You"), ("black", engine)]
        assert await who("troll", **{"your side": "black"} | quick) == [("white", engine), ("black", "You")]
        assert await who("troll") == [("white", "White"), ("black", "Black")]
        assert await who("troll", **{"your side": "neither"} | quick) == [("white", engine), ("black", engine)]
        table = {"players": "3", "seat player 1": "person", "seat player 2": "quick", "seat player 3": "person"}
        assert await who("longway", **table) == [
            ("player 1", "Player 1"),
            ("player 2", engine),
            ("player 3", "Player 3"),
        ]
        assert await who("longway", players="1", **{"seat player 1": "person"}) == [("player 1", "You")]


@in_loop
async def test_a_form_with_nonsense_comes_back_with_what_is_allowed(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as browser:
        for form, complaint in (
            ({"size": "3"}, "a whole number from 4 to 20"),
            ({"edges": "<script>"}, "&#34;capture&#34; or &#34;closed&#34;"),
            ({"your side": "green"}, "white or black or both or neither or any"),
            ({"the opponent": "nobody"}, "engine or friend or screen"),
            ({"the engine": "godlike"}, "person or link or level 1 or level 2"),
        ):
            answer = await browser.post("/new/troll", data={"size": "5"} | form)
            assert answer.status_code == 422
            assert complaint in answer.text
            assert "<script>" not in answer.text.replace('<script src="', "")
        assert (await browser.post("/new/chess", data={})).status_code == 404
        assert (await browser.post("/new/troll", content=b"\xff=%zz")).status_code == 400
        assert (await browser.post("/new/troll", data={str(i): "" for i in range(200)})).status_code == 400


@in_loop
async def test_nobody_decides_which_files_of_the_server_are_read(tmp_path):
    tiles = tmp_path / "tiles.toml"
    tiles.write_text("what only the server's owner may read")
    seats = (Seat("player 1", holder=ADA),)
    heading = f"longway tiles={tiles} players=1\n"
    async with site_in(tmp_path) as site, site.browser() as browser:
        api = await begin(browser, "longway", tiles=str(tiles), players="1", **{"seat player 1": "person"})
        assert room_of(site, api).timeline.state.options["tiles"] == ""
        for options, position in (({"tiles": str(tiles)}, None), ({}, heading)):
            with pytest.raises(LimitError, match="the option tiles names a file"):
                await site.rooms.create("longway", options, seats, position)


@in_loop
async def test_play_again_asks_for_the_same_game(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as browser:
        form = {"size": "6", "edges": "closed", "joins": "orthogonal", "swap": "true"}
        form |= {"your side": "black", "the engine": "deep"}
        page = (await browser.get((await begin(browser, **form)).replace("/api/games/", "/play/"))).text
        query = parse_qs(urlsplit(re.search(r'href="(/new/troll[^"]*)"', page)[1].replace("&amp;", "&")).query)
        assert {name: value for name, (value,) in query.items()} == form
        again = filled_in((await browser.get("/new/troll", params=form)).text)
        assert again.items() >= form.items()


def test_the_fields_speak_english():
    import byways.registry

    for name in byways.games():
        game = byways.registry.find(name)
        asked = [opponent_field(game, {}), side_field(game, {}), count_field(game, {}), *option_fields(game, {})]
        for field in filter(None, asked):
            assert isinstance(field, Field)
            assert field.label[0].isupper()
            assert not any(mark in field.label for mark in "_{}")


@in_loop
async def test_unknown_addresses_and_broken_games_have_pages(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as browser:
        for path in ("/nowhere", "/play/none", "/rules/chess", "/new/chess", "/new/%3Cscript%3E"):
            answer = await browser.get(path)
            assert answer.status_code == 404
            assert "That did not work" in answer.text
            assert "<script>alert" not in answer.text


@in_loop
async def test_the_icon_is_at_its_old_place_too(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as browser:
        assert (await browser.get("/favicon.ico")).headers["content-type"] == "image/svg+xml"


@pytest.mark.parametrize("game", ["stroll", "troll", "longway", "whirlwind", "stride"])
@in_loop
async def test_rules_pages_and_pictures(tmp_path, game):
    async with site_in(tmp_path) as site, site.browser() as browser:
        page = (await browser.get(f"/rules/{game}")).text
        assert re.search("<h2[^>]*>", page)
        assert "Play " in page
        assert "```" not in page
        assert f'id="art-{game}"' in (await browser.get("/")).text
