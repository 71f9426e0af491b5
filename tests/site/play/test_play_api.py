"""Turns over HTTP: what is accepted, drawn and kept, and what is refused with which status."""

import asyncio

from site_world import act, actions, begin, refusal, room_of, tell, view

from byways.site.storage.game_store import Store
from byways.site.web.requests import LONGEST_BODY


async def test_a_turn_is_played_and_drawn(browser):
    api = await begin(browser)
    before = await view(browser, api)
    answer = (await act(browser, api, "b2")).json()
    assert (answer["kind"], answer["version"], answer["toMove"]) == ("accepted", 1, "black")
    assert answer["turns"] == [["b2", "white"]]
    assert "stone" in answer["markup"]["pieces.b2"]
    assert before["tag"] != answer["tag"] == (await view(browser, api))["tag"]


async def test_every_answer_is_a_patch_of_what_the_page_names(site, browser):
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


async def test_half_a_turn_says_what_may_follow_and_changes_nothing(site, browser):
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


async def test_what_cannot_be_done_is_refused_with_its_status(site, browser, stranger):
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


async def test_a_turn_sent_often_is_one_event(site, browser):
    api = await begin(browser)
    room = room_of(site, api)
    turn = {"version": 0, "actions": actions(room, "b2"), "key": "same"}
    answers = await asyncio.gather(*(tell(browser, api, "turn", **turn) for _ in range(20)))
    assert {answer.status_code for answer in answers} == {200}
    assert (room.timeline.version, len((await site.service(Store).load(room.id)).events)) == (1, 1)
    later = await tell(browser, api, "turn", **turn)
    assert (later.status_code, later.json()["version"]) == (200, 1)


async def test_a_key_used_again_for_another_turn_is_refused(site, browser):
    api = await begin(browser)
    assert (await act(browser, api, "b2", "same")).status_code == 200
    assert refusal(await act(browser, api, "b3", "same")) == (409, "turn.key")
    assert (await act(browser, api, "b3", "same", hold=True)).status_code == 409, "nor is it held until it is confirmed"
    assert room_of(site, api).timeline.state.turns == ("b2",)
    assert (await act(browser, api, "b3", "new")).status_code == 200


async def test_of_different_turns_at_once_one_is_played(site, browser):
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


async def test_undo_and_looking_back(browser):
    api = await begin(browser)
    await act(browser, api, "b2")
    await act(browser, api, "b3")
    start = (await browser.get(f"{api}/view?at=0")).json()
    assert (start["view"]["ply"], start["patch"]["base"]) == (2, start["view"]["board"]), "it lies over the board"
    assert start["patch"]["markup"]["pieces.b2"] is None
    assert "Before the first move" in start["patch"]["markup"]["status"]
    undone = (await tell(browser, api, "undo", version=2)).json()
    assert (undone["version"], [text for text, _ in undone["turns"]]) == (3, ["b2"])
    assert refusal(await tell(browser, api, "undo", version=2)) == (409, "game.conflict")


async def test_a_stranger_watches_and_cannot_act(browser, stranger):
    api = await begin(browser)
    await act(browser, api, "b2")
    seen = await view(stranger, api)
    assert (seen["viewer"], seen["offers"], seen["undo"]) == (None, [], False)
    assert seen["turns"] == [["b2", "white"]]
    assert [player["who"] for player in seen["players"]] == ["White", "Black"], "without names they are their colours"
    assert (await stranger.get(f"{api}/preview?actions=5")).json() == {"markup": "", "says": "", "values": {}}
    assert (await stranger.get(f"{api}/why?clicks=b2")).json()["why"] == ""
